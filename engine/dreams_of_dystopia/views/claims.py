"""Claims of previews, and their comparison with results (`engine.kernel.claims`)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.dreams_of_dystopia.facts.cards import Drew
from engine.dreams_of_dystopia.facts.combats import AttackBlocked, Attacked, CombatStopped, NotBlocked
from engine.dreams_of_dystopia.facts.terms import DAMAGE, LP
from engine.dreams_of_dystopia.facts.turns import ScoreChanged, TurnEnded
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.claims import ActSequence, Claim, verdict
from engine.kernel.events.event import Ended, Fact


def _combat(course: ActSequence) -> Iterator[Fact]:
    """Yield the facts until the Damage step is over or the Combat stops before it."""
    for event in course.events:
        yield event.fact
        if event.cause == DAMAGE or isinstance(event.fact, CombatStopped | TurnEnded):
            return


class Comes(Claim, frozen=True):
    """The LP of the attacker and the attacked player after the Damage step, with these helpers.

    `if_not_blocked`: the claim is about an attack without a block.
    """

    seats: tuple[int, int]
    lp: tuple[int, int]
    helpers: tuple[str, ...] = ()
    if_not_blocked: bool = False

    def outcome(self, course: ActSequence) -> str | None:
        """Compare it with the LP before effects upon a hit."""
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
        result = tuple(lp[seat] for seat in self.seats)
        return verdict(result == self.lp, result)


class Fights(Claim, frozen=True):
    """The total of a Minion with helpers (with `or_more` its minimum) when its attack or block is declared."""

    helpers: tuple[str, ...]
    number: int
    or_more: bool = False

    def outcome(self, course: ActSequence) -> str | None:
        """Compare it with the declared total."""
        for fact in _combat(course):
            if isinstance(fact, Attacked | AttackBlocked) and fact.seat == course.seat:
                number = fact.attack if isinstance(fact, Attacked) else fact.defence
                if sorted(fact.helpers) != sorted(self.helpers):
                    return None
                return verdict(number >= self.number if self.or_more else number == self.number, number)
        return None


def _scores(course: ActSequence, score: str) -> list[int]:
    changes = (fact for fact in course.first.facts if isinstance(fact, ScoreChanged))
    return [fact.now for fact in changes if (fact.seat, fact.score) == (course.seat, score)]


class Scores(Claim, frozen=True):
    """The acting player's LP or FAME after an act."""

    score: str
    now: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare it with the score after the act."""
        scores = _scores(course, self.score)
        return verdict(scores[-1] == self.now, scores) if scores else None


class Draws(Claim, frozen=True):
    """The number of cards drawn."""

    count: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare it with the cards drawn by the act."""
        draws = (fact for fact in course.first.facts if isinstance(fact, Drew))
        drawn = [fact.count for fact in draws if fact.seat == course.seat]
        return verdict(sum(drawn) == self.count, drawn) if drawn else None


class GoesOut(Claim, frozen=True):
    """The claim that the acting player will be out."""

    def outcome(self, course: ActSequence) -> str | None:
        """Compare it with the LP after the act."""
        is_over = any(isinstance(fact, Ended) for fact in course.first.facts)
        return verdict(is_over or 0 in _scores(course, LP), "still in")
