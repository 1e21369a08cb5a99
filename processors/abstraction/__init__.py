"""Abstraction: what many turns come to: summaries of sessions, interests, routines, ways that worked."""
