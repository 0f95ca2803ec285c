"""Conflicts and Nightmare, with their causes and costs (§4)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, Value, msg, row, title
from cards.voidream.language.tree import ConflictKind
from engine.kernel.events.entries import BeatForm, beat
from engine.kernel.events.event import Fact
from engine.kernel.events.story_builder import Join, StoryBuilder, signed
from engine.voidream.facts import cards, conflicts
from engine.voidream.facts.actions import Passed
from engine.voidream.facts.terms import a_conflict

_THE_CONFLICT = {
    ConflictKind.DAWN: msg("the dawn conflict"),
    ConflictKind.DUSK: msg("the dusk conflict"),
}


def _begins(builder: StoryBuilder, at: int, fact: conflicts.ConflictCalled) -> None:
    """Describe the beginning of a conflict, with its attackers if they are known by now."""
    declared = builder.later(at, conflicts.AttackersDeclared)[:1]
    if declared:
        _attack(builder, [at, *declared], fact.conflict)
    else:
        builder.by_entry(at)


def _attackers(builder: StoryBuilder, at: int, fact: conflicts.AttackersDeclared) -> None:
    _attack(builder, [at], None)


def _attack(builder: StoryBuilder, covers: Sequence[int], kind: ConflictKind | None) -> None:
    """Describe the attackers at the last of these places, with the kind of conflict."""
    chosen = builder.later(covers[0], conflicts.ConflictChosen)[:1]
    for place in chosen:
        kind = builder.fact(place, conflicts.ConflictChosen).conflict
    text = builder.text(covers[-1])
    if kind is not None:
        text = msg("{told}: {conflict}", told=text, conflict=a_conflict(kind))
    builder.add(text, *covers, *chosen)


def _scored(builder: StoryBuilder, at: int, fact: conflicts.ConflictScored) -> None:
    kind = _THE_CONFLICT[fact.conflict]
    if fact.winner < 0:
        text = msg("No one won {conflict}, {n} : {n}", conflict=kind, n=signed(fact.totals[0]))
    else:
        text = builder.say(
            fact.winner,
            beat("You won {conflict} {won} : {lost}", "{who} won {conflict} {won} : {lost}"),
            conflict=kind,
            won=signed(fact.totals[fact.winner]),
            lost=signed(fact.totals[1 - fact.winner]),
        )
    builder.add(text, at, reason=_sums(builder, fact))


def _sums(builder: StoryBuilder, fact: conflicts.ConflictScored) -> Message:
    """Return the parts of both scores, the winner's first, including a side with only its depth."""
    winner = 1 if fact.winner == 1 else 0
    first = _score(builder, fact, winner, beat("You {total}", "{who} {total}"), _WITH_PARTS_FIRST)
    second = _score(builder, fact, 1 - winner, beat("you {total}", "{who} {total}"), _WITH_PARTS)
    return msg("{first}; {second}.", first=first, second=second)


_WITH_PARTS_FIRST = beat("You {total} = {parts}", "{who} {total} = {parts}")
_WITH_PARTS = beat("you {total} = {parts}", "{who} {total} = {parts}")


def _score(
    builder: StoryBuilder,
    fact: conflicts.ConflictScored,
    seat: int,
    depth_only: BeatForm,
    with_parts: BeatForm,
) -> Message:
    total, parts = signed(fact.totals[seat]), fact.parts[seat]
    if not parts:
        return builder.say(seat, depth_only, total=total)
    return builder.say(seat, with_parts, total=total, parts=_sum(parts))


def _sum(parts: Sequence[tuple[str, str, int]]) -> Message:
    """Return the parts of a score as a sum: "depth 4 + Chalk Sentinel 2 − Barrier Gate 1", with equal ones added up."""
    numbers: dict[tuple[str, str], int] = {}
    for kind, card, number in sorted(parts, key=lambda part: part[0] != "depth"):
        numbers[kind, card] = numbers.get((kind, card), 0) + number
    texts: list[Value] = []
    for (kind, card), number in numbers.items():
        if texts:
            texts.append("−" if number < 0 else "+")
            number = abs(number)
        name = _PARTS.get(kind) or title(card)
        texts.append(msg("{part} {number}", part=name, number=signed(number)))
    return row(*texts)


_PARTS = {
    "depth": msg("depth", "part of a score"),
    "mind": msg("mind", "part of a score"),
    "limit": msg("limit", "part of a score"),
}
"""The names of parts of a score without a card, or with an obvious one; other parts have their card's title."""


def _faces_nightmare(builder: StoryBuilder, at: int, fact: conflicts.FacesNightmare) -> None:
    """Describe the player who faces Nightmare, unless it follows from a forced pass just described."""
    forced = Passed(fact.seat, is_forced=True)
    if fact.why == "last to pass" and any(event.fact == forced for event in builder.seen[:at]):
        (faces,) = fact.entry.sum_forms()
        builder.add(builder.say(fact.seat, faces, 1), at)
    else:
        builder.by_entry(at)


def _entered_nightmare(builder: StoryBuilder, at: int, fact: conflicts.EnteredNightmare) -> None:
    """Describe entering Nightmare with its immediate cost: arcana return, and one goes to the Void (§4 Entering Nightmare)."""
    covers: list[int] = []
    price: Message | None = None
    for place in builder.later(at, Fact):
        match builder.seen[place].fact:
            case cards.Voided(card=card) if builder.by_rule(place):
                price = msg("{card} went to the Void for it.", card=title(card))
            case cards.ReturnedToHand() if builder.by_rule(place):
                pass
            case _:
                continue
        covers.append(place)
    builder.add(builder.text(at), at, *covers, reason=price)


JOINS: dict[type[Fact], Join] = {
    conflicts.ConflictCalled: _begins,
    conflicts.AttackersDeclared: _attackers,
    conflicts.ConflictScored: _scored,
    conflicts.FacesNightmare: _faces_nightmare,
    conflicts.EnteredNightmare: _entered_nightmare,
}
