"""Expectations about public events since a scenario began."""

from __future__ import annotations

import re

from engine.scenario.expectation_forms import ExpectationForm, SentenceParts, affirmed, form, unless
from engine.scenario.references import read_reference
from engine.scenario.situation import Situation

FORMS: list[ExpectationForm[Situation]] = []


@form(FORMS, "PLAYER has TALLY", r"(?P<who><P>) has (?P<what><TALLY>)")
def _tally(now: Situation, parts: SentenceParts) -> str:
    number = re.search(r"[0-9]+|\bno\b", parts["what"])
    assert number is not None
    counted = parts["what"].replace(number[0], "N", 1)
    tally = next(known for known in now.tables.tallies if counted in (known, known.removesuffix("s")))
    actual = now.tables.tallies[tally](now.happened, parts.seat)
    expected = int(number[0]) if number[0].isdigit() else 0
    return unless(actual == expected, f"{now.names[parts.seat]} has {tally.replace('N', str(actual), 1)}")


_COUNTS = {"once": 1, "twice": 2}


@form(
    FORMS,
    "CARD DEED",
    r"(?P<card>.+?)(?: |(?=['’]s ))(?P<deed><DEED>)(?: (?:(?P<n>[0-9]{1,3}) times?|(?P<often>once|twice)))?"
    r"(?: before (?P<other>.+))?",
)
def _deed(now: Situation, parts: SentenceParts) -> str:
    plain, positive = affirmed(parts["deed"])
    deed = next(known for known in now.tables.deeds if known.casefold() == plain)
    at, expected = _times(now, deed, parts.card), _COUNTS.get(parts["often"], parts.n)
    holds = bool(at) if expected is None else len(at) == expected
    if parts.other:
        later = _times(now, deed, parts.other)
        holds = holds and bool(later) and at[0] < later[0]
    return unless(holds == positive, _done(now, parts.card, deed))


def _times(now: Situation, deed: str, reference: str) -> list[int]:
    """Return the indices of a card among all cards that did a deed, or to which it was done."""
    title = read_reference(reference, now.names).title
    titles = now.tables.deeds[deed](now.happened)
    return [at for at, each in enumerate(titles) if now.tables.is_called(each, title)]


def _done(now: Situation, reference: str, deed: str) -> str:
    """Describe the deeds of and to this card, and the cards of this deed."""
    counts = {known: len(_times(now, known, reference)) for known in now.tables.deeds}
    done = [known if n == 1 else f"{known} {n} times" for known, n in counts.items() if n]
    others = ", then ".join(now.tables.deeds[deed](now.happened)) or "none"
    blank = "" if deed.startswith("'") else " "
    return f"{reference} {' and '.join(done) or 'has done nothing'}; CARD{blank}{deed}: {others}"
