"""Who sees which cards, as a scenario expects it: what is asked is the view of a seat, or of spectators."""

from __future__ import annotations

import re

from engine.scenario.expecting import ExpectationWords, Form, form, unless
from engine.scenario.model import Check
from engine.scenario.references import read_reference
from engine.scenario.situation import Situation

FORMS: list[Form[ExpectationWords, Situation]] = []


@form(
    FORMS,
    "PLAYER sees CARD in PLAYER's ZONE",
    r"(?P<viewer><P>|spectators|everybody|nobody) (?P<sees>sees?|does not see|doesn['’]t see|do not see|don['’]t see) "
    r"(?P<card>.+?) (?:in|on|among) (?P<where><PLAYER's ZONE>)",
)
def _sees(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    shown = words.tables.sees
    assert shown is not None
    title, (seat, zone) = read_reference(words.card(match), words.names).title, words.place(match["where"])
    viewers = _viewers(words, match["viewer"].casefold())
    wanted = (match["sees"].casefold() in ("see", "sees")) != (match["viewer"].casefold() == "nobody")

    def is_shown(now: Situation, viewer: int | None) -> bool:
        titles = shown(now.match.machine, viewer, seat, zone)
        return any(now.tables.is_called(each, title) for each in titles)

    def check(now: Situation) -> str:
        wrong = [viewer for viewer in viewers if is_shown(now, viewer) != wanted]
        names = [now.names[viewer] if viewer is not None else "a spectator" for viewer in wrong]
        verb = "is" if len(names) == 1 else "are"
        return unless(not wrong, f"{' and '.join(names)} {verb} {'not ' if wanted else ''}shown it there")

    return check


def _viewers(words: ExpectationWords, said: str) -> list[int | None]:
    if said in ("everybody", "nobody"):
        return [None, *range(len(words.names))]
    return [None] if said == "spectators" else [words.seat(said)]
