"""Zones: the type of a list of cards declares which seats see them.

Hand = Annotated[list[CardId], Zone("hand", SeenBy.OWNER, backs=Backs.ALL)]

class Seat(msgspec.Struct):
    hand: Hand = []
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from enum import StrEnum
from operator import attrgetter
from typing import Annotated, Generic, Protocol, TypeVar, cast, get_args, get_origin

import msgspec

from engine.kernel.card_ids import CardId, Tag
from engine.kernel.cards.secret_fields import check_secrets, hints_of
from engine.kernel.cards.state import CardPosition, CardState, Face, bits_of
from engine.kernel.decoder import msgpack_reader
from engine.kernel.machine import AnyMachine
from engine.kernel.position import Frame, packed

P = TypeVar("P", bound=CardPosition[Frame])
M = TypeVar("M", bound=AnyMachine)


class _TwoSided(Protocol):
    side: int


class SeenBy(StrEnum):
    """The seats that see the cards of a zone."""

    NOBODY = "nobody"
    OWNER = "owner"
    """The zone's seat. Others see only the number of cards."""
    EVERYBODY = "everybody"


class Backs(StrEnum):
    """The cards of a closed zone whose backs are public."""

    ALIKE = "alike"
    """None: all backs are the same, or none can be seen."""
    TOP = "top"
    ALL = "all"


class ZoneMark(msgspec.Struct, frozen=True):
    """A mark in the type of a list of cards.

    In a seat's class, each seat has such a zone. In the position, the zone has no holder. In a card's class, each card
    in an open zone has one for the cards beneath it.

    If the zone is `ordered`, the order of its cards matters; the first card is on top.
    """

    name: str
    seen_by: SeenBy
    ordered: bool = False
    backs: Backs = Backs.ALIKE


class ZonePlace(msgspec.Struct, frozen=True):
    """A zone in one position: a seat's, or one without a holder (-1), such as the cards beneath a card.

    `cards` is the position's own list.
    """

    zone: ZoneMark
    holder: int
    cards: list[int]


Fields = list[tuple[str, ZoneMark]]
"""Zones of a class, with the names of their fields."""


class CardLayout(Generic[P]):
    """The card declarations of a class of positions.

    `back` returns the back of a card: (machine, face). Raises ValueError, in a sentence with the place, if a zone's
    audience, the content of backs, or a secret field's mark is missing (`secret_fields`).
    """

    def __init__(self, position: type[P], back: Callable[[M, Face], str] | None = None) -> None:
        hints = hints_of(position)
        card, seat = (_struct_in(position, name, hints[name]) for name in ("cards", "seats"))
        self._shared = _zones_in(position)
        self._of_seats = _zones_in(seat)
        self._of_cards = _zones_in(card)
        both = self._shared, self._of_seats
        self._closed = [[field for field in fields if _is_closed_pile(field[1])] for fields in both]
        self._unordered = [[field for field in fields if not field[1].ordered] for fields in both]
        self.has_tags = hints_of(card).get("tag") == Tag
        """Whether a card gets a new tag each time it moves (`card_ids`)."""
        self._zones = {zone.name: (name, zone) for name, zone in (*self._shared, *self._of_seats)}
        self._has_sides = "side" in card.__struct_fields__
        self._quick_rank: Callable[[CardState], tuple[str, ...]] = (
            attrgetter("title", "side", "known") if self._has_sides else attrgetter("title", "known")
        )
        """The sort key of a card, with the same result as `rank`."""
        self._reader = msgpack_reader(position)
        self._back = cast("Callable[[AnyMachine, Face], str] | None", back)
        backs = {zone.backs for _, zone in (*self._shared, *self._of_seats, *self._of_cards)}
        self.shows_tops = Backs.TOP in backs
        """Whether the back of the top card of any zone is public."""
        self.shows_backs = backs != {Backs.ALIKE}
        """Whether any zone has public backs."""
        self._check_zones(position, card)
        check_secrets(position)

    def _check_zones(self, position: type[P], card: type[msgspec.Struct]) -> None:
        """Raise ValueError for zones that contradict themselves or each other."""
        fields = [*self._shared, *self._of_seats]
        names = [zone.name for _, zone in fields]
        for _, zone in fields:
            if names.count(zone.name) > 1:
                raise ValueError(f"{position.__name__} has two zones that are called “{zone.name}”.")
            if zone.backs is not Backs.ALIKE and self._back is None:
                raise ValueError(
                    f"The zone “{zone.name}” of {position.__name__} shows backs: `back` must say what is on them."
                )
        for name, zone in self._shared:
            if zone.seen_by is SeenBy.OWNER:
                raise ValueError(f"{position.__name__}.{name} is seen by its owner, and is nobody's.")
        for name, zone in self._of_cards:
            if zone.seen_by is not SeenBy.EVERYBODY or not zone.ordered:
                raise ValueError(f"{card.__name__}.{name} is beneath a card, and isn't open and in an order.")

    # -- positions

    def read(self, data: bytes | msgspec.Raw) -> P:
        """Return a position from packed bytes. Raises msgspec.MsgspecError for invalid bytes."""
        return self._reader.read(data)

    def copy(self, position: CardPosition[Frame]) -> P:
        """Return a copy of a position that shares nothing with it."""
        return self.read(packed(position))

    def places(self, position: CardPosition[Frame]) -> list[ZonePlace]:
        """Return all zones in order of declaration: those without a holder, each seat's, and those beneath cards."""
        above = self._places(position, self._shared, self._of_seats)
        if not self._of_cards:
            return above
        open_cards = [
            position.cards[card]
            for place in above
            if place.zone.seen_by is SeenBy.EVERYBODY
            for card in place.cards
        ]
        return above + [
            ZonePlace(zone, -1, cards)
            for card in open_cards
            for name, zone in self._of_cards
            if (cards := getattr(card, name))
        ]

    def closed(self, position: CardPosition[Frame]) -> list[ZonePlace]:
        """Return the ordered zones that aren't public."""
        return self._places(position, *self._closed)

    def unordered(self, position: CardPosition[Frame]) -> list[ZonePlace]:
        """Return the zones without an order."""
        return self._places(position, *self._unordered)

    @staticmethod
    def _places(position: CardPosition[Frame], shared: Fields, of_seats: Fields) -> list[ZonePlace]:
        places = [ZonePlace(zone, -1, getattr(position, name)) for name, zone in shared]
        for seat, state in enumerate(position.seats):
            places += [ZonePlace(zone, seat, getattr(state, name)) for name, zone in of_seats]
        return places

    def declared(self) -> Iterator[tuple[ZoneMark, bool]]:
        """Yield all declared zones, and whether each seat has one."""
        yield from ((zone, False) for _, zone in self._shared)
        yield from ((zone, True) for _, zone in self._of_seats)

    def place(self, position: CardPosition[Frame], zone: str, holder: int) -> ZonePlace:
        """Return a zone by its name: a seat's, or one without a holder (-1)."""
        name, declared = self._zones[zone]
        return ZonePlace(declared, holder, getattr(position if holder < 0 else position.seats[holder], name))

    def without_zones(self, position: CardPosition[Frame]) -> CardPosition[Frame]:
        """Return a position without cards and with empty zones. The rest is shared."""
        seats = [
            msgspec.structs.replace(state, **{name: [] for name, _ in self._of_seats})
            for state in cast("list[msgspec.Struct]", position.seats)
        ]
        empty = {name: list[int]() for name, _ in self._shared}
        return msgspec.structs.replace(position, cards=[], seats=seats, **empty)

    def sort(self, position: CardPosition[Frame], places: Iterable[ZonePlace] | None = None) -> None:
        """Sort unordered zones by card. `places` are the changed zones; None sorts all."""
        cards, rank = position.cards, self._quick_rank
        for place in self.unordered(position) if places is None else places:
            if len(place.cards) > 1 and not place.zone.ordered:
                place.cards.sort(key=lambda card: rank(cards[card]))

    # -- cards

    def face(self, card: CardState) -> Face:
        """Return the part of a card that is hidden if the card is."""
        return (card.title, cast("_TwoSided", card).side) if self._has_sides else card.title

    def set_face(self, card: CardState, face: Face | None) -> None:
        """Set the face of a card; None hides it."""
        if not self._has_sides:
            card.title = face or ""  # pyright: ignore[reportAttributeAccessIssue]
        else:
            card.title, cast("_TwoSided", card).side = cast("tuple[str, int] | None", face) or ("", 0)

    def rank(self, card: CardState) -> tuple[Face, int]:
        """Return the sort key of a card in an unordered zone.

        Equal cards known to different seats differ, because playing one of them reveals which it is.
        """
        return self.face(card), card.known

    def back(self, machine: AnyMachine, face: Face) -> str:
        """Return the back of a card with this face."""
        return self._back(machine, face) if self._back is not None else ""

    def hidden(self, position: CardPosition[Frame], seats: Collection[int]) -> list[int]:
        """Return the cards that none of these seats can identify."""
        bits = bits_of(seats)
        return [card for card, state in enumerate(position.cards) if not state.known & bits]


def _is_closed_pile(zone: ZoneMark) -> bool:
    return zone.ordered and zone.seen_by is not SeenBy.EVERYBODY


def _struct_in(position: type, field: str, hint: object) -> type[msgspec.Struct]:
    """Return the class of a list's items. Raises ValueError if the game hasn't specified it."""
    kind = get_args(hint)[0]
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        raise ValueError(f"{position.__name__}.{field} doesn't say of which class each of them is.")
    return kind


def _zones_in(owner: type) -> Fields:
    """Return the zones of a class with their field names. Raises ValueError for card lists without an audience."""
    zones: Fields = []
    for name, hint in hints_of(owner).items():
        marks: tuple[object, ...] = getattr(hint, "__metadata__", ())
        zone = next((mark for mark in marks if isinstance(mark, ZoneMark)), None)
        plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        holds_cards = get_origin(plain) is list and get_args(plain) == (CardId,)
        if zone is not None and not holds_cards:
            raise ValueError(f"{owner.__name__}.{name} is a zone, and isn't a list of CardId.")
        if zone is not None:
            zones.append((name, zone))
        elif holds_cards:
            raise ValueError(
                f"{owner.__name__}.{name} holds cards and doesn't say who sees them: it needs a Zone in its type."
            )
    return zones
