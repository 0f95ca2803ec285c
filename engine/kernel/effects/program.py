"""Compiled effects: each a flat list of operations with jumps.

A running effect only needs the place of its text and a program counter, so a match can be saved in the middle of a
sentence. Saves contain such counters: the numbering of operations must not change without a migration
(docs/saves.md).
"""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from cards.language import nodes
from cards.language.nodes import Player
from cards.language.records import Node

Sentence = tuple[Node, ...]
"""The instructions of a sentence, in the order in which they are carried out."""


class MayOp(msgspec.Struct, frozen=True):
    """Ask `who`; on no, go on at `skip` with nothing done. Each player: it comes back here for the next."""

    who: Player
    skip: int
    sentence: Sentence


class IfOp(msgspec.Struct, frozen=True):
    """Go on at `skip` unless the condition holds."""

    condition: Node
    skip: int


class DidOp(msgspec.Struct, frozen=True):
    """Go on at `skip` unless what came before was done (or not done)."""

    did: bool
    skip: int


class ModesOp(msgspec.Struct, frozen=True):
    """Ask `who` for one of the modes and go on at its start; at `skip` when all have chosen."""

    who: Player
    starts: tuple[int, ...]
    skip: int
    modes: tuple[Sentence, ...]


class LoopOp(msgspec.Struct, frozen=True):
    """Count the cards; go on with the body that many times, or at `skip` if there are none."""

    filter: Node
    skip: int


class LoopEndOp(msgspec.Struct, frozen=True):
    """Back to `start` until the count of the loop is used up."""

    start: int


class JumpOp(msgspec.Struct, frozen=True):
    """Go on at `to`. Backwards it ends the turn of one of several players; with `ends_mode` it stands behind a mode."""

    to: int
    ends_mode: bool = False


class DoneOp(msgspec.Struct, frozen=True):
    """The sentence before was carried out whole."""


ControlOp = MayOp | IfOp | DidOp | ModesOp | LoopOp | LoopEndOp | JumpOp | DoneOp
"""An operation compiled from a sentence around instructions."""

I_co = TypeVar("I_co", bound=Node, covariant=True)


class Program(msgspec.Struct, Generic[I_co], frozen=True, eq=False):
    """The operations of an effect. `begins` are the numbers of those with which a sentence of it begins."""

    ops: tuple[I_co | ControlOp, ...]
    begins: frozenset[int] = frozenset()


def compile_effect(effect: tuple[Sentence, ...]) -> Program[Node]:
    """Return the operations of an effect, which is a tuple of sentences."""
    ops: list[Node | ControlOp] = []
    begins: set[int] = set()
    for sentence in effect:
        begins.add(len(ops))
        _compile_sentence(ops, sentence)
        if not isinstance(sentence[0], nodes.May | nodes.If | nodes.IfYouDo):
            ops.append(DoneOp())
    return Program(tuple(ops), frozenset(begins))


def _compile_sentence(ops: list[Node | ControlOp], sentence: Sentence) -> None:
    for node in sentence:
        match node:
            case nodes.May(inner, who):
                at = _reserve(ops)
                _compile_sentence(ops, inner)
                ops.append(DoneOp())
                if who is Player.EACH:
                    ops.append(JumpOp(at))
                ops[at] = MayOp(who, len(ops), inner)
            case nodes.IfYouDo(inner, did):
                at = _reserve(ops)
                _compile_sentence(ops, inner)
                ops[at] = DidOp(did, len(ops))
            case nodes.If():
                _compile_if(ops, node)
            case nodes.ChooseOne():
                _compile_modes(ops, node)
            case nodes.ForEach(what, inner):
                at = _reserve(ops)
                _compile_sentence(ops, inner)
                ops.append(LoopEndOp(at + 1))
                ops[at] = LoopOp(what, len(ops))
            case _:
                ops.append(node)


def _compile_if(ops: list[Node | ControlOp], node: nodes.If) -> None:
    at = _reserve(ops)
    _compile_sentence(ops, node.sentence)
    ops.append(DoneOp())
    if node.otherwise is None:
        ops[at] = IfOp(node.condition, len(ops))
        return
    end = _reserve(ops)
    ops[at] = IfOp(node.condition, len(ops))
    _compile_sentence(ops, node.otherwise)
    ops.append(DoneOp())
    ops[end] = JumpOp(len(ops))


def _compile_modes(ops: list[Node | ControlOp], node: nodes.ChooseOne) -> None:
    at = _reserve(ops)
    starts: list[int] = []
    ends: list[int] = []
    for mode in node.modes:
        starts.append(len(ops))
        _compile_sentence(ops, mode)
        ends.append(_reserve(ops))
    for end in ends:
        ops[end] = JumpOp(at if node.who is Player.EACH else len(ops), ends_mode=True)
    ops[at] = ModesOp(node.who, tuple(starts), len(ops), node.modes)


def _reserve(ops: list[Node | ControlOp]) -> int:
    """Add an operation that will be known when what is behind it has been compiled; return its number."""
    ops.append(DoneOp())
    return len(ops) - 1


def is_within(ops: tuple[object, ...], pc: int) -> bool:
    """Return whether at `pc` a sentence ends, a repeat, or a turn of each player: what was done before it is a part of that."""
    while pc < len(ops) and isinstance(op := ops[pc], JumpOp) and op.to > pc:
        pc = op.to
    return pc < len(ops) and isinstance(ops[pc], DoneOp | LoopEndOp | JumpOp)


def after_failing(ops: tuple[object, ...], pc: int) -> int:
    """Return where a line goes on that ends at `pc`: at the next "If you do", or behind its last operation."""
    pc += 1
    while pc < len(ops) and not isinstance(op := ops[pc], DidOp):
        pc = op.skip if isinstance(op, MayOp | IfOp | ModesOp | LoopOp) else pc + 1
    return pc
