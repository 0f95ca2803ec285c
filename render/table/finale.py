"""The frame of a finale: square pictures, each with a caption above what a game's scene shows, held for their time."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec import Struct, StructMeta
from PIL import Image

from cards.i18n import Translator
from engine.kernel.position import Places
from render.canvas import paint_block
from render.film import FilmFrame
from render.fonts import width_of
from render.layout import Block, Colour, Icon, Rect, Shape
from render.table.words import Names
from render.typeset import fitted

SIDE = 660
"""The width and the height of every picture, in pixels."""
CAPTION_H = 92
"""The height of the band with the caption, above everything else."""

Sign = tuple[str, Colour]
"""An icon and its colour."""


class FinaleStep(Struct, frozen=True):
    """A picture of a scene as data: its caption, how long it is held, and how far the scene is (0 to 1)."""

    caption: str
    milliseconds: int
    part: float


class CaptionForm(Struct, frozen=True):
    """The colours and measures of a game's captions: largest letters, icon, and the line below, which is in its colour."""

    ground: Colour
    ink: Colour
    largest: int
    icon: int
    line: int


class _AbstractStruct(StructMeta, ABCMeta):
    """Makes structs of which some methods are left to subclasses."""


class FinaleScene(Struct, frozen=True, metaclass=_AbstractStruct):
    """A part of a finale: what it is, its steps, and the sign beside its captions.

    A game derives its scenes from one class that declares `form`. Raises TypeError for a class without it.
    """

    form: ClassVar[CaptionForm]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if not hasattr(cls, "form"):
            raise TypeError(f"{cls.__module__}.{cls.__qualname__} declares no form for its captions")

    steps: tuple[FinaleStep, ...]
    sign: Sign
    names: Names
    translator: Translator

    def paint(self) -> list[FilmFrame]:
        """Return the pictures of the scene, one for each step."""
        frames: list[FilmFrame] = []
        for step, stage in zip(self.steps, self.stages(), strict=True):
            picture = Image.new("RGB", (SIDE, SIDE))
            picture.paste(paint_block(caption_block(self.form, step.caption, self.sign)), (0, 0))
            picture.paste(stage, (0, CAPTION_H))
            frames.append(FilmFrame(picture, step.milliseconds))
        return frames

    @abstractmethod
    def stages(self) -> Iterator[Image.Image]:
        """Return what is under the caption in each step: as wide as the picture, and as high as the rest of it."""


def caption_block(form: CaptionForm, caption: str, sign: Sign) -> Block:
    """Return the band with the caption, in the middle where it fits one line of its largest letters."""
    name, ink = sign
    wide = width_of(caption, "display", form.largest)
    room = SIDE - 48
    beside = form.icon + 16
    is_centred = wide + beside <= room
    left = 24 + ((room - wide - beside) // 2 if is_centred else 0)
    box = Rect(left + beside, 4, wide if is_centred else room - beside, CAPTION_H - 12)
    return Block(
        SIDE,
        CAPTION_H,
        (
            Shape(Rect(0, 0, SIDE, CAPTION_H), form.ground),
            Shape(Rect(0, CAPTION_H - form.line, SIDE, form.line), ink),
            Icon(Rect(left, (CAPTION_H - form.line - form.icon) // 2, form.icon, form.icon), name, ink),
            fitted(caption, box, "display", form.largest, 24, form.ink, "left", 2),
        ),
    )


def placed(places: Places) -> tuple[tuple[int, int], ...]:
    """Return each seat with its place, the first ones first: who shares a place has the same, and the next one is left out."""
    found: list[tuple[int, int]] = []
    for group in places:
        place = len(found) + 1
        found += [(place, seat) for seat in group]
    return tuple(found)


def slowing(steps: int) -> list[float]:
    """Return how far numbers that run have come before each step but the first and last: fast at first, slow at the end."""
    return [1 - (1 - k / steps) ** 2 for k in range(1, steps)]


def run(before: str, after: str, held: tuple[int, int, int], steps: int) -> tuple[FinaleStep, ...]:
    """Return steps in which numbers run: `before` is held and then moves, `after` is held at the end.

    `held` has the milliseconds of the first step, of each that moves, and of the last.
    """
    first, each, last = held
    moving = (FinaleStep(before, each, part) for part in slowing(steps))
    return FinaleStep(before, first, 0), *moving, FinaleStep(after, last, 1)
