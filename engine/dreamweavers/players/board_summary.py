"""A seat's view as computer players use it: control of cards, the stakes, and the defences against an attack."""

from __future__ import annotations

from functools import cached_property, lru_cache

import msgspec

from cards.dreamweavers.language import lines
from cards.dreamweavers.language.continuous_effects import ControlsFourth
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.sentences import Effect
from cards.dreamweavers.language.words import KeywordName, Notion
from cards.dreamweavers.library import the_set
from engine.dreamweavers.program import PLAYED, CompiledText, compile_text
from engine.dreamweavers.views.types import CardFace, CardInPlay, DreamweaversView, SideView

WIN = 1000.0


@lru_cache(maxsize=2048)
def text_of(lines_in_print: tuple[str, ...]) -> CompiledText:
    """Return a printed text, grouped by use in the rules."""
    abilities: list[lines.Ability] = [read_line(line) for line in lines_in_print]
    return compile_text(tuple(abilities))


@lru_cache(maxsize=2048)
def effects_of(lines_in_print: tuple[str, ...]) -> dict[int, Effect]:
    """Return the effects of a printed text by line: of abilities, triggers, and playing the card."""
    result: dict[int, Effect] = {}
    for number, line in enumerate(lines_in_print):
        ability = read_line(line)
        match ability.line if isinstance(ability, lines.Lingering) else ability:
            case lines.WhenPlayed(effect) | lines.Fleeting(effect) | lines.Line(effect):
                result[PLAYED] = (*result.get(PLAYED, ()), *effect)
            case lines.Activated(_, effect) | lines.ActivatedOnce(_, effect):
                result[number] = effect
            case lines.Triggered() as triggered:
                result[number] = triggered.effect
            case _:
                pass
    return result


@lru_cache(maxsize=32)
def powers_of(notion: str) -> dict[str, int]:
    """Return the powers of a notion's cards in the game's own set, by title; -1 for a Feeling."""
    return {card.title: card.power if card.is_thought else -1 for card in the_set().of(Notion(notion))}


@lru_cache(maxsize=2048)
def _names(keywords: tuple[str, ...]) -> frozenset[str]:
    """Return the names of keywords as a card in play shows them, in lowercase and without numbers."""
    return frozenset(name.casefold().rstrip(" 0123456789") for name in keywords)


class SeenCard(msgspec.Struct, frozen=True):
    """A visible card: its owner, zone and current power."""

    face: CardFace
    seat: int
    zone: str
    power: int
    in_play: CardInPlay | None = None

    @property
    def is_thought(self) -> bool:
        """Whether the card is a Thought."""
        return self.face.kind == "Thought"

    @property
    def text(self) -> CompiledText:
        """The card's text."""
        return text_of(self.face.text)

    def has(self, keyword: KeywordName) -> bool:
        """Return whether the card has a keyword, as printed or currently in play."""
        if self.in_play is not None:
            return keyword.value in _names(self.in_play.keywords)
        return keyword in self.text.keywords


class BoardSummary:
    """A seat's view, prepared for the player."""

    def __init__(self, view: DreamweaversView, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.mine: SideView = view.sides[seat]
        self.theirs: SideView = view.sides[1 - seat]
        self.cards: dict[str, SeenCard] = {}
        self._values_in_play: dict[str, float] = {}
        for side in view.sides:
            for zone, cards in (("thoughts", side.thoughts), ("feelings", side.feelings)):
                for card in cards:
                    self.cards[card.face.title] = SeenCard(card.face, side.seat, zone, card.power, card)
            for hand in side.hand:
                if hand.face is not None:
                    self._add(hand.face, side.seat, "hand")
            for face in side.id:
                self._add(face, side.seat, "id")
            for face in (*side.ego, *side.mind):
                if face is not None:
                    self._add(face, side.seat, "hidden")
        for face in view.looking_at:
            self._add(face, seat, "looked")

    def _add(self, face: CardFace, seat: int, zone: str) -> None:
        self.cards.setdefault(face.title, SeenCard(face, seat, zone, face.power))

    def find(self, title: str) -> SeenCard | None:
        """Return the card with this title; None if the seat can't see one."""
        return self.cards.get(title)

    @property
    def is_my_turn(self) -> bool:
        """Whether it is this seat's turn."""
        return self.view.active == self.seat

    @property
    def stand(self) -> int:
        """The tracker's place, above 0 on this seat's side."""
        side = self.view.tracker_side
        return 0 if side is None else self.view.tracker if side == self.seat else -self.view.tracker

    # -- hidden cards

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """The powers of the opponent's cards that the seat can't see anywhere; -1 for a Feeling (DW5)."""
        notions = self.theirs.notions
        return tuple(
            power
            for notion in notions
            for title, power in powers_of(notion).items()
            if title not in self.cards
        )

    @cached_property
    def thoughts_among_unseen(self) -> float:
        """The share of Thoughts among the opponent's unseen cards."""
        return sum(power >= 0 for power in self.unseen) / len(self.unseen) if self.unseen else 0.6

    def repel_chance(self, power: int) -> float:
        """Return the probability that a point of damage to the opponent reveals a Thought that forgets this attacker.

        `power` is the attacker's.
        """
        top = self.theirs.ego[0] if self.theirs.ego else None
        if top is not None:
            return float(top.kind == "Thought" and top.power >= power)
        return sum(other >= max(0, power) for other in self.unseen) / len(self.unseen) if self.unseen else 0.3

    # -- stakes

    def missing(self, seat: int) -> int:
        """Return the minimum memory with which a seat begins its turn (DW23)."""
        return max(0, 5 - len(self.view.sides[seat].ego))

    @cached_property
    def memory_value(self) -> float:
        """The value of a point of the seat's memory in its own turn; lower if the opponent begins with some anyway."""
        return 0.35 + 0.13 * max(0, 3 - self.missing(1 - self.seat))

    def damage_value(self, seat: int) -> float:
        """Return the value of a point of damage to a seat for its opponent: the fewer cards its Ego has, the higher."""
        remaining = len(self.view.sides[seat].ego)
        return WIN if remaining == 0 else _DAMAGE[min(remaining, 5)]

    def value_in_hand(self, card: SeenCard) -> float:
        """Return the value of a card in hand, as a shield and to play. Low, because refilling the hand is free."""
        if not card.is_thought:
            return 0.8
        shield = card.face.power + card.text.keywords.get(KeywordName.BULWARK, 0)
        return 0.8 + 0.17 * min(shield, _ENOUGH)

    def value_in_play(self, card: SeenCard) -> float:
        """Return the value of a card in play to its controller."""
        title = card.face.title
        cached = self._values_in_play.get(title)
        if cached is None:
            cached = self._values_in_play[title] = self._estimate(card)
        return cached

    def _estimate(self, card: SeenCard) -> float:
        if not card.is_thought:
            return self.value_of_lingering(card)
        text = card.text
        value = (
            0.9
            + 0.6 * card.power
            + 0.03 * card.power**2
            + 0.8 * bool(text.statics)
            + 0.6 * bool(text.triggered)
        )
        value += 0.5 * len(text.abilities)
        value += 0.4 * sum(card.has(keyword) for keyword in _LIKED)
        return value - (1.5 if card.has(KeywordName.FADING) else 0.0)

    def value_of_lingering(self, card: SeenCard) -> float:
        """Return the value of a Feeling's lingering effect to its controller, reduced when little room is left."""
        text = card.text
        value = 1.5 * len(text.statics) + 1.0 * len(text.triggered) + 0.8 * len(text.abilities)
        if KeywordName.FADING in text.keywords:
            value *= 0.4
        if any(isinstance(item, ControlsFourth) for _, static in text.statics for item in static.ongoing):
            value += 1.0
        side = self.view.sides[card.seat]
        others = len(side.feelings) - (card.in_play is not None)
        room = side.most_feelings - others
        return value * (1.0 if room > 2 else 0.75 if room == 2 else 0.3)

    def is_worth_keeping(self, seen_card: SeenCard) -> bool:
        """Return whether a card in play is worth more than the space for a better card in its player's hand."""
        side = self.mine
        if seen_card.seat != self.seat:
            return True
        if seen_card.is_thought:
            hand = (card.face.power for card in side.hand if card.face and card.face.kind == "Thought")
            return len(side.thoughts) < side.most_thoughts or max(hand, default=0) <= seen_card.power
        if len(side.feelings) < side.most_feelings:
            return True
        return not any(card.face and card.face.kind == "Feeling" for card in side.hand)


_DAMAGE = (WIN, 5.4, 4.2, 3.0, 1.9, 1.2)
"""The value of a point of damage, by the number of cards left in the Ego."""

_ENOUGH = 5
"""A shield value that stops nearly everything, so that more has no value."""

_LIKED = (
    KeywordName.STEADFAST,
    KeywordName.GUARDIAN,
    KeywordName.CRUSHING,
    KeywordName.RELENTLESS,
    KeywordName.ELUSIVE,
    KeywordName.STUBBORN,
)
