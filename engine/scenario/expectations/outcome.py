"""Expectations about the log and the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from engine.scenario.expectation_forms import ExpectationForm, SentenceParts, form, unless
from engine.scenario.situation import Situation

FORMS: list[ExpectationForm[Situation]] = []


@form(FORMS, 'the log says "…"', r'the log (?:says|does(?P<not> not) say) [“"](?P<what>.+?)[”"]')
def _log(now: Situation, parts: SentenceParts) -> str:
    return _tells(now.log, [one for sentences in now.reworded.values() for one in sentences], parts)


@form(
    FORMS,
    'PLAYER is told "…"',
    r"(?P<who><P>|spectators) (?:is|are)(?P<not> not)? told [“\"](?P<what>.+?)[”\"]",
)
def _told(now: Situation, parts: SentenceParts) -> str:
    return _tells(now.log_by_seat.get(parts.viewer, []), now.reworded.get(parts.viewer, []), parts)


def _tells(log: Sequence[str], reworded: Sequence[str], parts: SentenceParts) -> str:
    expected = parts["what"].removesuffix(".")
    holds = any(expected in " ".join(sentences).casefold() for sentences in (log, reworded))
    return unless(holds == parts.positive, _nearest(log, expected))


def _nearest(log: Sequence[str], expected: str) -> str:
    """Quote the matching sentence or, without one, the most similar and the last."""
    if not log:
        return "nothing has been told since the scenario began"
    saying = next((sentence for sentence in log if expected in sentence.casefold()), "")
    if saying or expected in " ".join(log).casefold():
        return f"it says “{_short(saying or expected)}”"

    def likeness(sentence: str) -> float:
        return SequenceMatcher(None, expected, sentence.casefold()[:_SENTENCE]).ratio()

    nearest, last = max(log, key=likeness), log[-1]
    also = "" if nearest == last else f", and at last “{_short(last)}”"
    count = "one sentence" if len(log) == 1 else f"{len(log)} sentences"
    return f"of {count} none says that; nearest comes “{_short(nearest)}”{also}"


_SENTENCE = 160
"""The maximum length of a quoted and compared sentence."""


def _short(sentence: str) -> str:
    return sentence if len(sentence) <= _SENTENCE else f"{sentence[:_SENTENCE]}…"


@form(FORMS, "PLAYER wins by insanity", r"(?P<who><P>) (?P<what>wins|loses)(?: (?:by|through) (?P<why>.+))?")
def _wins(now: Situation, parts: SentenceParts) -> str:
    outcome = now.match.outcome
    if outcome is None or not outcome.winners or parts["why"] not in ("", outcome.ending):
        return _result(now)
    won, lost = outcome.winners == (parts.seat,), parts.seat not in outcome.winners
    return unless(won if parts["what"] == "wins" else lost, _result(now))


@form(FORMS, "the match is a draw", r"the match is a draw(?: (?:by|through) (?P<why>.+))?")
def _draw(now: Situation, parts: SentenceParts) -> str:
    outcome = now.match.outcome
    is_draw = outcome is not None and not outcome.winners and parts["why"] in ("", outcome.ending)
    return unless(is_draw, _result(now))


@form(FORMS, "the match goes on", r"the match goes on")
def _goes_on(now: Situation, parts: SentenceParts) -> str:
    return unless(now.match.outcome is None, _result(now))


def _result(now: Situation) -> str:
    outcome = now.match.outcome
    if outcome is None:
        return f"the match goes on: {now.open_questions()}"
    if not outcome.winners:
        return f"the match is a draw ({outcome.ending})"
    return f"{now.names[outcome.winners[0]]} has won by {outcome.ending}"
