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
def text_of(printed: tuple[str, ...]) -> CompiledText:
    """Return a printed text, grouped by use in the rules."""
    read: list[lines.Ability] = [read_line(line) for line in printed]
    return compile_text(tuple(read))


@lru_cache(maxsize=2048)
def effects_of(printed: tuple[str, ...]) -> dict[int, Effect]:
    """Return the effects of a printed text by line: of its abilities, its triggers, and on being played."""
    found: dict[int, Effect] = {}
    for number, line in enumerate(printed):
        ability = read_line(line)
        match ability.line if isinstance(ability, lines.Lingering) else ability:
            case lines.WhenPlayed(effect) | lines.Fleeting(effect) | lines.Line(effect):
                found[PLAYED] = (*found.get(PLAYED, ()), *effect)
            case lines.Activated(_, effect) | lines.ActivatedOnce(_, effect):
                found[number] = effect
            case lines.Triggered() as triggered:
                found[number] = triggered.effect
            case _:
                pass
    return found


@lru_cache(maxsize=32)
def powers_of(notion: str) -> dict[str, int]:
    """Return the cards of a notion as it comes with the game: the powers of Thoughts by title, -1 for a Feeling."""
    return {card.title: card.power if card.is_thought else -1 for card in the_set().of(Notion(notion))}


@lru_cache(maxsize=2048)
def _names(keywords: tuple[str, ...]) -> frozenset[str]:
    """Return the names of keywords as a card in play shows them, in lowercase and without numbers."""
    return frozenset(said.casefold().rstrip(" 0123456789") for said in keywords)


class SeenCard(msgspec.Struct, frozen=True):
    """A card that the seat sees: its owner, zone and current power."""

    face: CardFace
    seat: int
    zone: str
    power: int
    in_play: CardInPlay | None = None

    @property
    def is_thought(self) -> bool:
        """Whether it is a Thought."""
        return self.face.kind == "Thought"

    @property
    def text(self) -> CompiledText:
        """Its text."""
        return text_of(self.face.text)

    def has(self, keyword: KeywordName) -> bool:
        """Return whether it has a keyword, as printed or now in play."""
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
        self.things: dict[str, SeenCard] = {}
        self._standing: dict[str, float] = {}
        for side in view.sides:
            for zone, cards in (("thoughts", side.thoughts), ("feelings", side.feelings)):
                for card in cards:
                    self.things[card.face.title] = SeenCard(card.face, side.seat, zone, card.power, card)
            for held in side.hand:
                if held.face is not None:
                    self._add(held.face, side.seat, "hand")
            for face in side.id:
                self._add(face, side.seat, "id")
            for face in (*side.ego, *side.mind):
                if face is not None:
                    self._add(face, side.seat, "hidden")
        for face in view.looking_at:
            self._add(face, seat, "looked")

    def _add(self, face: CardFace, seat: int, zone: str) -> None:
        self.things.setdefault(face.title, SeenCard(face, seat, zone, face.power))

    def find(self, title: str) -> SeenCard | None:
        """Return the card of this title, None if the seat sees none."""
        return self.things.get(title)

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
        """The powers of the opponent's cards that this seat sees nowhere, -1 for a Feeling (DW5)."""
        notions = self.theirs.notions
        return tuple(
            power
            for notion in notions
            for title, power in powers_of(notion).items()
            if title not in self.things
        )

    @cached_property
    def thoughts_among_unseen(self) -> float:
        """The share of Thoughts among the opponent's unseen cards."""
        return sum(power >= 0 for power in self.unseen) / len(self.unseen) if self.unseen else 0.6

    def repelled(self, power: int) -> float:
        """Return the probability that a point of damage to the opponent reveals a Thought that forgets an attacker of
        this power.
        """
        top = self.theirs.ego[0] if self.theirs.ego else None
        if top is not None:
            return float(top.kind == "Thought" and top.power >= power)
        return sum(each >= max(0, power) for each in self.unseen) / len(self.unseen) if self.unseen else 0.3

    # -- stakes

    def missing(self, seat: int) -> int:
        """Return how much memory a seat has at least when its turn begins (DW23)."""
        return max(0, 5 - len(self.view.sides[seat].ego))

    @cached_property
    def memory_worth(self) -> float:
        """The value of a point of own memory on one's own turn: less, if the opponent begins with some anyway."""
        return 0.35 + 0.13 * max(0, 3 - self.missing(1 - self.seat))

    def damage_worth(self, seat: int) -> float:
        """Return the value of a point of damage to a seat for its opponent: the fewer cards its Ego has, the higher."""
        left = len(self.view.sides[seat].ego)
        return WIN if left == 0 else _DAMAGE[min(left, 5)]

    def holding(self, thing: SeenCard) -> float:
        """Return the value of a card in hand, as a shield and to play. Low, because refilling the hand is free."""
        if not thing.is_thought:
            return 0.8
        shield = thing.face.power + thing.text.keywords.get(KeywordName.BULWARK, 0)
        return 0.8 + 0.17 * min(shield, _ENOUGH)

    def standing(self, thing: SeenCard) -> float:
        """Return the value of a card in play to its controller."""
        title = thing.face.title
        known = self._standing.get(title)
        if known is None:
            known = self._standing[title] = self._reckoned(thing)
        return known

    def _reckoned(self, thing: SeenCard) -> float:
        if not thing.is_thought:
            return self.lingering(thing)
        text = thing.text
        worth = (
            0.9
            + 0.6 * thing.power
            + 0.03 * thing.power**2
            + 0.8 * bool(text.statics)
            + 0.6 * bool(text.triggered)
        )
        worth += 0.5 * len(text.abilities)
        worth += 0.4 * sum(thing.has(keyword) for keyword in _LIKED)
        return worth - (1.5 if thing.has(KeywordName.FADING) else 0.0)

    def lingering(self, thing: SeenCard) -> float:
        """Return the value of a Feeling's lingering effect to its controller, reduced when little room is left."""
        text = thing.text
        worth = 1.5 * len(text.statics) + 1.0 * len(text.triggered) + 0.8 * len(text.abilities)
        if KeywordName.FADING in text.keywords:
            worth *= 0.4
        if any(isinstance(one, ControlsFourth) for _, static in text.statics for one in static.ongoing):
            worth += 1.0
        side = self.view.sides[thing.seat]
        others = len(side.feelings) - (thing.in_play is not None)
        room = side.most_feelings - others
        return worth * (1.0 if room > 2 else 0.75 if room == 2 else 0.3)

    def has_use_of(self, thing: SeenCard) -> bool:
        """Return whether a card in play does more good there than by making room for a better one in its player's hand."""
        side = self.mine
        if thing.seat != self.seat:
            return True
        if thing.is_thought:
            held = (card.face.power for card in side.hand if card.face and card.face.kind == "Thought")
            return len(side.thoughts) < side.most_thoughts or max(held, default=0) <= thing.power
        if len(side.feelings) < side.most_feelings:
            return True
        return not any(card.face and card.face.kind == "Feeling" for card in side.hand)


_DAMAGE = (WIN, 5.4, 4.2, 3.0, 1.9, 1.2)
"""The value of a point of damage, by the number of cards that the Ego still has."""

_ENOUGH = 5
"""A shield value that stops nearly everything: more is worth nothing."""

_LIKED = (
    KeywordName.STEADFAST,
    KeywordName.GUARDIAN,
    KeywordName.CRUSHING,
    KeywordName.RELENTLESS,
    KeywordName.ELUSIVE,
    KeywordName.STUBBORN,
)
