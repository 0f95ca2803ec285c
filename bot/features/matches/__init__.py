"""Boards, logs, lists of matches, and the message that is always current."""
