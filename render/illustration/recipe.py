"""Recipes: a line of plain words that describes a card's picture.

    recipe  = clause { "," clause }
    clause  = subject | "in" PLACE [light] | light | "at" HOUR | WEATHER | "framed by" FRAME | "mirrored"
    subject = noun { RELATION noun }
    noun    = MOTIF, and around it { COUNT | SIZE | POSE | WHERE | PLANE | TONE | "turned" }
    light   = ["no" | PHASE] [LIGHT_SIZE] [ACROSS] [LIGHT_HEIGHT], and among them "moon" | "sun"

The words are English in every language. Case doesn't matter, and "a, an, the, of, and" are ignored. The names of
motifs are defined with the motifs (`render.illustration.motifs`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from msgspec import Struct

from render.illustration.motifs import motifs

LONGEST = 160
"""The maximum length of a recipe, in characters."""
MOST_SUBJECTS = 5
MOST_NOUNS = 4
"""The maximum number of nouns of a subject."""
MOST_THINGS = 40
"""The maximum number of things drawn, counting each of a row, a flock, …"""

SIZES = ("tiny", "small", "big", "giant")
COUNTS: Mapping[str, int] = {"two": 2, "three": 3, "four": 4, "row": 5, "ring": 9, "flock": 9, "many": 12}
"""The number of things for each number word."""
POSES = ("falling", "rising", "leaning", "tilted", "upside-down")
ACROSS = ("left", "centre", "right")
HEIGHTS = ("high", "up", "low")
PLANES = ("far", "mid", "near", "front")
TONES = ("pale", "dark")
RELATIONS = ("on", "under", "over", "behind", "before", "beside", "inside", "holding", "facing")
PLACES = (
    "dream",
    "hill",
    "room",
    "court",
    "lake",
    "crystals",
    "deep",
    "tunnel",
    "platform",
    "maze",
    "void",
    "stage",
    "forest",
    "sea",
    "city",
    "snow",
    "ruin",
    "dune",
    "refinery",
    "chapel",
)
HOURS = ("night", "dusk")
WEATHERS = ("snow", "rain", "bubbles", "sparks", "dust", "scraps", "petals")
FRAMES = ("arch", "keyhole", "window", "branches")
PHASES = ("crescent", "full")
LIGHT_SIZES = ("small", "big", "giant")
LIGHT_HEIGHTS = ("low", "high")
LIGHTS = ("moon", "sun")
FILLERS = frozenset({"a", "an", "the", "of", "and"})
"""Words without a meaning, allowed anywhere."""


class DrawnThing(Struct, frozen=True):
    """A thing to draw, once or as often as `count` says. Details that a recipe leaves open are ""."""

    motif: str
    size: str = ""
    count: str = ""
    pose: str = ""
    where: tuple[str, ...] = ()
    """A word of ACROSS, one of HEIGHTS, or both in this order."""
    plane: str = ""
    tone: str = ""
    turned: bool = False


class DrawnGroup(Struct, frozen=True):
    """Nouns that belong together: `relations[k]` is the relation of noun k to noun k + 1."""

    nouns: tuple[DrawnThing, ...]
    relations: tuple[str, ...]


class Light(Struct, frozen=True):
    """The moon or the sun of a recipe. Fields that are "" depend on the place."""

    absent: bool = False
    phase: str = ""
    size: str = ""
    across: str = ""
    height: str = ""
    sun: bool = False
    """Whether the recipe calls it the sun."""


class Recipe(Struct, frozen=True):
    """The content of a picture. Fields that are "" depend on the card's faction and title."""

    subjects: tuple[DrawnGroup, ...]
    place: str = ""
    hour: str = ""
    light: Light = Light()
    weather: tuple[str, ...] = ()
    frame: str = ""
    mirrored: bool = False


class RecipeError(ValueError):
    """An unreadable recipe. Its text is one sentence, with the nearest known word if there is one.

    `column` counts from 1, and `found` is the text there, "" if something is missing.
    """

    def __init__(self, message: str, column: int, found: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.column = column
        self.found = found


@cache
def motif_words() -> Mapping[str, str]:
    """Return the motif of each word.

    A name takes precedence over a plural, and a plural over another word for a motif. If two motifs share such a word, it
    belongs to the first.
    """
    words: dict[str, str] = {}
    for forms in (
        ((one.name, one.name) for one in motifs().values()),
        ((one.plural, one.name) for one in motifs().values()),
        ((word, one.name) for one in motifs().values() for word in one.words),
    ):
        for word, name in forms:
            words.setdefault(word, name)
    return words


def motif_of(word: str) -> str:
    """Return the motif of a lowercase word, singular or plural, or ""."""
    words = motif_words()
    return next((words[form] for form in _singulars(word) if form in words), "")


def _singulars(word: str) -> Iterator[str]:
    """Yield a word, and its possible singulars."""
    yield word
    if word.endswith("ies"):
        yield f"{word[:-3]}y"
    if word.endswith("es"):
        yield word[:-2]
    if word.endswith("s"):
        yield word[:-1]


FEATURES: Mapping[str, str] = {
    word: feature
    for feature, words in (
        ("size", SIZES),
        ("count", COUNTS),
        ("pose", POSES),
        ("across", ACROSS),
        ("height", HEIGHTS),
        ("plane", PLANES),
        ("tone", TONES),
        ("turned", ("turned",)),
    )
    for word in words
}
"""The feature that each word beside a motif describes."""

LIGHT_FEATURES: Mapping[str, str] = {
    word: feature
    for feature, words in (
        ("phase", ("no", *PHASES)),
        ("size", LIGHT_SIZES),
        ("across", ACROSS),
        ("height", LIGHT_HEIGHTS),
        ("name", LIGHTS),
    )
    for word in words
}

GRAMMAR_WORDS = frozenset(
    {*FEATURES, *RELATIONS, *FILLERS, "in", "at", "framed", "by", "mirrored", "no", *PHASES}
)
"""Words that recipes use otherwise, so that no motif can have them as a name."""
