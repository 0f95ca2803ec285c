"""Which rules of deck building (§8) a deck breaks, as a scenario expects it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cards.voidream.deck_rules import violations
from engine.scenario.expecting import Form, form, unless
from engine.scenario.model import Check
from engine.voidream.scenario.situation import VoidreamSituation, VoidreamWords

FORMS: list[Form[VoidreamWords, VoidreamSituation]] = []


@form(FORMS, "DECK is legal", r"(?P<deck>.+?) is (?P<not>not )?(?:a )?legal(?: deck)?")
def _legal(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    deck, wanted = words.deck(match), match["not"] is None

    def check(now: VoidreamSituation) -> str:
        broken = _broken(now, deck)
        return unless(wanted is not bool(broken), _violations_of(deck, broken))

    return check


@form(FORMS, "DECK breaks N rules", r"(?P<deck>.+?) breaks (?P<n>[0-9]{1,9}|no) rules?")
def _breaks_number(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    deck, wanted = words.deck(match), 0 if match["n"].casefold() == "no" else int(match["n"])

    def check(now: VoidreamSituation) -> str:
        broken = _broken(now, deck)
        return unless(len(broken) == wanted, _violations_of(deck, broken))

    return check


@form(FORMS, 'DECK breaks "…"', r"(?P<deck>.+?) (?P<not>does not break|breaks) [“\"](?P<what>[^“”\"]+)[”\"]")
def _breaks(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    deck, positive = words.deck(match), match["not"].casefold() == "breaks"
    what = match["what"].casefold().removesuffix(".")

    def check(now: VoidreamSituation) -> str:
        broken = _broken(now, deck)
        holds = any(what in sentence.casefold() for sentence in broken)
        return unless(holds == positive, _violations_of(deck, broken))

    return check


def _broken(now: VoidreamSituation, deck: str) -> list[str]:
    """Return each rule that a deck breaks, with the sentence about it."""
    return [f"{broken.rule.value}: {broken}" for broken in violations(now.decks[deck])]


def _violations_of(deck: str, broken: Sequence[str]) -> str:
    return f"{deck} breaks {len(broken)}: {' '.join(broken)}" if broken else f"{deck} is legal"
