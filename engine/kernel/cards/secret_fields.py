"""Secret fields: the type of a field of a frame, or of the position, declares whose secret it is.

    class Rulers(Frame, tag="rulers"):
        chosen: Annotated[dict[int, list[str]], Secret(Whose.EACH, any_ruler)] = {}

A frame field that can hold an answer, or the cards behind options, must have such a mark: a choice is secret until it
is revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from random import Random
from types import NoneType, UnionType
from typing import Annotated, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from engine.kernel.card_ids import CardId
from engine.kernel.machine import AnyMachine
from engine.kernel.position import Frame, Position

M = TypeVar("M")
F = TypeVar("F")

Draw = Callable[[AnyMachine, msgspec.Struct, int, Random], object]
"""Returns a possible value of a secret. Arguments: machine, frame or position, seat, random numbers."""


class Whose(StrEnum):
    """The seats that know a secret."""

    EACH = "each"
    """A dict by seat, in which each seat knows its own entry."""
    ASKED = "asked"
    """The seat that the frame asks. After its answer, no seat."""
    NOBODY = "nobody"


class SeatIn(msgspec.Struct, frozen=True):
    """Known to the seat stored in another field of the same frame."""

    field: str


class Secret:
    """A mark in the type of a field: only `whose` seat knows the value.

    `draw` returns a random possible value. It is None if the value follows from repeating the question, or if nothing
    depends on it.
    """

    def __init__(
        self, whose: Whose | SeatIn | int, draw: Callable[[M, F, int, Random], object] | None = None
    ) -> None:
        self.whose = whose
        self.draw = cast("Draw | None", draw)
        """Only called with the game's own machine and the field's own frame."""


class Open:
    """A mark in the type of a field that can hold an answer: the answer is public immediately."""


Keys = Annotated[dict[str, CardId], Secret(Whose.ASKED)]
"""The cards of the options."""
Answer = Annotated[list[str], Secret(Whose.NOBODY)]
"""The answer to a question. The next step reads it; afterwards it is meaningless."""


class AskingFrame(Frame, kw_only=True):
    """A procedure that asks one seat about cards."""

    choice: Answer = []
    keys: Keys = {}

    def card(self) -> CardId:
        """Return the card of the chosen option, or -1, and clear the answer and all keys."""
        card = self.keys.get(self.choice[0], -1)
        self.choice, self.keys = [], {}
        return card


class SecretAt(msgspec.Struct, frozen=True, array_like=True):
    """A secret in a position: the index of its frame (-1: the position itself), its field, and its seat (EACH)."""

    frame: int
    field: str
    seat: int = -1


def secrets_of(owner: type[msgspec.Struct]) -> Mapping[str, Secret]:
    """Return the secret fields of a class by name."""
    return _secrets_of(owner)


@cache
def _secrets_of(owner: type[msgspec.Struct]) -> dict[str, Secret]:
    marked = {name: _mark(hint) for name, hint in get_type_hints(owner, include_extras=True).items()}
    return {name: mark for name, mark in marked.items() if isinstance(mark, Secret)}


def owner_at(position: Position[Frame], at: SecretAt) -> msgspec.Struct:
    """Return the owner of a secret field: a frame, or the position."""
    return position if at.frame < 0 else position.stack[at.frame]


def hidden_secrets(
    position: Position[Frame], seats: Collection[int], *, is_asked: bool | None = None
) -> Iterator[SecretAt]:
    """Yield the non-empty secrets that these seats don't know.

    `is_asked`: they know the current question; None: they know it if any of them has one.
    """
    if is_asked is None:
        is_asked = any(seat in seats for seat in position.questions)
    for number, owner in [(-1, position), *enumerate(position.stack)]:
        for field, secret in _secrets_of(type(owner)).items():
            value = getattr(owner, field)
            if secret.whose is Whose.EACH:
                yield from (SecretAt(number, field, seat) for seat in sorted(value) if seat not in seats)
            elif value:
                known_to = (
                    getattr(owner, secret.whose.field) if isinstance(secret.whose, SeatIn) else secret.whose
                )
                is_top = number == len(position.stack) - 1
                if not (is_asked and is_top if known_to is Whose.ASKED else known_to in seats):
                    yield SecretAt(number, field)


def hide_secret(position: Position[Frame], at: SecretAt) -> None:
    """Reset a secret to its initial value. Seats are sorted, because the order of their choices isn't public."""
    owner = owner_at(position, at)
    if at.seat < 0:
        setattr(owner, at.field, _initial(type(owner), at.field))
        return
    by_seat = cast("dict[int, object]", getattr(owner, at.field))
    hidden = type(by_seat[at.seat])()
    setattr(owner, at.field, {seat: hidden if seat == at.seat else by_seat[seat] for seat in sorted(by_seat)})


def _initial(owner: type[msgspec.Struct], field: str) -> object:
    default = _defaults_of(owner)[field]
    return default() if callable(default) else default


@cache
def _defaults_of(owner: type[msgspec.Struct]) -> dict[str, object]:
    """Return the default of each field, or its factory."""
    return {
        field.name: field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory
        for field in msgspec.structs.fields(owner)
    }


def draw_secrets(machine: AnyMachine, secrets: Sequence[SecretAt], rng: Random) -> None:
    """Draw possible values for these secrets, as far as they have a `draw` function."""
    for at in secrets:
        owner = owner_at(machine.position, at)
        draw = _secrets_of(type(owner))[at.field].draw
        if draw is None:
            continue
        value = draw(machine, owner, at.seat, rng)
        if at.seat < 0:
            setattr(owner, at.field, value)
        else:
            getattr(owner, at.field)[at.seat] = value


# ------------------------------------------------------------------------------------------ checks of declarations


def check_secrets(position: type[Position[Frame]]) -> None:
    """Raise ValueError for a field without a required mark, or with a contradictory one."""
    for owner in (position, *frames_of(position)):
        for name, hint in hints_of(owner).items():
            where, mark, plain = f"{owner.__name__}.{name}", _mark(hint), _plain(hint)
            if mark is None and issubclass(owner, Frame) and plain in _CHOSEN:
                raise ValueError(f"{where} holds {_CHOSEN[plain]} and doesn't say whose secret that is.")
            if not isinstance(mark, Secret):
                continue
            if mark.whose is Whose.EACH and get_args(plain)[:1] != (int,):
                raise ValueError(f"{where} is a secret of each seat, and isn't a dict by seat.")
            if _defaults_of(owner)[name] is msgspec.NODEFAULT:
                raise ValueError(f"{where} is a secret, and doesn't say what it is at first.")
            if isinstance(mark.whose, SeatIn) and mark.whose.field not in owner.__struct_fields__:
                raise ValueError(
                    f"{where} is a secret of the seat in {mark.whose.field}, which isn't a field."
                )


def hints_of(owner: type) -> Mapping[str, object]:
    """Return the types of the fields of a class, with their marks.

    Raises ValueError, which names the field, for an incomplete mark, such as a zone without an audience.
    """
    try:
        return get_type_hints(owner, include_extras=True)
    except TypeError as error:
        raise ValueError(f"{_unfinished_in(owner)} has a mark that is not finished: {error}.") from error


def _unfinished_in(owner: type) -> str:
    """Return the field whose type can't be read, or the class if no single field is to blame."""
    for base in owner.__mro__:
        for name, note in vars(base).get("__annotations__", {}).items():
            alone = type(base.__name__, (), {"__annotations__": {name: note}, "__module__": base.__module__})
            try:
                get_type_hints(alone, include_extras=True)
            except TypeError:
                return f"{base.__name__}.{name}"
    return owner.__name__


def frames_of(position: type[Position[Frame]]) -> list[type[Frame]]:
    """Return the classes of frames that can be on the stack of a position class."""
    info = inspect.type_info(position)
    assert isinstance(info, inspect.StructType)
    stack = next(field.type for field in info.fields if field.name == "stack")
    assert isinstance(stack, inspect.ListType)
    kinds = stack.item_type.types if isinstance(stack.item_type, inspect.UnionType) else (stack.item_type,)
    classes = (get_origin(kind.cls) or kind.cls for kind in kinds if isinstance(kind, inspect.StructType))
    return [frame_class for frame_class in classes if issubclass(frame_class, Frame)]


_CHOSEN: dict[object, str] = {
    list[str]: "an answer",
    dict[int, list[str]]: "the answers of seats",
    dict[str, CardId]: "the cards that options stand for",
    dict[int, dict[str, CardId]]: "the cards that options stand for",
}
"""The types of frame fields that hold choices, or can."""


def _mark(hint: object) -> Secret | Open | None:
    """Return the mark of a type or of a member of its union, such as the type beside None."""
    marks: tuple[object, ...] = getattr(hint, "__metadata__", ())
    if get_origin(hint) in (Union, UnionType):
        marks = tuple(_mark(part) for part in get_args(hint))
    return next((mark for mark in marks if isinstance(mark, Secret | Open)), None)


def _plain(hint: object) -> object:
    """Return a type without marks and without None."""
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) in (Union, UnionType):
        rest = [part for part in get_args(hint) if part is not NoneType]
        return _plain(rest[0]) if len(rest) == 1 else hint
    return hint
