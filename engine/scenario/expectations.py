"""What can be expected in every game: of questions (`QUESTIONS`), and of the log and the outcome (`OUTCOME`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from engine.kernel.notation import NotUnderstood, find_option, name_of
from engine.kernel.question import Option
from engine.scenario.expecting import ExpectationWords, Form, form, unless
from engine.scenario.model import Check
from engine.scenario.situation import Situation

QUESTIONS: list[Form[ExpectationWords, Situation]] = []
OUTCOME: list[Form[ExpectationWords, Situation]] = []


@form(QUESTIONS, "it is PLAYER's turn", r"it(?: is|['’]s) (?P<who><P>)['’]s turn")
def _turn(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    seat = words.seat(match["who"])

    def check(now: Situation) -> str:
        question = now.match.questions.get(seat)
        to_act = question is not None and now.is_to_act(question)
        return unless(to_act, now.asked())

    return check


@form(QUESTIONS, 'PLAYER is asked "…"', r'(?P<who><P>) is asked [“"](?P<what>[^”"]+)[”"]')
def _asked(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    seat, what = words.seat(match["who"]), match["what"].casefold().removesuffix(".")

    def check(now: Situation) -> str:
        question = now.match.questions.get(seat)
        return unless(question is not None and what in question.purpose.casefold(), now.asked())

    return check


@form(QUESTIONS, 'PLAYER is not asked "…"', r'(?P<who><P>) is not asked [“"](?P<what>[^”"]+)[”"]')
def _not_asked_this(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    asked = _asked(words, match)
    return lambda now: unless(bool(asked(now)), now.asked())


@form(QUESTIONS, "PLAYER is not asked anything", r"(?P<who><P>) is not asked(?: anything)?")
def _not_asked(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    seat = words.seat(match["who"])
    return lambda now: unless(seat not in now.match.questions, now.asked())


@form(QUESTIONS, "PLAYER's options are CARD, CARD", r"(?P<who><P>)['’]s options are (?P<list>.+)")
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
    QUESTIONS,
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
    QUESTIONS,
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


@form(QUESTIONS, "PLAYER has N orders", r"(?P<who><P>) has (?P<n>[0-9]{1,2}|no|an) orders?")
def _orders(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    seat, said = words.seat(match["who"]), match["n"].casefold()
    wanted = {"no": 0, "an": 1}.get(said) if not said.isdigit() else int(said)

    def check(now: Situation) -> str:
        standing = [str(now.match.order_words(given.order)) for given in now.orders if given.seat == seat]
        return unless(len(standing) == wanted, f"{now.names[seat]} has: {' '.join(standing) or 'none'}")

    return check


@form(OUTCOME, 'the log says "…"', r'the log (?P<says>says|does not say) [“"](?P<what>.+?)[”"]')
def _log(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    wanted, positive = match["what"].casefold().removesuffix("."), match["says"].casefold() == "says"

    def check(now: Situation) -> str:
        holds = wanted in " ".join(now.log).casefold()
        return unless(holds == positive, _said(now.log, wanted))

    return check


@form(
    OUTCOME,
    'PLAYER is told "…"',
    r"(?P<who><P>|spectators) (?:is|are)(?P<not> not)? told [“\"](?P<what>.+?)[”\"]",
)
def _told(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    who = match["who"].casefold()
    audience = None if who == "spectators" else words.seat(who)
    wanted, positive = match["what"].casefold().removesuffix("."), match["not"] is None

    def check(now: Situation) -> str:
        told = now.told.get(audience, [])
        return unless((wanted in " ".join(told).casefold()) == positive, _said(told, wanted))

    return check


def _said(log: Sequence[str], wanted: str) -> str:
    """Quote the sentence that says it or, if none does, the one that comes nearest, and the last one."""
    if not log:
        return "nothing has been told since the scenario began"
    saying = next((sentence for sentence in log if wanted in sentence.casefold()), "")
    if saying or wanted in " ".join(log).casefold():
        return f"it says “{_short(saying or wanted)}”"

    def likeness(sentence: str) -> float:
        return SequenceMatcher(None, wanted, sentence.casefold()[:_SENTENCE]).ratio()

    nearest, last = max(log, key=likeness), log[-1]
    also = "" if nearest == last else f", and at last “{_short(last)}”"
    count = "one sentence" if len(log) == 1 else f"{len(log)} sentences"
    return f"of {count} none says that; nearest comes “{_short(nearest)}”{also}"


_SENTENCE = 160
"""How much of a sentence is quoted, and compared."""


def _short(sentence: str) -> str:
    return sentence if len(sentence) <= _SENTENCE else f"{sentence[:_SENTENCE]}…"


@form(
    OUTCOME, "PLAYER wins by insanity", r"(?P<who><P>) (?P<what>wins|loses)(?: (?:by|through) (?P<why>.+))?"
)
def _wins(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    seat, why = words.seat(match["who"]), (match["why"] or "").casefold()
    wins = match["what"].casefold() == "wins"

    def check(now: Situation) -> str:
        outcome = now.match.outcome
        if outcome is None or not outcome.winners or why not in ("", outcome.ending):
            return _result(now)
        return unless(outcome.winners == (seat,) if wins else seat not in outcome.winners, _result(now))

    return check


@form(OUTCOME, "the match is a draw", r"the match is a draw(?: (?:by|through) (?P<why>.+))?")
def _draw(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    why = (match["why"] or "").casefold()

    def check(now: Situation) -> str:
        outcome = now.match.outcome
        is_draw = outcome is not None and not outcome.winners and why in ("", outcome.ending)
        return unless(is_draw, _result(now))

    return check


@form(OUTCOME, "the match goes on", r"the match goes on")
def _goes_on(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    return lambda now: unless(now.match.outcome is None, _result(now))


def _result(now: Situation) -> str:
    outcome = now.match.outcome
    if outcome is None:
        return f"the match goes on: {now.asked()}"
    if not outcome.winners:
        return f"the match is a draw ({outcome.ending})"
    return f"{now.names[outcome.winners[0]]} has won by {outcome.ending}"
