"""The claims of Voidream's previews, and their comparison with results (`engine.kernel.claims`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.kernel.claims import ActSequence, Claim, ObservedAct, verdict
from engine.kernel.events.event import Ended, Fact
from engine.voidream.facts.actions import Played
from engine.voidream.facts.cards import ReturnedToHand, Veiled, Voided
from engine.voidream.facts.conflicts import (
    AttackersDeclared,
    AvoidedNightmare,
    ConflictCalled,
    ConflictScored,
    DefendersDeclared,
    EnteredNightmare,
    FacesNightmare,
)
from engine.voidream.facts.deck import EvokeDeclined
from engine.voidream.facts.rounds import MindTurned, RoundBegan
from engine.voidream.queries.score import DEPTHS
from engine.voidream.questions.topics import Topic
from engine.voidream.turns.actions import PASS
from engine.voidream.turns.nightmare import ENTER
from engine.voidream.views.types import VoidreamView

DAWN, DUSK = "dawn", "dusk"
_OVER = (RoundBegan, Ended)


def wins(kind: str, attacker: int, difference: int) -> int:
    """Return the winner of a conflict from the attacker's lead in score; -1 for a draw (§4)."""
    if not difference:
        return -1
    return attacker if (difference > 0) == (kind == DAWN) else 1 - attacker


def _does_other_pass(course: ActSequence) -> bool:
    """Return whether the other player passes with their next action."""
    for act in course.later:
        if act.question.topic == Topic.ACTION:
            return act.seat != course.seat and act.choice == (PASS,)
    return False


def _this_round(course: ActSequence) -> Iterator[Fact]:
    for fact in course.facts(*_OVER):
        if not isinstance(fact, RoundBegan):
            yield fact


class _OfAPass(Claim, frozen=True):
    """The result of a pass. `if_passes`: if the other player's next action is a pass, too."""

    if_passes: bool

    def is_tested(self, course: ActSequence) -> bool:
        """Return whether the predicted situation occurred."""
        return not self.if_passes or _does_other_pass(course)


class BothScores(_OfAPass, frozen=True):
    """The scores of both seats for each depth of the attacker, from 1, as determined by the roll (§4).

    `next_depth` is the depth after the roll if it is known, otherwise 0.
    """

    conflict: str
    attacker: int
    by_depth: tuple[tuple[int, int], ...]
    next_depth: int = 0

    @property
    def depths(self) -> Sequence[int]:
        """The depths that the roll can bring."""
        return [self.next_depth] if self.next_depth else DEPTHS

    def lead(self, depth: int) -> int:
        """Return the attacker's lead over the defender at a depth."""
        totals = self.by_depth[depth - 1]
        return totals[self.attacker] - totals[1 - self.attacker]

    def winner(self, depth: int) -> int:
        """Return the winner if this becomes the attacker's depth; -1 for a draw."""
        return wins(self.conflict, self.attacker, self.lead(depth))

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the scores of this conflict."""
        scored = course.find(ConflictScored, *_OVER) if self.is_tested(course) else None
        if scored is None:
            return None
        depth = _depth_of(scored, self.attacker)
        holds = depth in self.depths and scored.totals == self.by_depth[depth - 1]
        return verdict(holds and scored.winner == self.winner(depth), scored.parts)


def _depth_of(scored: ConflictScored, seat: int) -> int:
    return sum(number for kind, _, number in scored.parts[seat] if kind == "depth")


class Falls(Claim, frozen=True):
    """The defender's bastion falls at these depths of the attacker."""

    attacker: int
    depths: tuple[int, ...]

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the end of the round."""
        scored = course.find(ConflictScored, *_OVER)
        if scored is None or _depth_of(scored, self.attacker) not in self.depths:
            return None
        ending = course.find(Ended, RoundBegan)
        return verdict(ending is not None and ending.winners == (self.attacker,), "the bastion does not fall")


class Scores(Claim, frozen=True):
    """Both scores, which determine the winner."""

    totals: tuple[int, int]

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the scores of this conflict."""
        scored = course.find(ConflictScored, *_OVER)
        return None if scored is None else verdict(scored.totals == self.totals, scored.totals)


class Reaches(Claim, frozen=True):
    """The range of a player's score when the defenders are declared."""

    seat: int
    conflict: str
    low: int
    high: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the scores right after the defenders are declared."""
        for act in course.acts:
            view = _seen(act)
            if any(isinstance(fact, DefendersDeclared) for fact in act.facts):
                if view.conflict is None:
                    return None
                side = view.sides[self.seat]
                score = side.dusk_score if self.conflict == DUSK else side.dawn_score
                return verdict(self.low <= score <= self.high, score)
            if view.conflict is None:
                return None
        return None


def _seen(act: ObservedAct, at: int | None = None) -> VoidreamView:
    view = act.after if at is None else act.looks[at]
    assert isinstance(view, VoidreamView)
    return view


class WinsLikely(Claim, frozen=True):
    """The likely winner of this conflict."""

    seat: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the winner."""
        scored = course.find(ConflictScored, *_OVER)
        return None if scored is None else verdict(scored.winner == self.seat, scored.totals)


class Faces(_OfAPass, frozen=True):
    """The seat that faces the Nightmare of this round, and the rule behind it."""

    seat: int
    why: str

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the seat that faces it."""
        faces = course.find(FacesNightmare, *_OVER) if self.is_tested(course) else None
        return None if faces is None else verdict((faces.seat, faces.why) == (self.seat, self.why), faces)


class MustEnter(_OfAPass, frozen=True):
    """A seat that faces the Nightmare of this round can't avoid it."""

    is_figure: ClassVar[bool] = False
    seat: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with whether the seat avoids it."""
        faced = course.find(FacesNightmare, *_OVER) if self.is_tested(course) else None
        if faced is None or faced.seat != self.seat:
            return None
        return verdict(course.find(AvoidedNightmare, *_OVER) is None, "avoided")


class FacesEmpty(Claim, frozen=True):
    """A player with an empty hand faces the Nightmare of this round or the next, and must enter it."""

    is_figure: ClassVar[bool] = False
    seat: int
    is_next: bool = False

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the player who faces and enters it."""
        rounds, faced, entered = 0, list[int](), False
        for fact in course.facts(Ended):
            rounds += isinstance(fact, RoundBegan)
            if rounds > self.is_next:
                break
            if rounds == self.is_next:
                faced += [fact.seat] if isinstance(fact, FacesNightmare) else []
                entered = entered or (isinstance(fact, EnteredNightmare) and fact.seat == self.seat)
        if self.is_next and course.first.choice == (ENTER,):
            return None
        return verdict(faced == [self.seat] and entered, (faced, entered)) if faced else None


class Loses(Claim, frozen=True):
    """A player loses if they face the Nightmare of this round."""

    seat: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the end of the round."""
        facts = list(_this_round(course))
        if not any(isinstance(fact, FacesNightmare) and fact.seat == self.seat for fact in facts):
            return None
        return verdict(
            any(isinstance(fact, Ended) and fact.winners == (1 - self.seat,) for fact in facts), "not lost"
        )


class ComesBack(Claim, frozen=True):
    """An arcanum, if named, goes to the Void, and `count` other cards return."""

    seat: int
    count: int
    card: str = ""

    def outcome(self, course: ActSequence) -> str | None:
        """Compare the claim with the results of the answer's own act, including questions during it."""
        facts = list(_action(course))
        if any(isinstance(fact, Ended) for fact in facts):
            return None  # The match can end before the card is voided.
        returned = [
            card
            for fact in facts
            if isinstance(fact, ReturnedToHand) and fact.seat == self.seat
            for card in fact.cards
        ]
        is_voided = not self.card or any(
            isinstance(fact, Voided) and fact.card == self.card for fact in facts
        )
        return verdict(is_voided and len(returned) >= self.count, (is_voided, returned))


def _action(course: ActSequence) -> Iterator[Fact]:
    """Yield the events until the next question for an action."""
    for number, act in enumerate(course.acts):
        if number and act.question.topic == Topic.ACTION:
            return
        yield from act.facts


class AttackWith(Claim, frozen=True):
    """The number of a player's entities that attack in Nightmare's dusk conflict."""

    seat: int
    count: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the declared attackers."""
        declared = course.find(AttackersDeclared, *_OVER)
        called = course.find(ConflictCalled, *_OVER)
        if declared is None or called is None:
            return None
        actual = (called.seat, called.nightmare, len(declared.cards))
        return verdict(actual == (self.seat, True, self.count), actual)


class MindTurns(Claim, frozen=True):
    """The mind is turned by one, to `count`."""

    seat: int
    count: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the first turn of the mind."""
        turn = next((fact for fact in course.first.facts if isinstance(fact, MindTurned)), None)
        return verdict(turn is not None and (turn.seat, turn.count) == (self.seat, self.count), turn)


class MindStaysSpent(Claim, frozen=True):
    """The mind is spent, and stays spent this round."""

    is_figure: ClassVar[bool] = False
    seat: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the mind's turns in this round."""
        refreshes = [
            fact
            for fact in _this_round(course)
            if isinstance(fact, MindTurned) and fact.seat == self.seat and fact.count
        ]
        return verdict(not refreshes, refreshes)


class DepthAtFirst(Claim, frozen=True):
    """The depth right after the evoked card has left the deck or stayed."""

    needs_looks: ClassVar[bool] = True
    seat: int
    depth: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the depth when the card is played, veiled or left."""
        act = course.first
        departures = (Played, Veiled, EvokeDeclined)
        at = next((at for at, fact in enumerate(act.facts) if isinstance(fact, departures)), len(act.looks))
        if at >= len(act.looks):
            return None
        depth = _seen(act, at).sides[self.seat].depth
        return verdict(depth == self.depth, depth)


class DeclaredAtFirst(Claim, frozen=True):
    """The dawn score of a seat right after it declares attackers or defenders."""

    needs_looks: ClassVar[bool] = True
    seat: int
    score: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the score at that event, before anything that it triggers."""
        act = course.first
        declared = (AttackersDeclared, DefendersDeclared)
        at = next((at for at, fact in enumerate(act.facts) if isinstance(fact, declared)), len(act.looks))
        if at >= len(act.looks):
            return None
        score = _seen(act, at).sides[self.seat].dawn_score
        return verdict(score == self.score, score)
