"""Who sees which cards, as a scenario expects it (DW14, DW16): what is asked is the view of a seat, or of spectators."""

from __future__ import annotations

import re

from engine.dreamweavers.scenario.references import is_called, split_reference
from engine.dreamweavers.scenario.situation import DreamweaversSituation, DreamweaversWords
from engine.dreamweavers.scenario.zones import ZONE
from engine.dreamweavers.views.build import build_view
from engine.dreamweavers.views.types import CardFace, SideView
from engine.scenario.expecting import Form, form, unless
from engine.scenario.model import Check

FORMS: list[Form[DreamweaversWords, DreamweaversSituation]] = []

_WHO = r"(?P<viewer><P>|spectators|everybody|nobody)"


@form(
    FORMS,
    "PLAYER sees CARD in PLAYER's hand",
    rf"{_WHO} (?P<sees>sees?|does not see|doesn['’]t see|do not see|don['’]t see) (?P<card>.+?) (?:in|on|among) "
    rf"(?P<who><P>)['’]s (?P<zone>{ZONE})",
)
def _sees(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    reference, seat, zone = words.card(match), words.seat(match["who"]), match["zone"].casefold()
    positive = match["sees"].casefold() in ("see", "sees")
    viewers, wanted = _viewers(words, match["viewer"], positive=positive)

    def check(now: DreamweaversSituation) -> str:
        title = split_reference(reference, now.names)[1]
        wrong = [viewer for viewer in viewers if (_shows(now, viewer, seat, zone, title)) != wanted]
        return unless(not wrong, f"{_named(now, wrong)} {'not ' if wanted else ''}shown it there")

    return check


def _viewers(words: DreamweaversWords, said: str, *, positive: bool) -> tuple[list[int | None], bool]:
    match said.casefold():
        case "spectators":
            return [None], positive
        case "everybody":
            return [None, 0, 1], positive
        case "nobody":
            return [None, 0, 1], not positive
        case _:
            return [words.seat(said)], positive


def _shows(now: DreamweaversSituation, viewer: int | None, seat: int, zone: str, title: str) -> bool:
    view = build_view(now.referee, now.referee.viewer(viewer))
    return any(is_called(face.title, title) for face in _faces(view.sides[seat], zone))


def _faces(side: SideView, zone: str) -> list[CardFace]:
    match zone:
        case "hand":
            faces = [card.face for card in side.hand]
        case "mind":
            faces = list(side.mind)
        case "ego":
            faces = list(side.ego)
        case "id":
            faces = list(side.id)
        case "thoughts":
            faces = [card.face for card in side.thoughts]
        case _:
            faces = [card.face for card in side.feelings]
    return [face for face in faces if face is not None]


def _named(now: DreamweaversSituation, viewers: list[int | None]) -> str:
    names = [now.names[viewer] if viewer is not None else "a spectator" for viewer in viewers]
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'}"
