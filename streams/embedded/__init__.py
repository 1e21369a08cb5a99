"""The embedded runtime: one process, one folder, every stage inside it (DESIGN §2)."""
