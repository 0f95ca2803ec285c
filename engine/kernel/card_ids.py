"""Ids of cards anywhere in a position, and renumbering all of them.

The type `CardId` marks the numbers that are cards. So they can be found without knowing their purpose, and a new
variable with a card only needs this type. A game whose cards become new cards when they change zones stores a number
of the type `Tag` beside a card to identify which one it means.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, get_origin

import msgspec
from msgspec import inspect

CardId = Annotated[int, msgspec.Meta(title="card")]
"""The id of a card of the match: its number in the position's `cards`. Below 0, it isn't a card."""
Tag = Annotated[int, msgspec.Meta(title="tag")]
"""In a pair behind a card's id, or beside the only one in a struct: the card as it lay when it had this tag."""

Numbering = Callable[[int, int], tuple[int, int]]
"""Returns the new number of a card and its new tag, for a card and which one by its tag: `UNTAGGED` where nothing says so."""

UNTAGGED = -1
"""In place of a tag, where a card stands without one."""

_Move = Callable[[Any, Numbering], Any]
"""Returns a value with other numbers for cards; what can be changed is changed where it is."""


def renumber(data: msgspec.Struct, new: Numbering) -> None:
    """Give all cards that plain data holds the numbers that `new` returns, where it is."""
    move = _of_struct(type(data))
    if move is not None:
        move(data, new)


def mentioned(data: msgspec.Struct) -> list[tuple[int, int]]:
    """Return all cards in plain data, with their tags, in their order there, some more than once."""
    found: list[tuple[int, int]] = []

    def listening(card: int, tag: int) -> tuple[int, int]:
        if card >= 0:
            found.append((card, tag))
        return card, tag

    renumber(data, listening)
    return found


def _is_card(kind: inspect.Type) -> bool:
    match kind:
        case inspect.Metadata(extra_json_schema={"title": "card"}):
            return True
        case _:
            return False


def _is_tag(kind: inspect.Type) -> bool:
    match kind:
        case inspect.Metadata(extra_json_schema={"title": "tag"}):
            return True
        case _:
            return False


@cache
def _of_struct(kind: type[msgspec.Struct]) -> _Move | None:
    if (get_origin(kind) or kind).__struct_config__.frozen:
        return None  # What never changes, such as a question, speaks of cards by what they are called.
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    tag = next((field.name for field in info.fields if _is_tag(field.type)), None)
    plain = [field.name for field in info.fields if tag is not None and _is_card(field.type)]
    fields = [
        (field.name, move)
        for field in info.fields
        if field.name not in plain and (move := _of(field.type)) is not None
    ]
    if not fields and not plain:
        return None

    def moved(value: msgspec.Struct, new: Numbering) -> msgspec.Struct:
        for name in plain:
            card, its_tag = new(getattr(value, name), getattr(value, tag or ""))
            setattr(value, name, card)
            setattr(value, tag or "", its_tag)
        for name, move in fields:
            setattr(value, name, move(getattr(value, name), new))
        return value

    return moved


def _of(kind: inspect.Type) -> _Move | None:
    """Return a function that renumbers the cards in a value of this type; None if there are none."""
    match kind:
        case inspect.Metadata(extra_json_schema={"title": "card"}):
            return _of_card
        case inspect.Metadata(type=inner):
            return _of(inner)
        case inspect.StructType():
            return _of_struct(kind.cls)
        case inspect.UnionType(types=types):
            structs = [one.cls for one in types if isinstance(one, inspect.StructType)]
            if any(_of_struct(cls) is not None for cls in structs):
                return _of_any
            inside = [move for one in types if (move := _of(one)) is not None]
            return _or_none(inside[0]) if inside else None
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            move = _of(item)
            return None if move is None else _of_each(move)
        case inspect.TupleType(item_types=(card, tag)) if _is_card(card) and _is_tag(tag):
            return _of_pair
        case inspect.TupleType(item_types=items):
            moves = [_of(item) for item in items]
            if not any(moves):
                return None
            return lambda value, new: tuple(
                one if move is None else move(one, new) for one, move in zip(value, moves, strict=True)
            )
        case inspect.DictType(key_type=key, value_type=held):
            of_key, of_held = _of(key), _of(held)
            if of_key is None and of_held is None:
                return None
            return lambda value, new: {
                of_key(one, new) if of_key else one: of_held(other, new) if of_held else other
                for one, other in value.items()
            }
        case _:
            return None


def _of_card(value: int, new: Numbering) -> int:
    return new(value, UNTAGGED)[0]


def _of_pair(value: tuple[int, int], new: Numbering) -> tuple[int, int]:
    card, tag = value
    return new(card, tag)


def _of_any(value: Any, new: Numbering) -> Any:
    """Move what is one of several classes, or none."""
    move = _of_struct(type(value)) if isinstance(value, msgspec.Struct) else None
    return value if move is None else move(value, new)


def _of_each(move: _Move) -> _Move:
    return lambda value, new: type(value)([move(one, new) for one in value])


def _or_none(move: _Move) -> _Move:
    return lambda value, new: None if value is None else move(value, new)
