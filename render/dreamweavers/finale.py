"""The finale of a match: the last attacks, the broken Ego, and the winner's cloth growing over the other.

`finale_of` extracts the relevant data from the public views of the last turns. `finale_scenes` returns the scenes,
each with its steps (caption and time) as data. Each scene is drawn by a separate call, so that other pictures can be
drawn in between.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.dreamweavers.endings import EGO
from engine.dreamweavers.facts.attacks import Compared, Damaged, Shielded
from engine.dreamweavers.views.types import CardFace, DreamweaversView, SideView
from engine.kernel.events.event import SeenEvent

MOST_BLOWS = 2
"""The maximum number of attacks shown, which are the last ones."""


class Blow(Struct, frozen=True):
    """A decided attack: attacker and target, power against shield value, and the shields."""

    seat: int
    attacker: str
    target: str
    """The attacked Thought; "" for the Ego."""
    power: int
    shield_value: int
    succeeds: bool
    shields: tuple[str, ...] = ()


class Fall(Struct, frozen=True):
    """A broken Ego: its owner, and its number of cards at the beginning of the film."""

    seat: int
    before: int


class Finale(Struct, frozen=True):
    """The result of the last turns: the decisive attacks, the broken Egos, and the final position."""

    last: DreamweaversView
    blows: tuple[Blow, ...]
    falls: tuple[Fall, ...]
    faces: tuple[CardFace, ...]
    """The public cards of these views, whose faces are used for attacks."""

    def face(self, title: str) -> CardFace | None:
        """Return the face of a public card; None for others."""
        return next((face for face in self.faces if face.title == title), None)


def finale_of(
    views: Sequence[DreamweaversView], happened: Sequence[Sequence[SeenEvent]] = ()
) -> Finale | None:
    """Return the finale of a match from the public views of its last turns, in order; None if it hasn't ended.

    `happened` are the public events of each view. They include the results of attacks, which the views before and after
    don't show.
    """
    if not views or not views[-1].ended:
        return None
    last = views[-1]
    faces = {face.title: face for view in views for face in _faces(view)}
    blows = list(_blows(happened)) or list(_seen_attack(views))
    against = [blow for blow in blows if not last.winners or blow.seat in last.winners]
    falls: list[Fall] = []
    if last.ended == EGO.key:
        falls = [
            Fall(side.seat, _before(views, happened, side.seat))
            for side in last.sides
            if side.seat not in last.winners
        ]
    return Finale(last, tuple((against or blows)[-MOST_BLOWS:]), tuple(falls), tuple(faces.values()))


def _faces(view: DreamweaversView) -> Iterator[CardFace]:
    """Yield all public cards of a view."""
    if view.revealed is not None:
        yield view.revealed
    for side in view.sides:
        yield from (card.face for card in (*side.thoughts, *side.feelings))
        yield from side.id
        yield from (card.face for card in side.hand if card.face is not None)


def _blows(happened: Sequence[Sequence[SeenEvent]]) -> Iterator[Blow]:
    """Yield the decided attacks, in order."""
    shields: tuple[str, ...] = ()
    for events in happened:
        for event in events:
            fact = event.fact
            if isinstance(fact, Shielded):
                shields = tuple(fact.cards)
            elif isinstance(fact, Compared):
                numbers = fact.power, fact.shield_value, fact.succeeds
                yield Blow(fact.seat, fact.attacker, fact.target, *numbers, shields)
                shields = ()


def _seen_attack(views: Sequence[DreamweaversView]) -> Iterator[Blow]:
    """Yield the last attack in the views, for which there is no event."""
    attack = next((view.attack for view in reversed(views) if view.attack is not None), None)
    if attack is not None:
        succeeds = attack.power > attack.shield_value
        numbers = attack.power, attack.shield_value, succeeds
        yield Blow(attack.seat, attack.attacker, attack.target, *numbers, attack.shields)


def _before(views: Sequence[DreamweaversView], happened: Sequence[Sequence[SeenEvent]], seat: int) -> int:
    """Return the number of cards in an Ego at the beginning of the film."""
    damage = [
        event.fact
        for events in happened
        for event in events
        if isinstance(event.fact, Damaged) and event.fact.seat == seat and event.fact.card
    ]
    sides: list[SideView] = [view.sides[seat] for view in views]
    return max(*(len(side.ego) for side in sides), *(fact.left + 1 for fact in damage), 0)
