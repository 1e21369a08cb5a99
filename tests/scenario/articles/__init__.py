"""Examples that articles about agent memory begin with, over the HTTP API, each in several wordings and languages."""
