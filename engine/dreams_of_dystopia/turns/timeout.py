"""The answers of doing nothing, for a player who is out of time (DD99, DD120, DD126)."""

from __future__ import annotations

from engine.dreams_of_dystopia.effects.choices import NOTHING, player_option
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import OptionVerb
from engine.kernel.question import Choice

_DOES_NOTHING = (OptionVerb.END, OptionVerb.DONE, OptionVerb.NO_BLOCK, OptionVerb.NO)


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
