"""A seat's own view, as a player looks at it: who controls what, what is at stake, what attacks would meet."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from cards.dreamweavers.language import lines
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.sentences import Effect
from cards.dreamweavers.language.words import KeywordName
from engine.dreamweavers.program import PLAYED, CompiledText, compile_text
from engine.dreamweavers.views.types import CardFace, CardInPlay, DreamweaversView, SideView

WIN = 1000.0


@lru_cache(maxsize=2048)
def text_of(printed: tuple[str, ...]) -> CompiledText:
    """Return a printed text, sorted by what the rules ask of it."""
    read: list[lines.Ability] = [read_line(line) for line in printed]
    return compile_text(tuple(read))


@lru_cache(maxsize=2048)
def effects_of(printed: tuple[str, ...]) -> dict[int, Effect]:
    """Return the effects of a printed text by their lines: of its abilities, its triggers, and of what is done when it is played."""
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


class Thing(msgspec.Struct, frozen=True):
    """A card that the seat sees somewhere: whose, where, its power there."""

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
        """Whether it has a keyword, as printed or now in play."""
        if self.in_play is not None:
            return any(said.casefold().startswith(keyword.value) for said in self.in_play.keywords)
        return keyword in self.text.keywords


class Sight:
    """What a seat sees."""

    def __init__(self, view: DreamweaversView, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.mine: SideView = view.sides[seat]
        self.theirs: SideView = view.sides[1 - seat]
        self.things: dict[str, Thing] = {}
        for side in view.sides:
            for zone, cards in (("thoughts", side.thoughts), ("feelings", side.feelings)):
                for card in cards:
                    self.things[card.face.title] = Thing(card.face, side.seat, zone, card.power, card)
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
        self.things.setdefault(face.title, Thing(face, seat, zone, face.power))

    def find(self, title: str) -> Thing | None:
        """Return the card of this title, None if the seat sees none."""
        return self.things.get(title)

    @property
    def is_my_turn(self) -> bool:
        """Whether it is this seat's turn."""
        return self.view.active == self.seat

    @property
    def stand(self) -> int:
        """Where the tracker stands, above 0 on this seat's side."""
        side = self.view.tracker_side
        return 0 if side is None else self.view.tracker if side == self.seat else -self.view.tracker

    # -- what is at stake

    def damage_worth(self, seat: int) -> float:
        """Return what a point of damage to a seat is worth to its opponent: more, the fewer cards its Ego has."""
        left = len(self.view.sides[seat].ego)
        return WIN if left == 0 else 1.4 + 0.9 * (5 - min(5, left))

    def holding(self, thing: Thing) -> float:
        """Return what a card in hand is worth: it is a shield, and something to play."""
        if not thing.is_thought:
            return 1.3
        return 0.9 + 0.18 * (thing.face.power + thing.text.keywords.get(KeywordName.BULWARK, 0))

    def standing(self, thing: Thing) -> float:
        """Return what a card in play is worth to its controller."""
        if not thing.is_thought:
            return 1.2 if thing.in_play is not None and thing.text.programs else 0.3
        worth = 0.8 + 0.75 * thing.power + 0.6 * bool(thing.text.statics or thing.text.triggered)
        worth += 0.5 * len(thing.text.abilities)
        return worth - (1.0 if thing.has(KeywordName.FADING) else 0.0)

    def repelled(self, power: int) -> float:
        """Return how likely a point of damage to the opponent reveals a Thought that forgets an attacker of this power."""
        return max(0.0, min(0.6, 0.6 - 0.1 * power))

    def tallest(self, seat: int) -> int:
        """Return the greatest power among a seat's Thoughts that could attack in its next turn."""
        return max((card.power for card in self.view.sides[seat].thoughts), default=0)
