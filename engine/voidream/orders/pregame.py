"""Choices of luck before a match: the places of cuts, and the hidden side of a mind (§3, §4, R9, R14)."""

from __future__ import annotations

from cards.i18n import Message, msg
from engine.kernel.match import Match
from engine.kernel.orders.order import OrderOutcome
from engine.kernel.pregame import PregameChoice, PregameChoices, PregameRules
from engine.kernel.question import Question
from engine.voidream.position import BEGINNING, SETUP
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee
from engine.voidream.turns.rounds import SIDES

CUT, MIND = "cut", "mind"

DEEPEST_CUT = 39
"""The highest number that can be chosen: the cards of a Dream deck.

A cut during the deal leaves at least one card.
"""


def _answer(match: Match[Referee], seat: int, choices: PregameChoices) -> OrderOutcome | None:
    position = match.machine.position
    if position.phase != SETUP and (position.phase != BEGINNING or position.round > 1):
        return None
    question = position.questions.get(seat)
    if question is None:
        return OrderOutcome()
    match question.topic:
        case Topic.CUT:
            low, high = question.minimum, question.maximum
            if CUT in choices:
                return OrderOutcome((str(min(max(int(choices[CUT]), low), high)),))
            return OrderOutcome(random_choices=tuple((str(place),) for place in range(low, high + 1)))
        case Topic.HIDDEN_MIND | Topic.MIND_GUESS:
            if MIND in choices:
                return OrderOutcome((choices[MIND],))
            return OrderOutcome(random_choices=tuple((option.key,) for option in question.options))
        case _:
            return OrderOutcome()


def random_label(question: Question) -> Message | None:
    """Return the label of a button that cuts at a random place; None for other questions."""
    return msg("Cut for me") if question.topic == Topic.CUT else None


PREGAME = PregameRules(
    (
        PregameChoice(CUT, msg("Cut their deck: how many cards deep?"), number=(1, DEEPEST_CUT)),
        PregameChoice(
            MIND,
            msg("Tied on depth? Your side of the mind card"),
            options=tuple((side.key, side.label) for side in SIDES if not isinstance(side.label, str)),
        ),
    ),
    _answer,
    msg("Cut and guess"),
    msg("When the match begins, I'll ask you to cut the deck and to guess."),
)
"""The choices. Cuts are luck; of two players with the same depth, one hides a side, and the other guesses to begin."""
