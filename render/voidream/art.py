"""Art for the cards, drawn by code: the faction gives the place, the kind what stands in it, the title the rest.

The same card always gets the same picture; two titles get two pictures.
"""

from __future__ import annotations

import random

from msgspec import Struct
from PIL import Image, ImageDraw

from engine.voidream.view import CardFace
from render.voidream.figures import FIGURES
from render.voidream.scenes import SCENES, Scene


class CardArt(Struct, frozen=True):
    """The art of a card, a `Drawing`: what it depends on, and nothing more."""

    title: str
    kind: str
    faction: str
    types: tuple[str, ...] = ()
    art: str = ""
    """The recipe; "" where the title is to decide."""

    def paint(self, width: int, height: int) -> Image.Image:
        """The art at this size, drawn finely and reduced."""
        fine = 2
        setting = SCENES.get(self.faction, SCENES["neutral"])
        w, h = width * fine, height * fine
        image = setting.paint(Scene(w, h, self._chance("place")))
        figure = FIGURES.get(self.kind, FIGURES["thought"])
        figure(image, ImageDraw.Draw(image), Scene(w, h, self._chance("figure")), setting)
        return image.reduce(fine)

    def _chance(self, part: str) -> random.Random:
        """The card's own chance: one for each part, so that the figure is the same at every size."""
        return random.Random("\n".join((part, self.title, self.kind, self.faction, *self.types)))


def art_of(face: CardFace) -> CardArt:
    """The art of a card whose face is known."""
    return CardArt(face.title, face.kind, face.faction, face.types, face.art)


class BackArt(Struct, frozen=True):
    """The back of a card, a `Drawing`; every back looks the same but for the number, which is not part of it."""

    arcane: bool = False

    def paint(self, width: int, height: int) -> Image.Image:
        """Rings that close around a centre, in the night's colours."""
        fine = 2
        w, h = width * fine, height * fine
        low, high = ((46, 30, 84), (92, 70, 150)) if self.arcane else ((26, 34, 78), (64, 84, 150))
        image = Image.new("RGB", (w, h), low)
        pen = ImageDraw.Draw(image)
        reach = int((w * w + h * h) ** 0.5 / 2)
        step = max(8, min(w, h) // 7)
        for k, radius in enumerate(range(reach, 0, -step)):
            part = 1 - radius / reach
            tint = tuple(
                round(a + (b - a) * part * (0.55 if k % 2 else 1)) for a, b in zip(low, high, strict=True)
            )
            box = (w / 2 - radius, h / 2 - radius, w / 2 + radius, h / 2 + radius)
            pen.ellipse(box, fill=tint)
        return image.reduce(fine)
