"""Saves positions of golden matches: `python -m tests.golden_saves.keeping`.

They are kept as this version writes them. A later version has to read them and go on; only where the format of saved
matches is meant to change, and nobody plays yet, are they written anew.
"""

from __future__ import annotations

from pathlib import Path

from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.record import read_record, replay_record
from engine.kernel.simulation import RandomPlayer
from engine.voidream.game import VOIDREAM
from engine.voidream.phrasing import VOIDREAM_PHRASING
from tests.golden_matches.playing import FOLDER as RECORDS

FOLDER = Path(__file__).parent

SAVES = {
    "at-the-cut": ("greedy-first-light-one-door", 0),
    "in-the-first-round": ("random-sunset-first-light", 12),
    "in-the-middle": ("greedy-unwritten-ahead-of-schedule", 90),
    "near-the-end": ("random-one-door-everything-grows", -3),
    "over": ("greedy-under-seal-five-more-minutes", None),
}
"""The file, the record of the match, and after how many answers it was saved; from its end, if below 0; None: all."""


def position(record: str, answers: int | None) -> Match:
    """Return a recorded match after so many answers."""
    file = RECORDS / f"{record}.record"
    match, wrong = replay_record(
        read_record(file.read_text(encoding="utf-8"), file.name), VOIDREAM, VOIDREAM_PHRASING
    )
    assert wrong is None
    given = match.record.answers[:answers]
    match, _ = Match.begin(VOIDREAM, match.setup, match.seed)
    for answer in given:
        match.answer(answer.seat, match.asked[answer.seat].id, answer.choice)
    return match


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


def main() -> None:
    """Save all of them."""
    for name, (record, answers) in SAVES.items():
        (FOLDER / f"{name}.save").write_bytes(position(record, answers).save())


if __name__ == "__main__":
    main()
