"""Recipes in words, for people who can't see the picture.

    big whale under small bed, in room
    A big whale under a small bed, in a room
    Una ballena grande debajo de una cama pequeña, en una habitación

Every word of a recipe is in the catalogue. A motif's name has its article and its plural: "una ballena" and "ballenas".
The article shows the gender; if it doesn't, another one follows a bar: "un ala|una". An adjective has all its forms,
separated by bars: singular and plural ("grande|grandes"), or masculine and feminine of both
("pequeño|pequeña|pequeños|pequeñas"). A number word has both genders ("muchos {things}|muchas {things}").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cards.i18n import Locale, Message, Series, Translator, msg
from render.illustration.motifs import motifs
from render.illustration.recipe import DrawnGroup, DrawnThing, Light, Recipe

SPOKEN: Mapping[str, tuple[str, str]] = {
    "amber": ("piece of amber", "pieces of amber"),
    "archgate": ("barred gate", "barred gates"),
    "ball": ("ball and chain", "balls and chains"),
    "bath": ("bathtub", "bathtubs"),
    "blank": ("blank page", "blank pages"),
    "blossom": ("tree in blossom", "trees in blossom"),
    "book-beast": ("beast made of books", "beasts made of books"),
    "bud": ("bud on a branch", "buds on a branch"),
    "cairn": ("pile of stones", "piles of stones"),
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
    "jaw": ("row of teeth", "rows of teeth"),
    "jar-shelf": ("shelf of jars", "shelves of jars"),
    "levers": ("set of levers", "sets of levers"),
    "lightning": ("bolt of lightning", "bolts of lightning"),
    "lips": ("mouth", "mouths"),
    "lungs": ("pair of lungs", "pairs of lungs"),
    "matchstick": ("burning match", "burning matches"),
    "oar": ("pair of oars", "pairs of oars"),
    "paper": ("sheet of paper", "sheets of paper"),
    "phone": ("telephone", "telephones"),
    "pinch": ("pinching hand", "pinching hands"),
    "planet": ("ringed planet", "ringed planets"),
    "plate": ("broken plate", "broken plates"),
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
    "twig": ("snapped twig", "snapped twigs"),
    "twins": ("pair of twins", "pairs of twins"),
    "wheel-song": ("singing wheel", "singing wheels"),
    "wilted": ("wilted flower", "wilted flowers"),
}
"""Motifs whose description differs from their name."""

MESSAGES: Mapping[str, Message] = {
    "tiny": msg("tiny", "picture"),
    "small": msg("small", "picture"),
    "big": msg("big", "picture"),
    "giant": msg("giant", "picture"),
    "pale": msg("pale", "picture"),
    "dark": msg("dark", "picture"),
    "falling": msg("falling", "picture"),
    "rising": msg("rising", "picture"),
    "leaning": msg("leaning", "picture"),
    "tilted": msg("tilted", "picture"),
    "upside-down": msg("upside-down", "picture"),
    "crescent": msg("crescent", "picture"),
    "full": msg("full", "picture"),
}
"""The states of things."""

COUNTED: Mapping[str, Message] = {
    "two": msg("two {things}", "picture"),
    "three": msg("three {things}", "picture"),
    "four": msg("four {things}", "picture"),
    "row": msg("a row of {things}", "picture"),
    "ring": msg("a ring of {things}", "picture"),
    "flock": msg("a flock of {things}", "picture"),
    "many": msg("many {things}", "picture"),
}

LYING: Mapping[str, Message] = {
    "far": msg("{thing} far away", "picture"),
    "front": msg("{thing} in front", "picture"),
    "high": msg("{thing} high up", "picture"),
    "up": msg("{thing} up in the air", "picture"),
    "low": msg("{thing} at the bottom", "picture"),
    "left": msg("{thing} on the left", "picture"),
    "right": msg("{thing} on the right", "picture"),
}
"""The places of things; "centre", "mid" and "near" are not worth a word."""

SHINING: Mapping[str, Message] = {
    "low": msg("{light} low in the sky", "picture"),
    "high": msg("{light} high in the sky", "picture"),
    "left": msg("{light} on the left", "picture"),
    "right": msg("{light} on the right", "picture"),
}
"""The places of the light."""

STANDING: Mapping[str, Message] = {
    "on": msg("{thing} on {other}", "picture"),
    "under": msg("{thing} under {other}", "picture"),
    "over": msg("{thing} over {other}", "picture"),
    "behind": msg("{thing} behind {other}", "picture"),
    "before": msg("{thing} in front of {other}", "picture"),
    "beside": msg("{thing} beside {other}", "picture"),
    "inside": msg("{thing} inside {other}", "picture"),
    "holding": msg("{thing} holding {other}", "picture"),
    "facing": msg("{thing} facing {other}", "picture"),
}
"""The relations of one thing to another."""

AROUND: Mapping[str, Message] = {
    "dream": msg("among clouds", "picture"),
    "hill": msg("on a hill", "picture"),
    "room": msg("in a room", "picture"),
    "court": msg("in a great hall", "picture"),
    "lake": msg("on a lake", "picture"),
    "crystals": msg("among crystals", "picture"),
    "deep": msg("deep under water", "picture"),
    "tunnel": msg("in a tunnel", "picture"),
    "platform": msg("on a railway platform", "picture"),
    "maze": msg("in a maze of shelves", "picture"),
    "void": msg("above a labyrinth", "picture"),
    "stage": msg("on a stage", "picture"),
    "forest": msg("in a forest", "picture"),
    "sea": msg("by the sea", "picture"),
    "city": msg("above the roofs of a city", "picture"),
    "snow": msg("in a snowy land", "picture"),
    "ruin": msg("among ruins", "picture"),
    "dune": msg("among dunes", "picture"),
    "refinery": msg("before a refinery", "picture"),
    "chapel": msg("in a chapel", "picture"),
}
"""Each place."""

AT: Mapping[str, Message] = {"night": msg("at night", "picture"), "dusk": msg("at dusk", "picture")}

FALLING: Mapping[str, Message] = {
    "snow": msg("in falling snow", "picture"),
    "rain": msg("in the rain", "picture"),
    "bubbles": msg("among rising bubbles", "picture"),
    "sparks": msg("among sparks", "picture"),
    "dust": msg("in the dust", "picture"),
    "scraps": msg("among scraps of paper", "picture"),
    "petals": msg("among falling petals", "picture"),
}
"""Each weather."""

THROUGH: Mapping[str, Message] = {
    "arch": msg("seen through an arch", "picture"),
    "keyhole": msg("seen through a keyhole", "picture"),
    "window": msg("seen through a window", "picture"),
    "branches": msg("seen through branches", "picture"),
}
"""Each frame."""


def description(recipe: Recipe, translator: Translator) -> str:
    """Return a recipe's picture in words, with a capital initial and without a full stop."""
    subjects = [_subject(subject, translator) for subject in recipe.subjects]
    parts = [translator(Series(tuple(subjects)))]
    if recipe.place:
        parts.append(translator(AROUND[recipe.place]))
    if recipe.light != Light():
        parts.append(_light(recipe.light, translator))
    if recipe.hour:
        parts.append(translator(AT[recipe.hour]))
    parts += [translator(FALLING[weather]) for weather in recipe.weather]
    if recipe.frame:
        parts.append(translator(THROUGH[recipe.frame]))
    if recipe.mirrored:
        parts.append(translator(msg("with its reflection", "picture")))
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]


def noun_of(motif: str) -> Message:
    """Return the singular of a motif's name. Translations include the article, which shows the gender."""
    one, many = SPOKEN.get(motif) or (motif.replace("-", " "), motifs()[motif].plural.replace("-", " "))
    return Message(one, (("n", 1),), many, "motif")


def _subject(subject: DrawnGroup, translator: Translator) -> str:
    first, *others = subject.nouns
    text = _noun(first, translator, is_alone=not others)
    for relation, noun in zip(subject.relations, others, strict=True):
        text = translator(STANDING[relation].filled(thing=text, other=_noun(noun, translator)))
    return text


def _noun(noun: DrawnThing, translator: Translator, *, is_alone: bool = False) -> str:
    """Describe a noun. Beside another one, "left" and "right" would say too little."""
    words = filter(None, (noun.size, noun.tone, noun.pose))
    text = _thing(noun_of(noun.motif), noun.count, [MESSAGES[word] for word in words], translator)
    positions = [noun.plane, *(where for where in noun.where if is_alone or where in ("high", "up"))]
    for word in positions:
        if word in LYING:
            text = translator(LYING[word].filled(thing=text))
    return text


def _light(light: Light, translator: Translator) -> str:
    if light.absent:
        return translator(msg("without a sun", "picture") if light.sun else msg("without a moon", "picture"))
    words = [MESSAGES[word] for word in (light.size, light.phase) if word]
    shining = _thing(msg("sun", "light") if light.sun else msg("moon", "light"), "", words, translator)
    for where in (light.height, light.across):
        if where in SHINING:
            shining = translator(SHINING[where].filled(light=shining))
    return translator(msg("under {light}", "picture", light=shining))


def _thing(called: Message, count: str, adjectives: Sequence[Message], translator: Translator) -> str:
    """Describe a thing, or several, with adjectives."""
    if translator.locale is Locale.ENGLISH:
        words = " ".join(translator(word) for word in (*adjectives, _several(called) if count else called))
        return translator(COUNTED[count].filled(things=words)) if count else f"{_article(words)} {words}"
    one, _, gender = translator(called).partition("|")
    is_feminine = (gender or one).startswith("una")
    form = (2 if count else 0) + is_feminine
    words = translator(_several(called)) if count else one
    if adjectives:
        words = f"{words} {translator(Series(tuple(_bent(translator(word), form) for word in adjectives)))}"
    if not count:
        return words
    forms = translator(COUNTED[count].filled(things=words)).split("|")
    return forms[-1] if is_feminine else forms[0]


def _several(called: Message) -> Message:
    return Message(called.message, (("n", 2),), called.many, called.context)


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
