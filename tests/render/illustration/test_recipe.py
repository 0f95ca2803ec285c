"""Reading recipes: their meaning, their mistakes with places, and writing them again."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from cards.voidream.card_schema import LONGEST_ART
from cards.voidream.library import the_set
from cards.voidream.model import Kind
from render.illustration.derived_scene import derived
from render.illustration.motifs import motifs
from render.illustration.recipe import (
    ACROSS,
    COUNTS,
    FRAMES,
    GRAMMAR_WORDS,
    HEIGHTS,
    LONGEST,
    MOST_NOUNS,
    MOST_SUBJECTS,
    MOST_THINGS,
    PHASES,
    PLACES,
    PLANES,
    POSES,
    RELATIONS,
    SIZES,
    TONES,
    WEATHERS,
    DrawnGroup,
    DrawnThing,
    Light,
    Recipe,
    RecipeError,
    motif_of,
)
from render.illustration.recipe_parser import read_recipe
from render.illustration.recipe_writer import written
from tests.render.illustration.any_recipes import any_recipe

PAGE = (Path(__file__).parents[3] / "docs" / "illustration.md").read_text("utf-8")


def alone(*nouns: DrawnThing) -> tuple[DrawnGroup, ...]:
    return tuple(DrawnGroup((noun,), ()) for noun in nouns)


@pytest.mark.parametrize(("text", "recipe"), [
    ("dog", Recipe(alone(DrawnThing("dog")))),
    ("A Big DOG", Recipe(alone(DrawnThing("dog", size="big")))),
    ("hound", Recipe(alone(DrawnThing("dog")))),
    ("puppies", Recipe(alone(DrawnThing("dog")))),
    ("two men", Recipe(alone(DrawnThing("man", count="two")))),
    ("flock of crows", Recipe(alone(DrawnThing("bird", count="flock")))),
    ("  big   whale under a small bed ,in  room", Recipe(
        (DrawnGroup((DrawnThing("whale", size="big"), DrawnThing("bed", size="small")), ("under",)),), place="room"
    )),
    ("bird high right, dog turned left", Recipe(
        alone(DrawnThing("bird", where=("right", "high")), DrawnThing("dog", where=("left",), turned=True))
    )),
    ("two far giant pale upside-down eye low", Recipe(
        alone(DrawnThing("eye", "giant", "two", "upside-down", ("low",), "far", "pale"))
    )),
    ("figure on chair holding lantern before door", Recipe(
        (DrawnGroup((DrawnThing("figure"), DrawnThing("chair"), DrawnThing("lantern"), DrawnThing("door")), ("on", "holding", "before")),)
    )),
    ("boat, in lake giant moon high", Recipe(
        alone(DrawnThing("boat")), place="lake", light=Light(size="giant", height="high")
    )),
    ("boat, crescent small moon left, in dream", Recipe(
        alone(DrawnThing("boat")), place="dream", light=Light(phase="crescent", size="small", across="left")
    )),
    ("gavel, in court low sun", Recipe(alone(DrawnThing("gavel")), place="court", light=Light(height="low", sun=True))),
    ("tree, no moon", Recipe(alone(DrawnThing("tree")), light=Light(absent=True))),
    ("moon on ladder, no moon", Recipe((DrawnGroup((DrawnThing("moon"), DrawnThing("ladder")), ("on",)),), light=Light(absent=True))),
    ("moon", Recipe(alone(DrawnThing("moon")))),
    ("snow on tower, snow, rain", Recipe(
        (DrawnGroup((DrawnThing("snowflake"), DrawnThing("tower")), ("on",)),), weather=("snow", "rain")
    )),
    ("bell, at dusk, framed by the arch, mirrored", Recipe(
        alone(DrawnThing("bell")), hour="dusk", frame="arch", mirrored=True
    )),
])  # fmt: skip
def test_recipes_are_read(text: str, recipe: Recipe) -> None:
    assert read_recipe(text) == recipe


PLACES_LISTED = ", ".join(sorted(PLACES))


@pytest.mark.parametrize(("text", "message", "column", "found"), [
    ("whle under bed", 'I know no picture of "whle" in "whle under bed"; did you mean "whale"?', 1, "whle"),
    ("dog, bed under Whle", 'I know no picture of "whle" in "bed under Whle"; did you mean "whale"?', 16, "whle"),
    ("qqqqqq", 'I know no picture of "qqqqqq" in "qqqqqq".', 1, "qqqqqq"),
    ("upside down man", 'I know no picture of "upside" in "upside down man"; did you mean "upside-down"?', 1, "upside"),
    ("dog, in lak", f'"lak" is no place; places: {PLACES_LISTED}.', 9, "lak"),
    ("dog, in", f'After "in" must come the place: {PLACES_LISTED}.', 8, ""),
    ("dog, at noon", '"noon" is no hour; hours: dusk, night.', 9, "noon"),
    ("dog, framed by arc", '"arc" is no frame; frames: arch, branches, keyhole, window.', 16, "arc"),
    ("dog, framed arch", 'After "framed" must come "by" and a frame: arch, branches, keyhole, window.', 12, ""),
    ("dog on", '"dog on" names nothing to draw after "on".', 5, "on"),
    ("on dog", '"on dog" names nothing to draw before "on".', 1, "on"),
    ("dog on under bed", '"dog on under bed" names nothing to draw before "under".', 8, "under"),
    ("big pale", '"big pale" names nothing to draw.', 1, "big"),
    ("the", "This recipe names nothing to draw.", 1, ""),
    ("in room, snow", "This recipe names nothing to draw.", 1, ""),
    ("", "A recipe names something to draw; this one is empty.", 1, ""),
    (" ", "A recipe names something to draw; this one is empty.", 1, ""),
    ("dog,, bed", "There is nothing to draw before this comma.", 5, ","),
    ("dog, ", "There is nothing to draw after the last comma.", 4, ","),
    ("big big dog", '"big" is said twice.', 5, "big"),
    ("big dog small", '"big" and "small" contradict each other.', 9, "small"),
    ("two row dog", '"two" and "row" contradict each other.', 5, "row"),
    ("dog left right", '"left" and "right" contradict each other.', 10, "right"),
    ("dog high low", '"high" and "low" contradict each other.', 10, "low"),
    ("rising falling dog", '"rising" and "falling" contradict each other.', 8, "falling"),
    ("dog, in room, in court", 'A picture has one place; "room" is said already.', 18, "court"),
    ("dog, in room, in room", '"room" is said twice.', 18, "room"),
    ("dog, at night, at dusk", 'A picture has one hour; "night" is said already.', 19, "dusk"),
    ("dog, framed by arch, framed by window", 'A picture has one frame; "arch" is said already.', 32, "window"),
    ("dog, snow, snow", '"snow" is said twice.', 12, "snow"),
    ("dog, mirrored, mirrored", '"mirrored" is said twice.', 16, "mirrored"),
    ("dog, low moon, big moon", "What the light is like is said already.", 16, "big"),
    ("dog, no big moon", '"no" and "big" contradict each other.', 9, "big"),
    ("dog, moon sun low", '"moon" and "sun" contradict each other.', 11, "sun"),
    ("dog, pale sun", '"pale" says nothing about the light in "pale sun".', 6, "pale"),
    ("dog, in room gaint moon", '"gaint" says nothing about the light in "gaint moon"; did you mean "giant"?', 14, "gaint"),
    ("dog, in room low", '"low" is said of the light: a "moon" or a "sun" must stand with it.', 14, "low"),
    ("dog, in room sun", '"sun" alone says nothing about the light: "no", "big" or "low" could stand before it.', 14, "sun"),
    ("crescent dog", '"crescent" is said of the light alone, as in ", crescent moon".', 1, "crescent"),
    ("dog whale", '"dog" and "whale" are two things: a comma, or a word such as "on", must stand between them.', 5, "whale"),
    ("horse, clock box", '"clock" and "box" are two things: a comma, or a word such as "on", must stand between them.', 14, "box"),
    ("engine, signal box", '"signal box" is written "signal-box".', 16, "box"),
    ("dog at night", 'A comma must stand before "at", as in "dog, at night".', 5, "at"),
    ("dog in room", 'A comma must stand before "in", as in "dog, in room".', 5, "in"),
    ("lake dog", '"lake" is a place: it is written "in lake", after a comma.', 1, "lake"),
    ("dog, at night falling", 'After "at night" must come a comma, not "falling".', 15, "falling"),
    ("dog, mirrored twice", 'After "mirrored" must come a comma, not "twice".', 15, "twice"),
    ("2 dogs", '"2" can\'t stand in a recipe: it is one line of words without accents, with commas between.', 1, "2"),
    ("niño", '"ñ" can\'t stand in a recipe: it is one line of words without accents, with commas between.', 3, "ñ"),
    ("dog\nbed", "A line break or an invisible character can't stand in a recipe: "
     "it is one line of words without accents, with commas between.", 4, ""),
    ("dog on bed on bed on bed on bed",
     f'"dog on bed on bed on bed on bed" names more than {MOST_NOUNS} things; a comma begins another subject.', 26, "on"),
    (", ".join(["dog"] * 6), f"A recipe has {MOST_SUBJECTS} subjects at most.", 26, "dog"),
    ("many dog, many bed, many eye, ring hand",
     f"A recipe draws {MOST_THINGS} things at most; with these it would be 45.", 31, "ring"),
    ("d" * 161, "A recipe has 160 characters at most; this one has 161.", 161, ""),
])  # fmt: skip
def test_mistakes_are_reported_with_their_place(text: str, message: str, column: int, found: str) -> None:
    with pytest.raises(RecipeError) as wrong:
        read_recipe(text)
    assert (str(wrong.value), wrong.value.column, wrong.value.found) == (message, column, found)


def test_recipes_can_be_as_large_as_the_limits() -> None:
    full = "many dog, many bed, many eye, four hand"
    assert len(read_recipe(full).subjects) == 4
    assert len(read_recipe(", ".join(["dog"] * MOST_SUBJECTS)).subjects) == MOST_SUBJECTS
    assert len(read_recipe(" on ".join(["dog"] * MOST_NOUNS)).subjects[0].nouns) == MOST_NOUNS
    assert read_recipe(f"dog{' ' * (LONGEST - 3)}")
    assert LONGEST_ART == LONGEST


def test_a_recipe_that_was_read_can_be_written_again() -> None:
    chance = Random("round trip")
    for _ in range(1000):
        recipe = any_recipe(chance)
        text = written(recipe)
        if len(text) <= LONGEST:
            assert read_recipe(text) == recipe, text
    assert written(read_recipe("a Dog turned, moon giant, in the hill, mirrored, at dusk")) == (
        "dog turned, in hill giant moon, at dusk, mirrored"
    )


def test_no_text_at_all_can_crash_the_reader() -> None:
    chance = Random("any words")
    words = [
        *motifs(),
        *GRAMMAR_WORDS,
        *PLACES,
        *WEATHERS,
        *FRAMES,
        "moon",
        "sun",
        ",",
        ",",
        "night",
        "é",
        "x",
    ]
    read = 0
    for _ in range(1000):
        text = " ".join(chance.choice(words) for _ in range(chance.randint(0, 7)))
        try:
            assert read_recipe(text).subjects
            read += 1
        except RecipeError as error:
            assert 1 <= error.column <= len(text) + 1
            at = error.column - 1
            assert text[at : at + len(error.found)].lower() == error.found
    assert read > 30


def test_every_motif_is_found_by_its_name_its_plural_and_its_words() -> None:
    for motif in motifs().values():
        assert motif_of(motif.name) == motif_of(motif.plural) == motif.name
        assert all(motif_of(word) for word in motif.words)


def test_no_motif_is_called_like_a_word_of_the_language() -> None:
    taken = GRAMMAR_WORDS | {*RELATIONS, *COUNTS, *WEATHERS}
    assert [name for name in motifs() if name in taken] == []


def test_the_page_about_pictures_is_complete_and_correct() -> None:
    words = (
        *SIZES,
        *COUNTS,
        *POSES,
        *ACROSS,
        *HEIGHTS,
        *PLANES,
        *TONES,
        *RELATIONS,
        *PLACES,
        *WEATHERS,
        *FRAMES,
        *PHASES,
    )
    named = set(re.findall(r"`([^`\n]+)`", PAGE))
    assert [word for word in words if word not in named] == []
    for title, recipe in re.findall(r"^\| ([A-Z][^|`]+) \| `([^`]+)` \|$", PAGE, re.MULTILINE):
        assert written(read_recipe(recipe)) == recipe
        assert recipe in {derived(title, kind.value) for kind in Kind}, title


def test_every_recipe_of_the_set_can_be_read() -> None:
    for card in the_set():
        if card.art:
            assert read_recipe(card.art).subjects, card.title
