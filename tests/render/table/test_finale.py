"""The frame of a finale: a caption above each picture, in the game's declared form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import pytest
from PIL import Image

from cards.i18n import ENGLISH
from render.table.finale import CAPTION_H, SIDE, CaptionForm, FinaleScene, FinaleStep

RED, BLUE, WHITE = (200, 0, 0), (0, 0, 200), (255, 255, 255)


class Plain(FinaleScene, frozen=True):
    """A scene that is entirely blue."""

    form: ClassVar = CaptionForm(RED, WHITE, largest=40, icon=40, line=4)

    def stages(self) -> Iterator[Image.Image]:
        """Yield the picture under the caption in each step."""
        for _ in self.steps:
            yield Image.new("RGB", (SIDE, SIDE - CAPTION_H), BLUE)


def test_every_step_is_held_under_its_caption() -> None:
    steps = (FinaleStep("Ada attacks", 300, 0), FinaleStep("Cy falls", 900, 1))
    first, last = Plain(steps, ("sword", WHITE), ("Ada", "Bo", "Cy"), ENGLISH).paint()
    assert (first.milliseconds, last.milliseconds) == (300, 900)
    assert first.picture.getpixel((2, 2)) == RED and first.picture.getpixel((2, CAPTION_H)) == BLUE
    assert first.picture.crop((0, 0, SIDE, CAPTION_H)) != last.picture.crop((0, 0, SIDE, CAPTION_H))


def test_scenes_without_a_form_for_captions_are_refused() -> None:
    with pytest.raises(TypeError, match="Bare declares no form for its captions"):

        class Bare(FinaleScene, frozen=True):
            def stages(self) -> Iterator[Image.Image]:
                yield from ()
