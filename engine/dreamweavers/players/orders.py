"""The orders of the greedy player: the rest of its turn as a plan, assuming no responses."""

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
    """A player whose orders these are: its source of randomness, how much it likes attacks, and the value of ends of turns."""

    chance: Chance
    attacking: float

    def letting_go(self, sight: BoardSummary) -> float:
        """Return the value of ending the turn."""
        ...

    def play(self, sight: BoardSummary, title: str) -> tuple[int, float]:
        """Return when to play a card, and what that is worth."""
        ...


def orders_of(
    player: PlanningPlayer,
    sight: BoardSummary,
    forms: Sequence[OrderForm],
    standing: Sequence[Order],
    plan: PlanForm | None,
) -> list[Order]:
    """Return the orders that a player gives while another player decides."""
    kinds = {order.kind for order in standing}
    found: list[Order] = []
    for form in forms:
        if form.order.kind == DRAFTING and DRAFTING not in kinds:
            notions = [key for key, _ in form.things]
            player.chance.shuffle(notions)
            found.append(form.order.with_listed(tuple(notions)))
        if form.order.kind == PASSING and PASSING not in kinds and sight.is_my_turn:
            found.append(replace(form.order, stops=(), until=TURN))
    if plan is not None and NAME not in kinds and sight.is_my_turn and sight.view.attack is not None:
        steps = _rest_of_turn(player, sight, sight.view)
        known = {(act.key, key) for when in plan.whens for act in when.acts for key, _ in act.things}
        steps = [step for step in steps if not step.things or (step.act, step.things[0]) in known]
        if steps:
            order = replace(plan.order, stops=())
            found.append(with_lines(order, (tuple(steps[:MOST_STEPS]),)))
    return found


def _rest_of_turn(player: PlanningPlayer, sight: BoardSummary, view: DreamweaversView) -> list[PlanStep]:
    """The attacks that are left after the one in progress, the best first, and what ends the turn then."""
    steps: list[tuple[float, str]] = []
    taken = {view.attack.target} if view.attack is not None else set[str]()
    for card in sight.mine.thoughts:
        if not card.can_attack:
            continue
        aims = [
            "",
            *(one.face.title for one in sight.theirs.thoughts if one.tapped and one.face.title not in taken),
        ]
        worth, aim = max((attack(sight, card.face.title, aim, player.attacking), aim) for aim in aims)
        if worth > 0:
            taken.add(aim or EGO_TARGET)
            steps.append((worth, OptionSubject(card.face.title, aim=aim or EGO_TARGET).text))
    steps.sort(key=lambda step: (-step[0], step[1]))
    return [*(PlanStep(MOVE, OptionVerb.ATTACK, (key,)) for _, key in steps), _end(player, sight)]


def _end(player: PlanningPlayer, sight: BoardSummary) -> PlanStep:
    """Acts that end the turn: a card that moves the tracker across, or letting go."""
    ends = [(player.letting_go(sight), "")]
    for card in sight.mine.hand:
        if card.face is None or not _has_room(sight, card.face.kind):
            continue
        if sight.stand - card.cost < 0:
            ends.append((player.play(sight, card.face.title)[1], card.face.title))
    title = max(ends)[1]
    return PlanStep(MOVE, OptionVerb.PLAY, (title,)) if title else PlanStep(MOVE, OptionVerb.LET_GO)


def _has_room(sight: BoardSummary, kind: str) -> bool:
    mine = sight.mine
    if kind == "Thought":
        return len(mine.thoughts) < mine.most_thoughts
    return len(mine.feelings) < mine.most_feelings
