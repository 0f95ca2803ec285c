"""Continuous effects joined with "and": each part takes omitted elements from its neighbours (§7).

In "An entity gets +1 dawn and cannot defend until the end of the round" the second part has no subject and the first
no duration. A subject is taken from the part before; a number's addressee, a duration and the definition of X, from
the part after. Nothing is shared across ", and", unless that ends a list with commas.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, cast

import msgspec
from lark import Token
from msgspec.structs import replace

from cards.language import nodes
from cards.language.context import Misread
from cards.language.nodes import Player
from cards.language.records import Node, Word, subject_of

KEYWORD = "KEYWORD"
"""The token type of an omitted verb: "gains deep and heroic"."""

_T = TypeVar("_T")


class Draft(msgspec.Struct, frozen=True):
    """A continuous effect as written, before its neighbours are known."""

    parts: tuple[Node, ...]
    """Several for "cannot attack or defend"."""
    subject: Node | Player | None = None
    duration: Word | None = None
    verb: Token | None = None
    """The verb that needs a subject if there is none; None if it doesn't need one."""

    def lasting(self, duration: Word) -> Draft:
        """Return the draft with a duration, unless it has one."""
        return replace(self, duration=duration) if self.duration is None else self

    def about(self, subject: Node | Player) -> Draft:
        """Return the draft with a subject. The first part names it, and the others refer to it."""
        parts = [_about(part, again(subject) if i else subject) for i, part in enumerate(self.parts)]
        return replace(self, parts=tuple(parts), subject=subject)


def grouped(items: Sequence[tuple[str, _T]]) -> list[list[_T]]:
    """Return groups of items that share omitted elements. Each item comes with the joint before it, "" for the first."""
    groups: list[list[_T]] = [[]]
    listed = False
    for joint, item in items:
        if joint == ",":
            listed = True
        elif joint.startswith(","):
            if not listed:
                groups.append([])
            listed = False
        groups[-1].append(item)
    return groups


def joined(groups: Sequence[Sequence[Draft]]) -> tuple[Node, ...]:
    """Return the instructions of a list of groups, with omitted elements filled in within each group."""
    return tuple(ongoing for group in groups for ongoing in _together(group))


def about_this(parts: tuple[Node, ...], condition: Node) -> tuple[Node, ...]:
    """Return effects with "it" read as this card, if their condition is about this card and no other is named."""
    match condition:
        case nodes.Not(inner):
            return about_this(parts, inner)
        case nodes.MatchesFilter(nodes.This()):
            pass
        case nodes.Exists(filter) if _mentions_this(filter):
            pass
        case _:
            return parts
    subjects = [_subject(part) for part in parts if not _of_players(part)]
    if any(not isinstance(subject, nodes.It | nodes.This | None) for subject in subjects):
        return parts
    return tuple(
        _about(part, nodes.This()) if isinstance(_subject(part), nodes.It) else part for part in parts
    )


def _mentions_this(filter: Node) -> bool:
    return any(isinstance(getattr(filter, name), nodes.This) for name in filter.__struct_fields__)


def _subject(part: Node) -> object:
    return getattr(part, subject_of(type(part)) or "", None)


def _about(part: Node, subject: Node | Player) -> Node:
    each = part.each if isinstance(part, nodes.Modify) else None
    if each is not None and isinstance(subject, nodes.This):
        part = replace(part, each=_of_this(each))
    return replace(part, **{str(subject_of(type(part))): subject})


def _of_players(part: Node) -> bool:
    """Return whether an effect is about players, not about cards."""
    return subject_of(type(part)) == "who"


def _of_this(filter: Node) -> Node:
    """Return a description with "it" read as this card: "this card gets +1 dawn for each charge on it"."""
    its = [name for name in filter.__struct_fields__ if isinstance(getattr(filter, name), nodes.It)]
    return replace(filter, **dict.fromkeys(its, nodes.This()))


def again(subject: Node | Player) -> Node | Player:
    """Return a reference to the same cards: chosen cards become "it", so that they aren't chosen again."""
    same = isinstance(subject, Player | nodes.All | nodes.This | nodes.It | nodes.Host)
    return subject if same else nodes.It()


def _together(group: Sequence[Draft]) -> list[Node]:
    finished: list[Node] = []
    duration: Word | None = None
    for draft in reversed(_addressed(_with_subjects(group))):
        duration = duration if draft.duration is None else draft.duration
        finished[:0] = [_for(part, duration) for part in draft.parts]
    return finished


def _for(part: Node, duration: Word | None) -> Node:
    """Return an effect with a duration, if it can have one."""
    if duration is None or "duration" not in part.__struct_fields__:
        return part
    return replace(part, duration=duration)


def _with_subjects(group: Sequence[Draft]) -> list[Draft]:
    """Return the drafts, each without a subject taking that of the previous one. Raises Misread if it doesn't fit."""
    done: list[Draft] = []
    before: Node | Player | None = None
    for draft in group:
        first = draft.parts[0]
        if draft.subject is None and not (isinstance(first, nodes.Modify) and first.to):
            needs_subject = subject_of(type(first)) is not None
            if before is not None and needs_subject and isinstance(before, Player) is _of_players(first):
                draft = draft.about(again(before))
            elif draft.verb is not None:
                whose = "a player" if _of_players(first) else "cards (this card, it, …)"
                what = f'"{draft.verb}"' if draft.verb.type != KEYWORD else f'What follows "{draft.verb}"'
                raise Misread(draft.verb, f"{what} has no subject.", whose)
        before = draft.subject
        done.append(draft)
    return done


def _addressed(group: Sequence[Draft]) -> list[Draft]:
    """Return the drafts, each bare number taking what follows the next one: "+1 dawn and -1 dusk to all entities"."""
    done: list[Draft] = []
    run: list[Draft] = []
    for draft in group:
        run.append(draft)
        if not _is_bare(draft):
            done += _shared(run)
            run = []
    return done + run


def _shared(run: Sequence[Draft]) -> Sequence[Draft]:
    last = run[-1].parts[0]
    if not isinstance(last, nodes.Modify) or run[-1].subject is not None:
        return run
    done: list[Draft] = []
    for i, draft in enumerate(run):
        number = cast(nodes.Modify, draft.parts[0])
        to = again(last.to) if i and last.to else last.to
        done.append(replace(draft, parts=(replace(number, to=to, each=last.each),)))
    return done


def _is_bare(draft: Draft) -> bool:
    first = draft.parts[0]
    return (
        isinstance(first, nodes.Modify) and first.to is None and first.each is None and draft.subject is None
    )
