"""Expectations about a player's numbers, properties and zones."""

from __future__ import annotations

from collections.abc import Sequence

from engine.scenario.expectation_forms import ExpectationForm, SentenceParts, affirmed, form, unless
from engine.scenario.situation import Situation

FORMS: list[ExpectationForm[Situation]] = []


@form(
    FORMS,
    "PLAYER's COUNTER is N",
    r"(?P<who><P>)['’]s (?P<what><COUNTER>) (?:is|are)(?P<not> not|n['’]t)? (?P<n>-?[0-9]{1,9}|<WORD>)",
)
@form(FORMS, "PLAYER has N COUNTER", r"(?P<who><P>) has (?P<n>[0-9]{1,9}|no) (?P<what><COUNTER>)")
def _counter(now: Situation, parts: SentenceParts) -> str:
    actual = now.tables.counters[parts["what"]](now.machine, parts.seat)
    return unless(
        (actual == parts.n) == parts.positive, f"{now.names[parts.seat]}'s {parts['what']} is {actual}"
    )


@form(FORMS, "PLAYER CONDITION", r"(?P<who><P>) (?P<what><CONDITION>)")
def _condition(now: Situation, parts: SentenceParts) -> str:
    plain, positive = affirmed(parts["what"])
    condition = next(known for known in now.tables.conditions if known.casefold() == plain)
    verb, _, rest = condition.partition(" ")
    actual = now.tables.conditions[condition](now.machine, parts.seat)
    opposite = f"is not {rest}" if verb == "is" else f"has no {rest}"
    return unless(actual == positive, f"{now.names[parts.seat]} {condition if actual else opposite}")


@form(
    FORMS,
    "PLAYER's ZONE has N cards",
    r"(?P<where><PLAYER's ZONE>) (?:has|have|holds?) (?P<n>[0-9]{1,9}|no) <NOUN>",
)
def _zone_count(now: Situation, parts: SentenceParts) -> str:
    return _counted(now, parts.n, *parts.place)


@form(
    FORMS,
    "PLAYER has N cards in ZONE",
    r"(?P<who><P>) (?:has|holds) (?P<n>[0-9]{1,9}|no) <NOUN> (?:in|on) (?:(?:their|the|his|her) )?(?P<zone><ZONE>)",
)
def _cards_in_zone(now: Situation, parts: SentenceParts) -> str:
    return _counted(now, parts.n, parts.seat, now.tables.zone_called(parts["zone"]))


@form(FORMS, "PLAYER's ZONE is CARD, CARD", r"(?P<where><PLAYER's ZONE>) (?:is|are) (?P<list>.+)")
def _zone_is(now: Situation, parts: SentenceParts) -> str:
    actual, names = now.held(*parts.place), [item.name for item in parts.items]
    is_enough = len(actual) >= len(names) if parts.is_open else len(actual) == len(names)
    if now.tables.zones[parts.place[1]].ordered:
        fits = all(now.is_called(card, name) for card, name in zip(actual, names, strict=False))
    else:
        # Titles come first: a plain name may mean several of the cards.
        fits = _in_any_order(
            now, actual, [item.name for item in sorted(parts.items, key=lambda item: not item.title)]
        )
    return unless(is_enough and fits, f"it is {now.titles(actual)}")


def _counted(now: Situation, n: int | None, seat: int, zone: str) -> str:
    cards = now.held(seat, zone)
    return unless(len(cards) == n, f"it has {len(cards)}: {now.titles(cards)}")


def _in_any_order(now: Situation, held: Sequence[int], names: Sequence[str]) -> bool:
    """Return whether each name means another card."""
    left = list(held)
    for name in names:
        card = next((card for card in left if now.is_called(card, name)), None)
        if card is None:
            return False
        left.remove(card)
    return True
