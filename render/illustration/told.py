"""Recipes told in words, for those who can't see the picture.

    big whale under small bed, in room
    A big whale under a small bed, in a room
    Una ballena grande debajo de una cama pequeña, en una habitación

Every word of a recipe is in the catalogue. What a motif is called stands there with its article and its plural, "una
ballena" and "ballenas"; the article says its gender, and where it can't, another one behind a bar does: "un ala|una". A word that bends to what it is said of is written in all its forms
with bars between: of one and of several ("grande|grandes"), or masculine and feminine of both
("pequeño|pequeña|pequeños|pequeñas"); a word for a number in both of its own ("muchos {things}|muchas {things}").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cards.locales import Locale, Phrase, Series, Tongue, say
from render.illustration.motifs import motifs
from render.illustration.recipe import Light, Noun, Recipe, Subject

SPOKEN: Mapping[str, tuple[str, str]] = {
    "amber": ("piece of amber", "pieces of amber"),
    "archgate": ("barred gate", "barred gates"),
    "ball": ("ball and chain", "balls and chains"),
    "bath": ("bathtub", "bathtubs"),
    "blank": ("blank page", "blank pages"),
    "blossom": ("tree in blossom", "trees in blossom"),
    "book-beast": ("beast made of books", "beasts made of books"),
    "bud": ("bud on a branch", "buds on a branch"),
    "carriage": ("railway carriage", "railway carriages"),
    "clockback": ("clock with two backs", "clocks with two backs"),
    "dice": ("die", "dice"),
    "draped": ("draped statue", "draped statues"),
    "drawers": ("chest of drawers", "chests of drawers"),
    "drop": ("drop of water", "drops of water"),
    "engine": ("steam engine", "steam engines"),
    "erased": ("half-erased figure", "half-erased figures"),
    "figure": ("hooded figure", "hooded figures"),
    "floe": ("ice floe", "ice floes"),
    "gown": ("woman in a gown", "women in gowns"),
    "hourglass": ("hourglass", "hourglasses"),
    "ivy": ("sprig of ivy", "sprigs of ivy"),
    "leafmask": ("mask of leaves", "masks of leaves"),
    "jar-shelf": ("shelf of jars", "shelves of jars"),
    "levers": ("set of levers", "sets of levers"),
    "lightning": ("bolt of lightning", "bolts of lightning"),
    "lips": ("mouth", "mouths"),
    "lungs": ("pair of lungs", "pairs of lungs"),
    "oar": ("pair of oars", "pairs of oars"),
    "paper": ("sheet of paper", "sheets of paper"),
    "phone": ("telephone", "telephones"),
    "pinch": ("pinching hand", "pinching hands"),
    "planet": ("ringed planet", "ringed planets"),
    "points": ("set of points", "sets of points"),
    "railhead": ("end of the line", "ends of the line"),
    "redacted": ("blacked-out page", "blacked-out pages"),
    "robe": ("robed figure", "robed figures"),
    "ruin": ("ruined temple", "ruined temples"),
    "scales": ("pair of scales", "pairs of scales"),
    "scallop": ("scallop shell", "scallop shells"),
    "scissors": ("pair of scissors", "pairs of scissors"),
    "seal": ("wax seal", "wax seals"),
    "shutdoor": ("closed door", "closed doors"),
    "signal": ("railway signal", "railway signals"),
    "spectacles": ("pair of spectacles", "pairs of spectacles"),
    "stair": ("staircase", "staircases"),
    "star-dome": ("dome full of stars", "domes full of stars"),
    "stump": ("tree stump", "tree stumps"),
    "thread": ("spool of thread", "spools of thread"),
    "treasure": ("treasure chest", "treasure chests"),
    "tree-giant": ("giant made of trees", "giants made of trees"),
    "twins": ("pair of twins", "pairs of twins"),
    "wheel-song": ("singing wheel", "singing wheels"),
    "wilted": ("wilted flower", "wilted flowers"),
}
"""Motifs that are said otherwise than they are written."""

SAID: Mapping[str, Phrase] = {
    "tiny": say("tiny", "picture"),
    "small": say("small", "picture"),
    "big": say("big", "picture"),
    "giant": say("giant", "picture"),
    "pale": say("pale", "picture"),
    "dark": say("dark", "picture"),
    "falling": say("falling", "picture"),
    "rising": say("rising", "picture"),
    "leaning": say("leaning", "picture"),
    "tilted": say("tilted", "picture"),
    "upside-down": say("upside-down", "picture"),
    "crescent": say("crescent", "picture"),
    "full": say("full", "picture"),
}
"""How a thing is."""

COUNTED: Mapping[str, Phrase] = {
    "two": say("two {things}", "picture"),
    "three": say("three {things}", "picture"),
    "four": say("four {things}", "picture"),
    "row": say("a row of {things}", "picture"),
    "ring": say("a ring of {things}", "picture"),
    "flock": say("a flock of {things}", "picture"),
    "many": say("many {things}", "picture"),
}

LYING: Mapping[str, Phrase] = {
    "far": say("{thing} far away", "picture"),
    "front": say("{thing} in front", "picture"),
    "high": say("{thing} high up", "picture"),
    "up": say("{thing} up in the air", "picture"),
    "low": say("{thing} at the bottom", "picture"),
    "left": say("{thing} on the left", "picture"),
    "right": say("{thing} on the right", "picture"),
}
"""Where a thing is; "centre", "mid" and "near" are not worth a word."""

SHINING: Mapping[str, Phrase] = {
    "low": say("{light} low in the sky", "picture"),
    "high": say("{light} high in the sky", "picture"),
    "left": say("{light} on the left", "picture"),
    "right": say("{light} on the right", "picture"),
}
"""Where the light is."""

STANDING: Mapping[str, Phrase] = {
    "on": say("{thing} on {other}", "picture"),
    "under": say("{thing} under {other}", "picture"),
    "over": say("{thing} over {other}", "picture"),
    "behind": say("{thing} behind {other}", "picture"),
    "before": say("{thing} in front of {other}", "picture"),
    "beside": say("{thing} beside {other}", "picture"),
    "inside": say("{thing} inside {other}", "picture"),
    "holding": say("{thing} holding {other}", "picture"),
    "facing": say("{thing} facing {other}", "picture"),
}
"""How one thing stands to another."""

AROUND: Mapping[str, Phrase] = {
    "dream": say("among clouds", "picture"),
    "hill": say("on a hill", "picture"),
    "room": say("in a room", "picture"),
    "court": say("in a great hall", "picture"),
    "lake": say("on a lake", "picture"),
    "crystals": say("among crystals", "picture"),
    "deep": say("deep under water", "picture"),
    "tunnel": say("in a tunnel", "picture"),
    "platform": say("on a railway platform", "picture"),
    "maze": say("in a maze of shelves", "picture"),
    "void": say("above a labyrinth", "picture"),
    "stage": say("on a stage", "picture"),
    "forest": say("in a forest", "picture"),
    "sea": say("by the sea", "picture"),
    "city": say("above the roofs of a city", "picture"),
    "snow": say("in a snowy land", "picture"),
    "ruin": say("among ruins", "picture"),
    "dune": say("among dunes", "picture"),
    "refinery": say("before a refinery", "picture"),
    "chapel": say("in a chapel", "picture"),
}
"""Each place."""

AT: Mapping[str, Phrase] = {"night": say("at night", "picture"), "dusk": say("at dusk", "picture")}

FALLING: Mapping[str, Phrase] = {
    "snow": say("in falling snow", "picture"),
    "rain": say("in the rain", "picture"),
    "bubbles": say("among rising bubbles", "picture"),
    "sparks": say("among sparks", "picture"),
    "dust": say("in the dust", "picture"),
    "scraps": say("among scraps of paper", "picture"),
    "petals": say("among falling petals", "picture"),
}
"""Each weather."""

THROUGH: Mapping[str, Phrase] = {
    "arch": say("seen through an arch", "picture"),
    "keyhole": say("seen through a keyhole", "picture"),
    "window": say("seen through a window", "picture"),
    "branches": say("seen through branches", "picture"),
}
"""Each frame."""


def told(recipe: Recipe, tongue: Tongue) -> str:
    """Return what a recipe's picture shows, in words that begin with a capital and end without a full stop."""
    subjects = [_subject(subject, tongue) for subject in recipe.subjects]
    parts = [tongue(Series(tuple(subjects)))]
    if recipe.place:
        parts.append(tongue(AROUND[recipe.place]))
    if recipe.light != Light():
        parts.append(_light(recipe.light, tongue))
    if recipe.hour:
        parts.append(tongue(AT[recipe.hour]))
    parts += [tongue(FALLING[weather]) for weather in recipe.weather]
    if recipe.frame:
        parts.append(tongue(THROUGH[recipe.frame]))
    if recipe.mirrored:
        parts.append(tongue(say("with its reflection", "picture")))
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]


def noun_of(motif: str) -> Phrase:
    """Return what a motif is called, of one; translations of it have an article, which says the gender."""
    one, many = SPOKEN.get(motif) or (motif.replace("-", " "), motifs()[motif].plural.replace("-", " "))
    return Phrase(one, (("n", 1),), many, "motif")


def _subject(subject: Subject, tongue: Tongue) -> str:
    first, *others = subject.nouns
    text = _noun(first, tongue, is_alone=not others)
    for relation, noun in zip(subject.relations, others, strict=True):
        text = tongue(STANDING[relation].filled(thing=text, other=_noun(noun, tongue)))
    return text


def _noun(noun: Noun, tongue: Tongue, *, is_alone: bool = False) -> str:
    """Tell a noun. Where it stands beside another one, what is left and what is right says too little."""
    words = filter(None, (noun.size, noun.tone, noun.pose))
    text = _thing(noun_of(noun.motif), noun.count, [SAID[word] for word in words], tongue)
    lying = [noun.plane, *(where for where in noun.where if is_alone or where in ("high", "up"))]
    for word in lying:
        if word in LYING:
            text = tongue(LYING[word].filled(thing=text))
    return text


def _light(light: Light, tongue: Tongue) -> str:
    if light.absent:
        return tongue(say("without a sun", "picture") if light.sun else say("without a moon", "picture"))
    words = [SAID[word] for word in (light.size, light.phase) if word]
    shining = _thing(say("sun", "light") if light.sun else say("moon", "light"), "", words, tongue)
    for where in (light.height, light.across):
        if where in SHINING:
            shining = tongue(SHINING[where].filled(light=shining))
    return tongue(say("under {light}", "picture", light=shining))


def _thing(called: Phrase, count: str, adjectives: Sequence[Phrase], tongue: Tongue) -> str:
    """Tell a thing, or several, with what is said of it."""
    if tongue.locale is Locale.ENGLISH:
        words = " ".join(tongue(word) for word in (*adjectives, _several(called) if count else called))
        return tongue(COUNTED[count].filled(things=words)) if count else f"{_article(words)} {words}"
    one, _, gender = tongue(called).partition("|")
    is_feminine = (gender or one).startswith("una")
    form = (2 if count else 0) + is_feminine
    words = tongue(_several(called)) if count else one
    if adjectives:
        words = f"{words} {tongue(Series(tuple(_bent(tongue(word), form) for word in adjectives)))}"
    if not count:
        return words
    forms = tongue(COUNTED[count].filled(things=words)).split("|")
    return forms[-1] if is_feminine else forms[0]


def _several(called: Phrase) -> Phrase:
    return Phrase(called.message, (("n", 2),), called.many, called.context)


def _bent(text: str, form: int) -> str:
    """Return one of a word's forms: `form` is 0 for masculine, 1 for feminine, 2 and 3 for the same of several."""
    forms = text.split("|")
    if len(forms) == 2:
        return forms[form // 2]
    return forms[form] if len(forms) == 4 else forms[0]


def _article(words: str) -> str:
    """Return the English article before words."""
    return (
        "an"
        if words.startswith(("a", "e", "i", "o", "u", "hourglass")) and words[:3] not in ("uni", "one")
        else "a"
    )
