"""Recipes derived from titles, for cards without their own.

The title's words are looked up among the motifs and in the lists below: things, their number and size, the relation
between them, the place, the weather, the light. Open details are random, seeded by the title, so that the same card
always has the same picture, and two cards rarely have similar ones.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from render.illustration.fallback_scene import LURKING, SCENERY, SKIES, UNDER_THE_SKY, alone, invented
from render.illustration.motifs import motifs
from render.illustration.recipe import LONGEST, DrawnGroup, DrawnThing, Light, Recipe, motif_of
from render.illustration.recipe_writer import written
from render.illustration.title_words import (
    FEATURE_HINTS,
    HOUR_HINTS,
    LIGHT_HINTS,
    MEANT,
    OF,
    PLACE_HINTS,
    RELATION_HINTS,
    WEAK,
    WEATHER_HINTS,
    WITHOUT,
)

MOST_WORDS = 24
"""The maximum number of words of a title that are read. The seed depends on all of it."""
MOST_MOTIFS = 3
"""The maximum number of things of a title that are drawn."""


class _TitleMeaning(Struct):
    """The meaning of a title."""

    nouns: list[DrawnThing]
    relations: list[str]
    leading: str = ""
    """The relation before the first noun."""
    place: str = ""
    weather: str = ""
    hour: str = ""
    light: Light = Light()


@lru_cache(maxsize=4096)
def derived(title: str, kind: str) -> str:
    """Return a readable recipe for a card of this title and kind, always the same one.

    `kind` is arcanum, thought, memory, entity, construct, bastion or mind; any other shows a thing.
    """
    chance = Random(f"{kind}\n{title}".encode("utf-8", "surrogatepass"))
    words = _title_words(title)
    title_meaning = _title_meaning(words, chance, WEAK)
    if not title_meaning.nouns:
        title_meaning = _title_meaning(words, chance, frozenset())
    subjects = _subjects(title_meaning, kind, chance)
    recipe = _set_in_scene(Recipe(tuple(subjects)), title_meaning, kind, chance)
    text = written(recipe)
    if len(text) > LONGEST:
        text = written(Recipe(recipe.subjects[:1], recipe.place))
    return text


def _title_words(title: str) -> list[str]:
    """Return a title's first words in plain lowercase letters, without "'s"."""
    plain = unicodedata.normalize("NFKD", title[: MOST_WORDS * 40]).casefold().replace("’", "'")
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    words = [word.removesuffix("'s") for word in re.findall(r"[a-z][a-z']*", plain)][:MOST_WORDS]
    return _compounded(words)


def _compounded(words: Sequence[str]) -> list[str]:
    """Return words in which those that form a motif are joined: "lamp-post"."""
    joined: list[str] = []
    for word in words:
        if joined and motif_of(f"{joined[-1]}-{word}"):
            joined[-1] += f"-{word}"
        else:
            joined.append(word)
    return joined


def _title_meaning(words: Sequence[str], chance: Random, ignored: frozenset[str]) -> _TitleMeaning:
    title_meaning = _TitleMeaning([], [])
    features: dict[str, str] = {}
    relation, negated = "", False
    for word in words:
        if word in WITHOUT:
            negated = True
            continue
        if not negated:
            _note_surroundings(title_meaning, word)
        if word == "of":
            relation = relation or chance.choice(OF)
            continue
        if word in RELATION_HINTS:
            relation = RELATION_HINTS[word]
            continue
        if word in FEATURE_HINTS:
            feature, meaning = FEATURE_HINTS[word]
            features.setdefault(feature, meaning)
        motif, several = _motif(word, ignored)
        if not motif:
            continue
        if negated:
            negated = False
            continue
        if word in FEATURE_HINTS:
            features.pop(FEATURE_HINTS[word][0], None)
        if len(title_meaning.nouns) == MOST_MOTIFS or motif in (noun.motif for noun in title_meaning.nouns):
            continue
        if several:
            features.setdefault("count", chance.choice(("two", "three", "three", "four", "row")))
        noun = replace(DrawnThing(motif), **features)
        if title_meaning.nouns:
            title_meaning.relations.append("before" if relation == "inside" and noun.count else relation)
        else:
            title_meaning.leading = relation
        title_meaning.nouns.append(noun)
        features, relation = {}, ""
    if title_meaning.nouns and features:
        last = title_meaning.nouns[-1]
        still_open = {feature: word for feature, word in features.items() if not getattr(last, feature)}
        title_meaning.nouns[-1] = replace(last, **still_open)
    return title_meaning


def _note_surroundings(title_meaning: _TitleMeaning, word: str) -> None:
    title_meaning.place = title_meaning.place or PLACE_HINTS.get(word, "")
    title_meaning.weather = title_meaning.weather or WEATHER_HINTS.get(word, "")
    title_meaning.hour = title_meaning.hour or HOUR_HINTS.get(word, "")
    if title_meaning.light == Light():
        title_meaning.light = LIGHT_HINTS.get(word, title_meaning.light)


def _motif(word: str, ignored: Iterable[str]) -> tuple[str, bool]:
    """Return the motif of a word, or "", and whether the word is a plural."""
    if word in ignored:
        return "", False
    motif = motif_of(word)
    if motif:
        return motif, word != motif and word not in motifs()[motif].words
    for stem in _stems(word):
        meant = MEANT.get(stem) or (motif_of(stem) if len(stem) > 3 else "")
        if meant and meant in motifs():
            return meant, stem != word and word == f"{stem}s"
    for part in sorted((name for name in motifs() if len(name) > 3), key=len, reverse=True):
        if len(word) > len(part) + 2 and (word.endswith(part) or word.startswith(part)):
            return part, False
    return "", False


def _stems(word: str) -> list[str]:
    """Return a word, and the words of which it can be a form."""
    stems = [word]
    for ending, instead in (
        ("s", ""),
        ("es", ""),
        ("ies", "y"),
        ("ing", ""),
        ("ing", "e"),
        ("ed", ""),
        ("ed", "e"),
        ("er", ""),
    ):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            stems.append(word.removesuffix(ending) + instead)
    return stems


def _subjects(title_meaning: _TitleMeaning, kind: str, chance: Random) -> list[DrawnGroup]:
    if not title_meaning.nouns:
        return invented(kind, chance)
    nouns = title_meaning.nouns
    if len(nouns) == 1:
        (noun,) = nouns
        if title_meaning.leading in ("under", "behind", "inside"):
            hidden = DrawnThing(
                chance.choice([name for name in LURKING if name != noun.motif]),
                chance.choice(("", "small", "big")),
            )
            return [DrawnGroup((hidden, noun), (title_meaning.leading,))]
        return alone(noun, kind, chance)
    relation = title_meaning.relations[0] or chance.choice(("before", "beside", "facing", "on", "over"))
    first, second = nouns[:2]
    if not (first.size or second.size):
        first, second = _of_two_sizes(first, second, relation, chance)
    subjects = [DrawnGroup((first, second), (relation,))]
    if len(nouns) > 2 and nouns[2].motif != "moon":
        third = nouns[2]
        where = (chance.choice(("left", "right")),)
        subjects.append(DrawnGroup((replace(third, size="small", where=where, plane="far"),), ()))
    return subjects


def _of_two_sizes(
    first: DrawnThing, second: DrawnThing, relation: str, chance: Random
) -> tuple[DrawnThing, DrawnThing]:
    """Enlarge one of two things if both would have the same middle size."""
    if first.count or second.count or relation in ("holding", "inside"):
        return first, second
    if relation in ("under", "beside", "facing"):
        small, big = chance.choice((("", "small"), ("small", "big"), ("big", "small")))
        return replace(first, size=small), replace(second, size=big)
    small, big = chance.choice((("small", "big"), ("tiny", "giant"), ("small", ""), ("small", "giant")))
    return replace(first, size=small), replace(second, size=big)


def _set_in_scene(recipe: Recipe, title_meaning: _TitleMeaning, kind: str, chance: Random) -> Recipe:
    """Give a picture its place, hour, light, weather and frame: the title's, else random ones."""
    place = title_meaning.place or (chance.choice(SCENERY) if chance.random() < 0.75 else "")
    weather = title_meaning.weather
    if not weather and chance.random() < 0.15:
        weather = chance.choice(("snow", "rain", "petals", "scraps", "sparks", "dust"))
    if place == "deep":
        weather = "bubbles"
    elif weather == "bubbles":
        weather = ""
    light = title_meaning.light
    if light == Light() and place in UNDER_THE_SKY and chance.random() < 0.75:
        light = chance.choice(SKIES)
    drawn = {noun.motif for subject in recipe.subjects for noun in subject.nouns}
    if "moon" in drawn:
        light = Light(absent=True)
    framed = (
        kind in ("memory", "construct")
        and not drawn & {"window", "archgate", "keyhole"}
        and chance.random() < 0.12
    )
    frame = chance.choice(("arch", "window", "branches", "keyhole")) if framed else ""
    return replace(
        recipe,
        place=place,
        hour=title_meaning.hour,
        light=light,
        weather=(weather,) if weather else (),
        frame=frame,
        mirrored=place == "lake" and chance.random() < 0.3,
    )
