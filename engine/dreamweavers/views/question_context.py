"""One question with its seat's view, for previews of answers: memory, prices, shields."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cards.i18n import Message, row
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
"""The full size of an Ego. Cards below it are missing (DW23)."""


class MemoryPrice(msgspec.Struct, frozen=True):
    """The cost in memory of an option of playing or activating, and its result."""

    key: str
    """The option's key."""
    memory: int
    waits: bool
    """Whether it puts an effect on standby."""
    moves_tracker: bool
    """Whether its text also gains or loses memory."""


class QuestionContext(msgspec.Struct, frozen=True):
    """A question with its seat's view. `names` are those of both players, by seat."""

    view: DreamweaversView
    question: Question
    names: Sequence[str]

    @property
    def me(self) -> SideView:
        """The asked seat's side."""
        return self.view.sides[self.question.seat]

    @property
    def them(self) -> SideView:
        """The other side."""
        return self.view.sides[1 - self.question.seat]

    @property
    def their_name(self) -> str:
        """The other player's name."""
        return self.names[self.them.seat]

    @property
    def memory(self) -> int:
        """The tracker's place for this seat: negative on the other side."""
        return self.me.memory - self.them.memory

    def at_their_turn(self, memory: int) -> int:
        """Return the memory with which the opponent's turn begins: at least their number of missing Ego cards (DW23)."""
        return max(memory, EGO_SIZE - len(self.them.ego))

    def at_my_turn(self, memory: int) -> int:
        """Return the memory with which this seat's turn begins (DW23)."""
        return max(memory, EGO_SIZE - len(self.me.ego))

    def prices(self) -> list[MemoryPrice]:
        """Return the cost of each option of playing or activating (DW27, DW39)."""
        result: list[MemoryPrice] = []
        for option in self.question.options:
            name, at = option.about.name, option.about.mark or 0
            if option.verb == OptionVerb.PLAY:
                hand_card = next(
                    (card for card in self.me.hand if card.face and card.face.title == name), None
                )
                if hand_card is not None and hand_card.face is not None:
                    face = hand_card.face
                    moves = any(moves_tracker(ability) for ability in played(face))
                    memory = hand_card.cost + additional_memory(face)
                    result.append(MemoryPrice(option.key, memory, bool(played(face)), moves))
            elif option.verb == OptionVerb.ACTIVATE:
                _, text = self.text_of(name)
                if at < len(text):
                    moves = moves_tracker(read(text[at]))
                    memory = ability_memory(text, at)
                    result.append(MemoryPrice(option.key, memory, waits=True, moves_tracker=moves))
        return result

    def beside(self, key: str, label: Message, claim: Claim) -> Consequence:
        """Return the consequence of an option as shown beside it, before its own detail."""
        text = next(option.detail for option in self.question.options if option.key == key)
        sentence = row(label, text, between=" · ") if text else label
        return Consequence(key, sentence, Gravity.DETAIL, (claim,))

    def text_of(self, name: str) -> tuple[bool, Sequence[str]]:
        """Return whether a name is this seat's Intent, and the text of the Intent or of a card in play."""
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
    """Return the card with that title; None if it isn't among these."""
    return next((card for card in cards if card.face.title == name), None)


def with_number(text: Message, n: int) -> Message:
    """Return a thing with a number in parentheses: "Hound (3)"."""
    return row(text, f"({n})")


def listed(parts: Sequence[Message]) -> Message:
    """Return things separated by commas."""
    return row(*parts, between=", ")
