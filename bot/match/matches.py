"""Matches: everything that people do to a match, each in one transaction, and everything they may see of it."""

from __future__ import annotations

from bot.match.give_time import MatchTime
from bot.match.play import MatchPlay
from bot.match.rematch import Rematches


class Matches(Rematches, MatchPlay, MatchTime):
    """The one door to challenges and matches.

    What changes something takes the id of the Discord interaction that asked for it; the same interaction a second
    time returns what it returned first and changes nothing. Everything may raise NotFound; refusals are
    `bot.errors.Refusal` or `engine.kernel.errors.GameError`, sentences for the person, and change nothing. What it shows
    is said in the language `locale`.
    What others are shown afterwards is in the outbox when a method returns; `wake` is called then.
    """
