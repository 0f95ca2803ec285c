"""A text seen from the other side of the table: the player it calls "your opponent" reads it with "you" (§2)."""

from __future__ import annotations

from typing import TypeVar, cast

from msgspec.structs import asdict, replace

from cards.voidream.language.tree import Effect, Node, Player

_OTHER = {Player.YOU: Player.OPPONENT, Player.OPPONENT: Player.YOU}

Part = TypeVar("Part", bound=Node | Effect)


def from_the_other_side(part: Part) -> Part:
    """Return it in the words of its controller's opponent: `take 4 Dream damage` for `deal … to your opponent`."""
    return cast(Part, _seen(part))


def _seen(part: object) -> object:
    match part:
        case Player():
            return _OTHER.get(part, part)
        case Node():
            return replace(part, **{name: _seen(value) for name, value in asdict(part).items()})
        case tuple():
            return tuple(_seen(each) for each in cast("tuple[object, ...]", part))
        case _:
            return part
