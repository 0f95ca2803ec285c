"""Expectations about which cards a seat, or spectators, see."""

from __future__ import annotations

from engine.scenario.expectation_forms import ExpectationForm, SentenceParts, form, unless
from engine.scenario.references import read_reference
from engine.scenario.situation import Situation

FORMS: list[ExpectationForm[Situation]] = []


@form(
    FORMS,
    "PLAYER sees CARD in PLAYER's ZONE",
    r"(?P<who><P>|spectators|everybody|nobody) (?:sees?|(?P<not>does not|doesn['’]t|do not|don['’]t) see) "
    r"(?P<card>.+?) (?:in|on|among) (?P<where><PLAYER's ZONE>)",
)
def _sees(now: Situation, parts: SentenceParts) -> str:
    everybody = (None, *range(len(now.names)))
    viewers = everybody if parts["who"] in ("everybody", "nobody") else (parts.viewer,)
    expected = parts.positive != (parts["who"] == "nobody")
    wrong = [viewer for viewer in viewers if _is_shown(now, viewer, parts) != expected]
    names = [now.names[viewer] if viewer is not None else "a spectator" for viewer in wrong]
    verb = "is" if len(names) == 1 else "are"
    return unless(not wrong, f"{' and '.join(names)} {verb} {'not ' if expected else ''}shown it there")


def _is_shown(now: Situation, viewer: int | None, parts: SentenceParts) -> bool:
    assert now.tables.sees is not None
    title = read_reference(parts.card, now.names).title
    return any(now.tables.is_called(one, title) for one in now.tables.sees(now.machine, viewer, *parts.place))
