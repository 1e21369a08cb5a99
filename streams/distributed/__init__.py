"""The distributed runtime: the same stages over Kafka, faust and OpenSearch, each scaling by itself (DESIGN §2)."""
