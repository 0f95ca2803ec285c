"""Printed sides of cards, by title."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import asdict

from cards.dreams_of_dystopia.language.printer import print_ability
from cards.dreams_of_dystopia.library import the_set
from cards.dreams_of_dystopia.model import Card, Kind, Side
from engine.dreams_of_dystopia.saves.stored_set import read_cards


class PrintedSide(Struct, frozen=True):
    """One printed side of a card. Numbers that it doesn't have are 0.

    `faction` is "divine", "demonic", or "" for none. `other` is the title of the other side, "" for none.
    """

    title: str
    kind: Kind | None = None
    faction: str = ""
    lp: int = 0
    loyalty: int = 0
    atk: int = 0
    defence: int = 0
    skl: int = 0
    text: tuple[str, ...] = ()
    reminder: str = ""
    flavour: str = ""
    art: str = ""
    other: str = ""

    @property
    def is_minion(self) -> bool:
        """Whether it is a Minion, with ATK, DEF and SKL."""
        return self.kind in (Kind.MINION, Kind.STARTING_MINION)


@lru_cache(maxsize=16)
def _faces(printed: bytes) -> dict[str, PrintedSide]:
    cards = read_cards(printed).set if printed else the_set()
    return {side.title: face_on(card, side) for card, side in cards.sides()}


def face_on(card: Card, side: Side) -> PrintedSide:
    """Return the printed side of a card."""
    fields = asdict(side)
    del fields["faction"], fields["text"]
    return PrintedSide(
        **fields,
        kind=card.kind,
        faction=side.faction.value if side.faction else "",
        text=tuple(map(print_ability, side.text)),
        other=next((other.title for other in card.sides if other is not side), ""),
    )


def face_of(title: str, printed: bytes = b"") -> PrintedSide:
    """Return the side with a title among a view's cards (`DystopiaView.printed`); for an unknown card, the title alone."""
    return _faces(printed).get(title) or PrintedSide(title)
