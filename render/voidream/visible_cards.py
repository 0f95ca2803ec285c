"""The cards that a player can look at, with their current states: their own hand, face-up cards, and private ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from cards.i18n import ENGLISH, Message, Translator, Value, msg, row, series, title
from engine.voidream.views.types import CardFace, CardInPlay, SideView, StatChange, VoidreamView
from render.table.words import from_viewer, title_of
from render.visible_card import InSight, first_of_each
from render.voidream.text import secret_faces
from render.voidream.words import ROLES, keyword_word, kind_line


def cards_in_sight(
    view: VoidreamView, names: Sequence[str], translator: Translator = ENGLISH
) -> list[InSight]:
    """Return the cards that the viewer can look at: those being looked at, the hand, both sides, the piles."""
    return first_of_each(_Seen(view, names, translator).all())


class _Seen(msgspec.Struct, frozen=True):
    view: VoidreamView
    names: Sequence[str]
    translator: Translator

    def all(self) -> Iterator[InSight]:
        view, viewer = self.view, self.view.viewer
        sides = from_viewer(view.sides, viewer)
        if viewer is not None:
            yours = msg("Your hand")
            for face in view.looking_at:
                yield self.one(f"l:{face.title}", face, yours)
            for card in sides[0].hand:
                if card.face is not None:
                    yield self.one(f"h:{card.face.title}", card.face, yours)
            for where, face in secret_faces(view, self.translator):
                yield self.one(f"s:{face.title}", face, yours, where)
        if view.resolving is not None:
            yield self.one(f"r:{view.resolving.title}", view.resolving, self.of(sides[0]))
        for side in sides:
            yield from self.side(side)
        for side in sides:
            piles = msg("{name}: discarded and voided", name=self.names[side.seat])
            for pile in (side.arcana_discard, side.discard, side.void):
                for face in pile.cards:
                    yield self.one(f"d{side.seat}:{face.title}", face, piles)

    def of(self, side: SideView) -> Message:
        return msg("{name}: in play", name=self.names[side.seat])

    def side(self, side: SideView) -> Iterator[InSight]:
        where = self.of(side)
        mind = side.mind
        label = row(title(mind.title), msg("mind"), between=", ")
        yield InSight(f"m{side.seat}", mind.title, self.translator(where), self.translator(label), "")
        for active in side.constructs:
            yield self.one(f"c{side.seat}:{active.face.title}", active.face, where)
        for card in side.play:
            if card.face is not None and not card.veiled:
                yield self.one(f"p{card.tag}", card.face, where, card=card)
            for attachment in card.attached:
                if attachment.face is not None and not attachment.is_charge:
                    yield self.one(f"p{attachment.tag}", attachment.face, where)

    def one(
        self, key: str, face: CardFace, where: Message, detail: str = "", card: CardInPlay | None = None
    ) -> InSight:
        about = detail or kind_line(face, self.translator)
        current_state = (
            tuple(self.translator(one) for one in _now(card, face, self.translator))
            if card is not None
            else ()
        )
        label = title_of(face, self.translator)
        return InSight(key, face.title, self.translator(where), label, about, current_state)


def _now(card: CardInPlay, face: CardFace, translator: Translator) -> Iterator[Message]:
    """Return the current state of a card in play, each changed number with its reasons."""
    numbers = {
        "dawn": (face.dawn, card.dawn),
        "stability": (face.stability, card.stability),
        "dusk": (face.dusk, card.dusk),
    }
    for which, (text_in_print, n) in numbers.items():
        why = [change for change in card.changes if change.of == which]
        if why or text_in_print != n:
            sums = row(
                msg("printed {n}", n=_signed(text_in_print)),
                *(_added(change) for change in why),
                between=", ",
            )
            yield msg("Now {what} {n}: {why}.", what=_STATS[which], n=_signed(n), why=sums)
    states: list[Value] = [msg("exhausted")] if card.exhausted else []
    states += [msg("damage {n}", n=card.damage)] if card.damage else []
    states += [ROLES[card.role]] if card.role else []
    if states:
        yield msg("It is {states}.", states=series(*states))
    text_in_print = " ".join(face.text).casefold()
    if gained := [keyword for keyword in card.keywords if keyword.casefold() not in text_in_print]:
        yield msg(
            "It has gained {names}.", names=", ".join(keyword_word(keyword, translator) for keyword in gained)
        )


_STATS = {"dawn": msg("dawn"), "stability": msg("stability"), "dusk": msg("dusk")}


def _added(change: StatChange) -> Message:
    return row(title(change.title), _signed(change.number, plus=True))


def _signed(n: int, *, plus: bool = False) -> str:
    return f"{n:+d}".replace("-", "−") if plus else str(n).replace("-", "−")
