"""What the whole match has: its round or phase, what there is at times, and effects, as a scenario expects them."""

from __future__ import annotations

import re

from engine.scenario.expecting import ExpectationWords, Form, count_said, form, unless
from engine.scenario.mistakes import Mistake, unknown_word
from engine.scenario.model import Check
from engine.scenario.situation import Situation

FORMS: list[Form[ExpectationWords, Situation]] = []


@form(FORMS, "the VALUE is N", r"the (?P<what><VALUE>) is (?P<value>-?[0-9]{1,9}|[A-Za-z][A-Za-z ]*)")
def _value(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    what, said = match["what"].casefold(), match["value"].casefold()
    value = words.tables.values[what]
    at = words.column + match.start("value")
    if value.words and said not in map(str.casefold, value.words):
        raise unknown_word(at, match["value"], value.words)
    if not value.words and said[-1].isalpha():
        raise Mistake(at, f"“{match['value']}” can't be the {what}.", ["a number"])

    def check(now: Situation) -> str:
        found = str(value.read(now.match.machine))
        return unless(found.casefold() == said, f"it is {found}")

    return check


@form(FORMS, "there is no THING", r"there(?: is|['’]s) (?P<no>no|an?) (?P<what><THING>)")
def _thing(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    what, wanted = match["what"].casefold(), match["no"].casefold() != "no"
    is_there = words.tables.things[what]

    def check(now: Situation) -> str:
        found = is_there(now.match.machine)
        article = "no" if not found else "an" if what[0] in "aeiou" else "a"
        return unless(found == wanted, f"there is {article} {what}. {now.asked()}")

    return check


@form(
    FORMS,
    "N effects are EFFECT",
    r"(?P<n>[0-9]{1,2}|nothing|no)(?: effects?)? (?:is|are) (?P<where><EFFECT>)",
)
def _effect_count(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    wanted, where = count_said(match["n"]), match["where"].casefold()
    read = words.tables.effects[where]

    def check(now: Situation) -> str:
        titles = read(now.match.machine)
        return unless(len(titles) == wanted, f"{where}: {', '.join(titles) or 'nothing'}. {now.asked()}")

    return check


@form(FORMS, "an effect of CARD is EFFECT", r"(?P<no>an|no) effect of (?P<card>.+) is (?P<where><EFFECT>)")
def _effect(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    title, wanted = words.card(match).casefold(), match["no"].casefold() == "an"
    where = match["where"].casefold()
    read = words.tables.effects[where]

    def check(now: Situation) -> str:
        titles = read(now.match.machine)
        holds = title in map(str.casefold, titles)
        return unless(holds == wanted, f"{where}: {', '.join(titles) or 'nothing'}. {now.asked()}")

    return check
