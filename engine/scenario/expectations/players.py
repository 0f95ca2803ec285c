"""Numbers of a player, what they are and have, and what is in zones, as a scenario expects it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.scenario.expecting import ExpectationWords, Form, affirmed, count_said, form, number, unless
from engine.scenario.model import Check
from engine.scenario.situation import Situation

FORMS: list[Form[ExpectationWords, Situation]] = []


@form(
    FORMS,
    "PLAYER's COUNTER is N",
    r"(?P<who><P>)['’]s (?P<what><COUNTER>) is(?P<not> not|n['’]t)? (?P<n>-?[0-9]{1,9}|<WORD>)",
)
def _counter(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    seat, what, said = words.seat(match["who"]), match["what"].casefold(), match["n"].casefold()
    wanted = words.tables.number_words[said] if said in words.tables.number_words else int(said)
    read, negative = words.tables.counters[what], bool(match["not"])

    def check(now: Situation) -> str:
        found, about = read(now.match.machine, seat), f"{now.names[seat]}'s {what}"
        return unless(found != wanted, f"{about} is {found}") if negative else number(about, found, wanted)

    return check


@form(FORMS, "PLAYER CONDITION", r"(?P<who><P>) (?P<what><CONDITION>)")
def _condition(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    seat, (said, positive) = words.seat(match["who"]), affirmed(match["what"])
    condition = next(known for known in words.tables.conditions if known.casefold() == said)
    holds = words.tables.conditions[condition]
    verb, _, rest = condition.partition(" ")
    opposite = f"is not {rest}" if verb == "is" else f"has no {rest}"

    def check(now: Situation) -> str:
        found = holds(now.match.machine, seat)
        return unless(found == positive, f"{now.names[seat]} {condition if found else opposite}")

    return check


@form(
    FORMS,
    "PLAYER's ZONE has N cards",
    r"(?P<where><PLAYER's ZONE>) (?:has|have|holds?) (?P<n>[0-9]{1,9}|no) <NOUN>",
)
def _zone_count(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    place, wanted = words.place(match["where"]), count_said(match["n"])

    def check(now: Situation) -> str:
        held = now.held(*place)
        return unless(len(held) == wanted, f"it has {len(held)}: {now.titles(held)}")

    return check


@form(FORMS, "PLAYER's ZONE is CARD, CARD", r"(?P<where><PLAYER's ZONE>) (?:is|are) (?P<list>.+)")
def _zone_is(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    place, (wanted, is_open) = words.place(match["where"]), words.listed(match)
    in_order = words.tables.zones[place[1]].ordered

    def check(now: Situation) -> str:
        held = now.held(*place)
        fits = _in_order if in_order else _in_any_order
        names = [item.name for item in sorted(wanted, key=lambda item: not in_order and not item.title)]
        enough = len(held) >= len(names) if is_open else len(held) == len(names)
        return unless(enough and fits(now, held, names), f"it is {now.titles(held)}")

    return check


def _in_order(now: Situation, held: Sequence[int], names: Sequence[str]) -> bool:
    return all(now.is_called(card, name) for card, name in zip(held, names, strict=False))


def _in_any_order(now: Situation, held: Sequence[int], names: Sequence[str]) -> bool:
    """Whether each name means another card. Titles come first: a plain name may mean several."""
    left = list(held)
    for name in names:
        card = next((card for card in left if now.is_called(card, name)), None)
        if card is None:
            return False
        left.remove(card)
    return True
