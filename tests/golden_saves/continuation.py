"""The state of a saved match, a random continuation, and its end."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.kernel.chance import Chance
from engine.kernel.machine import sitting_in
from engine.kernel.match import Match
from engine.kernel.question import Question
from engine.kernel.simulation import RandomPlayer
from engine.voidream.game import VOIDREAM
from engine.voidream.questions.topics import Topic

End = dict[str, str | int]
"""The continuation of a match: its ending, the number of its answers, and a digest of them."""


def played_on(match: Match, rng: str, most: int = 3000) -> Match:
    """Continue at random until the match is over."""
    chance = Chance(rng)
    player = RandomPlayer(chance)
    for _ in range(most):
        if match.outcome is not None:
            break
        seat = chance.pick(sorted(match.questions))
        question = match.questions[seat]
        if match.game is VOIDREAM and question.topic == Topic.TRIGGERS:
            question = _in_first_order(question)
        match.answer(seat, question.id, player.answer(question, lambda seat=seat: match.view(seat)))
    return match


def _in_first_order(question: Question) -> Question:
    """Return an ordering question of triggers with its options as they were when the ends were recorded.

    They were offered in order of occurrence, which their keys still show. Today the opponent's are offered last.
    """
    return replace(
        question, options=tuple(sorted(question.options, key=lambda one: int(one.key.split(" ")[0])))
    )


def end(match: Match) -> End:
    """Return the end of a match."""
    assert match.outcome is not None
    answers = [[answer.seat, *answer.choice] for answer in match.record.answers]
    digest = sha256(json.dumps(answers).encode()).hexdigest()[:16]
    return {"ending": match.outcome.ending, "answers": match.turn_count, "digest": digest}


def without_words(match: Match) -> dict[str, Any]:
    """Return a position without the texts of its questions."""
    position: dict[str, Any] = msgspec.to_builtins(match.machine.position)
    position["questions"] = [
        (seat, one.id, one.kind, [option.key for option in one.options], one.minimum, one.maximum, one.cause)
        for seat, one in match.pending_questions.items()
    ]
    if (sitting := sitting_in(match.machine.position.stack)) is not None:
        before = Match.at(match.game, match.setup, match.seed, sitting.before)[0]
        stored_frame = next(frame for frame in position["stack"] if "before" in frame)
        stored_frame["before"] = without_words(before)
    return position
