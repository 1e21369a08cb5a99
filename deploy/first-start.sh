#!/bin/sh
# Declares topics and indices at every start; where there is no API key yet, makes one and prints it once.
set -eu

mnemolog setup

if [ ! -e "${MNEMOLOG_FOLDER}/keys.json" ]; then
    echo "The API key of this installation, shown only now; keep it in a safe place:"
    mnemolog keys create
fi
