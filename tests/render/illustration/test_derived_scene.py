"""Recipes derived from titles: every title has a readable one, and few cards share one."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from cards.voidream.library import the_set
from cards.voidream.model import Kind
from render.illustration import fallback_scene as lots
from render.illustration import title_words
from render.illustration.derived_scene import derived
from render.illustration.motifs import motifs
from render.illustration.recipe import HOURS, LONGEST, PLACES, WEATHERS, DrawnThing
from render.illustration.recipe_parser import read_recipe
from render.illustration.recipe_writer import written

KINDS = [kind.value for kind in Kind]

WORDS = [
    "Grandmother", "Clock", "Ashes", "Winter", "Tower", "Two", "Owls", "Silence", "Drowned", "Bell", "Paper", "King",
    "Nobody", "Behind", "Under", "Within", "The", "Of", "A", "Without", "Last", "Falling", "Glass", "Letters",
    "Burning", "Moon", "Midnight", "Staircase", "Hunger", "Orchard", "Seven", "Doors", "Ghost", "Quietly", "Zorb", "Endless",
    "Corridor", "Your", "Mother's", "Voice", "Teeth", "Against", "Sea", "White", "Horse", "Forgotten", "Name", "Between",
    "Lanterns", "Borrowed", "Sleep",
]  # fmt: skip

NASTY = (
    "",
    " ",
    "🐋🛏️",
    "El sueño de la abuela",
    "Éléphant étoilé",
    "夢の中の鯨",
    "1984",
    "'s",
    "of of of of",
    "No",
    "Without",
    "under behind inside on",
    "in, at, framed by, mirrored",
    "moon",
    "Moon Moon Moon",
    "Giant Tiny Big Small Falling Rising Pale Dark",
    "two three four row ring many flock",
    "tail\x00\x1b[31m\u202e\ud800",
    "{title} %s \\ \" '",
    "word " * 2000,
    "a" * 10_000,
    "whale clock tower hand dog " * 400,
)


def invented(number: int) -> list[tuple[str, str]]:
    """Return random titles, each with a kind."""
    chance = Random("titles")
    titles: dict[str, str] = {}
    while len(titles) < number:
        words = [chance.choice(WORDS) for _ in range(chance.randint(1, 5))]
        titles.setdefault(" ".join(words), chance.choice(KINDS))
    return list(titles.items())


def test_every_title_has_a_recipe_that_can_be_read() -> None:
    for title, kind in [
        *invented(500),
        *((title, kind) for title in NASTY for kind in (*KINDS, "", "other")),
    ]:
        text = derived(title, kind)
        assert len(text) <= LONGEST
        assert written(read_recipe(text)) == text, (title, kind)


def test_the_same_title_always_has_the_same_recipe() -> None:
    before = [derived(title, kind) for title, kind in invented(50)]
    derived.cache_clear()
    assert [derived(title, kind) for title, kind in invented(50)] == before
    # In every process, permanently: the choice depends only on the title.
    assert derived("Zorblax", "entity") == derived("Zorblax", "entity").strip()


def test_few_titles_share_a_recipe() -> None:
    counts = Counter(derived(title, kind) for title, kind in invented(500))
    assert sum(times - 1 for times in counts.values()) <= 5
    nameless = Counter(derived(f"Zrb{'x' * number}", "arcanum") for number in range(300))
    assert sum(times - 1 for times in nameless.values()) <= 9
    same_thing = Counter(derived(f"Dog Zrb{'x' * number}", "entity") for number in range(300))
    assert sum(times - 1 for times in same_thing.values()) <= 20


def nouns(title: str, kind: str) -> list[DrawnThing]:
    return [noun for subject in read_recipe(derived(title, kind)).subjects for noun in subject.nouns]


@pytest.mark.parametrize(("title", "motifs_drawn", "relation", "place", "weather"), [
    ("Fish in the Library", ("fish", "shelf"), "inside", "maze", ""),
    ("Horse Behind the Door", ("horse", "door"), "behind", "", ""),
    ("The Whale Under the Bed", ("whale", "bed"), "under", "room", ""),
    ("Man With a Lantern", ("man", "lantern"), "beside", "", ""),
    ("Child Carrying Candles", ("child", "candle"), "holding", "", ""),
    ("Bells Against the Tower", ("bell", "tower"), "before", "", ""),
    ("The Drowned Bell", ("bell",), "", "deep", "bubbles"),
    ("The Grandmother Under the Rocking Horses", ("woman", "rocking-horse"), "under", "", ""),
    ("The Winter Chair", ("chair",), "", "", "snow"),
])  # fmt: skip
def test_nouns_of_a_title_are_drawn(
    title: str, motifs_drawn: tuple[str, ...], relation: str, place: str, weather: str
) -> None:
    recipe = read_recipe(derived(title, "entity"))
    assert tuple(noun.motif for noun in nouns(title, "entity"))[: len(motifs_drawn)] == motifs_drawn
    assert not relation or recipe.subjects[0].relations == (relation,)
    assert not place or recipe.place == place
    assert not weather or recipe.weather == (weather,)


def test_numbers_and_sizes_of_things_are_drawn() -> None:
    (owls, *_) = nouns("Three Owls", "memory")
    assert (owls.motif, owls.count) == ("owl", "three")
    assert nouns("A Thousand Keys", "thought")[0].count == "many"
    assert nouns("Doors", "memory")[0].count in ("two", "three", "four", "row")
    assert nouns("The Giant Clock", "entity")[0].size == "giant"
    assert nouns("Falling Tower", "construct")[0].pose == "falling"
    assert nouns("The Pale Horse", "entity")[0].tone == "pale"
    assert read_recipe(derived("Clock at Midnight", "memory")).hour == "night"
    assert read_recipe(derived("Tree in an Eclipse", "memory")).light.absent


def test_things_a_title_negates_are_not_drawn() -> None:
    assert "diver" in (drawn := [noun.motif for noun in nouns("Diver Without a Bell", "entity")])
    assert "bell" not in drawn


def test_a_title_that_names_nothing_shows_things_that_suit_its_kind() -> None:
    shown = {kind: {nouns(f"Zrb{'x' * n}", kind)[0].motif for n in range(60)} for kind in KINDS}
    assert all(len(motifs_shown) > 8 for motifs_shown in shown.values())
    assert shown["bastion"] & set(lots.STRONGHOLDS)
    assert shown["entity"] <= {*lots.BEINGS, *lots.BEASTS}


def test_cards_of_the_set_would_be_apart_without_their_recipes() -> None:
    counts = Counter(derived(card.title, card.kind.value) for card in the_set())
    assert [text for text, times in counts.items() if times > 1] == []


def test_the_lists_name_existing_motifs() -> None:
    lists = (lots.LURKING, lots.BEINGS, lots.BEASTS, lots.HELD, lots.THINGS, lots.HOLLOW, lots.GREAT,
             lots.BUILDINGS, lots.STRONGHOLDS, title_words.MEANT.values())  # fmt: skip
    assert {name for names in lists for name in names} <= set(motifs())
    assert {*lots.SCENERY, *title_words.PLACE_HINTS.values()} <= set(PLACES)
    assert set(title_words.WEATHER_HINTS.values()) <= set(WEATHERS)
    assert set(title_words.HOUR_HINTS.values()) <= set(HOURS)
