"""Parts of views: each field declares which difference it is, or that it only follows from others.

A game declares it once for the types of its views (`Game.parts`), as `part`s. Events declare which of these differences they
explain (`EventEntry.changes`), and weigh what the heaviest of them does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar, cast

import msgspec

from engine.kernel.events.changes import EVERYTHING, Change
from engine.kernel.events.story import Weight

S = TypeVar("S", bound=msgspec.Struct)
Where = int | str | None
Changes = Iterator[tuple[Change, object]]
Names = Callable[..., str | None]
"""Return the title of the card in a field, or None if this audience doesn't know it."""


class Field(msgspec.Struct, frozen=True):
    """A field's declaration: the difference `what`, of this weight."""

    what: str = ""
    weight: Weight = Weight.NOTABLE

    def changes(self, value: object, where: Where, card: str | None) -> Changes:
        """Yield the possible differences in a field: their names and current values."""
        yield from ()


class _Value(Field, frozen=True):
    read: Callable[..., object] | None = None

    def changes(self, value: object, where: Where, card: str | None) -> Changes:
        yield Change(self.what, where, card), value if self.read is None else self.read(value)


class _Count(Field, frozen=True):
    def changes(self, value: object, where: Where, card: str | None) -> Changes:
        yield Change(self.what, where), len(cast("Sequence[object]", value))


class _BySeat(Field, frozen=True):
    def changes(self, value: object, where: Where, card: str | None) -> Changes:
        for seat, one in enumerate(cast("Sequence[object]", value)):
            yield Change(self.what, seat), one


class _Titles(Field, frozen=True):
    title: Names = str
    read: Callable[..., object] | None = None

    def changes(self, value: object, where: Where, card: str | None) -> Changes:
        cards = value if self.read is None else self.read(value)
        titles = (self.title(one) for one in cast("Iterable[object]", cards))
        for title, n in Counter(title for title in titles if title is not None).items():
            yield Change(self.what, where, title), n


FOLLOWS = Field()
"""A field that changes only where others do, or that is about the question that is asked."""
INSIDE = Field()
"""A field whose struct, or list of structs, has its own part."""


def value(what: str, weight: Weight = Weight.NOTABLE, read: Callable[..., object] | None = None) -> Field:
    """Return a field whose value, or the result of `read`, is a difference."""
    return _Value(what, weight, read)


def count(what: str, weight: Weight = Weight.NOTABLE) -> Field:
    """Return a field of which there are more or fewer."""
    return _Count(what, weight)


def by_seat(what: str, weight: Weight = Weight.NOTABLE) -> Field:
    """Return a field with one thing for each seat, in their order."""
    return _BySeat(what, weight)


def titles(
    what: str, weight: Weight = Weight.NOTABLE, title: Names = str, read: Callable[..., object] | None = None
) -> Field:
    """Return a field of cards, or one of which they are `read`, in no order that matters, each called by its `title`."""
    return _Titles(what, weight, title, read)


class Part(msgspec.Struct, frozen=True):
    """A struct of a view: its fields and its place.

    `where` names the field with the seat or the number of the card; without it, the part has the place of its parent.
    `there` is the difference that it appears or disappears; its fields only differ while it exists. `card` returns
    its title.
    """

    kind: type[msgspec.Struct]
    fields: Mapping[str, Field | tuple[Field, ...]]
    where: str = ""
    there: Callable[..., Field] | Field | None = None
    card: Names | None = None


def part(
    kind: type[S],
    fields: Mapping[str, Field | tuple[Field, ...]],
    *,
    where: str = "",
    there: Callable[[S], Field] | Field | None = None,
    card: Callable[[S], str | None] | None = None,
) -> Part:
    """Return a part of a view; see `Part`."""
    return Part(kind, fields, where, there, card)


class ViewParts:
    """Everything that can change in the views of a game.

    The first part is the view itself. `more` are differences without a field of their own, such as one with several
    names in a part. Raises ValueError, in a sentence with its name, for a field that declares neither a difference
    nor that it follows from others, and for a declared field that its struct doesn't have.
    """

    def __init__(self, *parts: Part, more: Sequence[Field] = ()) -> None:
        self.parts = parts
        self._parts = {one.kind: one for one in parts}
        for one in parts:
            for problem in _problems(one):
                raise ValueError(problem)
        self._marks = {field.what for field in _fields(one for one in parts if one.there is not None)} - {
            one.there.what for one in parts if isinstance(one.there, Field)
        }
        self._weights: dict[str, Weight] = {}
        for field in (*_fields(parts), *more):
            if field.what:
                self._weights[field.what] = max(field.weight, self._weights.get(field.what, Weight.NOTHING))

    @property
    def differences(self) -> frozenset[str]:
        """The keys of all differences."""
        return frozenset(self._weights)

    def weight(self, changes: Iterable[Change]) -> Weight:
        """Return the weight of the heaviest of these differences.

        Raises KeyError for one that this game doesn't have.
        """
        return max(
            (Weight.HEAVY if change in EVERYTHING else self._weights[change.what] for change in changes),
            default=Weight.NOTHING,
        )

    def presence(self, view: object) -> Callable[[Change], bool]:
        """Return a function that tells whether a difference is present in a view."""
        found = self._read(view)
        return lambda change: any(change.explains(one) for one in found)

    def differing(self, before: object, after: object) -> list[Change]:
        """Return the differences between two views, in a fixed order."""
        one, other = self._read(before), self._read(after)
        return [
            change
            for change in sorted(one.keys() | other.keys(), key=repr)
            if one.get(change) != other.get(change)
            # A card's mark isn't a separate difference if the card has come or gone.
            and (change.what not in self._marks or (change in one and change in other))
        ]

    def _read(self, view: object) -> dict[Change, list[str]]:
        """Return the values in a view by difference."""
        found: dict[Change, list[str]] = {}
        for change, what in self._in(view, None, None):
            found.setdefault(change, []).append(repr(what))
        for several in found.values():
            several.sort()
        return found

    def _in(self, struct: object, where: Where, card: str | None) -> Changes:
        """Yield the values in a part of a view, and in its parts."""
        one = self._parts.get(type(struct))  # type: ignore[arg-type]
        if one is None:
            raise ValueError(f"{type(struct).__name__} is in a view and has no part.")
        inner = cast("Where", getattr(struct, one.where)) if one.where else where
        if one.card is not None:
            card = one.card(struct)
        if one.there is not None:
            there = one.there if isinstance(one.there, Field) else one.there(struct)
            yield Change(there.what, inner, card), where
        for name, fields in one.fields.items():
            value: object = getattr(struct, name)
            for field in fields if isinstance(fields, tuple) else (fields,):
                if field is INSIDE:
                    for each in _row(value):
                        yield from self._in(each, inner, card)
                elif field is not FOLLOWS:
                    yield from field.changes(value, inner, card)


def _row(value: object) -> Sequence[object]:
    """Return the structs that are in a field, one or several."""
    return cast("Sequence[object]", value if isinstance(value, tuple) else () if value is None else (value,))


def _fields(parts: Iterable[Part]) -> Iterator[Field]:
    for one in parts:
        if isinstance(one.there, Field):
            yield one.there
        for fields in one.fields.values():
            yield from fields if isinstance(fields, tuple) else (fields,)


def _problems(one: Part) -> Iterator[str]:
    name = one.kind.__name__
    for field in one.kind.__struct_fields__:
        if field not in one.fields:
            yield (
                f"{name}.{field} says neither which difference it is nor that it follows from others (FOLLOWS)."
            )
    for field in (*one.fields, *filter(None, [one.where])):
        if field not in one.kind.__struct_fields__:
            yield f"The part of {name} speaks of {field}, which {name} hasn't got."
