"""Measure the speed of a game relative to Voidream: random answers per second, the longest answer, and its boards.

python -m bench.answers --game dreams-of-dystopia --matches 40

A board is drawn for one player after every tenth answer of a match with the maximum number of players; the time is
relative to Pillow's encoding of it. Processor time counts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import median

from rich.console import Console

from bench.pictures import drawn
from bench.play import next_answer
from bot.cli.puzzles import setups_of
from bot.games.playable import PlayableGame
from bot.games.registry import games
from cards.i18n import ENGLISH
from engine.kernel.chance import Chance
from engine.kernel.match import Match

NAMES = ("Ada", "Bo", "Cy", "Di")
FASTEST, LONGEST_MS, DRAWN = 1.0, 50.0, 1.5
"""The targets: the minimum answers per second relative to Voidream's, the longest answer in seconds, and the maximum time to
draw a board relative to encoding it."""
_EVERY = 10


@dataclass(slots=True)
class AnswerTimes:
    """The duration of each answer, in seconds."""

    seconds: list[float] = field(default_factory=list[float])

    @property
    def rate(self) -> float:
        """Answers per second."""
        return len(self.seconds) / sum(self.seconds)


def play(game: PlayableGame, setup: bytes, seed: str, durations: AnswerTimes) -> None:
    """Play a random match to its end and time each answer, including its choice."""
    match, chance = Match.begin(game.kernel, setup, seed)[0], Chance(f"{seed} answers")
    while match.outcome is None:
        began = time.process_time()
        match.answer(*next_answer(match, chance))
        durations.seconds.append(time.process_time() - began)


def board_ratios(game: PlayableGame, seats: int, seed: str) -> list[float]:
    """Return the time to draw each board of a match, relative to the time to encode it."""
    match, chance = Match.begin(game.kernel, game.kernel.setup([None] * seats), seed)[0], Chance(seed)
    ratios: list[float] = []
    while match.outcome is None:
        if match.turn_count % _EVERY == 0:
            view = match.view(match.turn_count // _EVERY % seats)
            drawing, encoding, _, _ = drawn(partial(game.shown.board, view, NAMES[:seats], ENGLISH))
            ratios.append(drawing / encoding)
        match.answer(*next_answer(match, chance))
    return ratios


def report(console: Console, name: str, figure: float, target: str, *, holds: bool) -> None:
    """Print a figure beside its target."""
    console.print(f"{name}: {figure:.2f} (wanted {target}{'' if holds else ', MISSED'})")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and return 1 if a target is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="dreams-of-dystopia")
    parser.add_argument("--matches", type=int, default=40)
    asked = parser.parse_args(arguments)
    every = games()
    game, other = every.find(asked.game.replace("-", "_")), next(iter(every.games.values()))
    seats, console = max(game.seats), Console(highlight=False, soft_wrap=True)
    own, durations = AnswerTimes(), AnswerTimes()
    setups, reference = setups_of(game), setups_of(other)
    play(game, setups[0], "warm", AnswerTimes())
    play(other, reference[0], "warm", AnswerTimes())
    for number in range(asked.matches):
        play(game, setups[number % len(setups)], f"answers {number}", own)
        while sum(durations.seconds) < sum(own.seconds):
            play(
                other,
                reference[len(durations.seconds) % len(reference)],
                f"answers {len(durations.seconds)}",
                durations,
            )
    ratio, longest = own.rate / durations.rate, 1000 * max(own.seconds)
    report(console, f"answers a second, in {other.title}'s", ratio, f">= {FASTEST:g}", holds=ratio >= FASTEST)
    report(console, "the longest answer, ms", longest, f"<= {LONGEST_MS:g}", holds=longest <= LONGEST_MS)
    holds = ratio >= FASTEST and longest <= LONGEST_MS
    if not game.has_decks:
        board_ratios(game, seats, "warm")
        ratios = board_ratios(game, seats, "boards")
        half = median(ratios)
        report(
            console, f"a board of {seats}, drawn ÷ encoded, median of {len(ratios)}", half, f"<= {DRAWN:g}",
            holds=half <= DRAWN,
        )  # fmt: skip
        holds = holds and half <= DRAWN
    return 0 if holds else 1


if __name__ == "__main__":
    raise SystemExit(main())
