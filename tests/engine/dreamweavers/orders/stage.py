"""Positions for tests of orders: a scenario's text, Ada's orders in it, and the events that she has seen since."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.dreamweavers.referee import Referee
from engine.dreamweavers.scenario.format import read_scenarios
from engine.dreamweavers.scenario.layout import lay_out
from engine.kernel.events.event import Event, seen
from engine.kernel.orders.order import Order, OrderForm, OrderOutcome
from engine.kernel.orders.plan import PlanForm, PlanStep, with_lines
from engine.kernel.question import Question

ADA, BO = 0, 1

CARDS = """
card: Hound, Thought, cost 2, power 4
card: Tower, Thought, cost 1, power 6
card: Dart, Thought, cost 1, power 2
  Quick.
card: Wall, Thought, cost 2, power 3
  Guardian.
card: Pair, Thought, cost 1, power 1
  (A) Tap this card: Draw a card.
  (A) Pay 1: Gain 1 memory.
card: Nod, Feeling, cost 0
  Fleeting: Draw a card.
card: Glee, Feeling, cost 1
  Fleeting: Gain 2 memory.
card: Shove, Feeling, cost 1
  Fleeting: Tap a Thought your opponent controls.
card: Echo, Feeling, cost 1
  Fleeting: Draw a card.
card: Grip, Feeling, cost 1
  Fleeting: You may tap a Thought.
card: Bell, Thought, cost 1, power 1
  (!) When you play a Feeling - Gain 1 memory.
card: Gong, Thought, cost 1, power 1
  (!) When you play a Feeling - Draw a card.
"""


class Stage:
    """A match in progress. Ada's orders are compared with her questions (`held`)."""

    def __init__(self, ada: str = "", bo: str = "", *, said: str = "tracker: Ada 5") -> None:
        sides = "\n".join(
            f"{name}:\n  " + "\n  ".join(part.strip() for part in side.split(";"))
            for name, side in (("Ada", ada), ("Bo", bo))
            if side
        )
        text = f"{CARDS}\nscenario: a table\n{said}\n{sides}\nThen nothing is on standby\n"
        (scenario,) = read_scenarios(text)
        self.match, events = lay_out(scenario)
        self.events: list[Event] = list(events)
        self.order: Order | None = None
        self.since = 0

    @property
    def ref(self) -> Referee:
        machine = self.match.machine
        assert isinstance(machine, Referee)
        return machine

    @property
    def asked(self) -> Question:
        """The only open question."""
        (question,) = self.match.questions.values()
        return question

    def answer(self, *choice: str) -> None:
        """Answer the only open question, and give the answers that are forced by public knowledge."""
        question = self.asked
        self.events += self.match.answer(question.seat, question.id, choice)
        while (forced := self.match.forced()) is not None:
            seat, known = forced
            self.events += self.match.answer(seat, self.match.questions[seat].id, known)

    def form(self, seat: int, kind: str, **said: object) -> OrderForm:
        """Return the form of the order with this text."""
        for one in self.match.order_forms(seat):
            if one.order.kind == kind and all(
                getattr(one.order.parameters, key) == value for key, value in said.items()
            ):
                return one
        raise AssertionError(f"That order doesn't exist: {kind} {said}")

    def give(
        self, kind: str, *, stops: Sequence[str] | None = None, until: str = "", **said: object
    ) -> Order:
        """Give an order as Ada. `said` is added to the form's parameters."""
        found = self.form(ADA, kind).order
        return self._give(
            replace(
                found,
                parameters=replace(found.parameters, **said),
                stops=found.stops if stops is None else tuple(stops),
                until=until or found.until,
            )
        )

    def plan(self, *steps: str, stops: Sequence[str] | None = None) -> Order:
        """Give a plan as Ada: these actions, each by the key of its option."""
        form = self.match.plan_form(ADA)
        assert form is not None
        order = with_lines(form.order, (tuple(map(step, steps)),))
        return self._give(order if stops is None else replace(order, stops=tuple(stops)))

    def _give(self, order: Order) -> Order:
        self.match.check_order(ADA, order)
        self.order, self.since = order, len(self.events)
        return order

    def held(self) -> OrderOutcome:
        """Return the result of Ada's order for her question."""
        assert self.order is not None
        return self.match.by_order(ADA, self.order, [seen(event, ADA) for event in self.events[self.since :]])

    def answers(self, *expected: str) -> None:
        """Check that her order gives this answer now, and give it."""
        outcome = self.held()
        assert outcome.ended is None, str(outcome.ended)
        assert outcome.choice == expected
        self.order = outcome.after or self.order
        self.answer(*expected)

    def ended(self) -> str:
        """Return why it has ended; "" while it is active."""
        outcome = self.held()
        assert outcome.choice is None
        return "" if outcome.ended is None else str(outcome.ended)

    def says_nothing(self) -> bool:
        """Return whether it is active and doesn't answer her question."""
        return self.held() == OrderOutcome()


def step(key: str) -> PlanStep:
    """Return a step of a plan, by the key of its option."""
    if key in ("refresh", "let go"):
        return PlanStep("move", key)
    act, _, thing = key.partition(" ")
    return PlanStep("move", act, (thing,))


def things(form: PlanForm, act: str) -> list[str]:
    """Return the possible objects of a plan's act."""
    return [key for one in form.whens[0].acts if one.key == act for key, _ in one.things]
