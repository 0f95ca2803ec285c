"""What has happened since a scenario began, as it expects it: by the events that everybody is told of."""

from __future__ import annotations

import re

from engine.scenario.expecting import ExpectationWords, Form, affirmed, count_said, form, unless
from engine.scenario.model import Check
from engine.scenario.references import read_reference
from engine.scenario.situation import Situation

FORMS: list[Form[ExpectationWords, Situation]] = []


@form(FORMS, "PLAYER has TALLY", r"(?P<who><P>) has (?P<what><TALLY>)")
def _tally(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    seat, counted = words.seat(match["who"]), re.search(r"[0-9]+|\bno\b", match["what"])
    assert counted is not None
    said = match["what"].casefold().replace(counted[0], "N", 1)
    tally = next(known for known in words.tables.tallies if said in (known, known.removesuffix("s")))
    wanted, read = count_said(counted[0]), words.tables.tallies[tally]

    def check(now: Situation) -> str:
        found = read(now.happened, seat)
        return unless(found == wanted, f"{now.names[seat]} has {tally.replace('N', str(found), 1)}")

    return check


@form(
    FORMS,
    "CARD DEED",
    r"(?P<card>.+?)(?: |(?=['’]s ))(?P<deed><DEED>)(?: (?:(?P<n>[0-9]{1,3}) times?|(?P<once>once)|twice))?"
    r"(?: before (?P<other>.+))?",
)
def _deed(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    reference, other = words.card(match), words.card(match, "other") if match["other"] else ""
    said, positive = affirmed(match["deed"])
    deed = next(known for known in words.tables.deeds if known.casefold() == said)
    is_counted = match[0].endswith(("once", "twice", "time", "times"))
    wanted = int(match["n"] or (1 if match["once"] else 2)) if is_counted else None

    def check(now: Situation) -> str:
        at, later = _times(now, deed, reference), _times(now, deed, other) if other else []
        holds = (
            len(at) == wanted
            if wanted is not None
            else bool(at) and (not other or (bool(later) and at[0] < later[0]))
        )
        return unless(holds == positive, _done(now, reference, deed))

    return check


def _times(now: Situation, deed: str, reference: str) -> list[int]:
    """Return when a card has done it, or it was done to it, by the places among all that have."""
    title = read_reference(reference, now.names).title
    titles = now.tables.deeds[deed](now.happened)
    return [at for at, each in enumerate(titles) if now.tables.is_called(each, title)]


def _done(now: Situation, reference: str, deed: str) -> str:
    """Say what this card has done and what was done to it, and which cards have done what is asked for."""
    counts = {known: len(_times(now, known, reference)) for known in now.tables.deeds}
    done = [known if n == 1 else f"{known} {n} times" for known, n in counts.items() if n]
    others = ", then ".join(now.tables.deeds[deed](now.happened)) or "none"
    blank = "" if deed.startswith("'") else " "
    return f"{reference} {' and '.join(done) or 'has done nothing'}; CARD{blank}{deed}: {others}"
