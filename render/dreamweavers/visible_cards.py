"""The cards that a player can look at, with their current states: their hand, public cards, known cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from cards.i18n import ENGLISH, Message, Translator, Value, msg, row
from engine.dreamweavers.views.types import CardFace, CardInPlay, DreamweaversView, SideView
from render.dreamweavers.words import (
    changes_words,
    hint,
    is_thought,
    keyword_word,
    kind_line,
    notion_word,
    states_of,
)
from render.table.words import capital, from_viewer, plain, title_of
from render.visible_card import InSight, first_of_each


def cards_in_sight(
    view: DreamweaversView, names: Sequence[str], translator: Translator = ENGLISH
) -> list[InSight]:
    """Return the cards that the viewer can look at: those being looked at, the hand, both sides, both Ids.

    During the draft, these are the notions, available ones first.
    """
    return first_of_each(_Seen(view, names, translator).all())


class _Seen(msgspec.Struct, frozen=True):
    view: DreamweaversView
    names: Sequence[str]
    translator: Translator

    def all(self) -> Iterator[InSight]:
        view = self.view
        sides = from_viewer(view.sides, view.viewer)
        seat = sides[0].seat
        yield from self.drafted()
        if view.viewer is not None:
            yours = msg("Your hand")
            for face in view.looking_at:
                yield self.one(f"l:{face.title}", face, yours, self.text(msg("you are looking at it")))
            for card in sides[0].hand:
                if card.face is not None:
                    yield self.one(f"h{seat}:{card.face.title}", card.face, yours)
        if view.revealed is not None:
            where = msg("{name}: in play", name=self.names[seat])
            yield self.one(f"r:{view.revealed.title}", view.revealed, where, self.text(msg("just revealed")))
        for side in sides:
            where = msg("{name}: in play", name=self.names[side.seat])
            yield from self.intent(side, where)
            for card in (*side.thoughts, *side.feelings):
                yield self.one(f"p:{card.face.title}", card.face, where, card=card)
        for side in sides:
            yield from self.known(side)
        for side in sides:
            for face in side.id:
                detail = f"{self.names[side.seat]}: {kind_line(face, self.translator)}"
                yield self.one(f"i:{face.title}", face, msg("In the Ids", "place"), detail)

    def known(self, side: SideView) -> Iterator[InSight]:
        """Yield the known cards of a hidden hand, Ego and mind."""
        where, name = msg("Known of closed cards", "place"), self.names[side.seat]
        if side.seat != self.view.viewer:
            for card in side.hand:
                if card.face is not None:
                    place = self.text(msg("{name}: in the hand", "place", name=name))
                    yield self.one(f"h{side.seat}:{card.face.title}", card.face, where, place)
        for zone, faces in (
            (msg("{name}: in the Ego", "place", name=name), side.ego),
            (msg("{name}: in the mind", "place", name=name), side.mind),
        ):
            for face in faces:
                if face is not None:
                    yield self.one(f"k:{face.title}", face, where, self.text(zone))

    def drafted(self) -> Iterator[InSight]:
        """Yield the notions of the draft, available ones first. The page of each has its fifteen cards (DW2)."""
        if self.view.draft is None or self.view.turn:
            return
        where = self.text(msg("Notions", "place"))
        for notion in sorted(self.view.draft.notions, key=lambda notion: notion.order):
            about = hint(self.text(msg(notion.about, "about"))) if notion.about else ""
            name = notion_word(notion.notion, self.translator)
            yield InSight(f"n:{notion.notion}", notion.notion, where, name, about)

    def intent(self, side: SideView, where: Message) -> Iterator[InSight]:
        """Yield a player's Intent, which is looked up by its notion."""
        if side.intent is not None:
            label = row(notion_word(side.intent.notion, self.translator), msg("Intent", "card"), between=", ")
            text = self.text(label)
            yield InSight(f"t{side.seat}", side.intent.notion, self.text(where), text, "")

    def text(self, text: Value) -> str:
        return self.translator(text)

    def one(
        self, key: str, face: CardFace, where: Value, detail: str = "", card: CardInPlay | None = None
    ) -> InSight:
        about = detail or kind_line(face, self.translator)
        current_state = tuple(_now(card, self.translator)) if card is not None else ()
        return InSight(
            key, face.title, self.text(where), title_of(face, self.translator), about, current_state
        )


def _now(card: CardInPlay, translator: Translator) -> Iterator[str]:
    """Return the current state of a card in play: a changed power with its reasons, states, and gained abilities."""
    why = changes_words(card, translator)
    if why and is_thought(card.face):
        yield translator(msg("Now power {n}: {why}.", n=plain(card.power), why=why))
    states = states_of(card, translator)
    if states:
        yield f"{capital(', '.join(states))}."
    text_in_print = " ".join(card.face.text).casefold()
    gained = [
        keyword_word(keyword, translator)
        for keyword in card.keywords
        if keyword.casefold() not in text_in_print
    ]
    if gained:
        yield translator(msg("It has gained {names}.", names=", ".join(gained)))
