"""Answers that no one presses: forced ones, and those of a player who is out of time (DD13, DD99, DD120, DD126).

A spectator could name a forced answer. What can be acquired follows from what everybody sees: the Fame, the Supply and
what the turn still allows. What else can be done may follow from cards of a hand, which nobody else sees: while a
hidden card could be used, the player is asked, even if none can be.
"""

from __future__ import annotations

from engine.dreams_of_dystopia.effects.choices import NOTHING, player_option
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import OptionVerb, Topic
from engine.dreams_of_dystopia.zones import HAND
from engine.kernel.question import Choice

_DOES_NOTHING = (OptionVerb.END, OptionVerb.DONE, OptionVerb.NO_BLOCK, OptionVerb.NO)


def forced(m: Referee) -> tuple[int, Choice] | None:
    """Return the seat that can only end its turn, and that answer; None while anything else is possible for all that
    a spectator knows.
    """
    for seat, question in m.position.questions.items():
        if question.topic == Topic.ACT and len(question.options) == 1 and not _may_act(m, seat):
            return seat, (OptionVerb.END,)
    return None


def _may_act(m: Referee, seat: int) -> bool:
    """Return whether a player could use a card of the hand or the Master, for all that a spectator knows (DD11, DD83)."""
    if m.position.is_acquiring:
        return False
    allowed, master = m.position.allowed, m.master(seat)
    assert master is not None
    has_allowance = allowed.abilities or allowed.deeds or allowed.combats
    is_used_up = set(master.once.values()) <= set(m.seat(seat).once)
    return bool(has_allowance and m.zone(HAND, seat)) or not is_used_up


def lapse(m: Referee, seat: int) -> Choice:
    """Return the default answer: end, decline, take the minimum, or otherwise the first option.

    A turn ends where it is, an attack isn't blocked, a block keeps its helpers. Required choices take the first
    option: the first side of a Master, the next opponent clockwise, also where the player could be chosen.
    """
    question = m.position.questions[seat]
    for option in question.options:
        if option.verb in _DOES_NOTHING or option.key == NOTHING:
            return (option.key,)
    others = [option.key for option in question.options if option.key != player_option(seat).key]
    return tuple(others[: question.minimum])
