"""How a saved match goes on by lot, and what it comes to."""

from __future__ import annotations

import json
from hashlib import sha256

from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.simulation import RandomPlayer

End = dict[str, str | int]
"""How a match went on: its ending, how many answers it had then, and a digest of them."""


def played_on(match: Match, lot: str, most: int = 3000) -> Match:
    """Go on by lot until the match is over."""
    chance = Chance(lot)
    player = RandomPlayer(chance)
    for _ in range(most):
        if match.outcome is not None:
            break
        seat = chance.pick(sorted(match.questions))
        question = match.questions[seat]
        match.answer(seat, question.id, player.answer(question, lambda seat=seat: match.view(seat)))
    return match


def end(match: Match) -> End:
    """Return how a match ended."""
    assert match.outcome is not None
    answers = [[answer.seat, *answer.choice] for answer in match.record.answers]
    digest = sha256(json.dumps(answers).encode()).hexdigest()[:16]
    return {"ending": match.outcome.ending, "answers": match.turn_count, "digest": digest}
