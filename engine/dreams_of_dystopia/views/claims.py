"""Claims of Dystopia's previews, and their comparison with results (`engine.kernel.claims`)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.dreams_of_dystopia.facts.cards import Drew
from engine.dreams_of_dystopia.facts.combats import AttackBlocked, Attacked, CombatStopped, NotBlocked
from engine.dreams_of_dystopia.facts.terms import DAMAGE, LP
from engine.dreams_of_dystopia.facts.turns import ScoreChanged, TurnEnded
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.claims import AS_SAID, ActSequence, Claim
from engine.kernel.events.event import Ended, Fact


def _as(holds: bool, came: object) -> str:
    return AS_SAID if holds else f"came: {came}"


def _combat(course: ActSequence) -> Iterator[Fact]:
    """Yield the events until the Damage step is over, or the Combat stops before it."""
    for event in course.events:
        yield event.fact
        if event.cause == DAMAGE or isinstance(event.fact, CombatStopped | TurnEnded):
            return


class Comes(Claim, frozen=True):
    """The LP of both players of a Combat after the Damage step: attacker, attacked; with these helpers.

    `if_not_blocked`: if the attack is not blocked.
    """

    seats: tuple[int, int]
    lp: tuple[int, int]
    helpers: tuple[str, ...] = ()
    if_not_blocked: bool = False

    def outcome(self, course: ActSequence) -> str | None:
        """Hold it against the LP; what follows upon a hit comes later."""
        view = course.first.before
        assert isinstance(view, DystopiaView)
        lp = {player.seat: player.lp for player in view.players}
        used, decided = list[str](), False
        for fact in _combat(course):
            if isinstance(fact, AttackBlocked):
                used, decided = fact.helpers, True
                if self.if_not_blocked:
                    return None
            elif isinstance(fact, Attacked) and self.if_not_blocked:
                used = fact.helpers
            elif isinstance(fact, NotBlocked):
                decided = True
            elif isinstance(fact, ScoreChanged) and fact.score == LP:
                lp[fact.seat] = fact.now
        if not decided or sorted(used) != sorted(self.helpers):
            return None
        found = tuple(lp[seat] for seat in self.seats)
        return _as(found == self.lp, found)


class Fights(Claim, frozen=True):
    """The total of a Minion with helpers, or its minimum, as its attack or its block is declared."""

    helpers: tuple[str, ...]
    number: int
    or_more: bool = False

    def outcome(self, course: ActSequence) -> str | None:
        """Hold it against what is declared."""
        for fact in _combat(course):
            if isinstance(fact, Attacked | AttackBlocked) and fact.seat == course.seat:
                number = fact.attack if isinstance(fact, Attacked) else fact.defence
                if sorted(fact.helpers) != sorted(self.helpers):
                    return None
                return _as(number >= self.number if self.or_more else number == self.number, number)
        return None


class Scores(Claim, frozen=True):
    """One's LP or FAME after an act."""

    score: str
    now: int

    def outcome(self, course: ActSequence) -> str | None:
        """Hold it against what the act makes of it."""
        facts = course.first.facts
        found = [
            fact.now
            for fact in facts
            if isinstance(fact, ScoreChanged) and (fact.seat, fact.score) == (course.seat, self.score)
        ]
        return _as(found[-1] == self.now, found) if found else None


class Draws(Claim, frozen=True):
    """So many cards are drawn."""

    count: int

    def outcome(self, course: ActSequence) -> str | None:
        """Hold it against what is drawn at once."""
        drawn = [
            fact.count for fact in course.first.facts if isinstance(fact, Drew) and fact.seat == course.seat
        ]
        return _as(sum(drawn) == self.count, drawn) if drawn else None


class GoesOut(Claim, frozen=True):
    """The player is out by it."""

    def outcome(self, course: ActSequence) -> str | None:
        """Hold it against the LP after the Damage step."""
        lost = any(
            isinstance(fact, Ended)
            or (isinstance(fact, ScoreChanged) and (fact.seat, fact.score, fact.now) == (course.seat, LP, 0))
            for fact in course.first.facts
        )
        return _as(lost, "still in")
