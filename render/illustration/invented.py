"""What is drawn where a title says little: subjects and scenes drawn by lot, by the kind of the card."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from render.illustration.recipe import Light, Noun, Subject

LURKING = ("eye", "hand", "moth", "figure", "mask", "fish", "child", "bird")
"""What may be under the bed, or behind the door, if a title says no more."""

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
"""What another thing can be inside."""
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
"""What a small thing can stand before."""
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
"""Places with a moon or a sun, as a faction's own place may be."""
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


def alone(noun: Noun, kind: str, chance: Random) -> list[Subject]:
    """Let a title's only thing look different on each card that it is on, and let something small say how large it is."""
    noun = _varied(noun, kind, chance)
    beside = chance.randrange(5)
    if noun.count or kind == "arcanum" or beside == 0:
        return [Subject((noun,), ())]
    small = Noun(chance.choice([name for name in (*HELD, *LURKING) if name != noun.motif]), "small")
    if noun.motif in BEINGS:
        if beside < 3:
            return [Subject((noun, replace(small, size="")), ("holding",))]
        great = Noun(chance.choice(GREAT), "giant")
        return [Subject((replace(noun, size="small", pose=noun.pose), great), ("before",))]
    side, other = chance.choice((("left", "right"), ("right", "left")))
    if kind in ("construct", "bastion"):
        witness = Noun(chance.choice(BEINGS), "tiny", where=(other,))
        where = () if kind == "bastion" else (side,)
        return [Subject((replace(noun, size=noun.size or "big", where=where),), ()), Subject((witness,), ())]
    if beside == 1:
        return [Subject((noun,), ())]
    if beside == 2:
        flock = Noun("bird" if noun.motif != "bird" else "feather", count="flock", plane="far")
        return [Subject((noun,), ()), Subject((flock,), ())]
    return [Subject((noun,), ()), Subject((replace(small, where=(side, "low")),), ())]


def _varied(noun: Noun, kind: str, chance: Random) -> Noun:
    """Fill in what a title leaves open about its only thing."""
    if noun.motif == "moon":
        return replace(noun, turned=True)  # A moon that is just big would be read as the light.
    if not noun.count and kind == "thought" and chance.random() < 0.5:
        noun = replace(noun, count=chance.choice(("two", "three", "row", "ring", "many")))
    if not noun.size and noun.count not in ("ring", "many", "flock"):
        noun = replace(noun, size=chance.choice(("", "", "big", "big", "giant", "small")))
    if not noun.pose and kind == "thought" and chance.random() < 0.5:
        noun = replace(noun, pose=chance.choice(("falling", "rising", "leaning", "tilted", "upside-down")))
    if not noun.count and kind not in ("bastion", "arcanum") and chance.random() < 0.35:
        noun = replace(noun, where=(chance.choice(("left", "right")),))
    return replace(noun, turned=chance.random() < 0.4)


def invented(kind: str, chance: Random) -> list[Subject]:
    """Return what is drawn on a card of a kind whose title names nothing: one thing that is strange."""
    pick = chance.choice
    way = chance.randrange(4)
    match kind:
        case "entity":
            being, beast = pick(BEINGS), pick(BEASTS)
            pairs = (
                (Noun(being), "holding", Noun(pick(HELD))),
                (Noun(being, "small"), "before", Noun(pick(GREAT), "giant")),
                (Noun(beast, pick(("", "big"))), "behind", Noun(pick(HOLLOW))),
                (Noun(being, "small"), "on", Noun(beast, "big")),
            )
        case "construct" | "bastion":
            building = pick(BUILDINGS if kind == "construct" else STRONGHOLDS)
            pairs = (
                (Noun(pick(BEINGS), "tiny"), "before", Noun(building, pick(("big", "giant")))),
                (
                    Noun(building, "small"),
                    "on",
                    Noun(pick(("hand", "whale", "book", "chair", "boat")), "big"),
                ),
                (
                    Noun(building, "small"),
                    "before",
                    Noun(pick(("eye", "clock", "mask", "hand", "wave")), "giant"),
                ),
                (Noun(pick(THINGS), "small"), "over", Noun(building)),
            )
        case "memory":
            thing = pick(THINGS)
            pairs = (
                (
                    Noun(thing, "small"),
                    "on",
                    Noun(pick(("chair", "bed", "pillow", "suitcase", "stair", "hand"))),
                ),
                (Noun(thing), "inside", Noun(pick(HOLLOW))),
                (Noun(pick(BEINGS), "small"), "before", Noun(thing, "giant")),
                (Noun(thing, "small"), "beside", Noun(pick(("house", "tree", "window", "bed", "boat")))),
            )
        case "mind":
            thing = pick((*THINGS, *BEASTS))
            pairs = (
                (Noun(thing, "small"), "over", Noun(pick(("stair", "boat", "chair", "tree", "house")))),
                (Noun(thing), "inside", Noun(pick(HOLLOW))),
                (Noun(pick(BEINGS), "tiny"), "before", Noun(thing, "giant")),
                (Noun(thing, "small"), "on", Noun(pick(("stair", "tower", "hand", "ladder")))),
            )
        case _:
            thing = pick((*THINGS, *BEASTS))
            if way < 2:
                return [Subject((_varied(Noun(thing), kind, chance),), ())]
            pairs = (
                (Noun(thing), "inside", Noun(pick(HOLLOW))),
                (Noun(thing, "small"), "before", Noun(pick((*GREAT, *THINGS)), "giant")),
            )
    first, relation, second = pairs[way % len(pairs)]
    if first.motif == second.motif:
        return [Subject((_varied(second, kind, chance),), ())]
    return [Subject((replace(first, turned=chance.random() < 0.3), second), (relation,))]
