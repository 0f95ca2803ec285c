"""How the answers of a Dreamweavers match are put into words (see `engine.kernel.notation`)."""

from __future__ import annotations

from cards.i18n import Message, msg
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import TOPICS, VERBS
from engine.kernel.match import Match
from engine.kernel.notation import Phrasing

DREAMWEAVERS_PHRASING = Phrasing(TOPICS, VERBS)


def turn_of(match: Match[Referee]) -> int:
    """Return the number of the turn that a match is in, from 1; 0 during the set-up."""
    return match.machine.position.turn


def stage(match: Match[Referee]) -> Message:
    """Return the heading under which a record puts the next answer: "Setup", or the turn."""
    n = turn_of(match)
    return msg("Turn {n}", n=n) if n else msg("Setup", "stage")
