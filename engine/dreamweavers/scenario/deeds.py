"""Actions of cards and players, recognised by their public events, for the tables of scenarios."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.dreamweavers.facts.attacks import AttackCameToNothing, Compared, Damaged, SteppedIn
from engine.dreamweavers.facts.cards import Drew, Forgotten
from engine.dreamweavers.facts.plays import AbilityTriggered, Cancelled, TookEffect
from engine.kernel.events.event import Fact

Deed = Callable[[Sequence[Fact]], Sequence[str]]


def _forgotten(how: str) -> Deed:
    return lambda happened: [
        title for fact in happened if isinstance(fact, Forgotten) and fact.how == how for title in fact.cards
    ]


def _compared(*, succeeds: bool) -> Deed:
    return lambda happened: [
        fact.attacker for fact in happened if isinstance(fact, Compared) and fact.succeeds == succeeds
    ]


def _card(*kinds: type[Cancelled | SteppedIn | TookEffect | AbilityTriggered]) -> Deed:
    return lambda happened: [fact.card for fact in happened if isinstance(fact, kinds)]


def _came_to_nothing(happened: Sequence[Fact]) -> Sequence[str]:
    return [fact.attacker for fact in happened if isinstance(fact, AttackCameToNothing)]


def _damage(happened: Sequence[Fact], seat: int) -> int:
    return sum(fact.seat == seat for fact in happened if isinstance(fact, Damaged))


def _drawn(happened: Sequence[Fact], seat: int) -> int:
    return sum(fact.count for fact in happened if isinstance(fact, Drew) and fact.seat == seat)


DEEDS: dict[str, Deed] = {
    "'s attack has succeeded": _compared(succeeds=True),
    "'s attack has failed": _compared(succeeds=False),
    "'s attack has come to nothing": _came_to_nothing,
    "was destroyed": _forgotten("destroyed"),
    "was forgotten": _forgotten("forgotten"),
    "was discarded": _forgotten("discarded"),
    "was a shield": _forgotten("shield"),
    "was cancelled": _card(Cancelled),
    "has triggered": _card(AbilityTriggered),
    "has stepped in": _card(SteppedIn),
    "has resolved": _card(TookEffect, AbilityTriggered),
}
TALLIES = {"taken N damage": _damage, "drawn N cards": _drawn}
