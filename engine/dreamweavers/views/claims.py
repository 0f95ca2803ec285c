"""Claims of Dreamweavers' previews, and their comparison with results (`engine.kernel.claims`)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.dreamweavers.facts.attacks import Compared, Damaged, Shielded, SteppedIn
from engine.dreamweavers.facts.cards import Drew, Forgotten
from engine.dreamweavers.facts.turns import Refreshed, TrackerMoved
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.claims import AS_SAID, ActSequence, Claim, ObservedAct
from engine.kernel.events.event import Ended, Fact


def _seen(act: ObservedAct) -> DreamweaversView:
    assert isinstance(act.before, DreamweaversView)
    return act.before


def _as(holds: bool, came: object) -> str:
    return AS_SAID if holds else f"came: {came}"


def _acts(course: ActSequence) -> Iterator[ObservedAct]:
    """Yield the acts until an action is asked for again, with that one."""
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
    """The seat that acts next, and its memory; `if_let`: if the other player does not answer what they could."""

    seat: int
    memory: int
    if_let: bool = False

    def outcome(self, course: ActSequence) -> str | None:
        """Hold it against the next action that is asked for."""
        for number, act in enumerate(course.acts):
            if number and act.question.topic == Topic.ACTION:
                memory = _seen(act).sides[self.seat].memory
                return _as((act.seat, memory) == (self.seat, self.memory), (act.seat, memory))
            is_answer = number and act.question.topic == Topic.ANSWER and act.choice != (OptionVerb.PASS,)
            if is_answer and self.if_let:
                return None
        return None


class Paid(Claim, frozen=True):
    """A seat's memory as soon as it is paid."""

    seat: int
    memory: int

    def outcome(self, course: ActSequence) -> str | None:
        """Hold it against their payment: where nothing is paid, another player may pay for an answer."""
        for fact in _facts(course):
            if isinstance(fact, TrackerMoved) and fact.why == "pay" and fact.seat == self.seat:
                memory = 0 if fact.side is None else fact.number if fact.side == self.seat else -fact.number
                return _as(memory == self.memory, fact)
        return None


class Refreshes(Claim, frozen=True):
    """The hand is refreshed: cards are drawn, and the player goes on with no memory."""

    seat: int
    drawn: int

    def outcome(self, course: ActSequence) -> str | None:
        """Hold it against what is drawn for it."""
        drawn = 0
        for number, act in enumerate(course.acts):
            if number and act.question.topic == Topic.ACTION:
                memory = _seen(act).sides[self.seat].memory
                came = (act.seat, drawn, memory)
                return _as(came == (self.seat, self.drawn, 0), came)
            if not number and not any(isinstance(fact, Refreshed) for fact in act.facts):
                return None
            drawn += sum(
                fact.count for fact in act.facts if isinstance(fact, Drew) and fact.seat == self.seat
            )
        return None


class FillsHand(Claim, frozen=True):
    """The hand is refreshed: it has this number of cards then, as far as the mind has."""

    seat: int
    size: int

    def outcome(self, course: ActSequence) -> str | None:
        """Hold it against the hand at the next action."""
        for number, act in enumerate(course.acts):
            if number and act.question.topic == Topic.ACTION:
                side = _seen(act).sides[self.seat]
                return _as(len(side.hand) >= self.size or not side.mind_count, len(side.hand))
        return None


class _OfAnAttack(Claim, frozen=True):
    """The result of an attack, unless a Guardian steps in."""

    def decided(self, course: ActSequence) -> tuple[Compared, int] | None:
        """Return how the attack was decided, with the shields used."""
        given = 0
        for fact in _facts(course):
            if isinstance(fact, SteppedIn):
                return None
            given += fact.value if isinstance(fact, Shielded) else 0
            if isinstance(fact, Compared):
                return fact, given
        return None


class ShieldsStop(_OfAnAttack, frozen=True):
    """Shields of this total are enough to stop an attack."""

    needed: int

    def outcome(self, course: ActSequence) -> str | None:
        """Hold it against an attack against which as much was given."""
        found = self.decided(course)
        if found is None or found[1] < self.needed:
            return None
        return _as(not found[0].succeeds, found)


class StopsIt(_OfAnAttack, frozen=True):
    """The attack does not succeed, or does if `is_vain`."""

    is_vain: bool = False

    def outcome(self, course: ActSequence) -> str | None:
        """Hold it against how the attack was decided."""
        found = self.decided(course)
        return None if found is None else _as(found[0].succeeds is self.is_vain, found)


class IsDestroyed(_OfAnAttack, frozen=True):
    """The title of the card that the attack destroys; "" for none."""

    card: str

    def outcome(self, course: ActSequence) -> str | None:
        """Hold it against what is gone when the attack is over."""
        if self.decided(course) is None:
            return None
        gone = [
            card
            for fact in _facts(course)
            if isinstance(fact, Forgotten) and fact.how == "destroyed"
            for card in fact.cards
        ]
        return _as(self.card in gone if self.card else not gone, gone)


class Damages(_OfAnAttack, frozen=True):
    """The damage that is dealt, and the cards that are left in the Ego."""

    seat: int
    damage: int
    left: int

    def outcome(self, course: ActSequence) -> str | None:
        """Hold it against the damage of the attack."""
        if self.decided(course) is None:
            return None
        struck = [fact for fact in _facts(course) if isinstance(fact, Damaged) and fact.seat == self.seat]
        came = (len(struck), struck[-1].left if struck else None)
        return _as(came == (self.damage, self.left), came)


class Loses(Claim, frozen=True):
    """A seat loses the match by it."""

    seat: int

    def outcome(self, course: ActSequence) -> str | None:
        """Hold it against the end of the match."""
        ended = next((fact for fact in _facts(course) if isinstance(fact, Ended)), None)
        return _as(ended is not None and ended.winners == (1 - self.seat,), "not lost")


class GuardNeeds(Claim, frozen=True):
    """A Guardian that steps in holds with shields of this total."""

    needed: int

    def outcome(self, course: ActSequence) -> str | None:
        """Hold it against the shields that are given."""
        given = 0
        for fact in _facts(course):
            given += fact.value if isinstance(fact, Shielded) else 0
            if isinstance(fact, Compared):
                return _as(not fact.succeeds, (given, fact)) if given >= self.needed else None
        return None


class GuardHolds(Claim, frozen=True):
    """A Guardian that steps in holds; `attacker` is destroyed by it, if it is named."""

    attacker: str = ""

    def outcome(self, course: ActSequence) -> str | None:
        """Hold it against how the attack was decided."""
        facts = list(_facts(course))
        done = next((fact for fact in facts if isinstance(fact, Compared)), None)
        if done is None:
            return None
        gone = [card for fact in facts if isinstance(fact, Forgotten) for card in fact.cards]
        return _as(not done.succeeds and (not self.attacker or self.attacker in gone), (done, gone))
