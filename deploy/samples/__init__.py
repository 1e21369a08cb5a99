"""Sample conversations, written for Mnemolog: `conversation.jsonl` and the questions that the demo asks of it."""
