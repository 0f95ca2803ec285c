"""The orders of the greedy player: the rest of its turn as a plan, assuming that the opponent doesn't respond."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace

from engine.dreamweavers.orders.answers import PASSING
from engine.dreamweavers.orders.durations import TURN
from engine.dreamweavers.orders.plan_orders import MOST_STEPS, MOVE, NAME
from engine.dreamweavers.orders.setup_orders import DRAFTING
from engine.dreamweavers.players.attack_values import attack
from engine.dreamweavers.players.board_summary import BoardSummary
from engine.dreamweavers.topics import OptionVerb
from engine.dreamweavers.turns.options import EGO_TARGET
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.chance import Chance
from engine.kernel.orders.order import Order, OrderForm
from engine.kernel.orders.plan import PlanForm, PlanStep, with_lines
from engine.kernel.question import OptionSubject


class PlanningPlayer(Protocol):
    """The player that gives the orders: its random source, its preference for attacks, and its values of ending a turn."""

    chance: Chance
    attacking: float

    def value_of_ending_turn(self, board: BoardSummary) -> float:
        """Return the value of ending the turn."""
        ...

    def play(self, board: BoardSummary, title: str) -> tuple[int, float]:
        """Return the priority and value of playing a card."""
        ...


def orders_of(
    player: PlanningPlayer,
    board: BoardSummary,
    forms: Sequence[OrderForm],
    standing: Sequence[Order],
    plan: PlanForm | None,
) -> list[Order]:
    """Return the orders that a player gives while the other player decides."""
    kinds = {order.kind for order in standing}
    result: list[Order] = []
    for form in forms:
        if form.order.kind == DRAFTING and DRAFTING not in kinds:
            notions = [key for key, _ in form.things]
            player.chance.shuffle(notions)
            result.append(form.order.with_listed(tuple(notions)))
        if form.order.kind == PASSING and PASSING not in kinds and board.is_my_turn:
            result.append(replace(form.order, stops=(), until=TURN))
    if plan is not None and NAME not in kinds and board.is_my_turn and board.view.attack is not None:
        steps = _rest_of_turn(player, board, board.view)
        possible = {(act.key, key) for when in plan.whens for act in when.acts for key, _ in act.things}
        steps = [step for step in steps if not step.things or (step.act, step.things[0]) in possible]
        if steps:
            order = replace(plan.order, stops=())
            result.append(with_lines(order, (tuple(steps[:MOST_STEPS]),)))
    return result


def _rest_of_turn(player: PlanningPlayer, board: BoardSummary, view: DreamweaversView) -> list[PlanStep]:
    """Return the attacks after the current one, best first, and the action that ends the turn."""
    steps: list[tuple[float, str]] = []
    targets = {view.attack.target} if view.attack is not None else set[str]()
    for card in board.mine.thoughts:
        if not card.can_attack:
            continue
        aims = [
            "",
            *(
                item.face.title
                for item in board.theirs.thoughts
                if item.tapped and item.face.title not in targets
            ),
        ]
        value, aim = max((attack(board, card.face.title, aim, player.attacking), aim) for aim in aims)
        if value > 0:
            targets.add(aim or EGO_TARGET)
            steps.append((value, OptionSubject(card.face.title, aim=aim or EGO_TARGET).text))
    steps.sort(key=lambda step: (-step[0], step[1]))
    return [*(PlanStep(MOVE, OptionVerb.ATTACK, (key,)) for _, key in steps), _end(player, board)]


def _end(player: PlanningPlayer, board: BoardSummary) -> PlanStep:
    """Return the action that ends the turn: a card that moves the tracker across 0, or letting go."""
    ends = [(player.value_of_ending_turn(board), "")]
    for card in board.mine.hand:
        if card.face is None or not _has_room(board, card.face.kind):
            continue
        if board.stand - card.cost < 0:
            ends.append((player.play(board, card.face.title)[1], card.face.title))
    title = max(ends)[1]
    return PlanStep(MOVE, OptionVerb.PLAY, (title,)) if title else PlanStep(MOVE, OptionVerb.LET_GO)


def _has_room(board: BoardSummary, kind: str) -> bool:
    mine = board.mine
    if kind == "Thought":
        return len(mine.thoughts) < mine.most_thoughts
    return len(mine.feelings) < mine.most_feelings
