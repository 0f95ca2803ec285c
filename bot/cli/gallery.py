"""`voidream gallery` and `voidream avatar`: the pictures of cards on one sheet, and what the bot shows of itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.output import fail, say

if TYPE_CHECKING:
    from PIL import Image


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("cards", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--show",
    type=click.Choice(["cards", "motifs", "games", "preview"]),
    default="cards",
    show_default=True,
    help="The cards of the set or of the given files; all motifs that recipes can name; how other games look; what a link "
    "to the project shows.",
)
def gallery(file: Path, cards: Sequence[Path], show: str) -> None:
    """Draw the pictures of all cards, or of those in the card files CARDS, into the PNG file FILE."""
    from PIL.Image import Dither, Quantize

    if show != "cards" and cards:
        fail(f"Card files can't be given with --show {show}.")
    drawn = {"cards": lambda: _cards(cards), "motifs": _motifs, "games": _games, "preview": _preview}[show]()
    # A sheet is looked at, not printed: 256 colours make it a third as large.
    _write(file, drawn.quantize(256, Quantize.MEDIANCUT, dither=Dither.NONE))


def _cards(files: Sequence[Path]) -> Image.Image:
    from cards.voidream.language.errors import CardError
    from cards.voidream.library import read_files, the_set
    from render.voidream.gallery import card_sheet

    try:
        found = list((read_files(files) if files else the_set()).cards.values())
    except CardError as error:
        fail(str(error))
    if not found:
        fail("There is no card in these files.")
    return _with_progress("Drawing cards", len(found), lambda progress: card_sheet(found, progress=progress))


def _motifs() -> Image.Image:
    from render.illustration.motifs import motifs
    from render.voidream.gallery import motif_sheet

    return _with_progress("Drawing motifs", len(motifs()), lambda progress: motif_sheet(progress))


def _games() -> Image.Image:
    from render.contact_sheet import contact_sheet
    from render.dreams_of_dystopia import illustration as dreams_of_dystopia
    from render.dreamweavers import illustration as dreamweavers

    return contact_sheet([*dreamweavers.examples(600, 450), *dreams_of_dystopia.examples(600, 450)], 4, 400)


_PREVIEWED = ("Empress of Facets", "Dog You Once Had", "Minotaur of Footnotes")


def _preview() -> Image.Image:
    from io import BytesIO

    from PIL import Image

    from cards.voidream.library import the_set
    from engine.voidream.views.build import face_of
    from render.voidream.card import draw_card
    from render.voidream.gallery import preview

    cards = the_set().cards
    drawn = [Image.open(BytesIO(draw_card(face_of(cards[title])))) for title in _PREVIEWED]
    return preview(drawn, "A card game of dreams, played over days")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path())
def avatar(folder: Path) -> None:
    """Draw the bot's avatar and banner into FOLDER, for Discord's developer portal."""
    from render.voidream.gallery import avatar as draw_avatar
    from render.voidream.gallery import banner as draw_banner

    for name, drawn in (("avatar.png", draw_avatar()), ("banner.png", draw_banner())):
        _write(folder / name, drawn)


def _with_progress(
    what: str, steps: int, draw: Callable[[Callable[[object], None]], Image.Image]
) -> Image.Image:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=steps)
        return draw(lambda _: bar.advance(task))


def _write(file: Path, drawn: Image.Image) -> None:
    from render.png import png

    try:
        file.write_bytes(png(drawn))
    except OSError as error:
        fail(f"{file} can't be written: {error.strerror or error}.")
    say(f"{file}: {drawn.width} × {drawn.height} pixels.")
