"""Orders and plans that players of a scenario give, and the answers that these give.

Bo gives the order "No shields for the Ego", 3, until the end of this turn
Bo gives the order "Shields by a list", 5, with Wall, Hound
Ada plans: attacks Ego with Hound; plays Insight; lets go
Bo takes back all orders
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from engine.kernel.errors import GameError
from engine.kernel.events.event import Event, seen
from engine.kernel.orders.order import Order, OrderForm
from engine.kernel.orders.plan import with_lines
from engine.kernel.question import Choice
from engine.scenario.situation import ScenarioOrder, Situation

_ORDER = re.compile(
    r"gives the order [“\"](?P<label>[^”\"]+)[”\"](?:, (?P<n>[0-9]{1,3}))?(?P<rest>, .++)?\.?+", re.IGNORECASE
)
WITH = ", with "
_PLAN = re.compile(r"plans: ?(?P<steps>.+?)\.?", re.IGNORECASE)
_TAKE_BACK = re.compile(r"takes back (?:all orders|the plan)\.?", re.IGNORECASE)


def give(now: Situation, seat: int, words: str) -> str | None:
    """Give the order in a line. Return why it can't be given, "" if it can; None if the line has no order."""
    order: Order | str
    if (match := _ORDER.fullmatch(words)) is not None:
        order = _order(now, seat, match)
    elif (match := _PLAN.fullmatch(words)) is not None:
        order = _plan(now, seat, match["steps"])
    elif _TAKE_BACK.fullmatch(words):
        now.orders = [scenario_order for scenario_order in now.orders if scenario_order.seat != seat]
        return ""
    else:
        return None
    if isinstance(order, str):
        return order
    try:
        now.match.check_order(seat, order)
    except GameError as error:
        return str(error)
    now.orders.append(ScenarioOrder(seat, order))
    return ""


def _order(now: Situation, seat: int, match: re.Match[str]) -> Order | str:
    forms = now.match.order_forms(seat)
    label = match["label"].casefold()
    form = next((each for each in forms if label in (str(each.label).casefold(), each.order.kind)), None)
    if form is None:
        possible = "; ".join(f"“{each.label}”" for each in forms) or "nothing"
        return f"{now.names[seat]} can't order “{match['label']}”, but {possible}."
    order = form.order
    if match["n"]:
        order = order.with_number(int(match["n"]))
    rest, _, span = (match["rest"] or "").removesuffix(".").partition(", until ")
    if rest and not rest.startswith(WITH):
        return f"“{rest.removeprefix(', ')}” is neither a number nor begins with “with” or “until”."
    if rest:
        things = (_thing(now, form, part.strip()) for part in rest.removeprefix(WITH).split(","))
        order = order.with_listed(tuple(things))
    until = order.until
    if span:
        spans = {_span(str(label)): key for key, label in form.untils}
        if _span(span) not in spans:
            return f"It can last until {', until '.join(spans)}."
        until = spans[_span(span)]
    return replace(order, until=until)


def _span(label: str) -> str:
    return label.casefold().removeprefix("until ").strip()


def _thing(now: Situation, form: OrderForm, text: str) -> str:
    return next((key for key, _ in form.things if now.tables.is_called(key, text)), text)


def _plan(now: Situation, seat: int, steps: str) -> Order | str:
    form = now.match.plan_form(seat)
    if form is None:
        return f"{now.names[seat]} can make no plan now."
    lines = tuple(now.planned(seat, step.strip()) for step in steps.split(";") if step.strip())
    return with_lines(form.order, (lines,))


def note_events(now: Situation, events: Sequence[Event]) -> None:
    """Add events, as each owner saw them, to all active orders."""
    for scenario_order in now.orders:
        scenario_order.happened += [seen(event, scenario_order.seat) for event in events]


def answer_by_order(now: Situation) -> tuple[int, Choice] | None:
    """Return the next answer by an order, with its seat. Orders that have ended are removed."""
    if now.match.outcome is not None:
        return None
    for scenario_order in list(now.orders):
        outcome = now.match.by_order(scenario_order.seat, scenario_order.order, scenario_order.happened)
        if outcome.ended is not None:
            now.orders.remove(scenario_order)
            continue
        if outcome.after is not None:
            scenario_order.order = outcome.after
        if outcome.answers and scenario_order.seat in now.match.questions:
            choice = outcome.random_choices[0] if outcome.choice is None else outcome.choice
            return scenario_order.seat, choice
    return None
