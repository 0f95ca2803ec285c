"""What is on the table of a Vigil, and what is told of it."""

from __future__ import annotations

import msgspec

from cards.i18n import msg
from engine.kernel.endings import EndedBy, Ending, endings
from engine.kernel.events.event import Ended, Fact, Kinds, TakenBack, WentOut
from engine.kernel.position import Frame, Places, Position
from engine.kernel.topics import TopicWords
from tests.games.vigil.priority import PriorityFrame

NIGHTS = 3
OIL = 6
EACH = 2
"""Lanterns that each takes."""
LANTERNS = tuple(f"{kind} {n}" for kind in ("beacon", "shade", "snuffer") for n in (1, 2, 3, 4))

SLEEP = Ending(
    key="sleep",
    by=EndedBy.RULES,
    name=msg("sleep"),
    lost=msg("{who} fell asleep"),
    you_lost=msg("you fell asleep"),
)
DAWN = Ending(key="dawn", by=EndedBy.RULES, name=msg("dawn"), drawn=msg("all have held out alike"))
ENDINGS = endings(SLEEP, DAWN)

TOPICS = {
    "take": TopicWords(msg("a lantern"), answer="takes"),
    "burn": TopicWords(msg("oil"), answer="burns"),
    "light": TopicWords(msg("a lantern to be lit")),
    "shade": TopicWords(msg("who becomes darker"), answer="shades"),
}
VERBS = {"take": "takes {subject}", "light": "lights {subject}", "pass": "passes"}


class PlayVigil(Frame, tag="vigil"):
    pass


class Draft(Frame, tag="draft"):
    order: list[int]
    at: int = 0
    choice: list[str] | None = None


class Night(Frame, tag="night"):
    burned: dict[int, list[str]] = {}


class Lit(msgspec.Struct, array_like=True):
    """A lantern that was lit and has not taken effect yet."""

    seat: int
    lantern: str


class Lighting(PriorityFrame, tag="lighting"):
    waiting: list[Lit] = []


class Shading(Frame, tag="shading"):
    seat: int
    by: int
    choice: list[str] | None = None


class Watcher(msgspec.Struct, array_like=True):
    oil: int = OIL
    light: int = 0
    lanterns: list[str] = []


class VigilPosition(Position[PlayVigil | Draft | Night | Lighting | Shading], kw_only=True):
    watchers: list[Watcher]
    row: list[str] = []
    night: int = 0


class RowLaid(Fact, frozen=True, tag="row-laid"):
    lanterns: list[str]


class LanternTaken(Fact, frozen=True, tag="lantern-taken"):
    seat: int
    lantern: str


class NightFell(Fact, frozen=True, tag="night-fell"):
    night: int


class OilBurned(Fact, frozen=True, tag="oil-burned"):
    """How much each has burned, by seat."""

    oil: dict[int, int]


class LanternLit(Fact, frozen=True, tag="lantern-lit"):
    seat: int
    lantern: str


class PutOut(Fact, frozen=True, tag="put-out"):
    seat: int
    lantern: str


class LightChanged(Fact, frozen=True, tag="light-changed"):
    seat: int
    light: int


KINDS = Kinds(
    RowLaid
    | LanternTaken
    | NightFell
    | OilBurned
    | LanternLit
    | PutOut
    | LightChanged
    | WentOut
    | Ended
    | TakenBack
)


class WatcherView(msgspec.Struct, frozen=True):
    seat: int
    oil: int
    light: int
    lanterns: tuple[str, ...]
    watches: bool


class VigilView(msgspec.Struct, frozen=True):
    viewer: int | None
    night: int
    row: tuple[str, ...]
    watchers: tuple[WatcherView, ...]
    lit: tuple[tuple[int, str], ...]
    """Lanterns that wait to take effect: seat and lantern, the last one last."""
    awaited: tuple[tuple[int, str], ...]
    places: Places = ()
    ended: str = ""
