"""The claims of Dreamweavers' previews, and their comparison with results (`engine.kernel.claims`)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.dreamweavers.facts.attacks import Compared, Damaged, Shielded, SteppedIn
from engine.dreamweavers.facts.cards import Drew, Forgotten
from engine.dreamweavers.facts.turns import Refreshed, TrackerMoved
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.claims import ActSequence, Claim, ObservedAct, verdict
from engine.kernel.events.event import Ended, Fact
from engine.kernel.question import QuestionKind


def _seen(act: ObservedAct) -> DreamweaversView:
    assert isinstance(act.before, DreamweaversView)
    return act.before


def _acts(course: ActSequence) -> Iterator[ObservedAct]:
    """Yield the acts up to and including the next question for an action."""
    for number, act in enumerate(course.acts):
        yield act
        if number and act.question.topic == Topic.ACTION:
            return


def _facts(course: ActSequence) -> Iterator[Fact]:
    for number, act in enumerate(_acts(course)):
        if number and act.question.topic == Topic.ACTION:
            return
        yield from act.facts


class Goes(Claim, frozen=True):
    """The seat that acts next, and its memory. `if_let`: if the other player doesn't respond although they could."""

    seat: int
    memory: int
    if_let: bool = False

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the next question for an action."""
        for number, act in enumerate(course.acts):
            if number and act.question.topic == Topic.ACTION:
                memory = _seen(act).sides[self.seat].memory
                return verdict((act.seat, memory) == (self.seat, self.memory), (act.seat, memory))
            is_answer = number and act.question.topic == Topic.ANSWER and act.choice != (OptionVerb.PASS,)
            if is_answer and self.if_let:
                return None
        return None


class Paid(Claim, frozen=True):
    """A seat's memory right after payment."""

    seat: int
    memory: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the seat's own payment, if there is one; the opponent may also pay for a response."""
        for number, act in enumerate(course.acts):
            if number and act.seat == self.seat and act.question.kind is QuestionKind.ACTION:
                return None
            for fact in act.facts:
                if isinstance(fact, TrackerMoved) and fact.why == "pay" and fact.seat == self.seat:
                    memory = 0 if fact.side is None else fact.number * (1 if fact.side == self.seat else -1)
                    return verdict(memory == self.memory, fact)
        return None


class Refreshes(Claim, frozen=True):
    """A refreshed hand: cards are drawn, and the player continues without memory."""

    seat: int
    drawn: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the number of cards drawn."""
        drawn_count = 0
        for number, act in enumerate(course.acts):
            if number and act.question.topic == Topic.ACTION:
                memory = _seen(act).sides[self.seat].memory
                actual = (act.seat, drawn_count, memory)
                return verdict(actual == (self.seat, self.drawn, 0), actual)
            if not number and not any(isinstance(fact, Refreshed) for fact in act.facts):
                return None
            drawn_count += sum(
                fact.count for fact in act.facts if isinstance(fact, Drew) and fact.seat == self.seat
            )
        return None


class FillsHand(Claim, frozen=True):
    """A refreshed hand of this size, as far as the mind has cards."""

    seat: int
    size: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the hand at the next action."""
        for number, act in enumerate(course.acts):
            if number and act.question.topic == Topic.ACTION:
                side = _seen(act).sides[self.seat]
                return verdict(len(side.hand) >= self.size or not side.mind_count, len(side.hand))
        return None


class _OfAnAttack(Claim, frozen=True):
    """The result of an attack, unless a Guardian steps in."""

    def decided(self, course: ActSequence) -> tuple[Compared, int] | None:
        """Return the decision of the attack, with the total of the shields used."""
        total = 0
        for fact in _facts(course):
            if isinstance(fact, SteppedIn):
                return None
            total += fact.value if isinstance(fact, Shielded) else 0
            if isinstance(fact, Compared):
                return fact, total
        return None


class ShieldsStop(_OfAnAttack, frozen=True):
    """Shields with this total suffice to stop an attack."""

    needed: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with an attack that was stopped with at least this total."""
        decision = self.decided(course)
        if decision is None or decision[1] < self.needed:
            return None
        return verdict(not decision[0].succeeds, decision)


class StopsIt(_OfAnAttack, frozen=True):
    """The attack fails, or succeeds if `is_vain`."""

    is_vain: bool = False

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the decision of the attack."""
        decision = self.decided(course)
        return None if decision is None else verdict(decision[0].succeeds is self.is_vain, decision)


class IsDestroyed(_OfAnAttack, frozen=True):
    """The title of the card destroyed by the attack; "" for none."""

    card: str

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the cards that have left play at the end of the attack."""
        if self.decided(course) is None:
            return None
        forgotten = [
            card
            for fact in _facts(course)
            if isinstance(fact, Forgotten) and fact.how == "destroyed"
            for card in fact.cards
        ]
        return verdict(self.card in forgotten if self.card else not forgotten, forgotten)


class Damages(_OfAnAttack, frozen=True):
    """The amount of damage, and the number of cards left in the Ego."""

    seat: int
    damage: int
    left: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the damage of the attack."""
        if self.decided(course) is None:
            return None
        struck = [fact for fact in _facts(course) if isinstance(fact, Damaged) and fact.seat == self.seat]
        actual = (len(struck), struck[-1].left if struck else None)
        return verdict(actual == (self.damage, self.left), actual)


class Loses(Claim, frozen=True):
    """A seat loses the match."""

    seat: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the ending of the match."""
        ending = next((fact for fact in _facts(course) if isinstance(fact, Ended)), None)
        return verdict(ending is not None and ending.winners == (1 - self.seat,), "not lost")


class GuardNeeds(Claim, frozen=True):
    """A Guardian that steps in survives with shields of this total."""

    needed: int

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the shields used."""
        total = 0
        for fact in _facts(course):
            total += fact.value if isinstance(fact, Shielded) else 0
            if isinstance(fact, Compared):
                return verdict(not fact.succeeds, (total, fact)) if total >= self.needed else None
        return None


class GuardHolds(Claim, frozen=True):
    """A Guardian that steps in survives, and destroys `attacker` if given."""

    attacker: str = ""

    def outcome(self, course: ActSequence) -> str | None:
        """Compare with the decision of the attack."""
        facts = list(_facts(course))
        decision = next((fact for fact in facts if isinstance(fact, Compared)), None)
        if decision is None:
            return None
        forgotten = [card for fact in facts if isinstance(fact, Forgotten) for card in fact.cards]
        return verdict(
            not decision.succeeds and (not self.attacker or self.attacker in forgotten), (decision, forgotten)
        )
