"""Automatic answers: forced ones, and those of a player who is out of time (DD13, DD99, DD120, DD126).

An answer is only forced if a spectator could tell. Possible acquisitions follow from public facts: the Fame, the Supply
and the turn's allowances. Other actions may need cards of the hand, so the player is asked as long as a hidden card
could be used, even if none can.
"""

from __future__ import annotations

from engine.dreams_of_dystopia.effects.choices import NOTHING, player_option
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import OptionVerb, Topic
from engine.dreams_of_dystopia.zones import HAND
from engine.kernel.question import Choice

_DOES_NOTHING = (OptionVerb.END, OptionVerb.DONE, OptionVerb.NO_BLOCK, OptionVerb.NO)


def forced(m: Referee) -> tuple[int, Choice] | None:
    """Return the seat that can only end its turn, as far as a spectator knows, and that answer; None if there is none."""
    for seat, question in m.position.questions.items():
        if question.topic == Topic.ACT and len(question.options) == 1 and not _may_act(m, seat):
            return seat, (OptionVerb.END,)
    return None


def _may_act(m: Referee, seat: int) -> bool:
    """Return whether a player could use a card of the hand or the Master, as far as a spectator knows (DD11, DD83)."""
    if m.position.is_acquiring:
        return False
    allowed, master = m.position.allowed, m.master(seat)
    assert master is not None
    has_allowance = allowed.abilities or allowed.deeds or allowed.combats
    is_used_up = set(master.once.values()) <= set(m.seat(seat).once)
    return bool(has_allowance and m.zone(HAND, seat)) or not is_used_up


def lapse(m: Referee, seat: int) -> Choice:
    """Return the default answer: end, decline or take the minimum, or else the first option.

    A turn ends, an attack isn't blocked, a block keeps its helpers. Required choices take the first option: the first
    side of a Master, the next opponent clockwise. The player isn't chosen against themselves.
    """
    question = m.position.questions[seat]
    for option in question.options:
        if option.verb in _DOES_NOTHING or option.key == NOTHING:
            return (option.key,)
    others = [option.key for option in question.options if option.key != player_option(seat).key]
    return tuple(others[: question.minimum])
