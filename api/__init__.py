"""How memory is asked: recall, the HTTP API, and the ports that they stand on."""
