"""A player's record at a glance: their name over the cloth of their most-played notion, and their results as bars."""

from __future__ import annotations

from cards.i18n import ENGLISH, Translator, Value
from render.canvas import paint_sheet
from render.dreamweavers.art import CoverArt
from render.dreamweavers.inks import CLOTH, FADED, HEM, INK, MADDER, MOSS, OCHRE, SHEET, board_inks, dye
from render.dreamweavers.middle import ClashArt
from render.dreamweavers.words import NOTIONS
from render.fade import FadedFoot
from render.layout import Drawing, Rect, Shape
from render.match_history import PlayedProfile
from render.png import png
from render.table.profile import ROW, SHOWN, FactionForm, ProfileForm, profile_sheet

NOBODYS = ("rage", "serenity")
"""The two clashing notions without a played one."""
KEYS: dict[Value, str] = {name: key for key, name in NOTIONS.items()}
"""The key of a notion by its name."""


def scene_of(played: PlayedProfile) -> Drawing:
    """Return the cover of the most-played notion; two clashing cloths if there is none."""
    key = KEYS.get(played.factions[0][0], "") if played.factions else ""
    if key:
        return CoverArt(key)
    first, second = NOBODYS
    return ClashArt(CoverArt(first), CoverArt(second), NOBODYS, "profile")


def _notion(notion_name: Value) -> FactionForm:
    """Return a ribbon in a notion's dye."""
    key = KEYS.get(notion_name, "")
    tone = dye(key) if key else OCHRE
    return FactionForm(Shape(Rect(14, 14, 14, ROW - 28), tone, "box", 6), 44, tone)


FORM = ProfileForm(
    background=CLOTH,
    margin=16,
    seam=12,
    radius=20,
    ground=SHEET,
    ink=INK,
    faint=FADED,
    empty_bar=HEM,
    results=(MOSS, FADED, MADDER),
    scenes=(380, 350, 280),
    scene=lambda played, name: FadedFoot(scene_of(played), SHEET, name // 2, name),
    faction=_notion,
    edge=HEM,
    rim=3,
)


def draw_profile(played: PlayedProfile, translator: Translator = ENGLISH) -> bytes:
    """Return a player's record, as a PNG."""
    keys = tuple(
        dict.fromkeys(filter(None, (KEYS.get(notion_name, "") for notion_name, _ in played.factions[:SHOWN])))
    )
    return png(paint_sheet(profile_sheet(FORM, played, translator), board_inks(keys or NOBODYS)))
