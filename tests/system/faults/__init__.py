"""Faults on real servers: what is acknowledged is never lost and never twice, whoever dies (DESIGN §10)."""
