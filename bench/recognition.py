"""Cards identified from their pictures alone: `python -m bench.recognition SHEET KEY`.

Draws forty illustrations by a seed, each reduced to 96 pixels, with four titles of the same kind and faction, and
writes the solution to a separate file. A person who hasn't seen the recipes chooses; the target is 34 of 40.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw

from cards.voidream.library import the_set
from cards.voidream.model import Card
from render.contact_sheet import GROUND, contact_sheet
from render.fonts import font
from render.palette import PAPER
from render.pixels import stretched
from render.png import png
from render.voidream.art import CardArt

SEED = "recognition"
PICTURES = 40
WIDTH = 96
CELL = 340
LETTERS = "ABCD"


def questions() -> list[tuple[Card, list[Card]]]:
    """Return forty cards, each with four of its kind and faction in random order, including itself."""
    chance = Random(SEED)
    cards = sorted(the_set(), key=lambda card: card.title)
    similar = {
        card.title: [
            one for one in cards if (one.kind, one.faction) == (card.kind, card.faction) and one is not card
        ]
        for card in cards
    }
    drawn = chance.sample([card for card in cards if len(similar[card.title]) >= 3], PICTURES)
    return [(card, chance.sample([card, *chance.sample(similar[card.title], 3)], 4)) for card in drawn]


def sheet() -> Image.Image:
    """Return the forty pictures with their titles to choose from."""
    cells: list[tuple[str, Image.Image]] = []
    for number, (card, four) in enumerate(questions(), start=1):
        picture = CardArt(card.title, card.kind.value, card.faction.value, card.art).paint(600, 450)
        small = stretched(picture, WIDTH, 72)
        cell = Image.new("RGB", (CELL, 78), GROUND)
        cell.paste(small, (0, 3))
        pen = ImageDraw.Draw(cell)
        for row, (letter, one) in enumerate(zip(LETTERS, four, strict=True)):
            at = (WIDTH + 10, 16 + 19 * row)
            pen.text(at, f"{letter}  {one.title}", fill=PAPER, font=font("text", 15), anchor="ls")
        cells.append((str(number), cell))
    return contact_sheet(cells, 4, CELL)


def key() -> str:
    """Return the correct letters, one per line."""
    return "".join(
        f"{number} {LETTERS[four.index(card)]} {card.title}\n"
        for number, (card, four) in enumerate(questions(), start=1)
    )


if __name__ == "__main__":
    drawn, letters = map(Path, sys.argv[1:])
    drawn.write_bytes(png(sheet().quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)))
    letters.write_text(key(), encoding="utf-8")
