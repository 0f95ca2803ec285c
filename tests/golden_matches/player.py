"""Plays the golden matches and writes their records: `python -m tests.golden_matches.player`.

A record contains the texts of its cards, so a change of the card set doesn't affect it. Only a change of the rules, or
of the notation of answers, leads to a different match. If that is intended, run this module, and check in the diff of
the records that it changes only what it should.
"""

from __future__ import annotations

from pathlib import Path

from cards.voidream.decks import ready_made
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.records.writer import write_record
from engine.kernel.simulation import ComputerPlayer, RandomPlayer
from engine.voidream.game import VOIDREAM
from engine.voidream.players.greedy.player import Greedy
from engine.voidream.text.notation import VOIDREAM_PHRASING

FOLDER = Path(__file__).parent
DATE = "2026-11-21"

MATCHES = {
    "greedy-first-light-one-door": ("First Light", "One Door", True, "golden 1"),
    "greedy-everything-grows-sunset": ("Everything Grows", "Sunset on Request", True, "golden 2"),
    "greedy-under-seal-five-more-minutes": ("Under Seal", "Five More Minutes", True, "golden 3"),
    "greedy-unwritten-ahead-of-schedule": ("The Unwritten", "Ahead of Schedule", True, "golden 4"),
    "random-sunset-first-light": ("Sunset on Request", "First Light", False, "golden 5"),
    "random-one-door-everything-grows": ("One Door", "Everything Grows", False, "golden 6"),
    "random-five-more-minutes-unwritten": ("Five More Minutes", "The Unwritten", False, "golden 7"),
    "random-ahead-of-schedule-under-seal": ("Ahead of Schedule", "Under Seal", False, "golden 8"),
}
"""The file, the two decks, whether greedy players play (else the answers are random), and the seed."""


def played(first: str, second: str, greedy: bool, seed: str) -> Match:
    """Play a match to its end. The seed determines the answers, too."""
    decks = {deck.name: deck for deck in ready_made()}
    match, _ = Match.begin(VOIDREAM, VOIDREAM.setup([decks[first], decks[second]]), seed)
    turns = Chance(f"{seed}, turns")
    players: list[ComputerPlayer] = [
        (Greedy if greedy else RandomPlayer)(Chance(f"{seed}, answers of {seat}")) for seat in (0, 1)
    ]
    while match.outcome is None:
        seat = turns.pick(sorted(match.questions))
        question = match.questions[seat]
        match.answer(seat, question.id, players[seat].answer(question, lambda seat=seat: match.view(seat)))
    return match


def main() -> None:
    """Play all of them and write their records."""
    for name, (first, second, greedy, seed) in MATCHES.items():
        match = played(first, second, greedy, seed)
        text = write_record(match, ("Ada", "Bo"), VOIDREAM_PHRASING, date=DATE, decks=(first, second))
        (FOLDER / f"{name}.record").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
