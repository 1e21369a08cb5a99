"""Where memories are found: the index port, the projection of memories to documents, and its adapters."""
