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
    me = view.players[question.seat]
    best = [*_recruits(view, me, question)[:BEST_RECRUITS], *_purchases(view, me, question)[:1]]
    return [(option.key,) for option in best]


def fame_needed(view: DystopiaView, player: PlayerView, side: CompiledSide) -> int:
    """Return the FAME that a player needs for a side."""
    return fame_of(side, pool_of(view).sides.get(player.master), player.less, player.waives)


def _recruits(view: DystopiaView, me: PlayerView, question: Question) -> list[Option]:
    """Return the Minions that can be recruited, by LOYALTY from the highest, then by price."""
    offers = _offered(view, question, OptionVerb.RECRUIT)
    offers.sort(key=lambda offer: (-offer[1].side.loyalty, fame_needed(view, me, offer[1])))
    return [option for option, _ in offers]


def _purchases(view: DystopiaView, me: PlayerView, question: Question) -> list[Option]:
    """Return the Weapons that can be purchased: those already owned, the best first, then the easiest to use."""
    owned = {*me.holds, *me.discard, *me.used, *me.table}
    offers = _offered(view, question, OptionVerb.PURCHASE)
    offers.sort(
        key=lambda offer: (0, -offer[1].side.skl) if offer[1].title in owned else (1, offer[1].side.skl)
    )
    return [option for option, _ in offers]


def _offered(view: DystopiaView, question: Question, verb: OptionVerb) -> list[tuple[Option, CompiledSide]]:
    sides = pool_of(view).sides
    return [(option, sides[option.subject]) for option in question.options if option.verb == verb]
