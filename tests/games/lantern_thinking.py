"""How Lanterns is thought about: a toy that is small enough for its chances to be reckoned by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from cards.i18n import msg
from engine.kernel.chance import Chance
from engine.kernel.machine import AnyMachine
from engine.kernel.question import Choice, Question, QuestionKind
from engine.kernel.simulation import ComputerPlayer, RandomPlayer
from engine.kernel.thinking.formula import Formula
from engine.kernel.thinking.thinking import MOST_CANDIDATES, PlayOuts, Thinking
from tests.games.lanterns import LANTERNS, LanternMachine


class LanternThinking(Thinking):
    """Every bid and every first lantern is tried, and lots are drawn from there: to the end, or to the end of the round."""

    game = LANTERNS
    formula = Formula(("light", "coins"), (0.5, 0.2))
    words = {"light": msg("light", "lanterns"), "coins": msg("coins", "lanterns")}
    play_outs = PlayOuts(50, 45)

    def __init__(self, to_the_end: bool = True, even_through: int = 0) -> None:
        self.to_the_end = to_the_end
        self.even_through = even_through

    def features(self, machine: AnyMachine, seat: int) -> Sequence[float]:
        me, other = (cast("LanternMachine", machine).position.players[one] for one in (seat, 1 - seat))
        return (me.left + me.right - other.left - other.right, me.coins - other.coins)

    def policy(self, chance: Chance) -> ComputerPlayer:
        return RandomPlayer(chance)

    def careless(self, chance: Chance) -> ComputerPlayer:
        return RandomPlayer(chance)

    def candidates(self, question: Question, view: Any, first: Choice) -> Sequence[Choice]:
        if question.kind is QuestionKind.NUMBER:
            bids = [(str(n),) for n in range(question.minimum, question.maximum + 1)]
            return [first, *(bid for bid in bids if bid != first)][:MOST_CANDIDATES]
        if question.kind is QuestionKind.ORDER:
            keys = [option.key for option in question.options]
            orders = [tuple(keys[at:] + keys[:at]) for at in range(len(keys))]
            return [first, *(order for order in orders if order[0] != first[0])]
        return [first]

    def horizon(self, machine: AnyMachine) -> Callable[[AnyMachine], bool]:
        now = self.game.round_number(machine)
        if self.to_the_end:
            return lambda later: False
        return lambda later: self.game.round_number(later) != now
