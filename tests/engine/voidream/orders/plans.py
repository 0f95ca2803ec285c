"""A match for tests of plans."""

from __future__ import annotations

from msgspec.structs import replace

from cards.voidream.model import Kind
from engine.kernel.events.event import seen
from engine.kernel.match import Match
from engine.kernel.orders.order import Order, OrderOutcome
from engine.kernel.orders.plan import PlanForm, PlanStep, with_lines
from tests.engine.voidream.orders.orders_stage import ADA, BO, CARDS
from tests.engine.voidream.table import Stage, card

DAWN = card("Morning", Kind.ARCANUM, 4, "Initiate a dawn conflict.")
EITHER = card("Any Hour", Kind.ARCANUM, 4, "Initiate a conflict.")
POOL = (*CARDS, DAWN, EITHER)
ARCANA = ["Any Hour", "Bell", "Burn", "Push", "Rise", "Spark"]

Said = tuple[str, str] | tuple[str, str, list[str]]


def stage(
    ada: dict[str, object] | None = None, bo: dict[str, object] | None = None, active: int = BO
) -> Stage:
    return Stage(
        POOL,
        {"hand": ARCANA, "play": ["Guard", "Page"], **(ada or {})},
        {"hand": ARCANA, **(bo or {})},
        active,
    )


def form(at: Match, seat: int) -> PlanForm:
    found = at.plan_form(seat)
    assert found is not None
    return found


def key(at: Match, seat: int, when: str, act: str, title: str) -> str:
    """Return the key of a card as offered for a step."""
    [acts] = [one.acts for one in form(at, seat).whens if one.key == when]
    [things] = [one.things for one in acts if one.key == act]
    return next(known for known, _ in things if known.partition("#")[0] == title)


def step(at: Match, seat: int, said: Said) -> PlanStep:
    when, act, titles = (*said, [])[:3]
    return PlanStep(when, act, tuple(key(at, seat, when, act, title) for title in titles))


class Plan:
    """Ada's plan, stored as the bot stores it."""

    def __init__(
        self, at: Stage, *lines: list[Said], stops: tuple[str, ...] = (), until: str = "match"
    ) -> None:
        self.at, self.since = at, len(at.events)
        known = form(at.match, ADA).order
        steps = tuple(tuple(step(at.match, ADA, said) for said in line) for line in lines)
        self.order: Order = replace(with_lines(known, steps), stops=stops, until=until)
        at.match.check_order(ADA, self.order)

    def held(self) -> OrderOutcome:
        return self.at.match.by_order(
            ADA, self.order, [seen(event, ADA) for event in self.at.events[self.since :]]
        )

    def answers(self, *expected: str) -> None:
        """Check that it gives this answer now, and give it."""
        outcome = self.held()
        assert outcome.ended is None, str(outcome.ended)
        assert outcome.choice is not None and outcome.after is not None
        assert tuple(one.partition("#")[0] for one in outcome.choice) == expected
        self.order = outcome.after
        self.at.answer(*outcome.choice)

    def ended(self) -> str:
        outcome = self.held()
        assert outcome.choice is None
        return "" if outcome.ended is None else str(outcome.ended)


def play(at: Stage, *does: str) -> None:
    """Bo does this. Where he is asked to attack, he attacks with no entities."""
    for each in does:
        at.answer(each)
        while at.asked.seat == BO and not at.asked.minimum:
            at.answer()


def fight(at: Stage, plan: Plan) -> None:
    """Both pass until a conflict ends, Ada by her plan."""
    while at.ref.position.conflict is not None:
        plan.answers("pass") if at.asked.seat == ADA else at.answer("pass")
