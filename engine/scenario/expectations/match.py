"""Expectations about the whole match: its round or phase, temporary things such as a conflict, and effects."""

from __future__ import annotations

from collections.abc import Sequence

from engine.scenario.expectation_forms import ExpectationForm, SentenceParts, form, unless
from engine.scenario.mistakes import Mistake, unknown_word
from engine.scenario.situation import Situation

FORMS: list[ExpectationForm[Situation]] = []


def _must_be_possible(parts: SentenceParts) -> None:
    """Raise Mistake for an impossible value."""
    words = parts.words.tables.values[parts["what"]].words
    if words and parts["value"] not in map(str.casefold, words):
        raise unknown_word(parts.column("value"), parts.raw("value"), words)
    if not words and not parts["value"].removeprefix("-").isdigit():
        message = f"“{parts.raw('value')}” can't be the {parts['what']}."
        raise Mistake(parts.column("value"), message, ["a number"])


@form(
    FORMS,
    "the VALUE is N",
    r"the (?P<what><VALUE>) is (?P<value>-?[0-9]{1,9}|[A-Za-z][A-Za-z ]*)",
    must=_must_be_possible,
)
def _value(now: Situation, parts: SentenceParts) -> str:
    actual = str(now.tables.values[parts["what"]].read(now.machine))
    return unless(actual.casefold() == parts["value"], f"it is {actual}")


@form(FORMS, "there is no THING", r"there(?: is|['’]s) (?P<no>no|an?) (?P<what><THING>)")
def _thing(now: Situation, parts: SentenceParts) -> str:
    actual = now.tables.things[parts["what"]](now.machine)
    article = "no" if not actual else "an" if parts["what"][0] in "aeiou" else "a"
    return unless(actual == parts.positive, f"there is {article} {parts['what']}. {now.open_questions()}")


@form(
    FORMS,
    "N effects are EFFECT",
    r"(?P<n>[0-9]{1,2}|nothing|no)(?: effects?)? (?:is|are) (?P<how><EFFECT>)",
)
def _effect_count(now: Situation, parts: SentenceParts) -> str:
    titles = now.tables.effects[parts["how"]](now.machine)
    return unless(len(titles) == parts.n, _effects(now, parts, titles))


@form(FORMS, "an effect of CARD is EFFECT", r"(?P<no>an|no) effect of (?P<card>.+) is (?P<how><EFFECT>)")
def _effect(now: Situation, parts: SentenceParts) -> str:
    titles = now.tables.effects[parts["how"]](now.machine)
    return unless(
        (parts["card"] in map(str.casefold, titles)) == parts.positive, _effects(now, parts, titles)
    )


def _effects(now: Situation, parts: SentenceParts, titles: Sequence[str]) -> str:
    return f"{parts['how']}: {', '.join(titles) or 'nothing'}. {now.open_questions()}"
