"""Families: made-up tasks about what changes, contradicts itself or comes from somebody else."""
