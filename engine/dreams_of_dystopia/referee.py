"""The referee: a position and its cards, with the queries that all steps need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from cards.dreams_of_dystopia.language.words import Faction, Noun
from cards.i18n import Message, msg, title
from engine.dreams_of_dystopia.position import LAYOUT, Combat, CombatSide, DystopiaPosition, Fought, SeatState
from engine.dreams_of_dystopia.program import CardPool, CompiledSide
from engine.dreams_of_dystopia.topics import OptionVerb
from engine.dreams_of_dystopia.zones import DECK, DISCARD, HAND, SUPPLY, TABLE, USED
from engine.kernel.cards.machine import CardMachine
from engine.kernel.cards.state import MovableCard
from engine.kernel.events.event import Fact, TimeRanOut

_LABELS: Mapping[str, Message] = {
    OptionVerb.ABILITY: msg("Use {card}"),
    OptionVerb.DEED: msg("Use {card}"),
    OptionVerb.ATTACK: msg("Attack with {card}"),
    OptionVerb.ATTACK_AGAIN: msg("Attack again with {card}"),
    OptionVerb.RECRUIT: msg("Recruit {card}"),
    OptionVerb.PURCHASE: msg("Purchase {card}"),
    OptionVerb.BLOCK: msg("Block with {card}"),
    OptionVerb.BLOCK_AGAIN: msg("Block again with {card}"),
    OptionVerb.HELPER: msg("Add {card}"),
}


class Referee(CardMachine[DystopiaPosition]):
    """A position of Dreams of Dystopia and the cards of its match."""

    layout = LAYOUT

    def __init__(self, position: DystopiaPosition, pool: CardPool) -> None:
        super().__init__(position, len(position.seats))
        self.pool = pool

    def emit(self, fact: Fact, cause: str = "", *, private: dict[int, Fact] | None = None) -> None:
        """Emit an event. If the active player's time runs out, their turn ends after the current step (DD99, DD120)."""
        super().emit(fact, cause, private=private)
        if isinstance(fact, TimeRanOut) and fact.seat == self.position.active:
            self.position.is_ending = True

    # -- cards

    def card(self, card: int) -> MovableCard:
        """Return a card's state."""
        return self.position.cards[card]

    def side(self, card: int) -> CompiledSide:
        """Return the side of a card that is up."""
        state = self.position.cards[card]
        return self.pool.cards[state.title][state.side]

    def give(self, card: int, seat: int, side: CompiledSide) -> None:
        """Give a player a card with this side up. It isn't moved."""
        state = self.position.cards[card]
        state.side, state.owner = self.pool.cards[state.title].index(side), seat

    def called(self, card: int) -> str:
        """Return the title of the side that is up."""
        return self.side(card).title

    def titles(self, cards: Sequence[int]) -> list[str]:
        """Return the titles of the cards' sides that are up."""
        return [self.called(card) for card in cards]

    def label(self, verb: str, subject: str) -> Message | str:
        """Return the label of an option."""
        return _LABELS[verb].filled(card=title(subject)) if verb in _LABELS else title(subject)

    def of_sort(self, cards: Sequence[int], *nouns: Noun | None) -> list[int]:
        """Return the cards of one of these sorts; `Noun.CARD` stands for all."""
        return [card for card in cards if Noun.CARD in nouns or self.side(card).noun in nouns]

    def pile(self, name: str) -> list[int]:
        """Return the cards of the Supply's pile of this name."""
        states = self.position.cards
        return [card for card in self.zone(SUPPLY) if states[card].title == name]

    def piles(self) -> dict[str, int]:
        """Return the number of cards in each pile of the Supply that isn't empty, by name."""
        states = self.position.cards
        return Counter([states[card].title for card in self.zone(SUPPLY)])

    # -- players

    def seat(self, seat: int) -> SeatState:
        """Return a player's state."""
        return self.position.seats[seat]

    def master(self, seat: int) -> CompiledSide | None:
        """Return the side of a player's Master that is up; None before the choice, and for players who are out."""
        cards = self.seat(seat).master
        return self.side(cards[0]) if cards else None

    def faction(self, seat: int) -> Faction | None:
        """Return the current faction of a player's Master (DD30)."""
        master = self.master(seat)
        return master.faction if master else None

    def in_order(self) -> list[int]:
        """Return the seats still in, in turn order from the active one (DD46)."""
        return self.clockwise(max(self.position.active, 0))

    def opponents(self, seat: int) -> list[int]:
        """Return the other seats still in, in turn order (DD110)."""
        return [other for other in self.in_order() if other != seat]

    def owned(self, seat: int) -> list[CompiledSide]:
        """Return the sides of all of a player's cards that are up, in any zone (DD78)."""
        zones = (HAND, DECK, DISCARD, USED, TABLE)
        return [self.side(card) for zone in zones for card in self.zone(zone, seat)]

    def is_noticed(self, seat: int) -> bool:
        """Return whether others notice a question to a player now: not in the middle of a sitting (DD128)."""
        return self.sitting is None or self.sitting.seat != seat

    # -- the Combat

    @property
    def combat(self) -> Combat:
        """The Combat in progress. Raises AssertionError if there is none."""
        combat = self.position.combat
        assert combat is not None
        return combat

    def fighter(self, seat: int) -> CombatSide | None:
        """Return a player's side of the Combat in progress, or None if they aren't in it."""
        return next((own for own, _ in self._sides() if own.seat == seat), None)

    def opposing(self, seat: int) -> CombatSide | None:
        """Return the side of the Combat opposite a player's, or None if they aren't in it."""
        return next((other for own, other in self._sides() if own.seat == seat), None)

    def _sides(self) -> tuple[tuple[CombatSide, CombatSide], ...]:
        combat = self.position.combat
        if combat is None:
            return ()
        return (combat.attacker, combat.defender), (combat.defender, combat.attacker)

    def combat_continues(self) -> bool:
        """Return whether both players of the Combat are still in, or its damage was dealt (DD69)."""
        combat = self.combat
        both = (combat.attacker.seat, combat.defender.seat)
        return combat.is_over or not any(map(self.position.is_out, both))

    def fought(self, seat: int, card: int, step: str) -> Fought | None:
        """Return the record of a Minion's attacks or blocks this turn, or None if there is none."""
        fights = self.seat(seat).fought
        return next((fought for fought in fights if (fought.card, fought.step) == (card, step)), None)

    def staying_minions(self, seat: int, step: str) -> list[int]:
        """Return the Minions kept on the table to attack, or to block, once more (DD66, DD67)."""
        return [fought.card for fought in self.seat(seat).fought if fought.step == step and fought.stays]
