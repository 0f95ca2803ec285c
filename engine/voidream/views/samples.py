"""Cards for the hidden places of a sampled position: possible decks of the other players.

A seat knows its own deck and not the others'. Theirs are sampled as legal decks (§8) around the cards seen: of the
main faction and at most one guest, with legal numbers of copies and guests, and cards of the values shown by the
backs. Hidden cards are then dealt: first where a value is known, the rest at random.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from cards.voidream.deck_rules import MAX_COPIES
from cards.voidream.decks import DREAM_KINDS
from cards.voidream.language.tree import KeywordName
from cards.voidream.model import Faction, Kind
from engine.kernel.cards.knowledge import Known, shuffled
from engine.voidream.position import DECK, HAND, CardState, VoidreamPosition
from engine.voidream.program import CardPool, CompiledCard
from engine.voidream.views.card_distribution import (
    WeightedCards,
    any_arcanum,
    weighted_arcana,
    weighted_dream_cards,
)

_MORE_COPIES = (0.62, 0.45)
"""The probabilities of a second copy of a Dream card, and a third."""
_UNVEILED_BY_NAME = 0.9
"""The probability that a veiled card has Veil, and was not veiled by something else."""


class OwnerKnowledge:
    """The knowledge of one owner's cards; the same for every position that is drawn."""

    def __init__(self, known: Known, position: VoidreamPosition, pool: CardPool, owner: int) -> None:
        cards = position.cards
        theirs = [card for card, state in enumerate(cards) if state.owner == owner]
        hidden = [card for card in theirs if not cards[card].title]
        self.owner = owner
        self.hand = [card for card in hidden if cards[card].zone == HAND]
        on_table = [card for card in hidden if cards[card].zone not in (HAND, DECK)]
        in_deck = [card for card in hidden if cards[card].zone == DECK]
        dream = [*on_table, *in_deck]
        self.values = {card: int(back) for card, back in known.backs.items()}
        self.backs = [card for card in dream if card in self.values]
        """Those whose values are known, first those on the table: these can't be constructs."""
        self.others = [card for card in dream if card not in self.values]
        self.on_table = set(on_table)
        self.hidden = hidden
        self.sure = dict(Counter(map(str, known.faces[owner])))
        """The number of cards of each title that are known to be among the hidden ones."""
        self.veiled = {card for card in on_table if cards[card].veiled}
        titles = [pool[str(title)] for title in known.faces[owner]]
        self.hand_titles = [one for one in titles if one.kind is Kind.ARCANUM]
        self.dream_titles = [one for one in titles if one.kind is not Kind.ARCANUM]
        lying = [pool[cards[card].title] for card in theirs if cards[card].title]
        bastion = next((one for one in lying if one.kind is Kind.BASTION), None)
        back = bastion.card.back if bastion is not None else None
        self.main = bastion.card.faction if bastion is not None else Faction.NEUTRAL
        mind = pool[position.seats[owner].mind_title].card
        known_cards = [one.card for one in (*lying, *titles)]
        seen = {card.faction for card in (mind, *known_cards) if not card.major} - {
            self.main,
            Faction.NEUTRAL,
        }
        mains = [faction for faction in Faction if faction not in (self.main, Faction.NEUTRAL)]
        self.guests: Sequence[Faction | None] = sorted(seen) if seen else [None, *mains]
        major = back and pool.cards.get(back.major)
        if major and owner not in known.seats and all(one is not major for one in (*lying, *titles)):
            self.hand_titles.append(major)
        self.taken = {one.title for one in (*lying, *self.hand_titles) if one.kind is Kind.ARCANUM}
        dream_known = [one for one in (*lying, *titles) if one.kind in DREAM_KINDS]
        self.copies = dict(Counter(one.title for one in dream_known))
        arcana = (one.card for one in (*lying, *self.hand_titles) if one.kind is Kind.ARCANUM)
        self.arcana_known = Counter(one.faction for one in arcana if not one.major)
        self.distinct = list({one.title: one for one in dream_known}.values())
        self.is_own = owner in known.seats
        many = len(theirs)
        self.dream_guests = back.dream.guest if back else many
        self.arcana_guests = back.arcana.guest if back else many
        self.lying = lying
        likely = [guest for guest in self.guests if self._could_be(pool, guest)]
        self.guests = likely or self.guests

    def deal(self, pool: CardPool, cards: list[CardState], rng: Random) -> None:
        """Give each hidden card a title."""
        guest = rng.choice(self.guests) if len(self.guests) > 1 else self.guests[0]
        self._deal_hand(pool, cards, guest, rng)
        self._deal_dream(pool, cards, guest, rng)

    def _deal_hand(self, pool: CardPool, cards: list[CardState], guest: Faction | None, rng: Random) -> None:
        if not self.hand:
            return
        slots = shuffled(self.hand, rng)
        taken = set(self.taken)
        for one in self.hand_titles:
            fitting = [card for card in slots if self.values[card] == one.value]
            if fitting:
                slots.remove(fitting[0])
                cards[fitting[0]].title = one.title
        needed = self._guests_needed(pool, slots)
        spare = self.arcana_guests - self.arcana_known[guest] - sum(needed.values()) if guest else 0
        for card in slots:
            value = self.values[card]
            welcome = guest if spare > 0 or needed[value] > 0 else None
            one = _not_taken(weighted_arcana(pool, self.main, welcome, value), taken, rng)
            if one is None:
                one = any_arcanum(pool, value, taken)
            if one.card.faction is guest:
                if needed[value] > 0:
                    needed[value] -= 1
                else:
                    spare -= 1
            taken.add(one.title)
            cards[card].title = one.title

    def _guests_needed(self, pool: CardPool, slots: Sequence[int]) -> Counter[int]:
        """Return the number of arcana of each value that must be the guest's, because the main faction has too few."""
        needed = Counter[int]()
        for value, count in Counter(self.values[card] for card in slots).items():
            others = weighted_arcana(pool, self.main, None, value).cards
            short = count - sum(one.title not in self.taken for one in others)
            if short > 0:
                needed[value] = short
        return needed

    def _could_be(self, pool: CardPool, guest: Faction | None) -> bool:
        """Return whether a faction could be the guest, or nobody (None), by the values of the arcana in the
        hand.
        """
        placed = Counter(one.value for one in self.hand_titles)
        slots: list[int] = []
        for card in self.hand:
            if placed[self.values[card]] > 0:
                placed[self.values[card]] -= 1
            else:
                slots.append(card)
        needed = self._guests_needed(pool, slots)
        if guest is None:
            return not needed
        return sum(needed.values()) <= self.arcana_guests - self.arcana_known[guest] and all(
            sum(one.title not in self.taken for one in weighted_arcana(pool, self.main, guest, value).cards)
            >= sum(self.values[card] == value for card in slots)
            for value in needed
        )

    def _deal_dream(self, pool: CardPool, cards: list[CardState], guest: Faction | None, rng: Random) -> None:
        hidden = len(self.backs) + len(self.others)
        if not hidden:
            return
        drawing = _Drawing(self, pool, guest, rng)
        deck = [*self.dream_titles, *drawing.cards(hidden - len(self.dream_titles))]
        sure = len(self.dream_titles)
        # The titles that are known to be there come first: only the others can be exchanged for what a back asks for.
        unplaced = shuffled(range(hidden), rng)
        for card in self.backs:
            value, table = self.values[card], card in self.on_table
            fitting = [
                n
                for n in unplaced
                if deck[n].value == value and not (table and deck[n].kind is Kind.CONSTRUCT)
            ]
            if card in self.veiled and not self.is_own and rng.random() < _UNVEILED_BY_NAME:
                fitting = [n for n in fitting if deck[n].keyword(KeywordName.VEIL) is not None] or fitting
            if fitting:
                n = fitting[0]
            else:
                n = next((n for n in unplaced if n >= sure), unplaced[0])
                if n >= sure:
                    drawing.give_up(deck[n])
                deck[n] = drawing.card(value, table)
            unplaced.remove(n)
            cards[card].title = deck[n].title
        for card, n in zip(self.others, unplaced, strict=True):
            cards[card].title = deck[n].title


def _not_taken(among: WeightedCards, taken: set[str], rng: Random) -> CompiledCard | None:
    for _ in range(8):
        if not among.cards:
            return None
        one = among.draw(rng)
        if one.title not in taken:
            return one
    return next((one for one in among.cards if one.title not in taken), None)


class _Drawing:
    """Draws Dream cards for a deck that stays legal."""

    def __init__(self, side: OwnerKnowledge, pool: CardPool, guest: Faction | None, rng: Random) -> None:
        self.side, self.pool, self.guest, self.rng = side, pool, guest, rng
        self.copies = dict(side.copies)
        known = (
            card.card.faction is guest
            for card in (*side.lying, *side.dream_titles)
            if card.kind in DREAM_KINDS
        )
        self.guests = sum(known) if guest is not None else 0

    def cards(self, count: int) -> list[CompiledCard]:
        """Return `count` cards: further copies of seen cards first, and rarely a single copy of a card."""
        drawn: list[CompiledCard] = []
        for one in self.side.distinct if count > 0 else ():
            self._add(one, drawn, count, self.copies[one.title])
        everything = self._weighted_cards(0, on_table=False)
        while len(drawn) < count:
            one = everything.draw(self.rng)
            if not self._fits(one):
                if self.guests >= self.side.dream_guests:
                    everything = self._weighted_cards(0, on_table=False)
                continue
            self._take(one, drawn)
            self._add(one, drawn, count, 1)
        return drawn

    def _add(self, one: CompiledCard, drawn: list[CompiledCard], most: int, there: int) -> None:
        """Add the second and the third copy of a card, perhaps."""
        for chance in _MORE_COPIES[there - 1 :]:
            if len(drawn) >= most or self.rng.random() >= chance or not self._fits(one):
                return
            self._take(one, drawn)

    def card(self, value: int, on_table: bool) -> CompiledCard:
        """Return a card of this value."""
        among = self._weighted_cards(value, on_table=on_table)
        for _ in range(50):
            one = among.draw(self.rng)
            if self._fits(one):
                break
        else:
            one = next((one for one in among.cards if self._fits(one)), among.cards[0])
        self._take(one, [])
        return one

    def give_up(self, one: CompiledCard) -> None:
        """Take back a card that was drawn."""
        self.copies[one.title] -= 1
        self.guests -= one.card.faction is self.guest

    def _weighted_cards(self, value: int, *, on_table: bool) -> WeightedCards:
        welcome = self.guest if self.guests < self.side.dream_guests else None
        return weighted_dream_cards(self.pool, self.side.main, welcome, value, on_table)

    def _fits(self, one: CompiledCard) -> bool:
        if self.copies.get(one.title, 0) >= MAX_COPIES:
            return False
        return (
            one.card.faction is not self.guest or self.guest is None or self.guests < self.side.dream_guests
        )

    def _take(self, one: CompiledCard, drawn: list[CompiledCard]) -> None:
        self.copies[one.title] = self.copies.get(one.title, 0) + 1
        self.guests += one.card.faction is self.guest
        drawn.append(one)
