"""What has happened since a scenario began, as it expects it: by the events that everybody is told of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from engine.dreamweavers.facts import (
    AttackCameToNothing,
    Cancelled,
    Compared,
    Damaged,
    Drew,
    Forgotten,
    SteppedIn,
    TookEffect,
    Triggered,
)
from engine.dreamweavers.scenario.references import is_called, split_reference
from engine.dreamweavers.scenario.situation import DreamweaversSituation, DreamweaversWords
from engine.kernel.events.event import Fact
from engine.scenario.expecting import Form, form, number, unless
from engine.scenario.model import Check

FORMS: list[Form[DreamweaversWords, DreamweaversSituation]] = []

F = TypeVar("F", bound=Fact)


def _told(now: DreamweaversSituation, kind: type[F]) -> list[F]:
    return [fact for fact in now.happened if isinstance(fact, kind)]


def _named(now: DreamweaversSituation, titles: Sequence[str], reference: str) -> bool:
    said = split_reference(reference, now.names)[1]
    return any(is_called(title, said) for title in titles)


@form(
    FORMS,
    "CARD's attack has succeeded",
    r"(?P<card>.+?)['’]s attack has(?P<not> not)? (?P<how>succeeded|failed|come to nothing)",
)
def _attack(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    reference, how, positive = words.card(match), match["how"].casefold(), match["not"] is None

    def check(now: DreamweaversSituation) -> str:
        found = {
            "succeeded" if fact.succeeds else "failed"
            for fact in _told(now, Compared)
            if _named(now, [fact.attacker], reference)
        }
        if any(_named(now, [fact.attacker], reference) for fact in _told(now, AttackCameToNothing)):
            found.add("come to nothing")
        return unless(
            (how in found) == positive, f"it has {' and '.join(sorted(found)) or 'not come so far'}"
        )

    return check


@form(FORMS, "the shield value was N", r"the shield value was (?P<n>[0-9]{1,3})")
def _shield_value(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    wanted = int(match["n"])

    def check(now: DreamweaversSituation) -> str:
        compared = _told(now, Compared)
        return number("the shield value", compared[-1].shield_value, wanted) if compared else "there was none"

    return check


_HOW = {"destroyed": "destroyed", "forgotten": "forgotten", "discarded": "discarded", "a shield": "shield"}


@form(
    FORMS,
    "CARD was destroyed",
    rf"(?P<card>.+?) was(?P<not> not)? (?P<how>{'|'.join(_HOW)}|cancelled)",
)
def _was(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    reference, said, positive = words.card(match), match["how"].casefold(), match["not"] is None

    def check(now: DreamweaversSituation) -> str:
        hows = [fact.how for fact in _told(now, Forgotten) if _named(now, fact.cards, reference)]
        cancelled = any(_named(now, [fact.card], reference) for fact in _told(now, Cancelled))
        holds = cancelled if said == "cancelled" else _HOW[said] in hows
        return unless(holds == positive, f"it was {', '.join(hows) or 'not forgotten'}")

    return check


@form(FORMS, "PLAYER has taken N damage", r"(?P<who><P>) has taken (?P<n>[0-9]{1,3}|no) damage")
def _damage(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    seat, wanted = words.seat(match["who"]), 0 if match["n"].casefold() == "no" else int(match["n"])

    def check(now: DreamweaversSituation) -> str:
        return number("the damage", sum(fact.seat == seat for fact in _told(now, Damaged)), wanted)

    return check


@form(FORMS, "PLAYER has drawn N cards", r"(?P<who><P>) has drawn (?P<n>[0-9]{1,3}|no) cards?")
def _drawn(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    seat, wanted = words.seat(match["who"]), 0 if match["n"].casefold() == "no" else int(match["n"])

    def check(now: DreamweaversSituation) -> str:
        drawn = sum(fact.count for fact in _told(now, Drew) if fact.seat == seat)
        return number("what was drawn", drawn, wanted)

    return check


@form(
    FORMS,
    "CARD has triggered N times",
    r"(?P<card>.+?) has(?P<not> not)? triggered(?: (?P<n>[0-9]{1,3}) times?| (?P<once>once|twice))?",
)
def _triggered(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    reference = match["card"].strip()
    counted = {"once": 1, "twice": 2}.get((match["once"] or "").casefold(), match["n"])
    wanted = 0 if match["not"] else None if counted is None else int(counted)

    def check(now: DreamweaversSituation) -> str:
        found = sum(_named(now, [fact.card], reference) for fact in _told(now, Triggered))
        return unless(found > 0 if wanted is None else found == wanted, f"it has triggered {found} times")

    return check


@form(FORMS, "CARD has stepped in", r"(?P<card>.+?) has(?P<not> not)? stepped in")
def _stepped_in(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    reference, positive = words.card(match), match["not"] is None

    def check(now: DreamweaversSituation) -> str:
        found = [fact.card for fact in _told(now, SteppedIn)]
        return unless(
            _named(now, found, reference) == positive, f"stepped in: {', '.join(found) or 'nobody'}"
        )

    return check


@form(
    FORMS,
    "CARD has resolved before CARD",
    r"(?P<card>.+?) has(?P<not> not)? resolved(?: before (?P<other>.+))?",
)
def _resolved(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    reference, other, positive = match["card"].strip(), match["other"], match["not"] is None

    def check(now: DreamweaversSituation) -> str:
        order = [fact.card for fact in now.happened if isinstance(fact, TookEffect | Triggered)]
        first = next((at for at, title in enumerate(order) if _named(now, [title], reference)), None)
        holds = first is not None
        if other is not None and first is not None:
            later = next((at for at, title in enumerate(order) if _named(now, [title], other)), None)
            holds = later is not None and first < later
        return unless(holds == positive, f"resolved: {', then '.join(order) or 'nothing'}")

    return check
