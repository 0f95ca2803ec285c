"""The standing orders of the greedy player: its certain answers.

A player who has passed had no better option: it keeps passing until a relevant change, and would avoid Nightmare with
the arcanum it can spare, or enter it, according to the current position. A player with possible defenders plans how
to use them, at dawn and at dusk, against everything that could attack.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace

from engine.kernel.orders.order import Order, OrderForm
from engine.kernel.orders.plan import PlanForm, PlanStep, with_lines
from engine.kernel.question import OptionSubject
from engine.voidream.orders import (
    agreements,
    book,
    conditions,
    cuts,
    durations,
    nightmare,
    passes,
    plan_acts,
    plan_orders,
    trigger_orders,
    void_choice,
)
from engine.voidream.players.greedy.board_summary import BoardSummary
from engine.voidream.players.greedy.conflict_estimate import Prospect
from engine.voidream.questions.topics import OptionVerb

STOPS = (durations.CONFLICT, durations.NEW)
"""The events after which it thinks again: others change what it would do too seldom to wait for."""


class ChoiceValues(Protocol):
    """The player's values of its choices in the present position."""

    def action(self, sight: BoardSummary, verb: str, subject: str) -> float:
        """Return the value of an action."""
        ...

    def nightmare(self, sight: BoardSummary, card: str) -> float:
        """Return the value of avoiding Nightmare with an arcanum, or of entering it ("")."""
        ...

    def keeping(self, sight: BoardSummary, card: str) -> float:
        """Return the value of keeping an arcanum."""
        ...

    def rolls(self, sight: BoardSummary) -> bool:
        """Return whether to roll although siege would allow not to."""
        ...


def orders(
    sight: BoardSummary,
    forms: Sequence[OrderForm],
    standing: Sequence[Order],
    worth: ChoiceValues,
    plan: PlanForm | None = None,
) -> Sequence[Order]:
    """Return the orders to give besides those that stand."""
    known = {order.kind for order in standing}
    offered: dict[str, list[Order]] = {}
    for form in forms:
        if form.order.kind not in known:
            offered.setdefault(form.order.kind, []).append(form.order)
    out = [order for order in offered.get(trigger_orders.NAME, []) if not order.parameters.listed]
    out += [
        order for order in offered.get(cuts.NAME, []) if order.parameters == cuts.CutChoice(how=cuts.NEVER)
    ]
    for order in offered.get(passes.NAME, []):
        best = max(_could(order), key=lambda act: (worth.action(sight, *act), act[0] == OptionVerb.PASS))
        if best[0] == OptionVerb.PASS:
            out.append(replace(order, stops=STOPS, until=durations.ROUND))
    if book.DEFEND in offered and _would_not_defend(sight):
        out += [replace(order, until=durations.ROUND) for order in offered[book.DEFEND] if sight.view.round]
    if sight.view.conflict is not None:
        answer = agreements.YES if worth.rolls(sight) else agreements.NO
        out += [
            order
            for order in offered.get(agreements.ROLL, [])
            if order.parameters == agreements.Agreement(answer=answer)
        ]
    has_pass = passes.NAME in known or any(order.kind == passes.NAME for order in out)
    if nightmare.NAME in offered and has_pass:
        ways = offered[nightmare.NAME]
        out.append(max(ways, key=lambda order: worth.nightmare(sight, _discarded(order))))
    if void_choice.NAME in offered and has_pass:
        for order in offered[void_choice.NAME]:
            titles = order.parameters.listed
            kept_last = sorted(titles, key=lambda card: (worth.keeping(sight, card), card))
            out.append(order.with_listed(tuple(kept_last)))
    if plan is not None and plan_orders.NAME not in known and sight.view.conflict is None:
        lines = _defences(sight, plan)
        if lines:
            out.append(replace(with_lines(plan.order, lines), stops=()))
    return out


def _could(order: Order) -> list[tuple[str, str]]:
    """The possible acts when an order is given: verbs and subjects."""
    assert isinstance(order.given, durations.GivenMoment)
    return [act for act in order.given.could if not isinstance(act, str)]


def _discarded(order: Order) -> str:
    assert isinstance(order.parameters, nightmare.Nightmare)
    return order.parameters.discard


def _defences(sight: BoardSummary, plan: PlanForm) -> tuple[tuple[PlanStep, ...], ...]:
    """Return the defences at dawn and at dusk against everything that could attack; none unless it would defend at
    both.

    It passes while there is no better time to decide: in that conflict.
    """
    prospect = Prospect(sight, sight.foe)
    attackers = prospect.able(sight.foe)
    lines: list[tuple[PlanStep, ...]] = []
    for when, kind in ((conditions.AT_DAWN, "dawn"), (conditions.AT_DUSK, "dusk")):
        tags = {thing.tag for thing in prospect.defence(kind, attackers)[1]}
        form = next(each for each in plan.whens if each.key == when)
        known = next(each for each in form.acts if each.key == plan_acts.DEFEND).things
        with_ = tuple(key for key, _ in known if OptionSubject.read(key).mark in tags)
        if not with_:
            return ()
        pass_step = PlanStep(conditions.FIGHT, plan_acts.THROUGHOUT)
        lines.append((PlanStep(when, plan_acts.DEFEND, with_), pass_step))
    return tuple(lines)


def _would_not_defend(sight: BoardSummary) -> bool:
    """Return whether it would defend with nobody if the opponent attacked now with all that they have, at
    dawn or at dusk.
    """
    prospect = Prospect(sight, sight.foe)
    attackers = prospect.able(sight.foe)
    return bool(prospect.able(sight.me)) and not any(
        prospect.defence(kind, line)[1] for kind in ("dawn", "dusk") for line in (attackers, [])
    )
