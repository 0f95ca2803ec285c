"""What can be expected of the log and of the outcome."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from engine.scenario.expecting import ExpectationWords, Form, form, unless
from engine.scenario.model import Check
from engine.scenario.situation import Situation

FORMS: list[Form[ExpectationWords, Situation]] = []


@form(FORMS, 'the log says "…"', r'the log (?P<says>says|does not say) [“"](?P<what>.+?)[”"]')
def _log(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    wanted, positive = match["what"].casefold().removesuffix("."), match["says"].casefold() == "says"

    def check(now: Situation) -> str:
        holds = wanted in " ".join(now.log).casefold()
        return unless(holds == positive, _said(now.log, wanted))

    return check


@form(
    FORMS,
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


@form(FORMS, "PLAYER wins by insanity", r"(?P<who><P>) (?P<what>wins|loses)(?: (?:by|through) (?P<why>.+))?")
def _wins(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    seat, why = words.seat(match["who"]), (match["why"] or "").casefold()
    wins = match["what"].casefold() == "wins"

    def check(now: Situation) -> str:
        outcome = now.match.outcome
        if outcome is None or not outcome.winners or why not in ("", outcome.ending):
            return _result(now)
        return unless(outcome.winners == (seat,) if wins else seat not in outcome.winners, _result(now))

    return check


@form(FORMS, "the match is a draw", r"the match is a draw(?: (?:by|through) (?P<why>.+))?")
def _draw(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    why = (match["why"] or "").casefold()

    def check(now: Situation) -> str:
        outcome = now.match.outcome
        is_draw = outcome is not None and not outcome.winners and why in ("", outcome.ending)
        return unless(is_draw, _result(now))

    return check


@form(FORMS, "the match goes on", r"the match goes on")
def _goes_on(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    return lambda now: unless(now.match.outcome is None, _result(now))


def _result(now: Situation) -> str:
    outcome = now.match.outcome
    if outcome is None:
        return f"the match goes on: {now.asked()}"
    if not outcome.winners:
        return f"the match is a draw ({outcome.ending})"
    return f"{now.names[outcome.winners[0]]} has won by {outcome.ending}"
