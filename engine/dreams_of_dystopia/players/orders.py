"""The orders of the greedy player: a block plan until its next turn, and a plan for the turn after an attack."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from engine.dreams_of_dystopia.players import plans
from engine.dreams_of_dystopia.players.combats import NOTHING, Force, cost_of_block, every_block
from engine.dreams_of_dystopia.players.turns import loss_of_cards
from engine.dreams_of_dystopia.players.valuation import Valuation
from engine.dreams_of_dystopia.topics import OptionVerb
from engine.kernel.orders.order import Order, OrderForm
from engine.kernel.orders.plan import PlanForm, PlanStep, with_lines

_STRONGEST = 16  # The highest ATK for which a block is planned.
_MOST_LINES = 8
_LEAST_LOSS = 3  # The minimum loss of LP against which it blocks with cards that it hasn't drawn yet.


def orders_of(
    valuation: Valuation,
    forms: Sequence[OrderForm],
    standing: Sequence[Order],
    plan: PlanForm | None,
    wanted: Callable[[], Sequence[str]],
) -> list[Order]:
    """Return the orders to give. `wanted` returns the sides that it would acquire now, the best first."""
    view, mine = valuation.board.view, valuation.board.mine
    is_my_turn = view.active == mine.seat
    orders: list[Order] = []
    given = plans.BlockPlan(lines=_WITHOUT_A_HAND if is_my_turn else _with_this_hand(valuation))
    form = next((form for form in forms if isinstance(form.order.parameters, plans.BlockPlan)), None)
    if form is not None and not any(order.parameters == given for order in standing):
        orders.append(replace(form.order, parameters=given, stops=()))
    is_last = not view.allowed.combats and not mine.to_attack
    if plan is not None and is_my_turn and view.combat is not None and is_last:
        names = tuple(wanted()[:8])
        steps = [PlanStep(plans.MOVE, plans.ACQUIRE, names)] if names else []
        rest = (*steps, PlanStep(plans.MOVE, OptionVerb.END))
        if not any(order.kind == plans.PLAN for order in standing):
            orders.append(replace(with_lines(plan.order, (rest,)), stops=()))
    return orders


_WITHOUT_A_HAND = (
    plans.BlockLine(plans.LOWEST_PRICE, loss=_LEAST_LOSS, most=_LEAST_LOSS - 1),
    plans.BlockLine(plans.LOWEST_PRICE, loss=2 * _LEAST_LOSS, most=2 * _LEAST_LOSS - 1),
    plans.BlockLine(plans.NO_BLOCK),
)
"""The lines of a block plan for cards that aren't drawn yet."""


def _with_this_hand(valuation: Valuation) -> tuple[plans.BlockLine, ...]:
    """Return lines with the cheapest block for each loss without a block."""
    mine, hand = valuation.board.mine, valuation.board.hand
    staying, loss_of = valuation.board.sides(mine.to_block), loss_of_cards(valuation.board)
    blocks: list[tuple[Force, tuple[str, ...]]] = [(NOTHING, ())]
    for fighter, force in every_block(valuation, hand, staying, mine.stats, ()):
        force.cost = loss_of(force.helpers if fighter in staying else (fighter, *force.helpers))
        blocks.append((force, (fighter.title, *(helper.title for helper in force.helpers))))
    best: list[tuple[int, tuple[str, ...]]] = []
    for atk in range(1, _STRONGEST + 1):
        attack = Force(atk)
        cards = min(blocks, key=lambda block: cost_of_block(attack, block[0], mine.lp, mine.lp))[1]
        if not best or best[-1][1] != cards:
            best.append((atk, cards))
    lines = (
        plans.BlockLine(plans.CARDS if cards else plans.NO_BLOCK, loss=loss, cards=cards)
        for loss, cards in reversed(best)
    )
    return (*list(lines)[: _MOST_LINES - 1], plans.BlockLine(plans.NO_BLOCK))
