"""Each faction's inks, by night and at dusk."""

from __future__ import annotations

from render.illustration.inks import Inks, inks
from render.layout import Colour

NIGHT: dict[str, Inks] = {
    "neutral": inks("100d26", "2a2560", "5b4f9e", "a48fd0", "f6e9ff", "fff0cf", "ffd79a", "f2776b"),
    "chimeric-court": inks("070d2e", "14247a", "2f4fbd", "7f93dd", "fff3d4", "ffd978", "ffbe3d", "e8502f"),
    "fracta": inks("05172b", "0c3f5e", "1c8291", "6fd3cb", "e9fff6", "c8fff0", "f3b6ff", "b46cf0"),
    "subter-venellam": inks("140803", "472009", "9c4a12", "e08a33", "ffeec9", "ffd27a", "ffc257", "45c9b4"),
    "maze": inks("030807", "0b2420", "2a5f50", "7fbfa4", "f0fff4", "c6f7dd", "d7ffe6", "d93a34"),
}
"""The inks by the faction's key."""

DUSK: dict[str, Inks] = {
    "neutral": inks("150b26", "43225c", "92457f", "e58c8f", "ffeede", "ffe2b0", "ffc98a", "7fd6d9"),
    "chimeric-court": inks("0b0a2c", "2c1c68", "8e2f5f", "ea7c50", "fff3d4", "ffdc84", "ffb43d", "3f6be0"),
    "fracta": inks("0a1030", "2b2a6e", "6a50b4", "c493e4", "fff2fb", "ffe0f4", "9ff5e6", "58e0d0"),
    "subter-venellam": inks("08100f", "123236", "2c6462", "8fae8a", "ffeec9", "ffd27a", "ffbd4f", "ea6a2e"),
    "maze": inks("090706", "26221c", "5d5443", "b3a683", "fbf5e2", "efe5c4", "fff0c2", "d8322c"),
}
"""Inks for another time of day, between the same night and light, by the faction's key."""

LIGHTS: dict[str, Colour] = {
    "neutral": (255, 238, 229),
    "chimeric-court": (255, 210, 28),
    "fracta": (139, 230, 255),
    "subter-venellam": (237, 138, 70),
    "maze": (166, 196, 150),
}
"""The colours of factions on frames, rims and signs.

All vision types can tell them apart, also on rims: ΔE2000 ≥ 10.
"""


def light_of(faction: str) -> Colour:
    """Return a faction's light; the neutral one for a faction without one."""
    return LIGHTS.get(faction, LIGHTS["neutral"])


def inks_of(faction: str, hour: str) -> Inks:
    """Return a faction's inks at "night" or "dusk"; the neutral ones for a faction without its own."""
    hours = DUSK if hour == "dusk" else NIGHT
    return hours.get(faction, hours["neutral"])
