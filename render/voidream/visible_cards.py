"""The cards that a player can look at: their own hand, what lies face up, and what only they may see; and how each is now."""

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
    """Return what the viewer can look at, nearest first: what they look at now, the hand, both sides, the piles."""
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
            for under in card.attached:
                if under.face is not None and not under.is_charge:
                    yield self.one(f"p{under.tag}", under.face, where)

    def one(
        self, key: str, face: CardFace, where: Message, detail: str = "", card: CardInPlay | None = None
    ) -> InSight:
        about = detail or kind_line(face, self.translator)
        now = (
            tuple(self.translator(one) for one in _now(card, face, self.translator))
            if card is not None
            else ()
        )
        label = title_of(face, self.translator)
        return InSight(key, face.title, self.translator(where), label, about, now)


def _now(card: CardInPlay, face: CardFace, translator: Translator) -> Iterator[Message]:
    """Return the current state of a card in play, each changed number with its reasons."""
    numbers = {
        "dawn": (face.dawn, card.dawn),
        "stability": (face.stability, card.stability),
        "dusk": (face.dusk, card.dusk),
    }
    for which, (printed, n) in numbers.items():
        why = [one for one in card.changes if one.of == which]
        if why or printed != n:
            sums = row(msg("printed {n}", n=_signed(printed)), *(_added(one) for one in why), between=", ")
            yield msg("Now {what} {n}: {why}.", what=_STATS[which], n=_signed(n), why=sums)
    states: list[Value] = [msg("exhausted")] if card.exhausted else []
    states += [msg("damage {n}", n=card.damage)] if card.damage else []
    states += [ROLES[card.role]] if card.role else []
    if states:
        yield msg("It is {states}.", states=series(*states))
    printed = " ".join(face.text).casefold()
    if gained := [word for word in card.keywords if word.casefold() not in printed]:
        yield msg(
            "It has gained {names}.", names=", ".join(keyword_word(word, translator) for word in gained)
        )


_STATS = {"dawn": msg("dawn"), "stability": msg("stability"), "dusk": msg("dusk")}


def _added(change: StatChange) -> Message:
    return row(title(change.title), _signed(change.number, plus=True))


def _signed(n: int, *, plus: bool = False) -> str:
    return f"{n:+d}".replace("-", "−") if plus else str(n).replace("-", "−")
