"""A player's record at a glance: their name over their faction's place, and their results as bars."""

from __future__ import annotations

from cards.i18n import ENGLISH, Translator, Value
from cards.voidream.deck_rules import faction_alone
from cards.voidream.language.tree import Faction
from cards.voidream.library import the_set
from cards.voidream.model import Kind
from render import palette as c
from render.canvas import paint_sheet
from render.fade import FadedFoot
from render.layout import Colour, Icon, Picture, Rect
from render.match_history import PlayedProfile
from render.palette_reduction import areas_of, margin_inks, png_in_few_inks, tints
from render.table.profile import FactionForm, ProfileForm, profile_sheet
from render.voidream.art import CardArt
from render.voidream.card import rare_inks
from render.voidream.faction_inks import DUSK, LIGHTS, NIGHT
from render.voidream.words import EMBLEMS

MARGIN = 20
MOST_BYTES = 250_000
FIELD = (22, 19, 44)
NEUTRAL_SCENE = CardArt("Voidream", "entity", "neutral", "tiny man on ladder, in hill giant moon, at night")
"""The scene if no faction is shown."""
UNKNOWN = "star"
"""The sign of an unknown faction."""
FACTIONS: dict[Value, str] = {faction_alone(faction): faction.value for faction in Faction}
"""The key of a faction by the name in its decks."""


def scene_of(played: PlayedProfile) -> CardArt:
    """Return the most-played faction's bastion, the first by title; a neutral scene if there is none."""
    key = FACTIONS.get(played.factions[0][0], "") if played.factions else ""
    bastions = [card for card in the_set() if card.kind is Kind.BASTION and card.faction.value == key]
    if not bastions:
        return NEUTRAL_SCENE
    bastion = min(bastions, key=lambda card: card.title)
    return CardArt(bastion.title, bastion.kind.value, bastion.faction.value, bastion.art)


def _faction(faction_name: Value) -> FactionForm:
    """Return a faction's sign in its light."""
    key = FACTIONS.get(faction_name, "")
    light = LIGHTS[key] if key else c.MIST
    return FactionForm(Icon(Rect(22, 22, 48, 48), EMBLEMS.get(key, UNKNOWN), light), 90, c.PAPER)


FORM = ProfileForm(
    background="night",
    margin=MARGIN,
    seam=14,
    radius=22,
    ground=FIELD,
    ink=c.PAPER,
    faint=c.MIST,
    empty_bar=c.EDGE,
    results=(c.MINT, c.SMOKE, c.ROSE),
    scenes=(316, 290, 212),
    scene=lambda played, name: FadedFoot(scene_of(played), FIELD, 8 * name // 5, name // 3),
    faction=_faction,
)


def _exact_colours(picture: Picture) -> list[Colour]:
    """Return the exact colours on the scene, and of small elements on it."""
    match picture.drawing:
        case FadedFoot(drawing=CardArt(faction=faction), ground=ground):
            hours = NIGHT[faction], DUSK[faction]
            lights = [light for inks in hours for light in (inks.light, inks.pale, inks.glow)]
            return [*tints(ground, (c.PAPER, *lights), 7), *rare_inks(faction)]
        case _:
            return []


def _exact_inks() -> list[Colour]:
    """Return the exact colours of panels, text, bars and signs."""
    return [
        *tints(FIELD, (c.PAPER, c.MINT, c.SMOKE, c.ROSE), 6),
        *tints(FIELD, (c.MIST, *LIGHTS.values()), 4),
        c.EDGE,
    ]


def draw_profile(played: PlayedProfile, translator: Translator = ENGLISH) -> bytes:
    """Return a player's record, as a PNG."""
    sheet = profile_sheet(FORM, played, translator)
    image = paint_sheet(sheet)
    inks = [*_exact_inks(), *margin_inks(image, MARGIN)]
    return png_in_few_inks(image, inks, areas_of(sheet, _exact_colours), MOST_BYTES)
