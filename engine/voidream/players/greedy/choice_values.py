"""The value of the cards that an instruction chooses, in the points of `conflict_estimate`."""

from __future__ import annotations

from abc import ABC, abstractmethod

from cards.voidream.language import tree
from cards.voidream.language.tree import Effect, KeywordName, Player
from engine.voidream.players.greedy.act_values import (
    OFFERING,
    barred,
    damaged,
    held,
    modified,
    removed,
    turned,
)
from engine.voidream.players.greedy.board_summary import (
    BoardSummary,
    SeenCard,
    inspired,
    text_of,
)
from engine.voidream.players.greedy.conflict_estimate import (
    Prospect,
    layer,
    plain,
)
from engine.voidream.players.greedy.hand import FLEXIBLE, REACH, change_of_arcana
from engine.voidream.views.types import CardFace

CARD_OF_VALUE = (3.0, 5.5, 4.6, 3.8, 3.2)
"""The value of playing an unknown Dream card, by its value: lower values are stronger."""


class ChoiceValuation(ABC):
    """Values of the cards that a text's instruction chooses. "You" is its controller, the seat `you`."""

    def __init__(
        self, board: BoardSummary, you: int, this: SeenCard | None = None, *, depth: int = 0
    ) -> None:
        self.board = board
        self.you = you
        self.this: SeenCard | None = this
        self.depth = depth
        """The depth of recursion: the number of other cards' texts for which this one is estimated."""
        self.it: SeenCard | None = this
        self.card: CardFace | None = None
        self.lasting = False
        self.switches: tuple[str, ...] = ()
        """The possible kinds of the conflict that the card begins, after switches."""
        self.prospect = Prospect(board, you)
        self.will_initiate = False

    def choice(self, selection: tree.Selection, part: tree.Instruction, performer: int) -> float:
        """Return the value of an instruction on its cards, if the performer chooses well."""
        match selection:
            case tree.Chosen(described, at_least, at_most):
                candidates = self.board.matching(described, self.you, performer, self.this)
                if not candidates:
                    return 0.0
                mine = performer == self.board.me
                gains = sorted(
                    ((self.gain(part, card), n) for n, card in enumerate(candidates)), reverse=mine
                )
                self.it = candidates[gains[0][1]]
                count = len(candidates) if at_most is None else at_most
                return sum(
                    gain
                    for number, (gain, _) in enumerate(gains[:count])
                    if number < at_least or (gain > 0) == mine
                )
            case tree.All(described):
                candidates = self.board.matching(described, self.you, performer, self.this)
                return sum(self.gain(part, card) for card in candidates)
            case tree.Host():
                card = self._host()
                return self.gain(part, card) if card is not None else 0.0
            case tree.This() | tree.It() | tree.OfThem() | tree.Others():
                card = self.this if isinstance(selection, tree.This) else self.it
                return self.gain(part, card) if card is not None else 0.0
            case tree.TopOf(number, owner):
                seats = (0, 1) if owner is Player.EACH else (self.board.seat_of(owner, self.you),)
                count = self.board.amount(number, self.you, self.it)
                return sum(self._top(seat, count, part) for seat in seats)
            case tree.BottomOf(owner):
                return self._bottom(self.board.seat_of(owner, self.you), part) * self.board.sign(performer)

    def _host(self) -> SeenCard | None:
        """Return the card's host, or the best possible host."""
        if self.this is not None and self.this.host:
            return next((card for card in self.board.table if card.tag == self.this.host), None)
        return max(self.board.entities(self.you), key=plain, default=None)

    def _top(self, seat: int, count: float, part: tree.Instruction) -> float:
        """Return the value of an instruction on the top cards of a deck."""
        mine, side = self.board.sign(seat), self.board.sides[seat]
        if isinstance(part, tree.LookAt | tree.Reveal):
            return self._looking(seat, count)
        if isinstance(part, tree.Veil):
            return mine * (CARD_OF_VALUE[min(4, side.depth)] * 0.6 - layer(side.deck_count))
        if side.top is not None and side.top.is_bastion:
            return 0.0
        offering = OFFERING * mine if isinstance(part, tree.Void) and part.offering else 0.0
        return offering - mine * count * layer(side.deck_count)

    def _looking(self, seat: int, count: float) -> float:
        """Return the value of looking at cards and reordering them, which changes the depth.

        It is highest if many of the player's arcana are out of reach, or many of the opponent's are within reach.
        """
        side = self.board.sides[seat]
        within = sum(card.value >= side.depth for card in side.hand)
        affected = len(side.hand) - within if seat == self.board.me else within
        return 0.4 if count < 2 else 0.4 + 0.12 * min(count - 1, 2) * min(affected, 5)

    def _bottom(self, seat: int, part: tree.Instruction) -> float:
        """Return the bottom card's value for its player: on top it covers the bastion, unless it is the bastion (R84)."""
        if not isinstance(part, tree.Put):
            return 0.5
        top = self.board.sides[seat].top
        return 6.0 if top is not None and top.is_bastion else -1.0

    def gain(self, part: tree.Instruction, card: SeenCard) -> float:
        """Return the player's gain if this instruction is performed on this card."""
        board, mine = self.board, self.board.sign(card.seat)
        match part:
            case tree.Damage(number, _):
                return damaged(board, card, board.amount(number, self.you, self.it))
            case tree.Destroy():
                return 0.0 if card.has(KeywordName.INDESTRUCTIBLE) else -mine * held(card)
            case tree.Void() | tree.Discard():
                arcanum_value = self.keeping(card) if card.kind == "arcanum" else 0.0
                return removed(board, self.you, part, card, arcanum_value)
            case tree.Sacrifice() | tree.Put():
                return -mine * held(card) if card.zone in ("play", "attached") else mine * 0.6
            case tree.Veil():
                return -mine * 0.6 * held(card)
            case tree.Exhaust() | tree.Ready():
                return turned(board, card, exhaust=isinstance(part, tree.Exhaust), is_lasting=self.lasting)
            case tree.Charge():
                return mine * (1.8 - layer(board.sides[card.seat].deck_count))
            case tree.Inspire():
                return self._inspiring(card)
            case tree.ReturnToHand():
                return mine * (0.3 + change_of_arcana(board, card.seat, 1, -(card.zone == "discard")))
            case tree.Unveil():
                return mine * 2.5
            case tree.Play():
                return mine * 3.0
            case tree.LookAt() | tree.Reveal():
                return 0.2 if card.seat != board.me else 0.0
            case tree.Attach():
                return self._hosting(card)
            case tree.Modify() | tree.Gain() | tree.CannotBe():
                return self._changed(part, card)
            case _:
                return 0.0

    def _inspiring(self, card: SeenCard) -> float:
        if card.face is None or self.depth or (self.this is not None and card.tag == self.this.tag):
            return 0.0
        valuation = type(self)(self.board, card.seat, depth=self.depth + 1)
        return sum(valuation.effect(effect) for effect in inspired(card.face))

    def keeping(self, card: SeenCard) -> float:
        """Return the value of keeping an arcanum: as a reserve, and to a small extent for its current use."""
        value = FLEXIBLE * REACH[card.value]
        if card.face is not None and not self.depth:
            for inverted, rate in ((False, 0.08), (True, 0.06)):
                valuation = type(self)(self.board, card.seat, depth=self.depth + 1)
                value += rate * min(12.0, max(0.0, valuation.playing(card.face, inverted=inverted)))
        return value

    def _hosting(self, card: SeenCard) -> float:
        """Return the value of a card of "yours" becoming attached to another."""
        face = self.card or (self.this.face if self.this else None) or self.board.view.resolving
        if face is None:
            return 0.5 * self.board.sign(card.seat)
        value = 0.0
        for ability in text_of(face.text, face.kind):
            if isinstance(ability, tree.Static):
                value += sum(self._changed(part, card) for part in ability.ongoing)
        return value + 0.1 * self.board.sign(card.seat) * plain(card)

    def _modifier(self, part: tree.Modify) -> float:
        number = self.board.amount(part.amount, self.you, self.it) * (-1 if part.negative else 1)
        if part.each is not None:
            if part.each.attached_to is not None:
                return 1.5 * number
            number *= len(self.board.matching(part.each, self.you, self.you, self.this))
        return number

    def _changed(self, part: tree.Ongoing, card: SeenCard) -> float:
        """Return the value of an ongoing instruction on one card."""
        match part:
            case tree.Modify(stat=stat):
                is_lasting = self.this is not None or self.board.view.resolving is not None
                return modified(self.board, card, stat, self._modifier(part), is_lasting=is_lasting)
            case tree.Gain():
                return 0.5 * self.board.sign(card.seat)
            case tree.CannotBe(_, ban):
                return barred(self.board, card, ban)
            case _:
                return 0.0

    @abstractmethod
    def effect(self, effect: Effect) -> float:
        """Return the value of an effect."""

    @abstractmethod
    def playing(self, face: CardFace, *, inverted: bool = False) -> float:
        """Return the value of playing a card."""
