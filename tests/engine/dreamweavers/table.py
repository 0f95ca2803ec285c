"""A table for tests: cards out of their texts, and positions laid out by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.words import Notion, Noun
from cards.dreamweavers.model import Card, Cover
from engine.dreamweavers.frames import CardId
from engine.dreamweavers.position import (
    EVERYBODY,
    FEELINGS,
    HAND,
    ID,
    IN_PLAY,
    MAIN,
    CardState,
    DreamweaversPosition,
    SeatState,
)
from engine.dreamweavers.program import Pool
from engine.dreamweavers.referee import Referee
from engine.kernel.chance import Chance

Zones = Mapping[str, Sequence[Card]]


def thought(title: str, power: int = 3, *lines: str, cost: int = 2, notion: str = "Rage") -> Card:
    """A Thought with these lines of text."""
    return Card(title, Notion(notion), Noun.THOUGHT, cost, power, tuple(map(read_line, lines)))


def feeling(title: str, *lines: str, cost: int = 1, notion: str = "Doubt") -> Card:
    """A Feeling with these lines of text."""
    return Card(title, Notion(notion), Noun.FEELING, cost, 0, tuple(map(read_line, lines)))


def cover(notion: str, *lines: str) -> Cover:
    """A cover with these lines of text."""
    return Cover(Notion(notion), "", tuple(map(read_line, lines)))


def laid(
    mine: Zones,
    theirs: Zones | None = None,
    *,
    covers: Sequence[Cover] = (),
    tracker: int = 0,
    active: int = 0,
    machine: type[Referee] = Referee,
    tapped: Iterable[str] = (),
) -> Referee:
    """A position in the Main Phase of seat `active`: the cards of both seats by zone, Intents by seat.

    Who knows a card is as if it had always lain there: what lies open is known to everybody, a hand to its player.
    """
    sides = (mine, theirs or {})
    position = DreamweaversPosition(
        chance=Chance("a table"),
        notions=[],
        seats=[SeatState(), SeatState()],
        first=0,
        turn=5,
        active=active,
        phase=MAIN,
        tracker=tracker,
    )
    cards: list[Card] = []
    for seat, zones in enumerate(sides):
        for zone, lying in zones.items():
            for card in lying:
                cards.append(card)
                position.tags += 1
                is_open = zone in (*IN_PLAY, ID)
                known = EVERYBODY if is_open else 1 << seat if zone == HAND else 0
                position.cards.append(CardState(card.title, seat, zone, position.tags, known))
                getattr(position.seats[seat], zone).append(len(cards) - 1)
                position.cards[-1].settled = zone == FEELINGS
                position.cards[-1].tapped = card.title in set(tapped)
    for seat, one in enumerate(covers):
        position.seats[seat].intent = one.notion.value
    return machine(position, Pool(cards, covers))


def the(ref: Referee, title: str) -> CardId:
    """The card with this title."""
    return next(n for n, card in enumerate(ref.cards) if card.title == title)
