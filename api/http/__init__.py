"""The HTTP surface: resources under /v1, problem+json errors, keys, limits (DESIGN §8, §9)."""
