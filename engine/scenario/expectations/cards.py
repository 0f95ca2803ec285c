"""Expectations about cards: their place, state and numbers."""

from __future__ import annotations

from engine.scenario.expectation_forms import ExpectationForm, SentenceParts, form, unless
from engine.scenario.situation import Situation

FORMS: list[ExpectationForm[Situation]] = []


@form(
    FORMS,
    "CARD is in PLAYER's ZONE",
    r"(?P<card>.+?) (?:is|are)(?P<not> not|n['’]t)? (?:in|on|among) (?P<where><PLAYER's ZONE>)",
)
def _in_zone(now: Situation, parts: SentenceParts) -> str:
    names = now.held(*parts.place)
    holds = any(card in names for card in now.cards(parts.card))
    return unless(holds == parts.positive, now.whereabouts(parts.card))


@form(FORMS, "CARD is STATE", r"(?P<card>.+?) is(?P<not> not|n['’]t)? (?P<state><STATE>)")
def _state(now: Situation, parts: SentenceParts) -> str:
    state = now.tables.states[parts["state"]]
    holds = any(state(now.machine, card) for card in now.cards(parts.card))
    return unless(holds == parts.positive, now.whereabouts(parts.card))


@form(
    FORMS, "CARD has NUMBER N", r"(?P<card>.+?)(?: has|['’]s) (?P<what><NUMBER>)(?: is)? (?P<n>-?[0-9]{1,9})"
)
@form(FORMS, "CARD has N NUMBER", r"(?P<card>.+?) has (?P<n>[0-9]{1,9}|no) (?P<what><NUMBER>)s?")
def _number(now: Situation, parts: SentenceParts) -> str:
    read = now.tables.numbers[parts["what"]]
    actual = [read(now.machine, card) for card in now.cards_meant(parts.card)]
    is_found = (
        f"its {parts['what']} is {', '.join(map(str, actual))}" if actual else now.whereabouts(parts.card)
    )
    return unless(parts.n in actual, is_found)


@form(
    FORMS,
    "CARD has no KEYWORD",
    r"(?P<card>.+?) has (?P<no>no )?(?P<word><KEYWORD>)(?: (?P<n>[0-9]{1,9}))?",
)
def _keyword(now: Situation, parts: SentenceParts) -> str:
    read = now.tables.keywords_of
    assert read is not None
    actual = [
        (word, n) for card in now.cards_meant(parts.card) for word, n in read(now.machine, card).items()
    ]
    holds = any(word.casefold() == parts["word"] and parts.n in (None, n) for word, n in actual)
    has = ", ".join(f"{word} {n}" if n else word for word, n in actual)
    return unless(holds == parts.positive, f"it has {has or 'no keyword'}")
