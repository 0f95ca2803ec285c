"""One question with its seat's view, for previews of answers: memory, prices, shields."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cards.i18n import Message, row, title
from engine.dreamweavers.topics import OptionVerb
from engine.dreamweavers.views.print_consequences import (
    ability_memory,
    additional_memory,
    moves_tracker,
    played,
    read,
    shield,
)
from engine.dreamweavers.views.types import CardFace, CardInPlay, DreamweaversView, SideView
from engine.kernel.claims import Claim
from engine.kernel.consequence import Consequence, Gravity
from engine.kernel.question import Question

EGO_SIZE = 5
"""Fewer cards in an Ego are missing ones (DW23)."""


class MemoryPrice(msgspec.Struct, frozen=True):
    """The cost in memory of an option of playing or activating, and its result."""

    key: str
    """The option's."""
    name: Message
    """Its name: of a card its title, of an Intent its notion."""
    memory: int
    waits: bool
    """Whether it puts an effect on standby."""
    moves_tracker: bool
    """Whether its text also gains or loses memory."""


class QuestionContext(msgspec.Struct, frozen=True):
    """One question, and what its seat sees; `names` are those of both players, by seat."""

    view: DreamweaversView
    question: Question
    names: Sequence[str]

    @property
    def me(self) -> SideView:
        """The side of the asked seat."""
        return self.view.sides[self.question.seat]

    @property
    def them(self) -> SideView:
        """The other side."""
        return self.view.sides[1 - self.question.seat]

    @property
    def their_name(self) -> str:
        """The name of the other player."""
        return self.names[self.them.seat]

    @property
    def memory(self) -> int:
        """The tracker's place for this seat: below 0 on the other side."""
        return self.me.memory - self.them.memory

    def at_their_turn(self, memory: int) -> int:
        """Return with how much memory the other's turn begins: no less than what their Ego lacks (DW23)."""
        return max(memory, EGO_SIZE - len(self.them.ego))

    def at_my_turn(self, memory: int) -> int:
        """Return with how much memory the own turn begins (DW23)."""
        return max(memory, EGO_SIZE - len(self.me.ego))

    def prices(self) -> list[MemoryPrice]:
        """Return the cost of each option of playing or activating (DW27, DW39)."""
        found: list[MemoryPrice] = []
        for option in self.question.options:
            name, at = option.about.name, option.about.mark or 0
            if option.verb == OptionVerb.PLAY:
                held = next((card for card in self.me.hand if card.face and card.face.title == name), None)
                if held is not None and held.face is not None:
                    face = held.face
                    moves = any(moves_tracker(one) for one in played(face))
                    memory = held.cost + additional_memory(face)
                    found.append(MemoryPrice(option.key, title(name), memory, bool(played(face)), moves))
            elif option.verb == OptionVerb.ACTIVATE:
                is_intent, text = self.text_of(name)
                if at < len(text):
                    said = Message(name, context="notion") if is_intent else title(name)
                    moves = moves_tracker(read(text[at]))
                    memory = ability_memory(text, at)
                    found.append(MemoryPrice(option.key, said, memory, waits=True, moves_tracker=moves))
        return found

    def beside(self, key: str, said: Message, claim: Claim) -> Consequence:
        """Return the consequence of an option as shown beside it, before its own detail."""
        text = next(option.detail for option in self.question.options if option.key == key)
        told = row(said, text, between=" · ") if text else said
        return Consequence(key, told, Gravity.DETAIL, (claim,))

    def text_of(self, name: str) -> tuple[bool, Sequence[str]]:
        """Return the text of a card of this seat in play, or of its Intent (True), whose name is its notion's."""
        for card in (*self.me.thoughts, *self.me.feelings):
            if card.face.title == name:
                return False, card.face.text
        intent = self.me.intent
        return True, intent.text if intent is not None and intent.notion == name else ()

    def shields(self) -> dict[str, int]:
        """Return each Thought's value as a shield, by title, lowest first (DW76)."""
        faces = [card.face for card in self.me.hand if card.face is not None and card.face.kind == "Thought"]
        return {face.title: shield(face) for face in sorted(faces, key=_by_shield)}


def _by_shield(face: CardFace) -> tuple[int, str]:
    return shield(face), face.title


def in_play(cards: Sequence[CardInPlay], name: str) -> CardInPlay | None:
    """Return the card of that title, None if it is not among these."""
    return next((card for card in cards if card.face.title == name), None)


def with_number(what: Message, n: int) -> Message:
    """Return a thing with a number that is said of it: "Hound (3)"."""
    return row(what, f"({n})")


def listed(parts: Sequence[Message]) -> Message:
    """Return things with commas between."""
    return row(*parts, between=", ")
