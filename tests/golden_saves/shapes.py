"""Lists the saved data field by field, so that no change goes unnoticed: `kernel.shape`, and one file for each game.

`python -m tests.golden_saves.keeper` writes them. See docs/saves.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from cards.language.records import Node
from engine.kernel.effects.program import ControlOp, Program
from engine.kernel.game import Game
from engine.kernel.machine import Frame
from engine.kernel.match import Match
from engine.kernel.position import Position
from engine.kernel.saves import FORMAT, SavedMatch, game_format
from engine.voidream.game import CATALOGUE, VOIDREAM
from engine.voidream.position import VoidreamPosition
from engine.voidream.saves import decks
from tests.golden_saves.of_games import ALL, GameSaves

FOLDER = Path(__file__).parent


def shapes() -> dict[str, str]:
    """Return the current shapes by file name: the kernel's part, and that of each game."""
    kernel = _listed(SavedMatch, Position)
    return {
        "kernel.shape": "\n".join([f"format {FORMAT}", *kernel, ""]),
        "voidream.shape": _shape(
            VOIDREAM, kernel, CATALOGUE.steps, programs(), VoidreamPosition, decks.KeptDecks
        ),
        **{one.shape: _shape(one.game, kernel, one.steps, programs_of(one), *one.roots) for one in ALL},
    }


def _shape(
    game: Game,
    kernel: Sequence[str],
    steps: Mapping[type[Frame], Iterable[str]],
    interrupted: str,
    *roots: type[msgspec.Struct],
) -> str:
    """Return a game's shape without the kernel's part. `interrupted` are the places where its effects can be interrupted."""
    shared = _fields(Position)
    own = [
        "\n".join(line for line in block.splitlines() if line not in shared)
        for block in _listed(*roots)
        if block not in kernel
    ]
    names = sorted(
        f"step {frame.__struct_config__.tag} {step}" for frame, some in steps.items() for step in some
    )
    return "\n".join([f"format {game_format(game)}", *own, *names, f"programs {interrupted}", ""])


def alike(name: str, listed: Mapping[str, str], before: Mapping[str, str]) -> bool:
    """Return whether a listing is unchanged, except the names of classes, which aren't saved."""
    return _nameless(name, listed) == _nameless(name, before)


def _nameless(name: str, listed: Mapping[str, str]) -> list[str]:
    """Return the blocks of a file with a digest in place of each class: of its content, recursively."""
    blocks = {file: re.split(r"\n(?! )", text) for file, text in listed.items()}
    own = {_class(block): block for block in blocks[name] if _class(block)}
    called = {_class(block): "class" for known in blocks.values() for block in known if _class(block)}
    names = re.compile(rf"(?<![\w'])(?:{'|'.join(map(re.escape, called))})(?![\w':])")

    def nameless(block: str) -> str:
        return names.sub(lambda found: called[found[0]], block)

    for _ in range(4):
        called |= {each: sha256(nameless(block).encode()).hexdigest()[:16] for each, block in own.items()}
    return sorted(map(nameless, blocks[name]))


def _class(block: str) -> str:
    """Return the name of the class that a block describes; "" for other blocks."""
    match = re.match(r"(\w+) (?:row|map)\b", block)
    return match[1] if match else ""


def _listed(*roots: type[msgspec.Struct]) -> list[str]:
    """Return each struct reachable from these, with its fields, by name."""
    classes: dict[type, str] = {}
    waiting: list[inspect.Type] = [inspect.type_info(root) for root in roots]
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, inspect.StructType):
            if kind.cls not in classes:
                classes[kind.cls] = _struct(kind)
                waiting += [field.type for field in kind.fields]
        else:
            waiting += _inside(kind)
    return sorted(classes.values())


def _fields(root: type[msgspec.Struct]) -> list[str]:
    kind = inspect.type_info(root)
    assert isinstance(kind, inspect.StructType)
    return _struct(kind).splitlines()[1:]


def _struct(kind: inspect.StructType) -> str:
    tag = "" if kind.tag is None else f" {kind.tag_field or ''}={kind.tag}"
    lines = [f"{kind.cls.__name__} {'row' if kind.array_like else 'map'}{tag}"]
    for field in kind.fields:
        default = "" if field.required else f" = {_default(field)!r}"
        lines.append(f"    {field.encode_name}: {_type(field.type)}{default}")
    return "\n".join(lines)


def _default(field: inspect.Field) -> Any:
    return field.default_factory() if field.default is msgspec.NODEFAULT else field.default


def _inside(kind: inspect.Type) -> Iterable[inspect.Type]:
    match kind:
        case inspect.Metadata(type=one):
            return (one,)
        case inspect.UnionType(types=types):
            return types
        case inspect.TupleType(item_types=types):
            return types
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return (item,)
        case inspect.DictType(key_type=key, value_type=value):
            return (key, value)
        case _:
            return ()


def _type(kind: inspect.Type) -> str:
    match kind:
        case inspect.StructType(cls=cls):
            return cls.__name__
        case inspect.EnumType(cls=cls):
            return " / ".join(sorted(repr(one.value) for one in cls))
        case inspect.LiteralType(values=values):
            return " / ".join(sorted(map(repr, values)))
        case inspect.Metadata(type=one):
            return _type(one)
        case inspect.UnionType(types=types):
            return " | ".join(sorted(map(_type, types)))
        case _:
            name = type(kind).__name__.removesuffix("Type").lower()
            inside = [_type(one) for one in _inside(kind)]
            return f"{name}[{', '.join(inside)}]" if inside else name


def programs() -> str:
    """Return a digest of where each effect of the saved matches can be interrupted: a position counts their operations."""
    lines: set[str] = set()
    for file in sorted((FOLDER / "2.1").glob("*.save")):
        _, pool = decks.read_kept(Match.load(VOIDREAM, file.read_bytes()).setup)
        for title, card in pool.cards.items():
            for side, text in card.sides.items():
                for line, program in text.programs.items():
                    lines.add(f"{title} {side} {line} {_course(program)}")
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16]


def _course(program: Program[Node]) -> str:
    return " ".join(map(_operation, program.ops))


def _operation(op: Node | ControlOp) -> str:
    """Return the part of an operation that a program counter depends on: its targets; "." for an instruction."""
    if not isinstance(op, ControlOp):
        return "."
    names = [name for name in ("skip", "starts", "start", "to") if hasattr(op, name)]
    return f"{type(op).__name__}{[getattr(op, name) for name in names]}" if names else "."


def programs_of(saves: GameSaves) -> str:
    """Return the same for the cards in saved matches of another game."""
    lines = {
        f"{line} {_course(program)}"
        for file in saves.files
        for line, program in saves.programs(Match.load(saves.game, file.read_bytes()).setup)
    }
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16]
