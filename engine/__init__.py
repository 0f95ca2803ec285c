"""The rules: a position and an answer make a position and events. No I/O, no clock, no Discord."""

from engine.kernel.match import Match

__all__ = ["Match"]
