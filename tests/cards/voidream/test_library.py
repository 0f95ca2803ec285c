"""Reading card files: all mistakes of all files at once, each with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.language.errors import CardError, Problem, Where
from cards.voidream.card_schema import read_source, source
from cards.voidream.library import UnknownCard, check_files, read_files, the_set
from cards.voidream.reference import toml

GOOD = '''
[[card]]
title = "Broken Mirror"
kind = "thought"
faction = "neutral"
value = 3
text = """
Evoke.
Roll.
"""
'''


def check(folder: Path, *files: str) -> list[str]:
    paths: list[Path] = []
    for number, text in enumerate(files, start=1):
        paths.append(folder / f"{number}.toml")
        paths[-1].write_text(text, encoding="utf-8")
    return [str(problem) for problem in check_files(paths)]


def test_a_good_file_is_read(tmp_path: Path) -> None:
    assert check(tmp_path, GOOD) == []
    library = read_files([tmp_path / "1.toml"])
    assert [card.title for card in library] == ["Broken Mirror"]
    assert library.find("Broken Mirror").value == 3


def test_a_mistake_in_a_text_is_found_at_its_line_and_column_in_the_file(tmp_path: Path) -> None:
    (message,) = check(tmp_path, GOOD.replace("Roll.", "Rol."))
    assert message.startswith('1.toml, line 9, column 1, "Broken Mirror": "Rol" can\'t stand here.')
    assert message.endswith('Did you mean "roll"?')


def test_a_text_on_the_line_of_its_key_is_counted_from_there(tmp_path: Path) -> None:
    inline = GOOD.replace('"""\nEvoke.\nRoll.\n"""', '"Evoke. Rol."')
    (message,) = check(tmp_path, inline)
    assert message.startswith('1.toml, line 7, column 16, "Broken Mirror"')


def test_a_text_without_meaning_is_found_at_its_line(tmp_path: Path) -> None:
    (message,) = check(tmp_path, GOOD.replace("Roll.", "Destroy it."))
    assert message.startswith('1.toml, line 9, column 9, "Broken Mirror": "It" refers to nothing')


def test_all_mistakes_of_all_files_are_named_at_once(tmp_path: Path) -> None:
    worse = GOOD.replace("Evoke.", "Evoek.").replace("Roll.", "Rol.") + "[[card]]\n"
    messages = check(tmp_path, GOOD, worse, "title = ?", 'deck = "x"')
    assert [message.split(",")[0] for message in messages].count("2.toml") == 5
    assert 'Every card needs "title".' in " ".join(messages)
    assert any(message.startswith("3.toml, line 1, column 9: This is not TOML") for message in messages)
    assert any(
        message.startswith("4.toml, line 1, column 1: A card file holds [[card]] tables only")
        for message in messages
    )


@pytest.mark.parametrize(
    ("old", "new", "line", "part"),
    [
        ("value = 3", "valeu = 3", 6, 'No card has "valeu".'),
        ("value = 3", "valeu = 3", 6, 'Did you mean "value"?'),
        ("value = 3", "value = 5", 6, '"value" must be 4 or less, not "5".'),
        ("value = 3", 'value = "3"', 6, '"value" must be a whole number, not "3".'),
        ("value = 3", "", 2, "A card of kind thought needs value."),
        ("value = 3", "value = 3\ndusk = 1", 7, "A card of kind thought has no dusk."),
        ('"thought"', '"tought"', 4, 'Did you mean "thought"?'),
        ('"neutral"', '"fractal"', 5, 'Did you mean "fracta"?'),
        ("value = 3", 'value = 3\ntypes = ["dreamer"]', 7, "A type is one word that begins with a capital."),
        ('"Broken Mirror"', '""', 3, "must not be empty"),
    ],
)
def test_a_mistake_around_the_text_is_found_at_its_line(
    tmp_path: Path, old: str, new: str, line: int, part: str
) -> None:
    messages = check(tmp_path, GOOD.replace(old, new))
    assert any(f"line {line}," in message and part in message for message in messages), messages


PICTURED = GOOD + 'art = "whale under bed"\n'


def test_a_cards_art_description_is_read_and_written(tmp_path: Path) -> None:
    assert check(tmp_path, PICTURED) == []
    card = read_files([tmp_path / "1.toml"]).find("Broken Mirror")
    assert card.art == "whale under bed"
    assert read_source(source(card)) == card
    (tmp_path / "1.toml").write_text(toml(source(card)), encoding="utf-8")
    assert read_files([tmp_path / "1.toml"]).find("Broken Mirror") == card


@pytest.mark.parametrize(
    ("art", "column", "message"),
    [
        ('"""\nwhale\nbed"""', 1, "A recipe is one line of plain words."),
        ('""', 8, "A recipe is one line of plain words."),
        (f'"{"w" * 161}"', 8, '"art" has more than 160 characters.'),
        ('["whale"]', 7, '"art" must be text in quotation marks.'),
    ],
)
def test_art_descriptions_are_one_short_line(tmp_path: Path, art: str, column: int, message: str) -> None:
    (problem,) = check(tmp_path, PICTURED.replace('"whale under bed"', art))
    line = 12 if art.startswith('"""') else 11
    assert problem.startswith(f'1.toml, line {line}, column {column}, "Broken Mirror" (art): {message}')


def test_the_recipe_of_each_card_can_be_drawn(tmp_path: Path) -> None:
    file = tmp_path / "1.toml"
    file.write_text(PICTURED + PICTURED.replace("Broken", "Whole").replace("whale", "whle"), encoding="utf-8")

    def read_art(recipe: str, where: Where) -> Problem | None:
        return None if recipe.startswith("whale") else Problem(where.at(1, 6), "No bed.", "under")

    (problem,) = check_files([file], read_art=read_art)
    assert str(problem) == '1.toml, line 22, column 13, "Whole Mirror" (art): No bed.'


def test_two_cards_of_one_title_are_refused(tmp_path: Path) -> None:
    (message,) = check(tmp_path, GOOD, GOOD)
    assert message == (
        '2.toml, line 3, column 10, "Broken Mirror" (title): Another card has this title already: 1.toml, line 3.'
    )


def test_a_bastion_needs_its_major_arcanum(tmp_path: Path) -> None:
    bastion = """
[[card]]
title = "Shed"
kind = "bastion"
faction = "maze"
value = 2
stability = 5
dream = "40(8)"
arcana = "Hammer + 7(2)"
"""
    (message,) = check(tmp_path, bastion)
    assert 'There is no major arcanum called "Hammer".' in message


def test_a_missing_file_and_one_that_is_not_text_are_named(tmp_path: Path) -> None:
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe\x00")
    problems = check_files([tmp_path / "none.toml", tmp_path / "noise.toml"])
    assert [problem.where.file for problem in problems] == ["none.toml", "noise.toml"]


def test_a_mind_has_five_texts(tmp_path: Path) -> None:
    mind = """
[[card]]
title = "Doubt"
kind = "mind"
faction = "neutral"
4 = "+1 dawn."
3 = "+1 dawn."
2 = "Evoke."
spent = ""
"""
    messages = check(tmp_path, mind)
    assert any("A card of kind mind needs 1." in message for message in messages)
    assert any("line 8, column 6" in message and "plain effect on a mind" in message for message in messages)


def test_an_unknown_title_gets_the_nearest_one() -> None:
    with pytest.raises(UnknownCard, match='Did you mean "Nightflock Ambush"'):
        the_set().find("nightflock ambsh")


def test_damaged_cards_of_a_stored_match_are_refused() -> None:
    with pytest.raises(CardError, match='Every card needs "kind"'):
        read_source({"title": "Broken Mirror"})


WRITTEN = source(the_set().find("Nightflock Ambush"))
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@given(
    st.dictionaries(st.sampled_from([*WRITTEN, "dusk", "major", "arcana", "back", "4", "colour"]), ANYTHING)
)
@settings(max_examples=100)
def test_no_data_at_all_can_crash_the_reading_of_a_card(changes: dict[str, Any]) -> None:
    try:
        read_source(WRITTEN | changes)
    except CardError as error:
        assert all(str(problem) for problem in error.problems)
