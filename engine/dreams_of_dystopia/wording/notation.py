"""How the answers of a match of Dreams of Dystopia are put into words (see `engine.kernel.notation`)."""

from __future__ import annotations

from cards.i18n import Message, msg
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import TOPICS, VERBS
from engine.kernel.match import Match
from engine.kernel.notation import Phrasing

DYSTOPIA_PHRASING = Phrasing(TOPICS, VERBS)


def turn_of(match: Match) -> int:
    """Return the number of the turn that a match is in, from 1; 0 while Masters are chosen."""
    machine = match.machine
    assert isinstance(machine, Referee)
    return machine.position.turn


def stage(match: Match) -> Message:
    """Return the heading under which a record puts the next answer: "Setup", or the turn."""
    n = turn_of(match)
    return msg("Turn {n}", n=n) if n else msg("Setup", "stage")
