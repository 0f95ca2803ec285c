"""Pictures of cards as drawings for a layout: the side that is up, with a corner folded over where it will be turned."""

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
    """Return the recipe of a side: its own, or where it has none, or none that can be read, one from its title."""
    with suppress(RecipeError):  # A match never fails on a picture.
        if recipe:
            return read_recipe(recipe)
    return read_recipe(derived(title, "entity"))


class SideArt(Struct, frozen=True):
    """The picture of one side of a card, a `Drawing`.

    `folded` turns a corner over, in the paper of the side below, with the arrow of turning. `fallen` is the picture of
    a player who is out: grey, and torn across.
    """

    title: str
    recipe: str
    faction: str
    folded: bool = False
    fallen: bool = False

    def paint(self, width: int, height: int) -> Image.Image:
        """The picture at this size."""
        recipe = recipe_of(self.title, self.recipe)
        picture = illustrate(recipe, self.title, self.faction, width, height)
        if self.folded:
            _fold(picture, _OTHER[self.faction], min(92, width // 2, height // 2))
        return torn(picture, self.title) if self.fallen else picture


def art_of(face: PrintedSide, *, folded: bool = False, fallen: bool = False) -> SideArt:
    """Return the picture of a side; Heroic Deeds are done by day, Curses come by night."""
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
    """Return the picture in grey, torn from side to side, its lower part slipped down, at `part` 1 all the way."""
    width, height = picture.size
    dx, dy = round(14 * part), round(26 * part)
    light = mapped(picture.convert("L"), [60 + level // 2 for level in range(256)])
    grey = light.convert("RGB")
    edge = torn_line(0, width, height * 0.05, random.Random(crc32(title.encode())), 13)
    line = [(y, height * 0.72 - y * height * 0.42 / width + x) for x, y in edge]
    mask = Image.new("L", (width, height), 0)
    ImageDraw.Draw(mask).polygon([*line, (width, 0), (0, 0)], fill=255)
    low = ImageChops.offset(ImageChops.invert(mask), dx, dy)
    # What slips out below comes in again above, and so on the left.
    ImageDraw.Draw(low).rectangle((0, 0, dx, height), fill=0)
    ImageDraw.Draw(low).rectangle((0, 0, width, dy), fill=0)
    whole = Image.new("RGB", (width, height), WALL_HIGH)
    whole.paste(grey, (0, 0), mask)
    whole.paste(ImageChops.offset(grey, dx, dy), (0, 0), low)
    ImageDraw.Draw(whole).line(line, fill=STRIPE, width=5)
    return whole


class BackArt(Struct, frozen=True):
    """An opaque sleeve, a `Drawing`: half sun, half moon, and nothing of what is in it; torn where its owner is out."""

    fallen: bool = False

    def paint(self, width: int, height: int) -> Image.Image:
        """The sleeve at this size."""
        image = Image.new("RGB", (width, height), WALL_LOW)
        pen, x, y = ImageDraw.Draw(image), width / 2, height / 2
        far, near = width + height, min(width, height) * 0.3
        for k in range(1, 24, 2):
            pen.pieslice((x - far, y - far, x + far, y + far), k * 15, k * 15 + 15, fill=RAY_LOW)
        disc = (x - near, y - near, x + near, y + near)
        pen.ellipse(disc, fill=BLACK, outline=DIVINE.paper, width=4)
        pen.pieslice(disc, 90, 270, fill=DIVINE.paper)
        return torn(image, "") if self.fallen else image
