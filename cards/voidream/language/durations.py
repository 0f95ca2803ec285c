"""What lasts, joined with "and": what each part leaves out is taken from its neighbours (§7).

In "An entity gets +1 dawn and cannot defend until the end of the round" the second part has no subject of its own and
the first no duration. A subject is taken from the part before; a number's addressee, a duration and what X is, from
the part behind. Nothing is taken over ", and", unless that ends a list with commas.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from lark import Token
from msgspec.structs import replace

from cards.voidream.language import tree
from cards.voidream.language.placeholders import Explanation, Misread, fill
from cards.voidream.language.tree import Condition, Duration, Ongoing, Player, Selection


class Lasting(NamedTuple):
    """Ongoing instructions as they are written, before their neighbours are known."""

    parts: tuple[Ongoing, ...]
    """More than one for "cannot attack or defend"."""
    subject: Selection | Player | None = None
    duration: Duration | None = None
    where: Explanation | None = None
    verb: Token | None = None
    """The word that wants a subject where there is none; None if it can do without."""

    def lasting(self, duration: Duration) -> Lasting:
        """The same, for so long if it does not say how long itself."""
        return self._replace(duration=duration) if self.duration is None else self


NOBODY = tree.It()
"""Stands where a subject is left out."""

KEYWORD = "KEYWORD"
"""The type of a verb that is left out as well: "gains deep and heroic"."""


def joined(items: Sequence[Lasting | Token]) -> tuple[Ongoing, ...]:
    """The instructions of a list, a token for each word or sign that joins them."""
    groups: list[list[Lasting]] = [[]]
    listed = False
    joint = None
    for item in items:
        if isinstance(item, Lasting):
            if joint and item.verb is not None and item.verb.type == KEYWORD:
                item = item._replace(verb=Token.new_borrow_pos(KEYWORD, joint.value, joint))
            groups[-1].append(item)
            continue
        joint = item
        if item.value == ",":
            listed = True
        elif joint.value.startswith(","):
            if not listed:
                groups.append([])
            listed = False
    return tuple(ongoing for group in groups for ongoing in _together(group))


def about_this(parts: tuple[Ongoing, ...], condition: Condition) -> tuple[Ongoing, ...]:
    """What lasts while something is so of this card, in a line that names no other: "it" is this card there."""
    match condition:
        case tree.Not(inner):
            return about_this(parts, inner)
        case tree.MatchesFilter(tree.This()) | tree.Exists(tree.Filter(attached_to=tree.This())):
            subjects = [
                part.what if isinstance(part, tree.CannotBe) else part.to
                for part in parts
                if not isinstance(part, tree.Cannot)
            ]
            if any(not isinstance(subject, tree.It | tree.This | None) for subject in subjects):
                return parts
            return tuple(
                _about(part, tree.This())
                if tree.It() in (getattr(part, "what", None), getattr(part, "to", None))
                else part
                for part in parts
            )
        case _:
            return parts


def subjected(parts: tuple[Ongoing, ...], subject: Selection | Player) -> tuple[Ongoing, ...]:
    """The instructions with their subject: named by the first, and meant again by the others."""
    return tuple(_about(part, _again(subject) if i else subject) for i, part in enumerate(parts))


def _about(part: Ongoing, subject: Selection | Player) -> Ongoing:
    match part:
        case tree.Modify() | tree.Gain():
            return replace(part, to=cast(Selection, subject))
        case tree.CannotBe():
            return replace(part, what=cast(Selection, subject))
        case tree.Cannot():
            return replace(part, who=cast(Player, subject))


def _again(subject: Selection | Player) -> Selection | Player:
    """The same cards once more: what somebody chose is not chosen a second time."""
    return tree.It() if isinstance(subject, tree.Chosen | tree.TopOf | tree.BottomOf) else subject


def _together(group: Sequence[Lasting]) -> list[Ongoing]:
    finished: list[Ongoing] = []
    behind = Lasting(())
    for lasting in reversed(_addressed(_with_subjects(group))):
        behind = lasting._replace(
            duration=behind.duration if lasting.duration is None else lasting.duration,
            where=lasting.where or (behind.where if _has_x(lasting) else None),
        )
        finished[:0] = [
            replace(fill(part, behind.where), duration=behind.duration or Duration.PHASE)
            for part in lasting.parts
        ]
    return finished


def _with_subjects(group: Sequence[Lasting]) -> list[Lasting]:
    """Those without a subject with the one of what stands before them."""
    done: list[Lasting] = []
    before: Selection | Player | None = None
    for lasting in group:
        first = lasting.parts[0]
        if lasting.subject is None and not (isinstance(first, tree.Modify) and first.to):
            if before is not None and isinstance(before, Player) is isinstance(first, tree.Cannot):
                again = _again(before)
                lasting = lasting._replace(parts=subjected(lasting.parts, again), subject=again)
            elif lasting.verb is not None:
                whose = "a player" if isinstance(first, tree.Cannot) else "cards (an entity, this card, …)"
                what = (
                    f'"{lasting.verb}"' if lasting.verb.type != KEYWORD else f'What follows "{lasting.verb}"'
                )
                raise Misread(lasting.verb, f"{what} has no subject.", whose)
        before = lasting.subject
        done.append(lasting)
    return done


def _addressed(group: Sequence[Lasting]) -> list[Lasting]:
    """Bare numbers with what the next one says behind it: "+1 dawn and -1 dusk to all entities"."""
    done: list[Lasting] = []
    run: list[Lasting] = []
    for lasting in group:
        run.append(lasting)
        if not _is_bare(lasting):
            done += _shared(run)
            run = []
    return done + run


def _shared(run: Sequence[Lasting]) -> Sequence[Lasting]:
    last = run[-1].parts[0]
    if not isinstance(last, tree.Modify) or run[-1].subject is not None:
        return run
    done: list[Lasting] = []
    for i, lasting in enumerate(run):
        number = cast(tree.Modify, lasting.parts[0])
        to = cast("Selection | None", _again(last.to) if i and last.to else last.to)
        done.append(lasting._replace(parts=(replace(number, to=to, each=last.each),)))
    return done


def _is_bare(lasting: Lasting) -> bool:
    first = lasting.parts[0]
    return (
        isinstance(first, tree.Modify) and first.to is None and first.each is None and lasting.subject is None
    )


def _has_x(lasting: Lasting) -> bool:
    first = lasting.parts[0]
    return isinstance(first, tree.Modify) and isinstance(first.amount, Token)
