"""The parts of facts: players, public names of cards, reasons, parts of scores; and the keys of a view's changes.

Derived values have no key: depth, dawn, stability and dusk, keywords, scores, possible actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

import msgspec

from cards.i18n import Message, Series, msg, series, title
from cards.voidream.language.tree import ConflictKind
from engine.kernel.events.changes import Change
from engine.kernel.events.entries import card_list
from engine.kernel.events.event import SeatFact
from engine.kernel.events.registry import Slots
from engine.voidream.position import ARCANA_DISCARD, ATTACHED, DECK, DISCARD, HAND, PLAY, VOID

Seat = Annotated[int, msgspec.Meta(ge=0, le=1)]
"""A player, by seat."""


class PlayerFact(SeatFact, frozen=True):
    """An event of one of the two players."""

    seat: Seat


class PublicName(msgspec.Struct, frozen=True, omit_defaults=True):
    """A public name of a card: its title, or the value on its back while it is face down (§7).

    `tag` is its number on the table, a new one each time it becomes visible there; 0 if it isn't. `seat` controls it.
    Either `title` or `value` is set, never both.
    """

    tag: int
    seat: Seat
    title: str | None = None
    value: int | None = None


MindSide = Literal["numbered", "spent"]
"""A side of a mind card."""

PlaceLookedAt = Literal["deck", "bottom", "hand", "charge", "veiled"]
"""The place of cards that were looked at: the top or bottom of a deck, a hand, under other cards, or veiled in play."""

Threat = Literal["empty hand", "highest mind", "last to pass"]
"""The reason why a player faces Nightmare (§4 Nightmare phase)."""


class ScorePart(msgspec.Struct, frozen=True):
    """One of the numbers that add up to a conflict score (§4)."""

    what: str
    """One of depth, entity (a participant), dread (an opponent's entity with Dread), mind, effect (of a card), or limit (the excess
    over the largest possible number, subtracted again).
    """
    title: str
    """The title of the number's card; "" for depth and limit."""
    number: int


def called(card: PublicName | str) -> Message:
    """Return the name of a card: its title, or the content of its back."""
    if isinstance(card, str):
        return title(card)
    if card.title is not None:
        return title(card.title)
    return msg("a face-down card of value {value}", value=value_of(card))


def first_card(card: PublicName | str) -> Message:
    """Return the name of a card at the start of a sentence."""
    if isinstance(card, str) or card.title is not None:
        return called(card)
    return msg("A face-down card of value {value}", value=value_of(card))


def value_of(card: PublicName) -> int:
    """Return the value of a card; 0 if it is unknown."""
    return 0 if card.value is None else card.value


def card_series(cards: Iterable[PublicName | str]) -> Series:
    """Return cards as a list in a sentence."""
    return series(*map(called, cards))


def first_cards(cards: Sequence[PublicName | str]) -> Series:
    """Return cards as a list at the start of a sentence."""
    return series(*map(first_card, cards[:1]), *map(called, cards[1:]))


def cards_of(cards: Sequence[PublicName | str]) -> Series:
    """Return a list of cards; if it is long, the first ones and the number of others."""
    return card_list([called(card) for card in cards])


_CONFLICTS = {ConflictKind.DAWN: msg("dawn", "conflict"), ConflictKind.DUSK: msg("dusk", "conflict")}
_A_CONFLICT = {ConflictKind.DAWN: msg("a dawn conflict"), ConflictKind.DUSK: msg("a dusk conflict")}


def a_conflict(kind: ConflictKind | None) -> Message:
    """Return the story's name for a conflict, with its kind if known."""
    return msg("a conflict") if kind is None else _A_CONFLICT[kind]


SLOTS = Slots(
    shown={
        **dict.fromkeys(("card", "host", "was", "bastion", "mind"), called),
        "cards": card_series,
        "conflict": _CONFLICTS.__getitem__,
    },
    opening={**dict.fromkeys(("card", "host"), first_card), "cards": first_cards},
    in_story={"conflict": a_conflict},
    card=called,
    causes={"§4 Damage": msg("the conflict")},
)
"""The printers of fields in sentences."""


OVER = Change("over")
ROUND = Change("round")
TURN = Change("turn")
"""The active player."""
CONFLICT = Change("conflict")
EFFECTS = Change("effect")
"""Temporary effects in force."""
VEILED = "veiled"


def zone(name: str, seat: Seat | None, card: str | None = None) -> list[Change]:
    """Return the changes of a player's zone, or of one card in it.

    A construct can be face up in a deck. Attached cards aren't identified by title, and may leave with their host.
    """
    match name:
        case "deck":
            return [Change(DECK, seat), Change("construct", seat, card)]
        case "hand":
            return [Change("hand count", seat), Change(HAND, seat, card)]
        case "play":
            return [Change(PLAY, None, card), Change(VEILED), EFFECTS]
        case "attached":
            return [Change(ATTACHED), Change(PLAY)]
        case "playing":
            return []
        case _:
            return [Change(name, seat, card)]


def piles(seat: Seat | None, card: str | None = None) -> list[Change]:
    """Return the changes of the discard piles of a player, or of either player."""
    return [Change(DISCARD, seat, card), Change(ARCANA_DISCARD, seat, card)]


def on_table(card: PublicName) -> list[Change]:
    """Return the changes of a card that enters or leaves play, or changes its state there."""
    return [Change(key, card.tag) for key in (PLAY, ATTACHED, VEILED)]


def laid(card: PublicName) -> list[Change]:
    """Return the changes of a card put on the table from any zone."""
    return [
        *on_table(card),
        *zone(DECK, None, card.title),
        *(zone(PLAY, None, card.title) if card.title else ()),
    ]


def leaving(card: PublicName) -> list[Change]:
    """Return the changes of a card in play, or a construct, that goes to its owner's discard pile or to the Void.

    Effects on it end.
    """
    places = [*piles(None, card.title), Change(VOID, None, card.title)] if card.title else []
    return [*on_table(card), *zone(DECK, card.seat, card.title), *places, EFFECTS]


def goes(card: PublicName) -> list[Change]:
    """Return the changes of a card that leaves play, or a construct that leaves its deck."""
    return [Change(PLAY, card.tag)] if card.tag else [Change("construct", card.seat, card.title)]


UNPAID = (TURN, Change(DECK))
"""The changes when an action isn't paid for."""
HIDDEN = (*zone(HAND, None), Change(ATTACHED), Change(VEILED))
"""The changes that a card known only to its player can cause."""


def marked(key: str, cards: Iterable[PublicName]) -> list[Change]:
    """Return the changes of cards that are turned or damaged or that fight. Constructs have no number."""
    return [
        change
        for card in cards
        for change in (Change(key, card.tag), Change(key, card.seat, card.title or ""))
    ]
