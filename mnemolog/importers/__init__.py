"""Importers: what other systems wrote, as turns whose ids come from the source: an import can be run again."""
