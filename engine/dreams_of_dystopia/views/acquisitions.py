"""Suggested acquisitions, from the acting seat's view."""

from __future__ import annotations

from engine.dreams_of_dystopia.numbers import fame_of
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.topics import OptionVerb, Topic
from engine.dreams_of_dystopia.views.types import DystopiaView, PlayerView, pool_of
from engine.kernel.question import Choice, Option, Question

BEST_RECRUITS = 2
"""The number of suggested Minions."""


def usual_acquisitions(view: DystopiaView, question: Question) -> list[Choice]:
    """Return the best Minions that a player can recruit, and the best Weapon.

    Empty while unused cards may give FAME, and for other questions.
    """
    if question.topic != Topic.ACT or any(
        option.verb in (OptionVerb.ABILITY, OptionVerb.DEED) for option in question.options
    ):
        return []
    me, sides = view.players[question.seat], pool_of(view).sides
    owned = {*me.holds, *me.discard, *me.used, *me.table}

    def by_loyalty(option: Option) -> tuple[int, int]:
        """Rank a Minion: by LOYALTY from the highest, then by price."""
        side = sides[option.subject]
        return -side.side.loyalty, fame_needed(view, me, side)

    def by_use(option: Option) -> tuple[int, int]:
        """Rank a Weapon: those already owned, the best first, then the easiest to use."""
        skl = sides[option.subject].side.skl
        return (0, -skl) if option.subject in owned else (1, skl)

    recruits = [option for option in question.options if option.verb == OptionVerb.RECRUIT]
    purchases = [option for option in question.options if option.verb == OptionVerb.PURCHASE]
    best = [*sorted(recruits, key=by_loyalty)[:BEST_RECRUITS], *sorted(purchases, key=by_use)[:1]]
    return [(option.key,) for option in best]


def fame_needed(view: DystopiaView, player: PlayerView, side: CompiledSide) -> int:
    """Return the FAME that a player needs for a side."""
    return fame_of(side, pool_of(view).sides.get(player.master), player.less, player.waives)
