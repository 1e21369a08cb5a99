"""The vocabulary: events, memories, queries, topics, the codec and the error tree. Imports pydantic only."""
