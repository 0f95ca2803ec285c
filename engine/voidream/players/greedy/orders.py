"""The standing orders of the greedy player: its certain answers.

A player who has passed had no better option. It keeps passing until a relevant change, and decides now whether to
avoid Nightmare with an arcanum that it can spare, or to enter it. A player with possible defenders plans how to use
them, at dawn and at dusk, against everything that could attack.
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
"""The events after which it reconsiders. Others change its answers too rarely."""


class ChoiceValues(Protocol):
    """The player's values of its choices in the current position."""

    def action(self, board: BoardSummary, verb: str, subject: str) -> float:
        """Return the value of an action."""
        ...

    def nightmare(self, board: BoardSummary, card: str) -> float:
        """Return the value of avoiding Nightmare with an arcanum, or of entering it ("")."""
        ...

    def keeping(self, board: BoardSummary, card: str) -> float:
        """Return the value of keeping an arcanum."""
        ...

    def rolls(self, board: BoardSummary) -> bool:
        """Return whether to roll although siege makes it optional."""
        ...


def orders(
    board: BoardSummary,
    forms: Sequence[OrderForm],
    standing: Sequence[Order],
    values: ChoiceValues,
    plan: PlanForm | None = None,
) -> Sequence[Order]:
    """Return the orders to give in addition to existing ones."""
    kinds = {order.kind for order in standing}
    options: dict[str, list[Order]] = {}
    for form in forms:
        if form.order.kind not in kinds:
            options.setdefault(form.order.kind, []).append(form.order)
    result = [order for order in options.get(trigger_orders.NAME, []) if not order.parameters.listed]
    result += [
        order for order in options.get(cuts.NAME, []) if order.parameters == cuts.CutChoice(how=cuts.NEVER)
    ]
    for order in options.get(passes.NAME, []):
        best_order = max(
            _could(order), key=lambda act: (values.action(board, *act), act[0] == OptionVerb.PASS)
        )
        if best_order[0] == OptionVerb.PASS:
            result.append(replace(order, stops=STOPS, until=durations.ROUND))
    if book.DEFEND in options and _would_not_defend(board):
        result += [
            replace(order, until=durations.ROUND) for order in options[book.DEFEND] if board.view.round
        ]
    if board.view.conflict is not None:
        answer = agreements.YES if values.rolls(board) else agreements.NO
        result += [
            order
            for order in options.get(agreements.ROLL, [])
            if order.parameters == agreements.Agreement(answer=answer)
        ]
    has_pass = passes.NAME in kinds or any(order.kind == passes.NAME for order in result)
    if nightmare.NAME in options and has_pass:
        nightmare_orders = options[nightmare.NAME]
        result.append(max(nightmare_orders, key=lambda order: values.nightmare(board, _discarded(order))))
    if void_choice.NAME in options and has_pass:
        for order in options[void_choice.NAME]:
            titles = order.parameters.listed
            kept_last = sorted(titles, key=lambda card: (values.keeping(board, card), card))
            result.append(order.with_listed(tuple(kept_last)))
    if plan is not None and plan_orders.NAME not in kinds and board.view.conflict is None:
        lines = _defences(board, plan)
        if lines:
            result.append(replace(with_lines(plan.order, lines), stops=()))
    return result


def _could(order: Order) -> list[tuple[str, str]]:
    """Return the actions that were possible when an order was given: verbs and subjects."""
    assert isinstance(order.given, durations.GivenMoment)
    return [act for act in order.given.could if not isinstance(act, str)]


def _discarded(order: Order) -> str:
    assert isinstance(order.parameters, nightmare.Nightmare)
    return order.parameters.discard


def _defences(board: BoardSummary, plan: PlanForm) -> tuple[tuple[PlanStep, ...], ...]:
    """Return the defences at dawn and at dusk against everything that could attack; none unless both are possible.

    A player who wouldn't defend in one of them passes, and decides in that conflict.
    """
    prospect = Prospect(board, board.foe)
    attackers = prospect.able(board.foe)
    lines: list[tuple[PlanStep, ...]] = []
    for when, kind in ((conditions.AT_DAWN, "dawn"), (conditions.AT_DUSK, "dusk")):
        tags = {card.tag for card in prospect.defence(kind, attackers)[1]}
        form = next(choice for choice in plan.whens if choice.key == when)
        defend_act = next(choice for choice in form.acts if choice.key == plan_acts.DEFEND).things
        with_ = tuple(key for key, _ in defend_act if OptionSubject.read(key).mark in tags)
        if not with_:
            return ()
        pass_step = PlanStep(conditions.FIGHT, plan_acts.THROUGHOUT)
        lines.append((PlanStep(when, plan_acts.DEFEND, with_), pass_step))
    return tuple(lines)


def _would_not_defend(board: BoardSummary) -> bool:
    """Return whether it would defend with no entities if the opponent attacked now with all entities, at dawn or dusk."""
    prospect = Prospect(board, board.foe)
    attackers = prospect.able(board.foe)
    return bool(prospect.able(board.me)) and not any(
        prospect.defence(kind, line)[1] for kind in ("dawn", "dusk") for line in (attackers, [])
    )
