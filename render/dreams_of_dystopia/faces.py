"""The print of cards' sides, by their titles: views name cards, pictures and texts show their print."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import asdict

from cards.dreams_of_dystopia.language.printer import print_ability
from cards.dreams_of_dystopia.library import the_set
from cards.dreams_of_dystopia.model import Card, Kind, Side
from engine.dreams_of_dystopia.saves.stored_set import read_cards


class PrintedSide(Struct, frozen=True):
    """One side of a card as it is printed; numbers that it does not have are 0.

    `faction` is "divine" or "demonic", "" for cards without factions. `other` is the title of the side below, "" for none.
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
        """Whether it fights: it has ATK, DEF and SKL."""
        return self.kind in (Kind.MINION, Kind.STARTING_MINION)


@lru_cache(maxsize=16)
def _faces(printed: bytes) -> dict[str, PrintedSide]:
    cards = read_cards(printed).set if printed else the_set()
    return {side.title: face_on(card, side) for card, side in cards.sides()}


def face_on(card: Card, side: Side) -> PrintedSide:
    """Return what is printed on a side of a card."""
    alike = asdict(side)
    del alike["faction"], alike["text"]
    return PrintedSide(
        **alike,
        kind=card.kind,
        faction=side.faction.value if side.faction else "",
        text=tuple(map(print_ability, side.text)),
        other=next((one.title for one in card.sides if one is not side), ""),
    )


def face_of(title: str, printed: bytes = b"") -> PrintedSide:
    """Return what is printed on a side, of the cards of a view (`DystopiaView.printed`); of an unknown card its title alone."""
    return _faces(printed).get(title) or PrintedSide(title)
