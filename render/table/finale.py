"""The frame of a finale: square pictures with a caption above a game's scene, each with its duration."""

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
"""The height of the band with the caption, at the top."""

Sign = tuple[str, Colour]
"""An icon and its colour."""


class FinaleStep(Struct, frozen=True):
    """One picture of a scene as data: its caption, its duration, and the progress of the scene (0 to 1)."""

    caption: str
    milliseconds: int
    part: float


class CaptionForm(Struct, frozen=True):
    """The colours and measures of a game's captions: letters, icon, and the line below in the caption's colour."""

    ground: Colour
    ink: Colour
    largest: int
    icon: int
    line: int


class _AbstractStruct(StructMeta, ABCMeta):
    """The metaclass of structs with abstract methods."""


class FinaleScene(Struct, frozen=True, metaclass=_AbstractStruct):
    """A part of a finale: its content, its steps, and the sign beside its captions.

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
        """Return the pictures of the scene, one per step."""
        frames: list[FilmFrame] = []
        for step, stage in zip(self.steps, self.stages(), strict=True):
            picture = Image.new("RGB", (SIDE, SIDE))
            picture.paste(paint_block(caption_block(self.form, step.caption, self.sign)), (0, 0))
            picture.paste(stage, (0, CAPTION_H))
            frames.append(FilmFrame(picture, step.milliseconds))
        return frames

    @abstractmethod
    def stages(self) -> Iterator[Image.Image]:
        """Yield the image below the caption for each step: as wide as the picture, and as high as the rest."""


def caption_block(form: CaptionForm, caption: str, sign: Sign) -> Block:
    """Return the band with the caption, centred if it fits on one line of the largest letters."""
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
    """Return each seat with its place, in order. Seats that tie have the same place, and the next place is skipped."""
    seats: list[tuple[int, int]] = []
    for group in places:
        place = len(seats) + 1
        seats += [(place, seat) for seat in group]
    return tuple(seats)


def slowing(steps: int) -> list[float]:
    """Return the progress of running numbers at each inner step: fast at first, slow at the end."""
    return [1 - (1 - k / steps) ** 2 for k in range(1, steps)]


def run(before: str, after: str, held: tuple[int, int, int], steps: int) -> tuple[FinaleStep, ...]:
    """Return steps with running numbers: `before` is shown and then runs, `after` is shown at the end.

    `held` has the milliseconds of the first step, of each running one, and of the last.
    """
    first, each, last = held
    moving = (FinaleStep(before, each, part) for part in slowing(steps))
    return FinaleStep(before, first, 0), *moving, FinaleStep(after, last, 1)
