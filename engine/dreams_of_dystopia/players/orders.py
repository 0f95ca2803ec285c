"""The orders of the greedy player: its blocks until its next turn, and its plan after an attack."""

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

_STRONGEST = 16
"""The highest ATK for which a block is thought of."""
_MOST_LINES = 8
_LEAST_LOSS = 3
"""So many LP it loses rather than to send cards that it does not know yet."""


def orders_of(
    worth: Valuation,
    forms: Sequence[OrderForm],
    standing: Sequence[Order],
    plan: PlanForm | None,
    wanted: Callable[[], Sequence[str]],
) -> list[Order]:
    """Return the orders to give. `wanted` gives the sides that it would acquire now, the best first."""
    view, mine = worth.sight.view, worth.sight.mine
    is_my_turn = view.active == mine.seat
    found: list[Order] = []
    lines = _before_the_hand() if is_my_turn else _with_this_hand(worth)
    for form in forms:
        said = form.order.parameters
        if form.order.kind == plans.BLOCK and isinstance(said, plans.BlockPlan):
            given = plans.BlockPlan(lines=lines)
            if not any(order.parameters == given for order in standing):
                found.append(replace(form.order, parameters=given, stops=()))
            break
    is_last = not view.allowed.combats and not mine.to_attack
    if plan is not None and is_my_turn and view.combat is not None and is_last:
        names = tuple(wanted()[:8])
        steps = [PlanStep(plans.MOVE, plans.ACQUIRE, names)] if names else []
        rest = (*steps, PlanStep(plans.MOVE, OptionVerb.END))
        if not any(order.kind == plans.PLAN for order in standing):
            found.append(replace(with_lines(plan.order, (rest,)), stops=()))
    return found


def _before_the_hand() -> tuple[plans.BlockLine, ...]:
    """Return how to block with cards that have yet to be drawn."""
    return (
        plans.BlockLine(plans.LOWEST_PRICE, loss=_LEAST_LOSS, most=_LEAST_LOSS - 1),
        plans.BlockLine(plans.LOWEST_PRICE, loss=2 * _LEAST_LOSS, most=2 * _LEAST_LOSS - 1),
        plans.BlockLine(plans.NO_BLOCK),
    )


def _with_this_hand(worth: Valuation) -> tuple[plans.BlockLine, ...]:
    """Return the block that costs least, by how many LP would be lost without one."""
    mine, hand = worth.sight.mine, worth.sight.hand
    kept, loss = worth.sight.sides(mine.to_block), loss_of_cards(worth.sight)
    blocks: list[tuple[Force, tuple[str, ...]]] = [(NOTHING, ())]
    for fighter, force in every_block(worth, hand, kept, mine.stats, ()):
        force.cost = loss(force.helpers if fighter in kept else (fighter, *force.helpers))
        blocks.append((force, (fighter.title, *(one.title for one in force.helpers))))
    best: list[tuple[int, tuple[str, ...]]] = []
    for atk in range(1, _STRONGEST + 1):
        attack = Force(atk)
        cards = min(blocks, key=lambda one: cost_of_block(attack, one[0], mine.lp, mine.lp))[1]
        if not best or best[-1][1] != cards:
            best.append((atk, cards))
    lines = [
        plans.BlockLine(plans.CARDS, loss=loss, cards=cards)
        if cards
        else plans.BlockLine(plans.NO_BLOCK, loss=loss)
        for loss, cards in reversed(best)
    ]
    return (*lines[: _MOST_LINES - 1], plans.BlockLine(plans.NO_BLOCK))
