"""Expectations about questions: whose turn it is, the questions, and their options."""

from __future__ import annotations

import re

from engine.kernel.notation import NotUnderstood, find_option, name_of
from engine.kernel.question import Option
from engine.scenario.expectation_forms import ExpectationForm, SentenceParts, form, unless
from engine.scenario.situation import Situation

FORMS: list[ExpectationForm[Situation]] = []


@form(
    FORMS,
    "it is PLAYER's turn",
    r"it(?: is|['’]s)(?P<not> not)?(?: still| again)? (?P<who><P>)['’]s turn",
)
def _turn(now: Situation, parts: SentenceParts) -> str:
    turn = now.turn_of()
    whose = " and ".join(f"{now.names[one]}'s" for one in turn) or "nobody's"
    return unless((parts.seat in turn) == parts.positive, f"it is {whose} turn. {now.open_questions()}")


@form(FORMS, 'PLAYER is asked "…"', r'(?P<who><P>) is(?P<not> not)? asked [“"](?P<what>[^”"]+)[”"]')
@form(FORMS, 'PLAYER is not asked "…"', r'(?P<who><P>) is(?P<not> not) asked [“"](?P<what>[^”"]+)[”"]')
def _asked(now: Situation, parts: SentenceParts) -> str:
    holds = any(parts["what"].removesuffix(".") in asked.casefold() for asked in now.purposes(parts.seat))
    return unless(holds == parts.positive, now.open_questions())


@form(FORMS, "PLAYER is not asked anything", r"(?P<who><P>) is(?P<not> not)? asked(?: anything| something)?")
def _asked_at_all(now: Situation, parts: SentenceParts) -> str:
    return unless((parts.seat in now.match.questions) == parts.positive, now.open_questions())


@form(FORMS, "PLAYER's options are CARD, CARD", r"(?P<who><P>)['’]s options are (?P<options>.+)")
def _options(now: Situation, parts: SentenceParts) -> str:
    question = now.match.questions.get(parts.seat)
    if question is None:
        return now.open_questions()
    rest = list(question.options)
    for part in _parts(parts):
        actual = next((option for option in rest if _called(now, parts, option, part)), None)
        if actual is None:
            return now.open_questions()
        rest.remove(actual)
    return unless(not rest, now.open_questions())


@form(
    FORMS,
    "PLAYER may choose CARD",
    r"(?P<who><P>) may (?P<not>not )?choose (?P<options>.+?)(?P<first> first)?",
)
def _may_choose(now: Situation, parts: SentenceParts) -> str:
    question = now.match.questions.get(parts.seat)
    if question is None:
        return now.open_questions()
    options = [option for option in question.options if not (parts["first"] and option.later)]
    may = [any(_called(now, parts, option, part) for option in options) for part in _parts(parts)]
    return unless(all(one == parts.positive for one in may), now.open_questions())


def _parts(parts: SentenceParts) -> list[str]:
    return [part.strip() for part in re.split(r",| and ", parts.raw("options"))]


def _called(now: Situation, parts: SentenceParts, option: Option, called: str) -> bool:
    question = now.match.questions.get(parts.seat)
    assert question is not None
    try:
        return option == find_option(question, called, now.phrasing, now.other_names(question.seat))
    except NotUnderstood:
        name = name_of(question, option.key)
        return called.casefold() == name.casefold() or now.is_about(option, called)


@form(
    FORMS, "PLAYER must choose N", r"(?P<who><P>) must choose (?P<n>[0-9]{1,9})(?: to (?P<high>[0-9]{1,9}))?"
)
def _must_choose(now: Situation, parts: SentenceParts) -> str:
    question = now.match.questions.get(parts.seat)
    bounds = (parts.n, int(parts["high"] or parts["n"]))
    return unless(
        question is not None and (question.minimum, question.maximum) == bounds, now.open_questions()
    )


@form(FORMS, "PLAYER has N orders", r"(?P<who><P>) has (?P<n>[0-9]{1,2}|no|an) orders?")
def _orders(now: Situation, parts: SentenceParts) -> str:
    given = [str(now.match.order_words(given.order)) for given in now.orders if given.seat == parts.seat]
    return unless(len(given) == parts.n, f"{now.names[parts.seat]} has: {' '.join(given) or 'none'}")
