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
"""The probabilities of a second and a third copy of a Dream card."""
_UNVEILED_BY_NAME = 0.9
"""The probability that a veiled card has Veil, and wasn't veiled by another card."""


class OwnerKnowledge:
    """The knowledge about one owner's cards, which is the same for every sampled position."""

    def __init__(self, knowledge: Known, position: VoidreamPosition, pool: CardPool, owner: int) -> None:
        cards = position.cards
        theirs = [card for card, state in enumerate(cards) if state.owner == owner]
        hidden_cards = [card for card in theirs if not cards[card].title]
        self.owner = owner
        self.hand = [card for card in hidden_cards if cards[card].zone == HAND]
        on_table = [card for card in hidden_cards if cards[card].zone not in (HAND, DECK)]
        in_deck = [card for card in hidden_cards if cards[card].zone == DECK]
        dream = [*on_table, *in_deck]
        self.values = {card: int(back) for card, back in knowledge.backs.items()}
        self.backs = [card for card in dream if card in self.values]
        """The cards with known values, starting with those on the table, which can't be constructs."""
        self.others = [card for card in dream if card not in self.values]
        self.on_table = set(on_table)
        self.hidden = hidden_cards
        self.sure = dict(Counter(map(str, knowledge.faces[owner])))
        """The number of cards of each title known to be among the hidden ones."""
        self.veiled = {card for card in on_table if cards[card].veiled}
        titles = [pool[str(title)] for title in knowledge.faces[owner]]
        self.hand_titles = [compiled for compiled in titles if compiled.kind is Kind.ARCANUM]
        self.dream_titles = [compiled for compiled in titles if compiled.kind is not Kind.ARCANUM]
        visible = [pool[cards[card].title] for card in theirs if cards[card].title]
        bastion = next((compiled for compiled in visible if compiled.kind is Kind.BASTION), None)
        back = bastion.card.back if bastion is not None else None
        self.main = bastion.card.faction if bastion is not None else Faction.NEUTRAL
        mind = pool[position.seats[owner].mind_title].card
        known_cards = [compiled.card for compiled in (*visible, *titles)]
        factions = {card.faction for card in (mind, *known_cards) if not card.major} - {
            self.main,
            Faction.NEUTRAL,
        }
        mains = [faction for faction in Faction if faction not in (self.main, Faction.NEUTRAL)]
        self.guests: Sequence[Faction | None] = sorted(factions) if factions else [None, *mains]
        major = back and pool.cards.get(back.major)
        if (
            major
            and owner not in knowledge.seats
            and all(compiled is not major for compiled in (*visible, *titles))
        ):
            self.hand_titles.append(major)
        self.taken = {
            compiled.title for compiled in (*visible, *self.hand_titles) if compiled.kind is Kind.ARCANUM
        }
        dream_known = [compiled for compiled in (*visible, *titles) if compiled.kind in DREAM_KINDS]
        self.copies = dict(Counter(compiled.title for compiled in dream_known))
        arcana = (
            compiled.card for compiled in (*visible, *self.hand_titles) if compiled.kind is Kind.ARCANUM
        )
        self.arcana_known = Counter(compiled.faction for compiled in arcana if not compiled.major)
        self.distinct = list({compiled.title: compiled for compiled in dream_known}.values())
        self.is_own = owner in knowledge.seats
        total = len(theirs)
        self.dream_guests = back.dream.guest if back else total
        self.arcana_guests = back.arcana.guest if back else total
        self.visible = visible
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
        used_titles = set(self.taken)
        for compiled in self.hand_titles:
            possible = [card for card in slots if self.values[card] == compiled.value]
            if possible:
                slots.remove(possible[0])
                cards[possible[0]].title = compiled.title
        guests_needed = self._guests_needed(pool, slots)
        spare = self.arcana_guests - self.arcana_known[guest] - sum(guests_needed.values()) if guest else 0
        for card in slots:
            value = self.values[card]
            welcome = guest if spare > 0 or guests_needed[value] > 0 else None
            compiled = _not_taken(weighted_arcana(pool, self.main, welcome, value), used_titles, rng)
            if compiled is None:
                compiled = any_arcanum(pool, value, used_titles)
            if compiled.card.faction is guest:
                if guests_needed[value] > 0:
                    guests_needed[value] -= 1
                else:
                    spare -= 1
            used_titles.add(compiled.title)
            cards[card].title = compiled.title

    def _guests_needed(self, pool: CardPool, slots: Sequence[int]) -> Counter[int]:
        """Return the number of arcana of each value that must be the guest's, because the main faction has too few."""
        counts = Counter[int]()
        for value, count in Counter(self.values[card] for card in slots).items():
            main_arcana = weighted_arcana(pool, self.main, None, value).cards
            short = count - sum(arcanum.title not in self.taken for arcanum in main_arcana)
            if short > 0:
                counts[value] = short
        return counts

    def _could_be(self, pool: CardPool, guest: Faction | None) -> bool:
        """Return whether a faction, or none (None), could be the guest, judging by the values of the arcana in the hand."""
        placed = Counter(compiled.value for compiled in self.hand_titles)
        slots: list[int] = []
        for card in self.hand:
            if placed[self.values[card]] > 0:
                placed[self.values[card]] -= 1
            else:
                slots.append(card)
        guests_needed = self._guests_needed(pool, slots)
        if guest is None:
            return not guests_needed
        return sum(guests_needed.values()) <= self.arcana_guests - self.arcana_known[guest] and all(
            sum(
                compiled.title not in self.taken
                for compiled in weighted_arcana(pool, self.main, guest, value).cards
            )
            >= sum(self.values[card] == value for card in slots)
            for value in guests_needed
        )

    def _deal_dream(self, pool: CardPool, cards: list[CardState], guest: Faction | None, rng: Random) -> None:
        hidden_count = len(self.backs) + len(self.others)
        if not hidden_count:
            return
        drawing = _Drawing(self, pool, guest, rng)
        deck = [*self.dream_titles, *drawing.cards(hidden_count - len(self.dream_titles))]
        sure = len(self.dream_titles)
        # Titles known to be there are placed first: only the others can be exchanged to fit a back.
        unplaced = shuffled(range(hidden_count), rng)
        for card in self.backs:
            value, table = self.values[card], card in self.on_table
            possible = [
                n
                for n in unplaced
                if deck[n].value == value and not (table and deck[n].kind is Kind.CONSTRUCT)
            ]
            if card in self.veiled and not self.is_own and rng.random() < _UNVEILED_BY_NAME:
                possible = [n for n in possible if deck[n].keyword(KeywordName.VEIL) is not None] or possible
            if possible:
                n = possible[0]
            else:
                n = next((n for n in unplaced if n >= sure), unplaced[0])
                if n >= sure:
                    drawing.give_up(deck[n])
                deck[n] = drawing.card(value, table)
            unplaced.remove(n)
            cards[card].title = deck[n].title
        for card, n in zip(self.others, unplaced, strict=True):
            cards[card].title = deck[n].title


def _not_taken(among: WeightedCards, used_titles: set[str], rng: Random) -> CompiledCard | None:
    for _ in range(8):
        if not among.cards:
            return None
        card = among.draw(rng)
        if card.title not in used_titles:
            return card
    return next((card for card in among.cards if card.title not in used_titles), None)


class _Drawing:
    """Draws random Dream cards for a deck that stays legal."""

    def __init__(self, knowledge: OwnerKnowledge, pool: CardPool, guest: Faction | None, rng: Random) -> None:
        self.side, self.pool, self.guest, self.rng = knowledge, pool, guest, rng
        self.copies = dict(knowledge.copies)
        known_cards = (
            card.card.faction is guest
            for card in (*knowledge.visible, *knowledge.dream_titles)
            if card.kind in DREAM_KINDS
        )
        self.guests = sum(known_cards) if guest is not None else 0

    def cards(self, count: int) -> list[CompiledCard]:
        """Return `count` cards: first further copies of seen cards, and rarely a single copy of a card."""
        result: list[CompiledCard] = []
        for compiled in self.side.distinct if count > 0 else ():
            self._add(compiled, result, count, self.copies[compiled.title])
        everything = self._weighted_cards(0, on_table=False)
        while len(result) < count:
            compiled = everything.draw(self.rng)
            if not self._fits(compiled):
                if self.guests >= self.side.dream_guests:
                    everything = self._weighted_cards(0, on_table=False)
                continue
            self._take(compiled, result)
            self._add(compiled, result, count, 1)
        return result

    def _add(self, compiled: CompiledCard, drawn: list[CompiledCard], maximum: int, present: int) -> None:
        """Add the second and third copy of a card at random."""
        for chance in _MORE_COPIES[present - 1 :]:
            if len(drawn) >= maximum or self.rng.random() >= chance or not self._fits(compiled):
                return
            self._take(compiled, drawn)

    def card(self, value: int, on_table: bool) -> CompiledCard:
        """Return a random card of this value that keeps the deck legal, and count it as used."""
        among = self._weighted_cards(value, on_table=on_table)
        for _ in range(50):
            compiled = among.draw(self.rng)
            if self._fits(compiled):
                break
        else:
            compiled = next((compiled for compiled in among.cards if self._fits(compiled)), among.cards[0])
        self._take(compiled, [])
        return compiled

    def give_up(self, compiled: CompiledCard) -> None:
        """Return a card to the stock."""
        self.copies[compiled.title] -= 1
        self.guests -= compiled.card.faction is self.guest

    def _weighted_cards(self, value: int, *, on_table: bool) -> WeightedCards:
        welcome = self.guest if self.guests < self.side.dream_guests else None
        return weighted_dream_cards(self.pool, self.side.main, welcome, value, on_table)

    def _fits(self, compiled: CompiledCard) -> bool:
        if self.copies.get(compiled.title, 0) >= MAX_COPIES:
            return False
        return (
            compiled.card.faction is not self.guest
            or self.guest is None
            or self.guests < self.side.dream_guests
        )

    def _take(self, compiled: CompiledCard, drawn: list[CompiledCard]) -> None:
        self.copies[compiled.title] = self.copies.get(compiled.title, 0) + 1
        self.guests += compiled.card.faction is self.guest
        drawn.append(compiled)
