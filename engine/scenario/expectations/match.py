"""Expectations about the whole match: its round or phase, temporary things such as a conflict, and effects."""

from __future__ import annotations

from collections.abc import Sequence

from engine.scenario.expectation_forms import ExpectationForm, SentenceParts, form, unless
from engine.scenario.mistakes import Mistake, unknown_word
from engine.scenario.situation import Situation

FORMS: list[ExpectationForm[Situation]] = []


def _must_be_possible(said: SentenceParts) -> None:
    """Raise Mistake for an impossible value."""
    words = said.words.tables.values[said["what"]].words
    if words and said["value"] not in map(str.casefold, words):
        raise unknown_word(said.column("value"), said.raw("value"), words)
    if not words and not said["value"].removeprefix("-").isdigit():
        message = f"“{said.raw('value')}” can't be the {said['what']}."
        raise Mistake(said.column("value"), message, ["a number"])


@form(
    FORMS,
    "the VALUE is N",
    r"the (?P<what><VALUE>) is (?P<value>-?[0-9]{1,9}|[A-Za-z][A-Za-z ]*)",
    must=_must_be_possible,
)
def _value(now: Situation, said: SentenceParts) -> str:
    found = str(now.tables.values[said["what"]].read(now.machine))
    return unless(found.casefold() == said["value"], f"it is {found}")


@form(FORMS, "there is no THING", r"there(?: is|['’]s) (?P<no>no|an?) (?P<what><THING>)")
def _thing(now: Situation, said: SentenceParts) -> str:
    found = now.tables.things[said["what"]](now.machine)
    article = "no" if not found else "an" if said["what"][0] in "aeiou" else "a"
    return unless(found == said.positive, f"there is {article} {said['what']}. {now.open_questions()}")


@form(
    FORMS,
    "N effects are EFFECT",
    r"(?P<n>[0-9]{1,2}|nothing|no)(?: effects?)? (?:is|are) (?P<how><EFFECT>)",
)
def _effect_count(now: Situation, said: SentenceParts) -> str:
    titles = now.tables.effects[said["how"]](now.machine)
    return unless(len(titles) == said.n, _effects(now, said, titles))


@form(FORMS, "an effect of CARD is EFFECT", r"(?P<no>an|no) effect of (?P<card>.+) is (?P<how><EFFECT>)")
def _effect(now: Situation, said: SentenceParts) -> str:
    titles = now.tables.effects[said["how"]](now.machine)
    return unless((said["card"] in map(str.casefold, titles)) == said.positive, _effects(now, said, titles))


def _effects(now: Situation, said: SentenceParts, titles: Sequence[str]) -> str:
    return f"{said['how']}: {', '.join(titles) or 'nothing'}. {now.open_questions()}"
