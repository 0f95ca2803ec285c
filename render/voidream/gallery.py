"""Contact sheets of the set and of all motifs, and the bot's own pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import Image, ImageDraw, ImageFilter

from cards.i18n import ENGLISH, Translator, title
from cards.voidream.model import Card
from render import palette as c
from render.contact_sheet import contact_sheet
from render.fonts import font
from render.illustration.composer import PrintStyle, paint
from render.illustration.motifs import Motif, motifs
from render.illustration.recipe import DrawnGroup, DrawnThing, Light, Recipe
from render.illustration.recipe_parser import read_recipe
from render.pixels import mapped, stretched
from render.voidream.art import CardArt
from render.voidream.faction_inks import DUSK, NIGHT
from render.voidream.illustration import illustrate

WIDTH, HEIGHT = 240, 180
"""The size of each picture on a sheet, in pixels."""
COLUMNS = 11

AVATAR = "tiny man on ladder, in hill giant moon, at night"
BANNER = "small bed on big whale, flock far bird, in lake giant moon centre, at dusk"
PREVIEW = "tiny child left, in hill giant moon right, at dusk"
"""Recipes of the bot's own pictures."""


def card_sheet(
    cards: Sequence[Card], translator: Translator = ENGLISH, progress: Callable[[Card], None] | None = None
) -> Image.Image:
    """Return the pictures of cards with their titles, on one sheet. `progress` is called for each.

    Raises ValueError without cards.
    """
    pictures: list[tuple[str, Image.Image]] = []
    for card in cards:
        art = CardArt(card.title, card.kind.value, card.faction.value, card.art)
        pictures.append((translator(title(card.title)), art.paint(WIDTH, HEIGHT)))
        if progress is not None:
            progress(card)
    return contact_sheet(pictures, COLUMNS, WIDTH)


def motif_sheet(progress: Callable[[Motif], None] | None = None) -> Image.Image:
    """Return all motifs with their names, each as printed, on one sheet. `progress` is called for each."""
    pictures: list[tuple[str, Image.Image]] = []
    for motif in motifs().values():
        inks = (DUSK if motif.pale else NIGHT)["neutral"]
        single = DrawnGroup((DrawnThing(motif.name, size="big"),), ())
        recipe = Recipe((single,), place="dream", light=Light(size="giant", across="centre"))
        pictures.append((motif.name, paint(recipe, motif.name, PrintStyle(inks, "dream"), 200, 150)))
        if progress is not None:
            progress(motif)
    return contact_sheet(pictures, 12, 150)


def avatar(side: int = 1024) -> Image.Image:
    """Return the bot's avatar, a square. The area outside its circle may be cropped."""
    return illustrate(read_recipe(AVATAR), "Voidream", "mind", "neutral", side, side)


def banner(width: int = 1360, height: int = 480) -> Image.Image:
    """Return the bot's banner at twice Discord's size of 680 by 240 pixels."""
    return illustrate(read_recipe(BANNER), "Voidream", "entity", "neutral", width, height)


def preview(cards: Sequence[Image.Image], line: str, width: int = 1280, height: int = 640) -> Image.Image:
    """Return the preview of a link to the project: its name, a line of text, and a fan of cards on the right."""
    sheet = illustrate(read_recipe(PREVIEW), "Voidream", "entity", "neutral", width, height)
    dark = stretched(Image.linear_gradient("L").transpose(Image.Transpose.ROTATE_90), width, height)
    sheet.paste(c.NIGHT, (0, 0), mapped(dark, [min(150, max(0, 200 - level)) for level in range(256)]))
    pen = ImageDraw.Draw(sheet)
    x = round(width * 0.06)
    pen.text(
        (x, height * 0.4), "Voidream", fill=c.PAPER, font=font("display", round(height * 0.185)), anchor="ls"
    )
    pen.text(
        (x + 6, height * 0.5), line, fill=c.GOLD, font=font("strong", round(height * 0.043)), anchor="ls"
    )
    for k, card in enumerate(cards):
        lean = k - (len(cards) - 1) / 2
        high = round(height * 0.6)
        small = stretched(card.convert("RGB"), round(high * card.width / card.height), high)
        rotated = _with_round_corners(small).rotate(-7 * lean, Image.Resampling.BICUBIC, expand=True)
        left = round(width * (0.75 + 0.125 * lean) - rotated.width / 2)
        top = round(height * (0.5 + 0.03 * lean * lean) - rotated.height / 2)
        shadow = rotated.getchannel("A").filter(ImageFilter.GaussianBlur(12))
        sheet.paste(
            (4, 3, 12), (left + 6, top + 12), mapped(shadow, [level * 3 // 4 for level in range(256)])
        )
        sheet.paste(rotated, (left, top), rotated)
    return sheet


def _with_round_corners(card: Image.Image) -> Image.Image:
    cover = Image.new("L", (card.width * 2, card.height * 2), 0)
    ImageDraw.Draw(cover).rounded_rectangle((0, 0, *cover.size), radius=cover.width * 0.055, fill=255)
    card.putalpha(cover.reduce(2))
    return card
