"""The content of a finale: the last attacks, the eliminated Masters, and the final places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from engine.dreams_of_dystopia.facts.combats import AttackBlocked, Attacked
from engine.dreams_of_dystopia.facts.terms import DAMAGE, LP
from engine.dreams_of_dystopia.facts.turns import ScoreChanged
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.events.event import SeenEvent
from render.dreams_of_dystopia.faces import PrintedSide, face_of

MOST_BLOWS = 2
"""The maximum number of last attacks that are shown; just one if several players fell."""


class Blow(Struct, frozen=True):
    """A decided attack: both fighters with their helpers and numbers. `loser` lost LP, -1 for no one."""

    seat: int
    target: int
    cards: tuple[str, ...]
    attack: int
    blockers: tuple[str, ...] = ()
    defence: int = 0
    loser: int = -1
    lost: int = 0


class Fall(Struct, frozen=True):
    """A player who lost the last LP, and the number of LP before."""

    seat: int
    before: int


class Finale(Struct, frozen=True):
    """The result of the last round. `masters` are the Masters by seat, as last seen."""

    last: DystopiaView
    blows: tuple[Blow, ...]
    falls: tuple[Fall, ...]
    masters: tuple[str, ...]

    def face(self, title: str) -> PrintedSide:
        """Return the printed side with a title."""
        return face_of(title, self.last.printed)

    def master(self, seat: int) -> PrintedSide:
        """Return a player's Master as last seen."""
        return self.face(self.masters[seat])


def finale_of(views: Sequence[DystopiaView], happened: Sequence[Sequence[SeenEvent]] = ()) -> Finale | None:
    """Return the finale of a match from the public views of its last round, in order; None if it hasn't ended.

    `happened` are the public events of each view: attacks and losses, which the views before and after don't show.
    """
    if not views or not views[-1].ended:
        return None
    events = [event for events in happened for event in events]
    masters = [
        next((view.players[seat].master for view in reversed(views) if view.players[seat].master), "")
        for seat in range(len(views[-1].players))
    ]
    falls = tuple(
        Fall(fact.seat, fact.now - fact.amount)
        for fact in (event.fact for event in events)
        if isinstance(fact, ScoreChanged) and fact.score == LP and fact.now <= 0
    )
    blows = list(_blows(events))
    deciding = [blow for blow in blows if any(fall.seat == blow.loser for fall in falls)]
    return Finale(
        views[-1], tuple((deciding or blows)[-(MOST_BLOWS if len(falls) < 2 else 1) :]), falls, tuple(masters)
    )


def _blows(events: Sequence[SeenEvent]) -> Iterator[Blow]:
    """Yield the attacks with a loss of LP in the Damage step, in order."""
    blow: Blow | None = None
    for event in events:
        fact = event.fact
        if isinstance(fact, Attacked):
            blow = Blow(fact.seat, fact.target, (fact.card, *fact.helpers), fact.attack)
        elif isinstance(fact, AttackBlocked) and blow is not None:
            blow = replace(blow, blockers=(fact.card, *fact.helpers), defence=fact.defence)
        elif isinstance(fact, ScoreChanged) and event.cause == DAMAGE and blow is not None:
            yield replace(blow, loser=fact.seat, lost=-fact.amount)
            blow = None
