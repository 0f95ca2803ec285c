"""The picture of a player's record: their name below a garden by day and by night, and their results as bars."""

from __future__ import annotations

from msgspec import Struct
from PIL import Image

from cards.i18n import ENGLISH, Translator
from render.dreams_of_dystopia.illustration import both_sides
from render.dreams_of_dystopia.inks import BLUE, DEMONIC, ENAMEL, TAPE, WHITE
from render.dreams_of_dystopia.wall import NAME, draw
from render.fade import FadedFoot
from render.illustration.recipe_parser import read_recipe
from render.layout import Rect, Shape
from render.match_history import PlayedProfile
from render.table.profile import ROW, FactionForm, ProfileForm, profile_sheet

SCENE = "big gardener before greenhouse, in ruin"


class Garden(Struct, frozen=True):
    """A garden by day and by night, a `Drawing`."""

    def paint(self, width: int, height: int) -> Image.Image:
        """Return the garden at this size."""
        return both_sides(read_recipe(SCENE), "profile", width, height)


FORM = ProfileForm(
    background=NAME,
    margin=16,
    seam=20,
    radius=4,
    ground=ENAMEL.paper,
    ink=ENAMEL.ink,
    faint=ENAMEL.quiet,
    empty_bar=BLUE,
    results=(TAPE, ENAMEL.quiet, DEMONIC.accent),
    scenes=(380, 350, 280),
    scene=lambda played, name: FadedFoot(Garden(), ENAMEL.paper, name // 2, name),
    faction=lambda named: FactionForm(Shape(Rect(14, 14, 14, ROW - 28), TAPE), 44, TAPE),
    edge=WHITE,
    rim=4,
)


def draw_profile(played: PlayedProfile, translator: Translator = ENGLISH) -> bytes:
    """Return a player's record as a PNG."""
    return draw(profile_sheet(FORM, played, translator))
