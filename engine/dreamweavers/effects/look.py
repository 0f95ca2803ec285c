"""Looking at cards, revealing them, and returning them: who then knows their places (DW16)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dreamweavers.facts.cards import Arranged, Looked, Revealed
from engine.dreamweavers.frames import CardId
from engine.dreamweavers.mutations import emit_known
from engine.dreamweavers.position import EGO, MIND
from engine.dreamweavers.referee import Referee
from engine.kernel.cards.state import EVERYBODY


def look(ref: Referee, seat: int, cards: Sequence[CardId], cause: str) -> None:
    """Show cards to a seat in their places."""
    for group in by_place(ref, cards):
        of, zone = ref.cards[group[0]].owner, ref.cards[group[0]].zone
        for card in group:
            ref.cards[card].known |= 1 << seat
        count = len(group)
        emit_known(
            ref,
            group,
            Looked(seat, of, zone, count, ref.titles(group)),
            Looked(seat, of, zone, count),
            cause,
        )


def reveal(ref: Referee, cards: Sequence[CardId], cause: str) -> None:
    """Show cards to everyone in their places."""
    for group in by_place(ref, cards):
        for card in group:
            ref.cards[card].known = EVERYBODY
        state = ref.cards[group[0]]
        ref.emit(Revealed(state.owner, state.zone, ref.titles(group)), cause)


def by_place(ref: Referee, cards: Sequence[CardId]) -> list[list[CardId]]:
    """Return cards grouped by owner and zone."""
    groups: dict[tuple[int, str], list[CardId]] = {}
    for card in cards:
        groups.setdefault((ref.cards[card].owner, ref.cards[card].zone), []).append(card)
    return list(groups.values())


def still_there(ref: Referee, refs: Sequence[tuple[CardId, int]]) -> list[CardId]:
    """Return those of the cards looked at that are still at the same place of a mind or an Ego."""
    return [card for card, tag in refs if ref.cards[card].tag == tag and ref.cards[card].zone in (MIND, EGO)]


def only_known_to(ref: Referee, seat: int, cards: Sequence[CardId]) -> None:
    """Update knowledge before a seat secretly handles some of several cards shown to it: others lose track of them."""
    if len(cards) > 1:
        for card in cards:
            ref.cards[card].known = 1 << seat


def arrange(ref: Referee, seat: int, cards: Sequence[CardId], cause: str) -> None:
    """Put cards of one mind or Ego back at their places in this order, which only the seat knows."""
    owner, zone = ref.cards[cards[0]].owner, ref.cards[cards[0]].zone
    only_known_to(ref, seat, cards)
    pile = ref.zone(owner, zone)
    places = sorted(pile.index(card) for card in cards)
    for place, card in zip(places, cards, strict=True):
        pile[place] = card
    count = len(cards)
    emit_known(
        ref,
        cards,
        Arranged(seat, owner, zone, count, ref.titles(list(cards))),
        Arranged(seat, owner, zone, count),
        cause,
    )
