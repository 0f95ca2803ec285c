"""`voidream gallery` and `voidream avatar`: a sheet with the pictures of cards, and the bot's own images."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.chosen_game import chosen, game_option, part_of
from bot.cli.output import fail, say, write

if TYPE_CHECKING:
    from PIL.Image import Image

    from bot.games.author_tools import Begin, Gallery

CARDS, GAMES = "cards", "games"
"""The sheets that are not a game's own choice: its cards, and how the games look that came after the first one."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("cards", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--show",
    metavar="SHEET",
    default=CARDS,
    show_default=True,
    help="“cards”: the game's cards, or those in the given files. “games”: the look of "
    "the other games. Or another sheet of the game, such as “motifs”: everything "
    "that picture recipes can name.",
)
@game_option
def gallery(file: Path, cards: Sequence[Path], show: str, game: str | None) -> None:
    """Draw the pictures of all cards, or of those in the card files CARDS, into the PNG file FILE."""
    from PIL.Image import Dither, Quantize

    from bot.games.author_tools import UnusableFiles

    if show != CARDS and cards:
        fail(f"Card files can't be given with --show {show}.")
    try:
        drawn = _with_progress(_sheet(game, show, cards))
    except UnusableFiles as error:
        fail(str(error))
    # A sheet is looked at, not printed: 256 colours make it a third as large.
    _write(file, drawn.quantize(256, Quantize.MEDIANCUT, dither=Dither.NONE))


def _sheet(game: str | None, show: str, files: Sequence[Path]) -> Callable[[Begin], Image]:
    if show == GAMES:
        from bot.games.other_games import examples

        return lambda begin: examples()
    pictures = _gallery(game)
    if show == CARDS:
        return lambda begin: pictures.cards(files, begin)
    if show not in pictures.sheets:
        fail(
            f"{chosen(game).title} has no sheet “{show[:60]}”. There are: {', '.join((CARDS, GAMES, *pictures.sheets))}."
        )
    return pictures.sheets[show]


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path())
@game_option
def avatar(folder: Path, game: str | None) -> None:
    """Draw the bot's avatar and banner into FOLDER, for Discord's developer portal."""
    for name, draw in _gallery(game).portal.items():
        _write(folder / name, draw())


def _gallery(game: str | None) -> Gallery:
    return part_of(game, "gallery", lambda one: one.gallery)


def _with_progress(draw: Callable[[Begin], Image]) -> Image:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:

        def begin(count: int) -> Callable[[object], None]:
            task = bar.add_task("Drawing", total=count)
            return lambda _: bar.advance(task)

        return draw(begin)


def _write(file: Path, drawn: Image) -> None:
    from render.png import png

    write(file, png(drawn))
    say(f"{file}: {drawn.width} × {drawn.height} pixels.")
