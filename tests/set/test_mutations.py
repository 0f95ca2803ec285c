"""A change of one word in a card's text makes a scenario of that card fail. `python -m bench.card_mutations` tests all."""

from __future__ import annotations

from random import Random

import pytest

from bench.card_mutations import GAMES, known_survivors, subjects, voidream_notices
from bench.mutants import mutants
from cards.voidream.kinds import Kind
from cards.voidream.language.printer import print_text
from cards.voidream.language.reader import read_text
from cards.voidream.library import the_set

CARDS = 5


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_word_is_noticed(game: str) -> None:
    known = known_survivors(game)
    titles = Random("mutations").sample(subjects(game), CARDS)
    tried = [mutant for title in titles for mutant in GAMES[game](title)]
    assert len(tried) > 10 * CARDS
    assert [str(one) for one in tried if str(one) not in known and not one.is_noticed()] == []


@pytest.mark.parametrize("game", GAMES)
def test_known_survivors_are_few_and_are_mutants(game: str) -> None:
    known = known_survivors(game)
    titles = {mutant.partition(": ")[0] for mutant in known}
    assert titles <= {*subjects(game)}
    one = min(titles)
    assert {mutant for mutant in known if mutant.startswith(f"{one}: ")} <= {
        str(each) for each in GAMES[game](one)
    }


def test_only_the_change_is_noticed() -> None:
    """The control: the unchanged card makes no scenario fail, nor does a known survivor."""
    card = the_set().find("Slow Drip")
    assert not voidream_notices(card.faction.value, card.title, card)
    (changed,) = (
        one for one in GAMES["voidream"]("Slow Drip") if one.after == "Deal 2 Dream damage to your opponent."
    )
    assert changed.is_noticed()
    survivor = min(known_survivors("voidream"))
    (same,) = (one for one in GAMES["voidream"](survivor.partition(": ")[0]) if str(one) == survivor)
    assert not same.is_noticed()


def test_every_constraint_of_a_line_is_changed() -> None:
    text = read_text(
        "You may destroy an exhausted entity of value 2 or lower your opponent controls.", Kind.THOUGHT
    )
    changed = {print_text(one) for one in mutants(text, lies_as="")}
    assert changed >= {
        "Destroy an exhausted entity of value 2 or lower your opponent controls.",
        "You may destroy a ready entity of value 2 or lower your opponent controls.",
        "You may destroy an entity of value 2 or lower your opponent controls.",
        "You may destroy an exhausted memory of value 2 or lower your opponent controls.",
        "You may destroy an exhausted entity of value 3 or lower your opponent controls.",
        "You may destroy an exhausted entity of value 2 or higher your opponent controls.",
        "You may destroy an exhausted entity your opponent controls.",
        "You may destroy an exhausted entity of value 2 or lower you control.",
        "You may destroy an exhausted entity of value 2 or lower.",
        "You may destroy 2 exhausted entities of value 2 or lower your opponent controls.",
        "You may destroy all exhausted entities of value 2 or lower your opponent controls.",
        "Your opponent may destroy an exhausted entity of value 2 or lower they control.",
    }
