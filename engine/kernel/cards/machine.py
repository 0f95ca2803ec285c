"""Card movement, and the record of which seats know a card (`CardState.known`)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import blake2b
from typing import TypeVar

import msgspec

from cards.i18n import Message
from engine.kernel.cards.secret_fields import AskingFrame
from engine.kernel.cards.state import BACK_SEEN, EVERYBODY, MOST_SEATS, WATCHERS, CardPosition, MovableCard
from engine.kernel.cards.zones import Backs, CardLayout, SeenBy, ZonePlace
from engine.kernel.events.event import Fact
from engine.kernel.machine import Machine
from engine.kernel.position import Frame
from engine.kernel.question import PendingOption, QuestionKind

P_co = TypeVar("P_co", bound=CardPosition[Frame, MovableCard], covariant=True)

_ENCODER = msgspec.msgpack.Encoder()


class CardSeen(msgspec.Struct, frozen=True):
    """A card as one audience sees it. A hidden card has no title; a hidden back is ""."""

    title: str
    side: int
    back: str = ""


class CardMachine(Machine[P_co]):
    """A machine whose cards are `MovableCard`s in the zones of its `layout`. `holder` is the seat of a zone, or -1.

    Raises ValueError for more than `MOST_SEATS` seats, because a card has no bits for them.
    """

    layout: CardLayout[P_co]

    def __init__(self, position: P_co, seat_count: int) -> None:
        if seat_count > MOST_SEATS:
            raise ValueError(f"cards are marked for {MOST_SEATS} seats at most, not for {seat_count}")
        super().__init__(position, seat_count)

    def zone(self, zone: str, holder: int = -1) -> list[int]:
        """Return the cards of a zone; the position's own list."""
        return self._place(zone, holder).cards

    # -- movement

    def add(self, titles: Sequence[str], zone: str, holder: int = -1) -> None:
        """Add new cards to a zone. They belong to its holder and are unknown to all seats."""
        first = len(self.position.cards)
        self.position.cards += [MovableCard(title, holder) for title in titles]
        self.move(range(first, len(self.position.cards)), zone, holder)

    def move(
        self, cards: Sequence[int], zone: str, holder: int = -1, *, top: bool = False, by: int = -1
    ) -> None:
        """Move cards to a zone together. In an ordered zone, the first one is on top.

        The seat `by` chooses the order of cards put face down; if `by` is -1, no one knows the order.
        """
        cards = list(cards)
        target, states = self._place(zone, holder), self.position.cards
        is_closed = target.zone.seen_by is not SeenBy.EVERYBODY
        cards_by_zone: dict[tuple[str, int], list[int]] = {}
        for card in cards:
            if states[card].zone:
                cards_by_zone.setdefault((states[card].zone, states[card].holder), []).append(card)
        sources = [self._place(*name) for name in cards_by_zone]
        for place, of_place in zip(sources, cards_by_zone.values(), strict=True):
            self._take(place, of_place, is_unseen=is_closed)
        if is_closed and target.zone.ordered and len(cards) > 1:
            self._forget(cards, mask=1 << by if by >= 0 else 0)
        target.cards[:] = [*cards, *target.cards] if top else [*target.cards, *cards]
        for card in cards:
            self._arrive(states[card], target)
        self.layout.sort(self.position, (*sources, target))
        self._uncover_tops()

    def _take(self, place: ZonePlace, cards: Sequence[int], *, is_unseen: bool) -> None:
        """Remove cards from their zone. `is_unseen`: face down."""
        if not is_unseen:
            self.look(cards)
        elif not place.zone.ordered and place.zone.seen_by is SeenBy.OWNER:
            self._lose_sight_of_candidates(place, cards)
        for card in cards:
            place.cards.remove(card)

    def _lose_sight_of_candidates(self, place: ZonePlace, cards: Sequence[int]) -> None:
        """Make others lose track of all cards in a zone that could be those taken face down.

        They keep track only if everyone knows that the cards are all equal. Knowledge of a single card by some seats
        isn't enough: the others, who don't know which card it was, would learn it.
        """
        candidates, states = place.cards, self.position.cards
        if place.zone.backs is Backs.ALL:
            backs = {self._back(card) for card in cards}
            candidates = [card for card in candidates if self._back(card) in backs]
        faces = {self.layout.face(states[card]) for card in candidates}
        if len(faces) > 1 or not all(states[card].known & WATCHERS for card in candidates):
            self.lose_sight(candidates, but=place.holder)

    def _arrive(self, card: MovableCard, place: ZonePlace) -> None:
        card.zone, card.holder = place.zone.name, place.holder
        if place.zone.seen_by is SeenBy.EVERYBODY:
            card.known = EVERYBODY
            return
        if place.zone.seen_by is SeenBy.OWNER:
            card.known |= 1 << place.holder
        if place.zone.backs is Backs.ALL:
            card.known |= BACK_SEEN

    def _uncover_tops(self) -> None:
        """Reveal the backs on top of the zones that show them."""
        if not self.layout.shows_tops:
            return
        for place in self.layout.places(self.position):
            if place.zone.backs is Backs.TOP and place.cards:
                self.position.cards[place.cards[0]].known |= BACK_SEEN

    def shuffle(self, zone: str, holder: int = -1) -> None:
        """Shuffle a zone. No one knows the places of its cards afterwards.

        Raises RuntimeError for an unordered zone, because drawing from it wouldn't be random.
        """
        place, states = self._place(zone, holder), self.position.cards
        if not place.zone.ordered:
            raise RuntimeError(f"the zone “{zone}” is shuffled, and isn't declared as one with an order")
        # The new order must not depend on the old one, or cards could be followed through a known shuffle.
        place.cards.sort(key=lambda card: self.layout.face(states[card]))
        self.position.chance.shuffle(place.cards)
        for card in place.cards:
            states[card].known = 0
        self._uncover_tops()

    def turn_over(self, card: int) -> None:
        """Turn a card to its other side, visibly for seats that know the card."""
        self.position.cards[card].side ^= 1
        self._sort_zones_of([card])

    # -- knowledge

    def look(self, cards: Sequence[int], *seats: int) -> None:
        """Record that seats see cards in their places, together. No seats: everyone."""
        bits = sum(1 << seat for seat in seats) if seats else EVERYBODY
        for card in cards:
            place = self._place_of(card)
            if not place.zone.ordered:
                self._merge_equal_cards(card, [other for other in place.cards if other not in cards], bits)
            self.position.cards[card].known |= bits
        self._sort_zones_of(cards)

    def _merge_equal_cards(self, card: int, others: Sequence[int], bits: int) -> None:
        """Make equal cards in an unordered zone indistinguishable for seats that knew another one.

        A seat knows as many of them as it has seen at the same time. Otherwise it would learn of further copies.
        """
        states = self.position.cards
        bits &= ~states[card].known & ~BACK_SEEN
        for other_card in others:
            if self.layout.face(states[other_card]) == self.layout.face(states[card]):
                known = states[other_card].known & bits
                states[other_card].known &= ~known
                bits &= ~known

    def choose_unseen(self, cards: Sequence[int]) -> None:
        """Record that a zone's holder chooses these cards face down: others lose track of all cards it could be."""
        if cards:
            self._lose_sight_of_candidates(self._place_of(cards[0]), cards)

    def lose_sight(self, cards: Sequence[int], but: int = -1) -> None:
        """Record that no seat except `but` knows the places of these cards any longer. Public backs stay known.

        If all backs are alike they are forgotten, too: the mark would reveal where a known card went.
        """
        back = BACK_SEEN if self.layout.shows_backs else 0
        self._forget(cards, mask=back | (1 << but if but >= 0 else 0))
        self._sort_zones_of(cards)

    def emit_known(self, cards: Collection[int], fact: Fact, without: Fact, cause: str = "") -> None:
        """Emit `fact` to seats that know all these cards, and to others `without`, the same fact without titles."""
        known = EVERYBODY
        for card in cards:
            known &= self.position.cards[card].known
        if known & WATCHERS:
            self.emit(fact, cause)
        else:
            private = {seat: fact for seat in range(self.seat_count) if known >> seat & 1}
            self.emit(without, cause, private=private)

    # -- asking

    def ask_cards(
        self,
        seat: int,
        purpose: Message | str,
        topic: str,
        offers: Sequence[tuple[str, int]],
        *others: PendingOption,
    ) -> None:
        """Ask the seat for one (verb, card) of `offers`, or for one of the other options.

        Cards with the same name are offered once. The top frame is an `AskingFrame`. Option keys contain no ids, which
        would reveal where a card comes from.
        """
        frame, options = self.position.stack[-1], list[PendingOption]()
        assert isinstance(frame, AskingFrame)
        frame.keys = {}
        states = self.position.cards
        for verb, card in sorted(offers, key=lambda offer: (offer[0], self.layout.rank(states[offer[1]]))):
            subject = self.called(card)
            key = f"{verb} {subject}"
            if key not in frame.keys:
                frame.keys[key] = card
                options.append(PendingOption(key, self.label(verb, subject), verb=verb, subject=subject))
        self.ask(seat, QuestionKind.ACTION, purpose, topic, (*options, *others))

    def called(self, card: int) -> str:
        """Return the display name of a card. A game with two-sided cards returns the relevant side's."""
        return self.position.cards[card].title

    def label(self, verb: str, subject: str) -> Message | str:
        """Return the label of an option of `ask_cards`."""
        return f"{verb.capitalize()} {subject}"

    # -- views

    def seen(self, zone: str, holder: int, viewer: int | None) -> tuple[CardSeen, ...]:
        """Return a zone as a seat or a spectator (None) sees it.

        In an unordered zone, cards are sorted by their public parts first.
        """
        bits = WATCHERS if viewer is None else 1 << viewer | WATCHERS
        place = self._place(zone, holder)
        cards: list[tuple[bool, CardSeen]] = []
        for card in place.cards:
            state = self.position.cards[card]
            title, side = (state.title, state.side) if state.known & bits else ("", 0)
            back = self._back(card) if state.known & BACK_SEEN else ""
            cards.append((not state.known & WATCHERS, CardSeen(title, side, back)))
        if not place.zone.ordered:
            cards.sort(
                key=lambda entry: (entry[0], entry[1].back, not entry[1].title, entry[1].title, entry[1].side)
            )
        return tuple(card for _, card in cards)

    def seen_of(self, holder: int, viewer: int | None) -> dict[str, tuple[CardSeen, ...]]:
        """Return all zones of a seat, or of no seat (-1), by name, as a seat or a spectator (None) sees them."""
        return {
            place.zone.name: self.seen(place.zone.name, holder, viewer)
            for place in self.layout.places(self.position)
            if place.holder == holder
        }

    def seen_digest(self, seat: int, *more: object) -> str:
        """Return a digest that differs for positions that look different to a seat, including `more`.

        It only depends on what the seat sees, so it is the same for indistinguishable positions.
        """
        zones = [self.seen_of(holder, seat) for holder in range(-1, self.seat_count)]
        return blake2b(_ENCODER.encode((zones, more)), digest_size=9).hexdigest()

    # -- helpers

    def _place(self, zone: str, holder: int) -> ZonePlace:
        return self.layout.place(self.position, zone, holder)

    def _place_of(self, card: int) -> ZonePlace:
        state = self.position.cards[card]
        return self._place(state.zone, state.holder)

    def _sort_zones_of(self, cards: Sequence[int]) -> None:
        """Sort the zones that contain these cards."""
        states = self.position.cards
        names = {(states[card].zone, states[card].holder) for card in cards if states[card].zone}
        self.layout.sort(self.position, [self._place(*name) for name in names])

    def _forget(self, cards: Sequence[int], mask: int) -> None:
        for card in cards:
            self.position.cards[card].known &= mask

    def _back(self, card: int) -> str:
        return self.layout.back(self, self.layout.face(self.position.cards[card]))
