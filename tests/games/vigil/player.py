"""A greedy player of Vigil."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.kernel.chance import Chance
from engine.kernel.orders.order import Order, OrderForm
from engine.kernel.orders.plan import PlanForm
from engine.kernel.question import Choice, Question, QuestionKind
from engine.kernel.simulation import See
from tests.games.vigil.position import NIGHTS, VigilView


@dataclass(slots=True)
class Watchful:
    """Takes the strongest lanterns, distributes its oil over the nights, and lights lanterns while it is darkest."""

    chance: Chance

    def answer(self, question: Question, see: See) -> Choice:
        view = see()
        assert isinstance(view, VigilView)
        me = view.watchers[question.seat]
        rivals = [one for one in view.watchers if one.watches and one.seat != me.seat]
        keys = [option.key for option in question.options]
        match question.kind:
            case QuestionKind.NUMBER:
                share = me.oil // (NIGHTS + 1 - view.night)
                return (str(min(me.oil, share + self.chance.below(2))),)
            case QuestionKind.ACTION:
                is_darkest = me.light <= min(one.light for one in rivals)
                return (keys[0] if is_darkest else "pass",)
            case _ if view.row:
                return (max(keys, key=lambda key: key.split()[-1]),)
            case _:
                return (str(max(rivals, key=lambda one: one.light).seat),)

    def orders(
        self,
        seat: int,
        see: See,
        forms: Sequence[OrderForm],
        standing: Sequence[Order],
        plan: PlanForm | None,
    ) -> Sequence[Order]:
        return ()
