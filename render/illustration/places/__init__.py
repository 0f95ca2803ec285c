"""The places that recipes name, each with its default light."""

from __future__ import annotations

from render.illustration.places.indoors import court, labyrinth, maze, room, theatre, tunnel
from render.illustration.places.outdoors import city, dream, forest, hill, platform, snow
from render.illustration.places.place import Front, PaintedPlace
from render.illustration.places.seen_through import FRAMES
from render.illustration.places.war import chapel, dune, refinery, ruin
from render.illustration.places.waters import crystal_lake, lake, sea, under_water
from render.illustration.stage import Lamp

PLACES: dict[str, PaintedPlace] = {
    "dream": PaintedPlace(Lamp(0.68, 0.3, 0.16), dream),
    "hill": PaintedPlace(Lamp(0.6, 0.38, 0.3), hill),
    "room": PaintedPlace(Lamp(0.7, 0.25, 0.2), room),
    "court": PaintedPlace(Lamp(0.5, 0.42, 0.2), court),
    "lake": PaintedPlace(Lamp(0.5, 0.34, 0.15), lake),
    "crystals": PaintedPlace(Lamp(0.5, 0.34, 0.15), crystal_lake),
    "deep": PaintedPlace(Lamp(0.5, 0, 0), under_water),
    "tunnel": PaintedPlace(Lamp(0.5, 0.46, 0), tunnel),
    "platform": PaintedPlace(Lamp(0.66, 0.36, 0.2), platform),
    "maze": PaintedPlace(Lamp(0.5, 0.46, 0), maze),
    "void": PaintedPlace(Lamp(0.5, 0.46, 0), labyrinth),
    "stage": PaintedPlace(Lamp(0.5, 0, 0), theatre),
    "forest": PaintedPlace(Lamp(0.56, 0.42, 0.2), forest),
    "sea": PaintedPlace(Lamp(0.6, 0.3, 0.15), sea),
    "city": PaintedPlace(Lamp(0.66, 0.3, 0.17), city),
    "snow": PaintedPlace(Lamp(0.7, 0.24, 0.1), snow),
    "ruin": PaintedPlace(Lamp(0.54, 0.5, 0.2), ruin),
    "dune": PaintedPlace(Lamp(0.66, 0.3, 0.2), dune),
    "refinery": PaintedPlace(Lamp(0.74, 0.26, 0.1), refinery),
    "chapel": PaintedPlace(Lamp(0.5, 0.34, 0.1), chapel),
}
"""The names of the places in recipes."""


__all__ = ["FRAMES", "PLACES", "Front", "PaintedPlace"]
