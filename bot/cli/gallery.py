"""`voidream gallery` and `voidream avatar`: draw a sheet of cards, and the bot's own images."""

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
"""The names of the sheets that don't depend on the game: its cards, and example pictures of the other games."""


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
    from cards.language.errors import CardError

    if show != CARDS and cards:
        fail(f"Card files can't be given with --show {show}.")
    try:
        sheet = _with_progress(_sheet(game, show, cards))
    except (CardError, UnusableFiles) as error:
        fail(str(error))
    # A sheet is for viewing on a screen: 256 colours are enough, and make the file a third as large.
    _write(file, sheet.quantize(256, Quantize.MEDIANCUT, dither=Dither.NONE))


def _sheet(game: str | None, show: str, files: Sequence[Path]) -> Callable[[Begin], Image]:
    if show == GAMES:
        from bot.games.other_games import examples

        return lambda begin: examples()
    pictures = _gallery(game)
    if show == CARDS:
        return lambda begin: pictures.cards(files, begin)
    if show not in pictures.sheets:
        fail(
            f"{chosen(game).title} has no sheet “{show[:60]}”. Sheets: {', '.join((CARDS, GAMES, *pictures.sheets))}."
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
    return part_of(game, "gallery", lambda tools: tools.gallery)


def _with_progress(draw: Callable[[Begin], Image]) -> Image:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:

        def begin(count: int) -> Callable[[object], None]:
            task = bar.add_task("Drawing", total=count)
            return lambda _: bar.advance(task)

        return draw(begin)


def _write(file: Path, picture: Image) -> None:
    from render.png import png

    write(file, png(picture))
    say(f"{file}: {picture.width} × {picture.height} pixels.")
