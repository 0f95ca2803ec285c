"""Compiled effects: flat lists of operations with jumps.

A running effect only needs the place of its text and a program counter, so a match can be saved in the middle of a
sentence. Saves contain these counters, so the numbering of operations must not change without a migration
(docs/saves.md).
"""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from cards.language import nodes
from cards.language.nodes import Player
from cards.language.records import Node

Sentence = tuple[Node, ...]
"""The instructions of a sentence, in execution order."""


class MayOp(msgspec.Struct, frozen=True):
    """Ask `who`. On no, continue at `skip`, as not done. For each player, control returns here for the next one."""

    who: Player
    skip: int
    sentence: Sentence


class IfOp(msgspec.Struct, frozen=True):
    """Continue at `skip` unless the condition holds."""

    condition: Node
    skip: int


class DidOp(msgspec.Struct, frozen=True):
    """Continue at `skip` unless the previous part was done (or, with `did` False, not done)."""

    did: bool
    skip: int


class ModesOp(msgspec.Struct, frozen=True):
    """Ask `who` for one of the modes and continue at its start; at `skip` when all have chosen."""

    who: Player
    starts: tuple[int, ...]
    skip: int
    modes: tuple[Sentence, ...]


class LoopOp(msgspec.Struct, frozen=True):
    """Count the cards and run the body that many times; continue at `skip` if there are none."""

    filter: Node
    skip: int


class LoopEndOp(msgspec.Struct, frozen=True):
    """Return to `start` until the loop's count is used up."""

    start: int


class JumpOp(msgspec.Struct, frozen=True):
    """Continue at `to`. A backward jump ends one player's turn; with `ends_mode` it follows a mode."""

    to: int
    ends_mode: bool = False


class DoneOp(msgspec.Struct, frozen=True):
    """The preceding sentence was carried out completely."""


ControlOp = MayOp | IfOp | DidOp | ModesOp | LoopOp | LoopEndOp | JumpOp | DoneOp
"""An operation compiled from a control sentence."""

I_co = TypeVar("I_co", bound=Node, covariant=True)


class Program(msgspec.Struct, Generic[I_co], frozen=True, eq=False):
    """The operations of an effect. `begins` are the indices at which its sentences begin."""

    ops: tuple[I_co | ControlOp, ...]
    begins: frozenset[int] = frozenset()


def compile_effect(effect: tuple[Sentence, ...]) -> Program[Node]:
    """Compile an effect, which is a tuple of sentences."""
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
                index = _reserve(ops)
                _compile_sentence(ops, inner)
                ops.append(DoneOp())
                if who is Player.EACH:
                    ops.append(JumpOp(index))
                ops[index] = MayOp(who, len(ops), inner)
            case nodes.IfYouDo(inner, did):
                index = _reserve(ops)
                _compile_sentence(ops, inner)
                ops[index] = DidOp(did, len(ops))
            case nodes.If():
                _compile_if(ops, node)
            case nodes.ChooseOne():
                _compile_modes(ops, node)
            case nodes.ForEach(what, inner):
                index = _reserve(ops)
                _compile_sentence(ops, inner)
                ops.append(LoopEndOp(index + 1))
                ops[index] = LoopOp(what, len(ops))
            case _:
                ops.append(node)


def _compile_if(ops: list[Node | ControlOp], node: nodes.If) -> None:
    index = _reserve(ops)
    _compile_sentence(ops, node.sentence)
    ops.append(DoneOp())
    if node.otherwise is None:
        ops[index] = IfOp(node.condition, len(ops))
        return
    end = _reserve(ops)
    ops[index] = IfOp(node.condition, len(ops))
    _compile_sentence(ops, node.otherwise)
    ops.append(DoneOp())
    ops[end] = JumpOp(len(ops))


def _compile_modes(ops: list[Node | ControlOp], node: nodes.ChooseOne) -> None:
    index = _reserve(ops)
    starts: list[int] = []
    ends: list[int] = []
    for mode in node.modes:
        starts.append(len(ops))
        _compile_sentence(ops, mode)
        ends.append(_reserve(ops))
    for end in ends:
        ops[end] = JumpOp(index if node.who is Player.EACH else len(ops), ends_mode=True)
    ops[index] = ModesOp(node.who, tuple(starts), len(ops), node.modes)


def _reserve(ops: list[Node | ControlOp]) -> int:
    """Append a placeholder for an operation that is only known once its body is compiled. Return its index."""
    ops.append(DoneOp())
    return len(ops) - 1


def is_within(ops: tuple[object, ...], pc: int) -> bool:
    """Return whether `pc` is at the end of a sentence, a repetition or a turn, of which the part before is a piece."""
    while pc < len(ops) and isinstance(op := ops[pc], JumpOp) and op.to > pc:
        pc = op.to
    return pc < len(ops) and isinstance(ops[pc], DoneOp | LoopEndOp | JumpOp)


def after_failing(ops: tuple[object, ...], pc: int) -> int:
    """Return where a line that ends at `pc` continues: at the next "If you do", or after its last operation."""
    pc += 1
    while pc < len(ops) and not isinstance(op := ops[pc], DidOp):
        pc = op.skip if isinstance(op, MayOp | IfOp | ModesOp | LoopOp) else pc + 1
    return pc
