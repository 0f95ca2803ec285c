"""How the answers of a Voidream match are put into words (see `engine.kernel.notation`)."""

from __future__ import annotations

from cards.i18n import Message, msg
from engine.kernel.match import Match
from engine.kernel.notation import Phrasing
from engine.voidream.questions.topics import TOPICS, VERBS
from engine.voidream.referee import Referee
from engine.voidream.saves.decks import deck_lists

VOIDREAM_PHRASING = Phrasing(TOPICS, VERBS, deck_lists)


def round_of(match: Match[Referee]) -> int:
    """Return the round that a match is in, from 1; 0 before the first one."""
    return match.machine.position.round


def stage(match: Match[Referee]) -> Message:
    """Return the heading under which a record puts the next answer: "Setup", or the round."""
    n = round_of(match)
    return msg("Round {n}", n=n) if n else msg("Setup", "stage")
