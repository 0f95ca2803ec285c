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
"""The id of a card of the match: its index in the position's `cards`. A negative number isn't a card."""
Tag = Annotated[int, msgspec.Meta(title="tag")]
"""Behind a card's id in a pair, or beside the only card of a struct: which appearance of the card is meant."""

Numbering = Callable[[int, int], tuple[int, int]]
"""Returns the new number and tag of a card, given both; the tag is `UNTAGGED` if the data has none."""

UNTAGGED = -1
"""Stands for the tag of a card that is stored without one."""

_Move = Callable[[Any, Numbering], Any]
"""Returns a value with renumbered cards. Mutable values are changed in place."""


def renumber(data: msgspec.Struct, new: Numbering) -> None:
    """Renumber in place all cards in plain data."""
    move = _of_struct(type(data))
    if move is not None:
        move(data, new)


def mentioned(data: msgspec.Struct) -> list[tuple[int, int]]:
    """Return all cards in plain data with their tags, in order of occurrence, with repetitions."""
    cards: list[tuple[int, int]] = []

    def note_card(card: int, tag: int) -> tuple[int, int]:
        if card >= 0:
            cards.append((card, tag))
        return card, tag

    renumber(data, note_card)
    return cards


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
        return None  # Frozen data, such as a question, refers to cards by name.
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
            structs = [member.cls for member in types if isinstance(member, inspect.StructType)]
            if any(_of_struct(cls) is not None for cls in structs):
                return _of_any
            inside = [move for member in types if (move := _of(member)) is not None]
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
                member if move is None else move(member, new)
                for member, move in zip(value, moves, strict=True)
            )
        case inspect.DictType(key_type=key, value_type=value_kind):
            of_key, of_held = _of(key), _of(value_kind)
            if of_key is None and of_held is None:
                return None
            return lambda value, new: {
                of_key(member, new) if of_key else member: of_held(other, new) if of_held else other
                for member, other in value.items()
            }
        case _:
            return None


def _of_card(value: int, new: Numbering) -> int:
    return new(value, UNTAGGED)[0]


def _of_pair(value: tuple[int, int], new: Numbering) -> tuple[int, int]:
    card, tag = value
    return new(card, tag)


def _of_any(value: Any, new: Numbering) -> Any:
    """Renumber the cards of a value that is a struct of several possible classes, or no struct."""
    move = _of_struct(type(value)) if isinstance(value, msgspec.Struct) else None
    return value if move is None else move(value, new)


def _of_each(move: _Move) -> _Move:
    return lambda value, new: type(value)([move(one, new) for one in value])


def _or_none(move: _Move) -> _Move:
    return lambda value, new: None if value is None else move(value, new)
