"""Masters chosen before a match, by preference (DD98)."""

from __future__ import annotations

from cards.dreams_of_dystopia.library import the_set
from cards.dreams_of_dystopia.model import Kind
from cards.i18n import msg, title
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import Topic
from engine.kernel.match import Match
from engine.kernel.orders.order import OrderOutcome
from engine.kernel.pregame import PregameChoice, PregameChoices, PregameRules

FIRST, SECOND, THIRD = "first", "second", "third"


def _answer(match: Match[Referee], seat: int, choices: PregameChoices) -> OrderOutcome | None:
    """Return the first preferred side that is still free; without one, the player is asked."""
    if match.machine.position.turn > 0:
        return None
    question = match.pending_questions.get(seat)
    if question is None or question.topic != Topic.MASTER:
        return OrderOutcome()
    free = {option.key for option in question.options}
    preferred = [
        choices[preference] for preference in (FIRST, SECOND, THIRD) if choices.get(preference) in free
    ]
    return OrderOutcome((preferred[0],)) if preferred else OrderOutcome()


_SIDES = tuple((side.title, title(side.title)) for card in the_set().of(Kind.MASTER) for side in card.sides)

PREGAME = PregameRules[Referee](
    (
        PregameChoice(FIRST, msg("Your first choice of Master"), options=_SIDES),
        PregameChoice(SECOND, msg("If that one is taken"), options=_SIDES),
        PregameChoice(THIRD, msg("If both are taken"), options=_SIDES),
    ),
    _answer,
    msg("Your Master"),
)
