"""Random subjects and scenes, by the kind of the card, for titles with few known words."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from render.illustration.recipe import DrawnGroup, DrawnThing, Light

LURKING = ("eye", "hand", "moth", "figure", "mask", "fish", "child", "bird")
"""Things under a bed or behind a door, unless the title names one."""

BEINGS = ("man", "woman", "walker", "robe", "gown", "figure", "angel", "child", "porter", "diver")
BEASTS = ("dog", "whale", "heron", "bird", "horse", "moth", "bull", "fish")
HELD = (
    "lantern",
    "candle",
    "key",
    "letter",
    "umbrella",
    "mask",
    "book",
    "clock",
    "suitcase",
    "flower",
    "heart",
    "crown",
)
THINGS = (
    "hand", "eye", "door", "candle", "hourglass", "bell", "mask", "key", "boat", "clock", "umbrella", "heart", "letter",
    "lantern", "chair", "feather", "crown", "scales", "flame", "thread", "shoe", "book", "trumpet", "jar",
)  # fmt: skip
HOLLOW = ("jar", "door", "archgate", "window", "wardrobe", "greenhouse", "book", "keyhole")
"""Things that can contain another thing."""
GREAT = (
    "tower",
    "house",
    "tree",
    "whale",
    "clock",
    "door",
    "wall",
    "stair",
    "wardrobe",
    "shelf",
    "hand",
    "moon",
)
"""Things in front of which a small thing can stand."""
BUILDINGS = (
    "house",
    "tower",
    "wardrobe",
    "archgate",
    "station",
    "greenhouse",
    "stair",
    "shelf",
    "signal",
    "wall",
)
STRONGHOLDS = ("tower", "archgate", "wall", "greenhouse", "station", "house", "shelf")

SCENERY = (*("hill", "lake", "dream") * 2, "void", "room", "court", "forest", "sea", "tunnel", "platform", "maze", "stage", "city", "ruin", "snow")  # fmt: skip
"""The places of titles that name none, those that suit most more often."""
UNDER_THE_SKY = ("", "hill", "lake", "dream", "platform", "court", "forest", "sea", "city", "snow", "ruin", "dune", "crystals")  # fmt: skip
"""Places with a moon or a sun, as a faction's own place can be."""
SKIES = (
    Light(size="giant"),
    Light(size="giant", across="centre"),
    Light(size="big", across="left"),
    Light(size="big", across="right", height="low"),
    Light(phase="crescent", across="left"),
    Light(phase="crescent", size="big", across="right"),
    Light(size="small", height="high"),
    Light(size="big", height="low", sun=True),
    Light(size="giant", height="low", sun=True),
    Light(absent=True),
)


def alone(noun: DrawnThing, kind: str, chance: Random) -> list[DrawnGroup]:
    """Vary a title's only thing from card to card, and add something small to show its size."""
    noun = _varied(noun, kind, chance)
    beside = chance.randrange(5)
    if noun.count or kind == "arcanum" or beside == 0:
        return [DrawnGroup((noun,), ())]
    small = DrawnThing(chance.choice([name for name in (*HELD, *LURKING) if name != noun.motif]), "small")
    if noun.motif in BEINGS:
        if beside < 3:
            return [DrawnGroup((noun, replace(small, size="")), ("holding",))]
        great = DrawnThing(chance.choice(GREAT), "giant")
        return [DrawnGroup((replace(noun, size="small", pose=noun.pose), great), ("before",))]
    side, other = chance.choice((("left", "right"), ("right", "left")))
    if kind in ("construct", "bastion"):
        witness = DrawnThing(chance.choice(BEINGS), "tiny", where=(other,))
        where = () if kind == "bastion" else (side,)
        return [
            DrawnGroup((replace(noun, size=noun.size or "big", where=where),), ()),
            DrawnGroup((witness,), ()),
        ]
    if beside == 1:
        return [DrawnGroup((noun,), ())]
    if beside == 2:
        flock = DrawnThing("bird" if noun.motif != "bird" else "feather", count="flock", plane="far")
        return [DrawnGroup((noun,), ()), DrawnGroup((flock,), ())]
    return [DrawnGroup((noun,), ()), DrawnGroup((replace(small, where=(side, "low")),), ())]


def _varied(noun: DrawnThing, kind: str, chance: Random) -> DrawnThing:
    """Fill in what a title leaves open about its only thing."""
    if noun.motif == "moon":
        return replace(noun, turned=True)  # A moon that is only big would look like the light.
    if not noun.count and kind == "thought" and chance.random() < 0.5:
        noun = replace(noun, count=chance.choice(("two", "three", "row", "ring", "many")))
    if not noun.size and noun.count not in ("ring", "many", "flock"):
        noun = replace(noun, size=chance.choice(("", "", "big", "big", "giant", "small")))
    if not noun.pose and kind == "thought" and chance.random() < 0.5:
        noun = replace(noun, pose=chance.choice(("falling", "rising", "leaning", "tilted", "upside-down")))
    if not noun.count and kind not in ("bastion", "arcanum") and chance.random() < 0.35:
        noun = replace(noun, where=(chance.choice(("left", "right")),))
    return replace(noun, turned=chance.random() < 0.4)


def invented(kind: str, chance: Random) -> list[DrawnGroup]:
    """Return the subject for a card of a kind whose title names nothing: one strange thing."""
    pick = chance.choice
    way = chance.randrange(4)
    match kind:
        case "entity":
            being, beast = pick(BEINGS), pick(BEASTS)
            pairs = (
                (DrawnThing(being), "holding", DrawnThing(pick(HELD))),
                (DrawnThing(being, "small"), "before", DrawnThing(pick(GREAT), "giant")),
                (DrawnThing(beast, pick(("", "big"))), "behind", DrawnThing(pick(HOLLOW))),
                (DrawnThing(being, "small"), "on", DrawnThing(beast, "big")),
            )
        case "construct" | "bastion":
            building = pick(BUILDINGS if kind == "construct" else STRONGHOLDS)
            pairs = (
                (DrawnThing(pick(BEINGS), "tiny"), "before", DrawnThing(building, pick(("big", "giant")))),
                (
                    DrawnThing(building, "small"),
                    "on",
                    DrawnThing(pick(("hand", "whale", "book", "chair", "boat")), "big"),
                ),
                (
                    DrawnThing(building, "small"),
                    "before",
                    DrawnThing(pick(("eye", "clock", "mask", "hand", "wave")), "giant"),
                ),
                (DrawnThing(pick(THINGS), "small"), "over", DrawnThing(building)),
            )
        case "memory":
            thing = pick(THINGS)
            pairs = (
                (
                    DrawnThing(thing, "small"),
                    "on",
                    DrawnThing(pick(("chair", "bed", "pillow", "suitcase", "stair", "hand"))),
                ),
                (DrawnThing(thing), "inside", DrawnThing(pick(HOLLOW))),
                (DrawnThing(pick(BEINGS), "small"), "before", DrawnThing(thing, "giant")),
                (
                    DrawnThing(thing, "small"),
                    "beside",
                    DrawnThing(pick(("house", "tree", "window", "bed", "boat"))),
                ),
            )
        case "mind":
            thing = pick((*THINGS, *BEASTS))
            pairs = (
                (
                    DrawnThing(thing, "small"),
                    "over",
                    DrawnThing(pick(("stair", "boat", "chair", "tree", "house"))),
                ),
                (DrawnThing(thing), "inside", DrawnThing(pick(HOLLOW))),
                (DrawnThing(pick(BEINGS), "tiny"), "before", DrawnThing(thing, "giant")),
                (DrawnThing(thing, "small"), "on", DrawnThing(pick(("stair", "tower", "hand", "ladder")))),
            )
        case _:
            thing = pick((*THINGS, *BEASTS))
            if way < 2:
                return [DrawnGroup((_varied(DrawnThing(thing), kind, chance),), ())]
            pairs = (
                (DrawnThing(thing), "inside", DrawnThing(pick(HOLLOW))),
                (DrawnThing(thing, "small"), "before", DrawnThing(pick((*GREAT, *THINGS)), "giant")),
            )
    first, relation, second = pairs[way % len(pairs)]
    if first.motif == second.motif:
        return [DrawnGroup((_varied(second, kind, chance),), ())]
    return [DrawnGroup((replace(first, turned=chance.random() < 0.3), second), (relation,))]
