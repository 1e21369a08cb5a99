"""Evaluations on files of labelled items: times, entities, claims and families."""
