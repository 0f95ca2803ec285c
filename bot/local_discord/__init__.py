"""The local table: enough of Discord on one loopback port to play, to test and to measure the real bot without it."""
