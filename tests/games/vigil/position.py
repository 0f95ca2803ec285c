"""The position of Vigil, and its events."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from cards.i18n import msg
from engine.kernel.endings import EndedBy, Ending, endings
from engine.kernel.events.changes import Change
from engine.kernel.events.entries import EventEntry, beat, form
from engine.kernel.events.event import Fact
from engine.kernel.events.registry import Events
from engine.kernel.events.view_parts import FOLLOWS, INSIDE, ViewParts, part, titles, value
from engine.kernel.position import Frame, Places, Position
from engine.kernel.question import TopicWords
from tests.games.vigil.priority import PriorityFrame

NIGHTS = 3
OIL = 6
EACH = 2
"""Lanterns per seat."""
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

    entry: ClassVar[EventEntry[RowLaid]] = EventEntry(
        log=form("On the table lie {lanterns}."),
        slots={"lanterns": lambda fact, names: ", ".join(fact.lanterns)},
        changes=[Change("row")],
    )


class LanternTaken(Fact, frozen=True, tag="lantern-taken"):
    seat: int
    lantern: str

    entry: ClassVar[EventEntry[LanternTaken]] = EventEntry(
        log=form("{who} takes {lantern}."),
        beats=beat("You take {lantern}", "{who} takes {lantern}"),
        changes=lambda fact: [Change("row", None, fact.lantern), Change("lanterns", fact.seat, fact.lantern)],
    )


class NightFell(Fact, frozen=True, tag="night-fell"):
    night: int

    entry: ClassVar[EventEntry[NightFell]] = EventEntry(
        log=form("Night {night} falls."), changes=[Change("night"), Change("row")]
    )


class OilBurned(Fact, frozen=True, tag="oil-burned"):
    """The oil burned, by seat."""

    oil: dict[int, int]

    entry: ClassVar[EventEntry[OilBurned]] = EventEntry(
        log=form("Oil: {oil}."),
        slots={"oil": lambda fact, names: ", ".join(f"{names[seat]} {n}" for seat, n in fact.oil.items())},
        changes=lambda fact: [Change(what, seat) for seat in fact.oil for what in ("oil", "light")],
    )


class LanternLit(Fact, frozen=True, tag="lantern-lit"):
    seat: int
    lantern: str

    entry: ClassVar[EventEntry[LanternLit]] = EventEntry(
        log=form("{who} lights {lantern}."),
        beats=beat("You light {lantern}", "{who} lights {lantern}"),
        changes=lambda fact: [Change("lanterns", fact.seat, fact.lantern), Change("lit")],
    )


class PutOut(Fact, frozen=True, tag="put-out"):
    seat: int
    lantern: str

    entry: ClassVar[EventEntry[PutOut]] = EventEntry(
        log=form("{lantern} of {who} is put out."),
        beats=beat("{lantern} of yours is put out", "{lantern} of {who} is put out"),
        slots={"lantern": lambda fact, names: fact.lantern.capitalize()},
        changes=[Change("lit")],
    )


class LightChanged(Fact, frozen=True, tag="light-changed"):
    seat: int
    light: int

    entry: ClassVar[EventEntry[LightChanged]] = EventEntry(
        log=form("{who} shines with {light} now."),
        beats=beat("You shine with {light} now", "{who} shines with {light} now"),
        changes=lambda fact: [Change("light", fact.seat), Change("lit")],
    )


EVENTS = Events(
    "Vigil",
    ENDINGS,
    RowLaid,
    LanternTaken,
    NightFell,
    OilBurned,
    LanternLit,
    PutOut,
    LightChanged,
    over=[Change("over")],
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
    """Lanterns waiting to take effect, as (seat, lantern), in order of lighting."""
    awaited: tuple[tuple[int, str], ...]
    places: Places = ()
    ended: str = ""


PARTS = ViewParts(
    part(
        VigilView,
        {
            **dict.fromkeys(("viewer", "awaited", "places"), FOLLOWS),
            "night": value("night"),
            "row": titles("row"),
            "watchers": INSIDE,
            "lit": value("lit"),
            "ended": value("over"),
        },
    ),
    part(
        WatcherView,
        {
            "seat": FOLLOWS,
            "oil": value("oil"),
            "light": value("light"),
            "lanterns": titles("lanterns"),
            "watches": FOLLOWS,
        },
        where="seat",
    ),
)
