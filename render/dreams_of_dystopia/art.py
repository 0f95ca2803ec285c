"""Drawings of cards for layouts: one side, with a folded corner if the card is or will be turned over."""

from __future__ import annotations

import random
from contextlib import suppress
from zlib import crc32

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw

from cards.dreams_of_dystopia.model import Kind
from render.dreams_of_dystopia.faces import PrintedSide
from render.dreams_of_dystopia.illustration import illustrate
from render.dreams_of_dystopia.inks import BLACK, DIVINE, RAY_LOW, STRIPE, WALL_HIGH, WALL_LOW, ground_of
from render.icons import icon_mask
from render.illustration.cutouts import torn_line
from render.illustration.derived_scene import derived
from render.illustration.recipe import Recipe, RecipeError
from render.illustration.recipe_parser import read_recipe
from render.pixels import mapped

_OTHER = {"divine": "demonic", "demonic": "divine"}


def recipe_of(title: str, recipe: str) -> Recipe:
    """Return the recipe of a side, or one derived from its title if it has none that can be read."""
    with suppress(RecipeError):  # A match must never fail because of a picture.
        if recipe:
            return read_recipe(recipe)
    return read_recipe(derived(title, "entity"))


class SideArt(Struct, frozen=True):
    """The picture of one side of a card, a `Drawing`.

    `folded`: a corner is folded over and shows the other side's paper. `fallen`: the picture is grey and torn, for a
    player who is out.
    """

    title: str
    recipe: str
    faction: str
    folded: bool = False
    fallen: bool = False

    def paint(self, width: int, height: int) -> Image.Image:
        """Return the picture at this size."""
        recipe = recipe_of(self.title, self.recipe)
        picture = illustrate(recipe, self.title, self.faction, width, height)
        if self.folded:
            _fold(picture, _OTHER[self.faction], min(92, width // 2, height // 2))
        return torn(picture, self.title) if self.fallen else picture


def art_of(face: PrintedSide, *, folded: bool = False, fallen: bool = False) -> SideArt:
    """Return the drawing of a side. Heroic Deeds are in Divine colours, Curses in Demonic ones."""
    faction = face.faction or ("divine" if face.kind is Kind.DEED else "demonic")
    return SideArt(face.title, face.art, faction, folded, fallen)


def _fold(picture: Image.Image, below: str, size: int) -> None:
    """Fold the left upper corner over."""
    pen, ground = ImageDraw.Draw(picture), ground_of(below)
    pen.polygon([(0, 0), (size, 0), (0, size)], fill=WALL_LOW)
    pen.polygon([(size, 0), (size, size), (0, size)], fill=ground.paper)
    pen.line([(size, 0), (0, size)], fill=ground.accent, width=5)
    sign = size // 2
    picture.paste(ground.accent, (size - sign - 3, size - sign - 3), icon_mask("tap", sign))


def torn(picture: Image.Image, title: str, part: float = 1) -> Image.Image:
    """Return a picture in grey, torn across, its lower part moved by `part` (0 to 1) of the whole way."""
    width, height = picture.size
    dx, dy = round(14 * part), round(26 * part)
    grey = mapped(picture.convert("L"), [60 + level // 2 for level in range(256)]).convert("RGB")
    edge = torn_line(0, width, height * 0.05, random.Random(crc32(title.encode())), 13)
    line = [(y, height * 0.72 - y * height * 0.42 / width + x) for x, y in edge]
    mask = Image.new("L", (width, height), 0)
    ImageDraw.Draw(mask).polygon([*line, (width, 0), (0, 0)], fill=255)
    low = ImageChops.offset(ImageChops.invert(mask), dx, dy)
    # `offset` wraps around: what leaves at the bottom and right comes in again at the top and left.
    ImageDraw.Draw(low).rectangle((0, 0, dx, height), fill=0)
    ImageDraw.Draw(low).rectangle((0, 0, width, dy), fill=0)
    whole = Image.new("RGB", (width, height), WALL_HIGH)
    whole.paste(grey, (0, 0), mask)
    whole.paste(ImageChops.offset(grey, dx, dy), (0, 0), low)
    ImageDraw.Draw(whole).line(line, fill=STRIPE, width=5)
    return whole


class BackArt(Struct, frozen=True):
    """A card back, a `Drawing`: half sun, half moon; torn if its owner is out."""

    fallen: bool = False

    def paint(self, width: int, height: int) -> Image.Image:
        """Return the back at this size."""
        image = Image.new("RGB", (width, height), WALL_LOW)
        pen, x, y = ImageDraw.Draw(image), width / 2, height / 2
        far, near = width + height, min(width, height) * 0.3
        for k in range(1, 24, 2):
            pen.pieslice((x - far, y - far, x + far, y + far), k * 15, k * 15 + 15, fill=RAY_LOW)
        disc = (x - near, y - near, x + near, y + near)
        pen.ellipse(disc, fill=BLACK, outline=DIVINE.paper, width=4)
        pen.pieslice(disc, 90, 270, fill=DIVINE.paper)
        return torn(image, "") if self.fallen else image
