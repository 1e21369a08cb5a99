"""Speed of the distributed runtime on real Kafka and OpenSearch: `python -m bench speed --runtime distributed`."""
