"""People at the local table in tests and benchmarks: their actions, and the messages they see."""
