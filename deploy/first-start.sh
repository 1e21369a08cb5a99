#!/bin/sh
# Declares topics and indices at every start, and at the first one creates an API key and prints it once.
set -eu

mnemolog setup

made="${MNEMOLOG_FOLDER}/first-api-key-made"
if [ ! -e "$made" ]; then
    echo "The API key of this installation, shown only now; keep it in a safe place:"
    mnemolog keys create
    touch "$made"
fi
