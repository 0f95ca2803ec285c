"""A text that can't be read: the place, what was found, what could stand there, and the nearest word."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.voidream.language.errors import CardError, Where
from cards.voidream.language.printer import print_text
from cards.voidream.language.reader import read_line, read_text
from cards.voidream.model import Kind

from .test_vocabulary import CANONICAL, STAYING


@pytest.mark.parametrize(
    ("text", "line", "column", "found", "expected", "suggestion"),
    [
        ("Exhaut an entity.", 1, 1, "Exhaut", "an instruction (evoke, roll, deal, exhaust, …)", '"exhaust"'),
        (
            "Evoke.\nExhaust an entitty.",
            2,
            12,
            "entitty",
            "a sort of card (entity, memory, card, …)",
            '"entity"',
        ),
        ("Initiate a dwan conflict.", 1, 12, "dwan", '"dusk"', '"dawn"'),
        ("Evoke, than roll.", 1, 6, ",", '", then"', '", then"'),
        ("Evoke roll.", 1, 7, "roll", '"."', ""),
        ("Evoke", 1, 6, "", '"."', '"."'),
        ("Deal", 1, 5, "", "a number", ""),
        ("Deal some damage to an entity.", 1, 6, "some", "a number", ""),
        ("Dormant.", 1, 8, ".", "a number", ""),
        ("Deep 2.", 1, 6, "2", '"."', ""),
        ("Deal X damage to an entity.", 1, 6, "X", "", ""),
        ("Evoke, where X is your depth.", 1, 6, ", where X is", "", ""),
        ("Deal 1001 damage to an entity.", 1, 6, "1001", "", ""),
        ("Deal 99999999999999999999 damage to an entity.", 1, 6, "99999999999999999999", "", ""),
        ("+1001 dawn.", 1, 1, "+1001", "", ""),
        ("Evokes.", 1, 1, "Evokes", '"evoke"', ""),
        ("Your opponent evoke.", 1, 15, "evoke", '"evokes"', ""),
        ("(!) After you takes Dream damage - Evoke.", 1, 15, "takes", '"take"', ""),
        ("(!) Afther you evoke - Roll.", 1, 5, "Afther", '"before"', '"after"'),
        ("(!) After you evoke: Roll.", 1, 20, ":", '"-"', '"-"'),
        ("(A) Exhaust this card - Roll.", 1, 23, "-", '":"', '":"'),
        ("Exhaust an entity they control.", 1, 19, "they", '"your"', ""),
        ("Your opponent may discard an arcanum, then shuffle your deck.", 1, 52, "your", '"their"', ""),
        ("Your opponent destroys an entity.", 1, 15, "destroys", "", ""),
        ("Exhaust a ready ready entity.", 1, 17, "ready", "", ""),
        ("Ready your entities you control.", 1, 7, "your", "", ""),
        ("Evoke. Otherwise, roll.", 1, 8, "Otherwise", "", ""),
        ("Choose one: evoke.", 1, 18, ".", '"; or"', ""),
        ("Initiate a lunch conflict.", 1, 12, "lunch", '"dawn"', ""),
        ("Win the game.", 1, 1, "Win", "an instruction (evoke, roll, deal, exhaust, …)", ""),
        ("🌙 Evoke.", 1, 1, "🌙", "an instruction (evoke, roll, deal, exhaust, …)", ""),
    ],
)
def test_a_mistake_is_named_with_its_place(
    text: str, line: int, column: int, found: str, expected: str, suggestion: str
) -> None:
    with pytest.raises(CardError) as caught:
        read_text(text, Kind.THOUGHT)
    (problem,) = caught.value.problems
    assert (problem.where.line, problem.where.column) == (line, column)
    assert problem.found == found
    assert not expected or expected in problem.expected
    assert problem.suggestion == suggestion


def test_every_line_that_is_wrong_is_named() -> None:
    where = Where("my.toml", "Broken Mirror", "text", line=7, column=1)
    with pytest.raises(CardError) as caught:
        read_text("Evoek.\nEvoke.\nRol.", Kind.THOUGHT, where=where)
    assert [problem.where.line for problem in caught.value.problems] == [7, 9]
    assert str(caught.value).splitlines() == [
        'my.toml, line 7, column 1, "Broken Mirror": "Evoek" can\'t stand here. Here could stand: '
        + str(caught.value).splitlines()[0].split("Here could stand: ")[1],
        str(caught.value).splitlines()[1],
    ]
    assert str(caught.value).splitlines()[0].endswith('Did you mean "evoke"?')
    assert str(caught.value).splitlines()[1].endswith('Did you mean "roll"?')


@given(st.text())
@settings(max_examples=200)
def test_no_text_at_all_can_crash_the_reader(text: str) -> None:
    try:
        read_text(text, Kind.THOUGHT)
    except CardError as error:
        assert error.problems


@given(st.data())
@settings(max_examples=300)
def test_a_slip_in_a_good_line_never_crashes_the_reader(data: st.DataObject) -> None:
    words = data.draw(st.sampled_from(CANONICAL + STAYING)).split(" ")
    place = data.draw(st.integers(0, len(words) - 1))
    slip = data.draw(
        st.sampled_from(
            ["", "entity", "X", "they", "1001", "-", ",", '"', "where", words[place] + "x", "(A)"]
        )
    )
    line = " ".join([*words[:place], slip, *words[place + data.draw(st.booleans()) :]])
    if not line.strip():
        return
    try:
        read_line(line, Kind.ENTITY)
    except CardError as error:
        (problem,) = error.problems
        assert 1 <= problem.where.column <= len(line) + 1


def test_a_line_that_nobody_could_read_is_refused() -> None:
    with pytest.raises(CardError, match="at most 500 characters"):
        read_text("If your depth is 3, " * 3000 + "evoke.", Kind.THOUGHT)


def test_options_within_options_are_read_as_deep_as_a_line_is_long() -> None:
    line = "If your depth is 3, " * 24 + "evoke."
    assert print_text(read_text(line[0] + line[1:].lower(), Kind.THOUGHT)) == line[0] + line[1:].lower()
