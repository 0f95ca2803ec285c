"""Search for Lanterns: small enough to compute its chances by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from cards.i18n import msg, msg_plural
from engine.kernel.ai.counts import Count
from engine.kernel.ai.formula import Formula
from engine.kernel.ai.game_search import MOST_CANDIDATES, PlayOuts, Thinking, less_the_others, whole_view
from engine.kernel.question import Choice, Question, QuestionKind
from engine.kernel.simulation import RandomPlayer
from tests.games.lantern_rules import LanternMachine, LanternView
from tests.games.lanterns import LANTERNS


def features(machine: LanternMachine, seat: int) -> Sequence[float]:
    return less_the_others(machine, seat, own)


def own(machine: LanternMachine, seat: int) -> Sequence[float]:
    player = machine.position.players[seat]
    return (player.left + player.right, player.coins)


def candidates(question: Question, view: LanternView, first: Choice) -> Sequence[Choice]:
    if question.kind is QuestionKind.NUMBER:
        bids = [(str(n),) for n in range(question.minimum, question.maximum + 1)]
        return [first, *(bid for bid in bids if bid != first)][:MOST_CANDIDATES]
    if question.kind is QuestionKind.ORDER:
        keys = [option.key for option in question.options]
        orders = [tuple(keys[at:] + keys[:at]) for at in range(len(keys))]
        return [first, *(order for order in orders if order[0] != first[0])]
    return [first]


def to_the_end_of_the_round(machine: LanternMachine) -> Callable[[LanternMachine], bool]:
    now = machine.position.round
    return lambda later: later.position.round != now


LANTERN_THINKING = Thinking[LanternMachine, LanternView](
    place=f"{__name__}:LANTERN_THINKING",
    game=LANTERNS,
    formula=Formula(("light", "coins"), (0.5, 0.2)),
    words={"light": msg("light", "lanterns"), "coins": msg("coins", "lanterns")},
    play_outs=PlayOuts(50, 45),
    counts=(
        Count(
            "light",
            lambda machine, seat: own(machine, seat)[0],
            msg_plural("you have one more light", "you have about {n} more light", 0),
            msg_plural("{who} has one light less", "{who} has about {n} less light", 0),
        ),
        Count(
            "coins",
            lambda machine, seat: own(machine, seat)[1],
            msg_plural("you keep one more coin", "you keep about {n} more coins", 0),
            msg_plural("{who} has one coin less", "{who} has about {n} fewer coins", 0),
        ),
    ),
    features=features,
    view_of=whole_view(LANTERNS),
    policy=RandomPlayer,
    without_search=lambda level, chance: RandomPlayer(chance),
    candidates=candidates,
    horizon=lambda machine: lambda later: False,
)
"""Every bid and every first lantern is tried, and played out at random to the end."""
ROUND_BY_ROUND = replace(LANTERN_THINKING, horizon=to_the_end_of_the_round)
"""The same, only to the end of the round."""
