"""Positions for tests, built by hand from the texts of cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.words import Notion, Noun
from cards.dreamweavers.model import Card, Cover
from engine.dreamweavers.effects.advance_choices import NAME
from engine.dreamweavers.effects.costs import PAY
from engine.dreamweavers.effects.resolution import RESOLVE
from engine.dreamweavers.effects.start import begin
from engine.dreamweavers.effects.triggers import RESOLVE_TRIGGERS
from engine.dreamweavers.frames import CardId, Chain, NameInAdvance, StandbyEffect
from engine.dreamweavers.position import (
    FEELINGS,
    HAND,
    ID,
    IN_PLAY,
    MAIN,
    CardState,
    DreamweaversPosition,
    SeatState,
    unpacked,
)
from engine.dreamweavers.program import PLAYED, CardPool
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.turns.attacks import ATTACK
from engine.dreamweavers.turns.damage import DAMAGE
from engine.dreamweavers.turns.plays import ACTIVATE, CHAIN, PLAY
from engine.dreamweavers.turns.turn import REFRESH
from engine.kernel.cards.state import EVERYBODY
from engine.kernel.chance import Chance
from engine.kernel.events.event import Fact
from engine.kernel.machine import Procedures
from engine.kernel.position import packed
from engine.kernel.question import check

F = TypeVar("F", bound=Fact)
Zones = Mapping[str, Sequence[Card]]


class Table(Referee):
    """A match with only one play, ability or attack, and no turn structure around it."""

    catalogue = Procedures[Referee](
        PLAY, ACTIVATE, PAY, NAME, CHAIN, ATTACK, DAMAGE, RESOLVE, RESOLVE_TRIGGERS, REFRESH
    )


def thought(title: str, power: int = 3, *lines: str, cost: int = 2, notion: str = "Rage") -> Card:
    """Return a Thought with these lines of text."""
    return Card(title, Notion(notion), Noun.THOUGHT, cost, power, tuple(map(read_line, lines)))


def feeling(title: str, *lines: str, cost: int = 1, notion: str = "Doubt") -> Card:
    """Return a Feeling with these lines of text."""
    return Card(title, Notion(notion), Noun.FEELING, cost, 0, tuple(map(read_line, lines)))


def cover(notion: str, *lines: str) -> Cover:
    """Return a cover with these lines of text."""
    return Cover(Notion(notion), "", tuple(map(read_line, lines)))


def laid(
    mine: Zones,
    theirs: Zones | None = None,
    *,
    covers: Sequence[Cover] = (),
    tracker: int = 0,
    active: int = 0,
    tapped: Iterable[str] = (),
) -> Table:
    """Return a position in the Main Phase of seat `active`: the cards of both seats by zone, Intents by seat.

    Cards are known as if they had always been there: open cards to everyone, a hand to its player.
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
    return Table(position, CardPool(cards, covers))


def the(ref: Referee, title: str) -> CardId:
    """Return the card with this title."""
    return next(n for n, card in enumerate(ref.cards) if card.title == title)


def cards_in(ref: Referee, seat: int, zone: str) -> list[str]:
    """Return the titles in a zone, in order."""
    return ref.titles(ref.zone(seat, zone))


def answer(ref: Referee, *choice: str) -> None:
    """Answer the only open question."""
    (question,) = ref.position.questions.values()
    check(question, choice)
    saved = unpacked(packed(ref.position))
    assert packed(saved) == packed(ref.position)
    ref.take(question, choice)


def asked(ref: Referee) -> tuple[int, set[str]] | None:
    """Return the asked seat and the keys of its options; None without a question."""
    for seat, question in ref.position.questions.items():
        return seat, {option.key for option in question.options}
    return None


def resolve(ref: Referee, title: str, *, seat: int = 0, waited: bool = False) -> None:
    """Carry out a card's effect when played: from the Ego, or with choices in advance and then from standby."""
    card = the(ref, title)
    held = ref.cards[card]
    if waited:
        effect = StandbyEffect(seat, card, held.tag, title, PLAYED)
        ref.push(Chain())
        ref.push(NameInAdvance(effect=effect))
    else:
        begin(ref, seat, card, held.tag, title, PLAYED)
    ref.run()


def told(ref: Referee, kind: type[F]) -> list[F]:
    """Return the events of one kind in their public version."""
    return [event.fact for event in ref.events if isinstance(event.fact, kind)]
