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
    """An instruction as printed, without parts that a later one states."""

    instruction: Node
    joint: str
    """The joint with the part before it: "" for the first, "then", "and", or "apart" (with a comma)."""
    duration: Word | None = None
    """The duration if it is printed here. A duration without a wording is an empty word."""
    same: bool = False
    """Whether it has the same subject as the part before it."""


def pieces(sentence: Sequence[Node], *, commas: bool = False) -> Iterator[Piece]:
    """Yield the instructions of a sentence with their joints. With `commas`, each is complete in itself."""
    if commas:
        yield from (
            Piece(each_instruction, "then" if i else "", lasting_for(each_instruction))
            for i, each_instruction in enumerate(sentence)
        )
        return
    before: Node | None = None
    to = None
    for i, instruction in enumerate(sentence):
        if not isinstance(instruction, Lasting):
            yield Piece(instruction, "then" if i else "")
            before = instruction
            continue
        following = sentence[i + 1] if i + 1 < len(sentence) else None
        shared = _shares(instruction, following)
        if before is None:
            joint = ""
        elif isinstance(before, Lasting):
            joint = "apart" if _needs_comma(before, instruction, shared) else "and"
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
        if isinstance(following, Lasting) and _folds(instruction, following):
            behind_shares = _shares(following, sentence[i + 2] if i + 2 < len(sentence) else None)
            if shared or not _needs_comma(shown, following, behind_shares):
                duration = None
        yield Piece(shown, joint, duration, joint == "and" and _has_same_subject(before, shown))
        before = instruction


def lasting_for(instruction: Node) -> Word | None:
    """Return an effect's duration; None if it is unsaid or implied."""
    return getattr(instruction, "duration", None)


def _folds(effect: Lasting, following: Lasting) -> bool:
    """Return whether an effect can leave its duration to the next one. It can't if a definition of X ends it."""
    ends_with_x = isinstance(effect, Modify) and not isinstance(effect.amount, Number)
    return lasting_for(effect) is lasting_for(following) and not ends_with_x


def _has_same_subject(before: Node | None, current: Node) -> bool:
    fields = [subject_of(type(part)) for part in (before, current) if part is not None]
    if len(fields) < 2 or None in fields:
        return False
    first, second = (
        getattr(part, field or "") for part, field in zip((before, current), fields, strict=True)
    )
    return second is not None and second == again(first)


def _shares(first: Node | None, second: Node | None) -> bool:
    """Return whether two consecutive changes of numbers have the same cards, multiplier and duration."""
    if not isinstance(first, Modify) or not isinstance(second, Modify):
        return False
    if not isinstance(first.amount, Number) or not isinstance(second.amount, Number):
        return False
    again = first.to if first.to is None or isinstance(first.to, All | This | It | Host) else It()
    same = (second.to, second.each, second.duration) == (again, first.each, first.duration)
    return same and (first.to is not None or first.each is not None)


def _needs_comma(first: Node, second: Lasting, other_is_bare: bool) -> bool:
    """Return whether, joined with only "and", one part would be read with something that the other states."""
    if not isinstance(first, Lasting):
        return False
    if not lasting_for(first) and lasting_for(second):
        return True
    if isinstance(first, Modify):
        bare = first.to is None and first.each is None
        return bare and isinstance(second, Modify) and (second.to is not None or second.each is not None)
    field = subject_of(type(first))
    about_cards = field not in (None, "who") and getattr(first, field) is not None
    if isinstance(second, Modify):
        return about_cards and (second.to is None or other_is_bare)
    return isinstance(second, Gain) and second.to is None and (about_cards or isinstance(first, Cannot))
