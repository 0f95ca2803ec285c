"""Where cards are, in which state, and what they have, as a scenario expects it."""

from __future__ import annotations

import re

from engine.scenario.expecting import ExpectationWords, Form, count_said, form, unless
from engine.scenario.model import Check
from engine.scenario.situation import Situation

FORMS: list[Form[ExpectationWords, Situation]] = []


@form(
    FORMS,
    "CARD is in PLAYER's ZONE",
    r"(?P<card>.+?) (?:is|are)(?P<not> not|n['’]t)? (?:in|on|among) (?P<where><PLAYER's ZONE>)",
)
def _in_zone(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    reference, negative, place = words.card(match), bool(match["not"]), words.place(match["where"])

    def check(now: Situation) -> str:
        held = now.held(*place)
        holds = any(card in held for card in now.cards(reference))
        return unless(holds != negative, now.whereabouts(reference))

    return check


@form(FORMS, "CARD is STATE", r"(?P<card>.+?) is(?P<not> not|n['’]t)? (?P<state><STATE>)")
def _state(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    reference, negative = words.card(match), bool(match["not"])
    state = words.tables.states[match["state"].casefold()]

    def check(now: Situation) -> str:
        holds = any(state(now.match.machine, card) for card in now.cards(reference))
        return unless(holds != negative, now.whereabouts(reference))

    return check


@form(
    FORMS,
    "CARD has NUMBER N",
    r"(?P<card>.+?)(?: has|['’]s) (?:(?P<what><NUMBER>)(?: is)? (?P<n>-?[0-9]{1,9})|(?P<m>[0-9]{1,9}|no) (?P<whats><NUMBER>)s?)",
)
def _number(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    reference, what = words.card(match), (match["what"] or match["whats"]).casefold()
    wanted, read = count_said(match["n"] or match["m"]), words.tables.numbers[what]

    def check(now: Situation) -> str:
        found = [read(now.match.machine, card) for card in now.meant(reference)]
        said = f"its {what} is {', '.join(map(str, found))}" if found else now.whereabouts(reference)
        return unless(wanted in found, said)

    return check


@form(
    FORMS,
    "CARD has no KEYWORD",
    r"(?P<card>.+?) has (?P<no>no )?(?P<word><KEYWORD>)(?: (?P<n>[0-9]{1,9}))?",
)
def _keyword(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    reference, wanted, word = words.card(match), match["no"] is None, match["word"].casefold()
    number, read = int(match["n"]) if match["n"] else None, words.tables.keywords_of
    assert read is not None

    def check(now: Situation) -> str:
        found = [read(now.match.machine, card) for card in now.meant(reference)]
        holds = any(key.casefold() == word and number in (None, n) for has in found for key, n in has.items())
        said = ", ".join(f"{key} {n}" if n else key for has in found for key, n in has.items())
        return unless(holds == wanted, f"it has {said or 'no keyword'}")

    return check
