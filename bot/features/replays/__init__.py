"""Replays, records and proofs of finished matches."""
