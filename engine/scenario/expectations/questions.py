"""What can be expected of questions: whose turn it is, who is asked what, and what can be chosen."""

from __future__ import annotations

import re

from engine.kernel.notation import NotUnderstood, find_option, name_of
from engine.kernel.question import Option
from engine.scenario.expecting import ExpectationWords, Form, count_said, form, unless
from engine.scenario.model import Check
from engine.scenario.situation import Situation

FORMS: list[Form[ExpectationWords, Situation]] = []


@form(
    FORMS,
    "it is PLAYER's turn",
    r"it(?: is|['’]s)(?P<not> not)?(?: still| again)? (?P<who><P>)['’]s turn",
)
def _turn(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    seat, positive = words.seat(match["who"]), match["not"] is None

    def check(now: Situation) -> str:
        turn = now.turn_of()
        whose = " and ".join(f"{now.names[one]}'s" for one in turn)
        found = f"it is {whose} turn" if turn else "it is nobody's turn"
        return unless((seat in turn) == positive, f"{found}. {now.asked()}")

    return check


@form(FORMS, 'PLAYER is asked "…"', r'(?P<who><P>) is asked [“"](?P<what>[^”"]+)[”"]')
def _asked(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    seat, what = words.seat(match["who"]), match["what"].casefold().removesuffix(".")

    def check(now: Situation) -> str:
        question = now.match.questions.get(seat)
        return unless(question is not None and what in question.purpose.casefold(), now.asked())

    return check


@form(FORMS, 'PLAYER is not asked "…"', r'(?P<who><P>) is not asked [“"](?P<what>[^”"]+)[”"]')
def _not_asked_this(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    asked = _asked(words, match)
    return lambda now: unless(bool(asked(now)), now.asked())


@form(FORMS, "PLAYER is not asked anything", r"(?P<who><P>) is not asked(?: anything)?")
def _not_asked(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    seat = words.seat(match["who"])
    return lambda now: unless(seat not in now.match.questions, now.asked())


@form(FORMS, "PLAYER's options are CARD, CARD", r"(?P<who><P>)['’]s options are (?P<list>.+)")
def _options(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    seat, wanted = words.seat(match["who"]), match["list"]

    def check(now: Situation) -> str:
        question = now.match.questions.get(seat)
        if question is None:
            return now.asked()
        rest = [option for option in question.options]
        for part in re.split(r",| and ", wanted):
            found = [o for o in rest if _called(now, seat, o, part.strip())]
            if not found:
                return now.asked()
            rest.remove(found[0])
        return unless(not rest, now.asked())

    return check


def _called(now: Situation, seat: int, option: Option, said: str) -> bool:
    question = now.match.questions[seat]
    try:
        return option in (find_option(question, said, now.phrasing, now.aliases(seat)),)
    except NotUnderstood:
        return said.casefold() == name_of(question, option.key).casefold() or now.is_about(option, said)


@form(
    FORMS,
    "PLAYER may choose CARD",
    r"(?P<who><P>) may (?P<not>not )?choose (?P<list>.+?)(?P<first> first)?",
)
def _may_choose(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    seat, wanted, negative = words.seat(match["who"]), match["list"], bool(match["not"])
    first = bool(match["first"])

    def check(now: Situation) -> str:
        question = now.match.questions.get(seat)
        if question is None:
            return now.asked()
        options = [option for option in question.options if not (first and option.later)]
        for part in re.split(r",| and ", wanted):
            if any(_called(now, seat, o, part.strip()) for o in options) == negative:
                return now.asked()
        return ""

    return check


@form(
    FORMS,
    "PLAYER must choose N",
    r"(?P<who><P>) must choose (?P<low>[0-9]{1,9})(?: to (?P<high>[0-9]{1,9}))?",
)
def _must_choose(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    seat, low = words.seat(match["who"]), int(match["low"])
    high = int(match["high"] or low)

    def check(now: Situation) -> str:
        question = now.match.questions.get(seat)
        return unless(
            question is not None and (question.minimum, question.maximum) == (low, high), now.asked()
        )

    return check


@form(FORMS, "PLAYER has N orders", r"(?P<who><P>) has (?P<n>[0-9]{1,2}|no|an) orders?")
def _orders(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    seat, said = words.seat(match["who"]), match["n"].casefold()
    wanted = 1 if said == "an" else count_said(said)

    def check(now: Situation) -> str:
        standing = [str(now.match.order_words(given.order)) for given in now.orders if given.seat == seat]
        return unless(len(standing) == wanted, f"{now.names[seat]} has: {' '.join(standing) or 'none'}")

    return check
