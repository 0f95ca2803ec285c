"""The cards that a player can look at: their own hand, what lies face up, and what only they may see; and how each is now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cards.locales import ENGLISH, Phrase, Tongue, Value, row, say, series, title
from engine.voidream.view import CardFace, Change, InPlay, Side, VoidreamView
from render.in_sight import InSight
from render.voidream.text import secret_faces
from render.voidream.wording import ROLES, keyword_word, kind_line, title_of


def cards_in_sight(view: VoidreamView, names: Sequence[str], tongue: Tongue = ENGLISH) -> list[InSight]:
    """Return what the viewer can look at, nearest first: what they look at now, the hand, both sides, the piles."""
    seen = _Seen(view, names, tongue)
    found: dict[str, InSight] = {}
    for one in seen.all():
        found.setdefault(one.key, one)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class _Seen:
    view: VoidreamView
    names: Sequence[str]
    tongue: Tongue

    def all(self) -> Iterator[InSight]:
        view, viewer = self.view, self.view.viewer
        first = 0 if viewer is None else viewer
        sides = (view.sides[first], view.sides[1 - first])
        if viewer is not None:
            yours = say("Your hand")
            for face in view.looking_at:
                yield self.one(f"l:{face.title}", face, yours)
            for card in sides[0].hand:
                if card.face is not None:
                    yield self.one(f"h:{card.face.title}", card.face, yours)
            for where, face in secret_faces(view, self.tongue):
                yield self.one(f"s:{face.title}", face, yours, where)
        if view.resolving is not None:
            yield self.one(f"r:{view.resolving.title}", view.resolving, self.of(sides[0]))
        for side in sides:
            yield from self.side(side)
        for side in sides:
            piles = say("{name}: discarded and voided", name=self.names[side.seat])
            for pile in (side.arcana_discard, side.discard, side.void):
                for face in pile.cards:
                    yield self.one(f"d{side.seat}:{face.title}", face, piles)

    def of(self, side: Side) -> Phrase:
        return say("{name}: in play", name=self.names[side.seat])

    def side(self, side: Side) -> Iterator[InSight]:
        where = self.of(side)
        mind = side.mind
        label = row(title(mind.title), say("mind"), between=", ")
        yield InSight(f"m{side.seat}", mind.title, self.tongue(where), self.tongue(label), "")
        for active in side.constructs:
            yield self.one(f"c{side.seat}:{active.face.title}", active.face, where)
        for card in side.play:
            if card.face is not None and not card.veiled:
                yield self.one(f"p{card.tag}", card.face, where, card=card)
            for under in card.attached:
                if under.face is not None and not under.is_charge:
                    yield self.one(f"p{under.tag}", under.face, where)

    def one(
        self, key: str, face: CardFace, where: Phrase, detail: str = "", card: InPlay | None = None
    ) -> InSight:
        about = detail or kind_line(face, self.tongue)
        now = tuple(self.tongue(one) for one in _now(card, face, self.tongue)) if card is not None else ()
        label = title_of(face, self.tongue)
        return InSight(key, face.title, self.tongue(where), label, about, now)


def _now(card: InPlay, face: CardFace, tongue: Tongue) -> Iterator[Phrase]:
    """How a card in play is now, each number that is not the printed one with its reasons."""
    numbers = {
        "dawn": (face.dawn, card.dawn),
        "stability": (face.stability, card.stability),
        "dusk": (face.dusk, card.dusk),
    }
    for which, (printed, n) in numbers.items():
        why = [one for one in card.changes if one.of == which]
        if why or printed != n:
            sums = row(say("printed {n}", n=_signed(printed)), *(_added(one) for one in why), between=", ")
            yield say("Now {what} {n}: {why}.", what=_STATS[which], n=_signed(n), why=sums)
    states: list[Value] = [say("exhausted")] if card.exhausted else []
    states += [say("damage {n}", n=card.damage)] if card.damage else []
    states += [ROLES[card.role]] if card.role else []
    if states:
        yield say("It is {states}.", states=series(*states))
    printed = " ".join(face.text).casefold()
    if gained := [word for word in card.keywords if word.casefold() not in printed]:
        yield say("It has gained {names}.", names=", ".join(keyword_word(word, tongue) for word in gained))


_STATS = {"dawn": say("dawn"), "stability": say("stability"), "dusk": say("dusk")}


def _added(change: Change) -> Phrase:
    return row(title(change.title), _signed(change.number, plus=True))


def _signed(n: int, *, plus: bool = False) -> str:
    return f"{n:+d}".replace("-", "−") if plus else str(n).replace("-", "−")
