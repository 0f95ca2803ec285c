"""`voidream puzzles`: generate puzzles from self-play."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.progress import TextColumn, TimeElapsedColumn

from bot.cli.chosen_game import chosen, game_option
from bot.cli.output import CHECK_FAILED, fail, progress, say, write

if TYPE_CHECKING:
    from bot.games.playable import PlayableGame
    from engine.kernel.ai.puzzles import Puzzle


@click.command()
@game_option
@click.option("--make", "count", type=click.IntRange(1, 1000), required=True, help="Number of puzzles.")
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
def puzzles(game: str | None, count: int, beginners: int, seed: str, out: Path, quiet: bool) -> None:
    """Generate puzzles from self-play: positions with one clearly best answer.

    Each takes a few seconds. `/voidream puzzle` uses the file once it is in the folder of the game's players.
    """
    from engine.kernel.ai.puzzles import make_puzzles, write_puzzles

    chosen_game = chosen(game)
    thinking = chosen_game.thinking
    if thinking is None:
        fail(f"{chosen_game.title} has no computer player that searches yet, so it has no puzzles.")
    if not out.parent.is_dir():
        fail(f"There is no folder {out.parent}.")
    columns = TextColumn("{task.fields[matches]} matches"), TimeElapsedColumn()
    with progress("puzzles", *columns, quiet=quiet) as bar:
        task = bar.add_task("", total=count + beginners, matches=0)

        def watch(matches: int, so_far: Sequence[Puzzle]) -> None:
            bar.update(task, completed=len(so_far), matches=matches)

        collection = make_puzzles(thinking, setups_of(chosen_game), seed, count, beginners, watch=watch)
    write(out, write_puzzles(collection))
    say(f"Puzzles written to {out}: {len(collection.puzzles)}.")
    if len(collection.puzzles) < count + beginners:
        fail("Fewer than requested, because they are too rare.", CHECK_FAILED)


def setups_of(game: PlayableGame) -> list[bytes]:
    """Return the setups for all pairings of different ready-made decks; a single setup for a game without decks."""
    kernel, seats = game.kernel, game.seats.start
    if not game.has_decks:
        return [kernel.setup([None] * seats)]
    decks = [deck.content for deck in game.decks.values()]
    count = len(decks)
    return [
        kernel.setup([decks[(first + seat * offset) % count] for seat in range(seats)])
        for offset in range(1, max(count, 2))
        for first in range(count)
    ]
