"""Printed conjunctions of continuous effects, so that no part seems to include its neighbour's.

Joined with "and" alone, a part takes everything it doesn't state from its neighbours. So shared parts are printed
once, and parts that must not share them are separated by a comma.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from cards.language.nodes import All, Cannot, Gain, Host, It, Lasting, Modify, Number, This
from cards.language.parser.drafts import again
from cards.language.records import Node, Word, subject_of


class Piece(NamedTuple):
    """An instruction as it is printed: without what is said behind a later one."""

    instruction: Node
    joint: str
    """The joint to the part before it: "" for the first, "then", "and", or "apart"."""
    duration: Word | None = None
    """The duration, if it is written here. A duration that is not written is an empty word."""
    same: bool = False
    """Whether it is said of the same as the one before it."""


def pieces(sentence: Sequence[Node], *, commas: bool = False) -> Iterator[Piece]:
    """Yield the instructions of a sentence in order, and how they hang together; joined with commas, each is whole."""
    if commas:
        yield from (Piece(one, "then" if i else "", lasting_for(one)) for i, one in enumerate(sentence))
        return
    before: Node | None = None
    to = None
    for i, instruction in enumerate(sentence):
        if not isinstance(instruction, Lasting):
            yield Piece(instruction, "then" if i else "")
            before = instruction
            continue
        behind = sentence[i + 1] if i + 1 < len(sentence) else None
        shared = _shares(instruction, behind)
        if before is None:
            joint = ""
        elif isinstance(before, Lasting):
            joint = "apart" if _apart(before, instruction, shared) else "and"
        else:
            joint = "then"
        shown: Node = instruction
        if isinstance(instruction, Modify):
            if to is None or not _shares(before, instruction):
                to = instruction.to
            if shared:
                shown = replace(instruction, to=None, each=None)
            elif to is not instruction.to:
                shown = replace(instruction, to=to)
        duration = lasting_for(instruction)
        if isinstance(behind, Lasting) and _folds(instruction, behind):
            behind_shares = _shares(behind, sentence[i + 2] if i + 2 < len(sentence) else None)
            if shared or not _apart(shown, behind, behind_shares):
                duration = None
        yield Piece(shown, joint, duration, joint == "and" and _said_of_the_same(before, shown))
        before = instruction


def lasting_for(instruction: Node) -> Word | None:
    """Return an effect's duration; None if it is unsaid or implied."""
    return getattr(instruction, "duration", None)


def _folds(one: Lasting, behind: Lasting) -> bool:
    """Return whether how long the one lasts can be left to the one behind it: nothing stands behind what X
    is.
    """
    ends_with_x = isinstance(one, Modify) and not isinstance(one.amount, Number)
    return lasting_for(one) is lasting_for(behind) and not ends_with_x


def _said_of_the_same(before: Node | None, one: Node) -> bool:
    fields = [subject_of(type(part)) for part in (before, one) if part is not None]
    if len(fields) < 2 or None in fields:
        return False
    first, second = (getattr(part, field or "") for part, field in zip((before, one), fields, strict=True))
    return second is not None and second == again(first)


def _shares(one: Node | None, other: Node | None) -> bool:
    """Return whether two numbers that follow each other change the same cards as many times and as long."""
    if not isinstance(one, Modify) or not isinstance(other, Modify):
        return False
    if not isinstance(one.amount, Number) or not isinstance(other.amount, Number):
        return False
    again = one.to if one.to is None or isinstance(one.to, All | This | It | Host) else It()
    same = (other.to, other.each, other.duration) == (again, one.each, one.duration)
    return same and (one.to is not None or one.each is not None)


def _apart(one: Node, other: Lasting, other_is_bare: bool) -> bool:
    """Return whether, joined with "and" alone, one of them would be read with what the other says."""
    if not isinstance(one, Lasting):
        return False
    if not lasting_for(one) and lasting_for(other):
        return True
    if isinstance(one, Modify):
        bare = one.to is None and one.each is None
        return bare and isinstance(other, Modify) and (other.to is not None or other.each is not None)
    field = subject_of(type(one))
    about_cards = field not in (None, "who") and getattr(one, field) is not None
    if isinstance(other, Modify):
        return about_cards and (other.to is None or other_is_bare)
    return isinstance(other, Gain) and other.to is None and (about_cards or isinstance(one, Cannot))
