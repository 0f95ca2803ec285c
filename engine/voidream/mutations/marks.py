"""Mutations of cards in play and minds: turning, damage, participation in conflicts (§2, §4)."""

from __future__ import annotations

from engine.voidream.facts.cards import Damaged, Exhausted, Readied
from engine.voidream.facts.rounds import MindTurned
from engine.voidream.queries.nouns import name_of, names_of
from engine.voidream.referee import LIMIT, Referee


def exhaust(ref: Referee, cards: list[int], cause: str) -> None:
    """Exhaust cards, and report it with its cause, a title or a rule."""
    for card in cards:
        ref.cards[card].exhausted = True
    ref.touch()
    ref.emit(Exhausted(names_of(ref, cards)), cause)


def ready(ref: Referee, cards: list[int], cause: str) -> None:
    """Ready cards, and report it with its cause, a title or a rule."""
    for card in cards:
        ref.cards[card].exhausted = False
    ref.touch()
    ref.emit(Readied(names_of(ref, cards)), cause)


def set_mind(ref: Referee, seat: int, count: int, cause: str) -> None:
    """Turn a mind card until `count` is upright; 0 is the spent side (§2 The Mind Card)."""
    state = ref.seats[seat]
    if state.mind == count:
        return
    old_count, state.mind = state.mind, count
    ref.minds_turned()
    ref.touch()
    ref.emit(MindTurned(seat, before=old_count, count=count), cause)


def mark_damage(ref: Referee, card: int, points: int, cause: str) -> None:
    """Mark damage on an entity or a construct (R27)."""
    ref.cards[card].damage = min(LIMIT, ref.cards[card].damage + points)
    ref.touch()
    ref.emit(Damaged(name_of(ref, card), points), cause)


def clear_damage(ref: Referee) -> None:
    """Remove all damage, because the active player changes, a conflict has ended, or the round ends (§4, R27)."""
    for seat, state in enumerate(ref.seats):
        for card in (*state.play, *(ref.active[seat] or ref.active_constructs(seat))):
            if ref.cards[card].damage:
                heal(ref, card)


def heal(ref: Referee, card: int) -> None:
    """Remove the damage of one card."""
    ref.cards[card].damage = 0
    ref.touch()


def take_part(ref: Referee, cards: list[int], role: str) -> None:
    """Make entities attackers or defenders."""
    for card in cards:
        ref.cards[card].role = role
    ref.touch()
