"""How the answers of a match of Dreams of Dystopia are put into words (see `engine.kernel.notation`)."""

from __future__ import annotations

from cards.i18n import Message, msg
from engine.dreams_of_dystopia.topics import TOPICS, VERBS
from engine.kernel.match import Match
from engine.kernel.notation import Phrasing

DYSTOPIA_PHRASING = Phrasing(TOPICS, VERBS)


def round_of(match: Match) -> int:
    """Return how often everybody has had a turn, from 1; 0 while Masters are chosen."""
    return match.game.round_number(match.machine)


def stage(match: Match) -> Message:
    """Return the heading under which a record puts the next answer: the round, or that Masters are chosen."""
    n = round_of(match)
    return msg("Round {n}", n=n) if n else msg("Choice of Masters")
