"""Parts of views: each field declares which difference it is, or that it only follows from others.

A game declares them once for the types of its views (`Game.parts`), with `part`. Events declare which of these
differences they explain (`EventEntry.changes`). A beat has the weight of its heaviest difference.
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
"""Returns the title of the card in a field, or None if this audience doesn't know it."""


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
        for seat, value_of_seat in enumerate(cast("Sequence[object]", value)):
            yield Change(self.what, seat), value_of_seat


class _Titles(Field, frozen=True):
    title: Names = str
    read: Callable[..., object] | None = None

    def changes(self, value: object, where: Where, card: str | None) -> Changes:
        cards = value if self.read is None else self.read(value)
        titles = (self.title(card) for card in cast("Iterable[object]", cards))
        for title, n in Counter(title for title in titles if title is not None).items():
            yield Change(self.what, where, title), n


FOLLOWS = Field()
"""A field that changes only with others, or that is about the current question."""
INSIDE = Field()
"""A field whose struct, or tuple of structs, has its own part."""


def value(what: str, weight: Weight = Weight.NOTABLE, read: Callable[..., object] | None = None) -> Field:
    """Return a field whose value, or the result of `read`, is a difference."""
    return _Value(what, weight, read)


def count(what: str, weight: Weight = Weight.NOTABLE) -> Field:
    """Return a field of which the number of items is a difference."""
    return _Count(what, weight)


def by_seat(what: str, weight: Weight = Weight.NOTABLE) -> Field:
    """Return a field with one value for each seat, in order."""
    return _BySeat(what, weight)


def titles(
    what: str, weight: Weight = Weight.NOTABLE, title: Names = str, read: Callable[..., object] | None = None
) -> Field:
    """Return a field of cards (or of values with cards, given by `read`) without order, named by `title`."""
    return _Titles(what, weight, title, read)


class Part(msgspec.Struct, frozen=True):
    """A struct of a view: its fields and its place.

    `where` names the field with the seat or the card's number; without it, the part has the place of its parent.
    `there` is the difference of its appearing or disappearing; its fields only differ while it exists. `card` returns
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

    The first part is the view itself. `more` are differences without their own field, such as one with several names in
    a part. Raises ValueError, in a sentence with the name, for a field that declares neither a difference nor that it
    follows from others, and for a declared field that its struct doesn't have.
    """

    def __init__(self, *parts: Part, more: Sequence[Field] = ()) -> None:
        self.parts = parts
        self._parts = {entry.kind: entry for entry in parts}
        for entry in parts:
            for problem in _problems(entry):
                raise ValueError(problem)
        self._marks = {
            field.what for field in _fields(entry for entry in parts if entry.there is not None)
        } - {entry.there.what for entry in parts if isinstance(entry.there, Field)}
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
        present = self._read(view)
        return lambda change: any(change.explains(other) for other in present)

    def differing(self, before: object, after: object) -> list[Change]:
        """Return the differences between two views, in a fixed order."""
        earlier, later = self._read(before), self._read(after)
        return [
            change
            for change in sorted(earlier.keys() | later.keys(), key=repr)
            if earlier.get(change) != later.get(change)
            # A card's mark isn't a separate difference if the card has come or gone.
            and (change.what not in self._marks or (change in earlier and change in later))
        ]

    def _read(self, view: object) -> dict[Change, list[str]]:
        """Return the values in a view by difference."""
        values: dict[Change, list[str]] = {}
        for change, what in self._in(view, None, None):
            values.setdefault(change, []).append(repr(what))
        for several in values.values():
            several.sort()
        return values

    def _in(self, struct: object, where: Where, card: str | None) -> Changes:
        """Yield the values in a part of a view, and in its parts."""
        entry = self._parts.get(type(struct))  # type: ignore[arg-type]
        if entry is None:
            raise ValueError(f"{type(struct).__name__} is in a view and has no part.")
        inner = cast("Where", getattr(struct, entry.where)) if entry.where else where
        if entry.card is not None:
            card = entry.card(struct)
        if entry.there is not None:
            presence = entry.there if isinstance(entry.there, Field) else entry.there(struct)
            yield Change(presence.what, inner, card), where
        for name, fields in entry.fields.items():
            value: object = getattr(struct, name)
            for field in fields if isinstance(fields, tuple) else (fields,):
                if field is INSIDE:
                    for inner_struct in _row(value):
                        yield from self._in(inner_struct, inner, card)
                elif field is not FOLLOWS:
                    yield from field.changes(value, inner, card)


def _row(value: object) -> Sequence[object]:
    """Return the structs in a field, one or several."""
    return cast("Sequence[object]", value if isinstance(value, tuple) else () if value is None else (value,))


def _fields(parts: Iterable[Part]) -> Iterator[Field]:
    for entry in parts:
        if isinstance(entry.there, Field):
            yield entry.there
        for fields in entry.fields.values():
            yield from fields if isinstance(fields, tuple) else (fields,)


def _problems(entry: Part) -> Iterator[str]:
    name = entry.kind.__name__
    for field in entry.kind.__struct_fields__:
        if field not in entry.fields:
            yield (
                f"{name}.{field} says neither which difference it is nor that it follows from others (FOLLOWS)."
            )
    for field in (*entry.fields, *filter(None, [entry.where])):
        if field not in entry.kind.__struct_fields__:
            yield f"The part of {name} speaks of {field}, which {name} hasn't got."
