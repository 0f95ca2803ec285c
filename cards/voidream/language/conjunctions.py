"""How what lasts is joined in print, so that nobody reads into a part what belongs to its neighbour (§7).

Joined with "and" alone, a part takes from its neighbours what it does not say itself (`lasting`). So it is printed once
what two parts share, and parts that must not share it are kept apart by a comma.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from cards.voidream.language import tree
from cards.voidream.language.tree import Duration, Instruction, Ongoing


class Piece(NamedTuple):
    """An instruction as it is printed: without what is said behind a later one."""

    instruction: Instruction
    joint: str
    """How it is joined to the one before it: "" for the first, "then", "and", or "apart"."""


def pieces(sentence: Sequence[Instruction]) -> Iterator[Piece]:
    """The instructions of a sentence in order, and how they hang together."""
    before: Instruction | None = None
    to = None
    for i, instruction in enumerate(sentence):
        behind = sentence[i + 1] if i + 1 < len(sentence) else None
        shared = _shares(instruction, behind)
        if before is None:
            joint = ""
        elif isinstance(before, Ongoing) and isinstance(instruction, Ongoing):
            joint = "apart" if _apart(before, instruction, shared) else "and"
        else:
            joint = "then"
        if isinstance(instruction, tree.Modify):
            if to is None or not _shares(before, instruction):
                to = instruction.to
            shown = replace(instruction, to=None, each=None) if shared else replace(instruction, to=to)
        else:
            shown = instruction
        if isinstance(shown, Ongoing) and isinstance(behind, Ongoing) and _folds(shown, behind):
            behind_shares = _shares(behind, sentence[i + 2] if i + 2 < len(sentence) else None)
            if shared or not _apart(shown, behind, behind_shares):
                shown = replace(shown, duration=Duration.PHASE)
        yield Piece(shown, joint)
        before = instruction


def _folds(one: Ongoing, behind: Ongoing) -> bool:
    """Whether how long the one lasts can be left to the one behind it: nothing stands behind what X is."""
    ends_with_x = isinstance(one, tree.Modify) and not isinstance(one.amount, tree.Number)
    return one.duration is behind.duration and not ends_with_x


def _shares(one: Instruction | None, other: Instruction | None) -> bool:
    """Whether two numbers that follow each other change the same cards as many times and as long."""
    if not isinstance(one, tree.Modify) or not isinstance(other, tree.Modify):
        return False
    if not isinstance(one.amount, tree.Number) or not isinstance(other.amount, tree.Number):
        return False
    again = tree.It() if isinstance(one.to, tree.Chosen | tree.TopOf | tree.BottomOf) else one.to
    same = (other.to, other.each, other.duration) == (again, one.each, one.duration)
    return same and (one.to is not None or one.each is not None)


def _apart(one: Ongoing, other: Ongoing, other_is_bare: bool) -> bool:
    """Whether, joined with "and" alone, one of them would be read with what the other says."""
    if one.duration is Duration.PHASE and other.duration is not Duration.PHASE:
        return True
    if isinstance(one, tree.Modify):
        bare = one.to is None and one.each is None
        return bare and isinstance(other, tree.Modify) and (other.to is not None or other.each is not None)
    about_cards = isinstance(one, tree.CannotBe) or (isinstance(one, tree.Gain) and one.to is not None)
    if isinstance(other, tree.Modify):
        return about_cards and (other.to is None or other_is_bare)
    return isinstance(other, tree.Gain) and other.to is None and (about_cards or isinstance(one, tree.Cannot))
