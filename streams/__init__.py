"""How events move: the log port and its adapters, the keyring, the topology and its two runtimes, rebuild."""
