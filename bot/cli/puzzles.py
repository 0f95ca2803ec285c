"""`voidream puzzles`: finding puzzles in matches that a program plays with itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.progress import TextColumn, TimeElapsedColumn

from bot.cli.chosen_game import chosen, game_option
from bot.cli.output import HOLDS_NOT, fail, progress, say, write

if TYPE_CHECKING:
    from bot.games.playable import PlayableGame
    from engine.kernel.ai.puzzles import Puzzle


@click.command()
@game_option
@click.option("--make", "wanted", type=click.IntRange(1, 1000), required=True, help="Number of puzzles.")
@click.option(
    "--beginners",
    type=click.IntRange(0, 1000),
    default=0,
    show_default=True,
    help="Additional puzzles for beginners.",
)
@click.option("--seed", default="puzzles", show_default=True, help="The same seed makes the same file.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The output file."
)
@click.option("--quiet", is_flag=True, help="No progress bar.")
def puzzles(game: str | None, wanted: int, beginners: int, seed: str, out: Path, quiet: bool) -> None:
    """Generate puzzles from self-play: positions with one clearly best answer.

    It takes some seconds for each. The file is what is posed by `/voidream puzzle`, put beside the game's players.
    """
    from engine.kernel.ai.puzzles import make_puzzles, write_puzzles

    played = chosen(game)
    thinking = played.thinking
    if thinking is None:
        fail(f"{played.title} has no computer player that searches yet, so it has no puzzles.")
    if not out.parent.is_dir():
        fail(f"There is no folder {out.parent}.")
    columns = TextColumn("{task.fields[matches]} matches"), TimeElapsedColumn()
    with progress("puzzles", *columns, quiet=quiet) as bar:
        task = bar.add_task("", total=wanted + beginners, matches=0)

        def watch(matches: int, found: Sequence[Puzzle]) -> None:
            bar.update(task, completed=len(found), matches=matches)

        made = make_puzzles(thinking, setups_of(played), seed, wanted, beginners, watch=watch)
    write(out, write_puzzles(made))
    say(f"Puzzles written to {out}: {len(made.puzzles)}.")
    if len(made.puzzles) < wanted + beginners:
        fail("Fewer than requested, because they are too rare.", HOLDS_NOT)


def setups_of(game: PlayableGame) -> list[bytes]:
    """Return the pairings of ready-made decks, each against each other one; nothing for a game without decks."""
    kernel, seats = game.kernel, game.seats.start
    if not game.has_decks:
        return [kernel.setup([None] * seats)]
    decks = [deck.content for deck in game.decks.values()]
    count = len(decks)
    return [
        kernel.setup([decks[(first + seat * further) % count] for seat in range(seats)])
        for further in range(1, max(count, 2))
        for first in range(count)
    ]
