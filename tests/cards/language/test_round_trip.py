"""One meaning for each text: what the printer writes, the reader reads as the same data."""

from __future__ import annotations

from hypothesis import given, settings

from cards.voidream.language import tree
from cards.voidream.language.printer import print_ability
from cards.voidream.language.reader import read_line
from cards.voidream.model import Kind

from . import trees


@given(trees.abilities)
@settings(max_examples=250)
def test_what_is_printed_is_read_as_the_same_ability(ability: tree.Ability) -> None:
    kind = Kind.THOUGHT if isinstance(ability, tree.Line) else Kind.ENTITY
    assert read_line(print_ability(ability), kind) == ability


@given(trees.ongoings())
@settings(max_examples=100)
def test_an_ongoing_line_stays_on_cards_that_stay_and_is_an_effect_on_others(ongoing: tree.Ongoing) -> None:
    static = tree.Static((ongoing,))
    line = print_ability(static)
    for kind in (Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT, Kind.BASTION, Kind.MIND):
        assert read_line(line, kind) == static
    for kind in (Kind.THOUGHT, Kind.ARCANUM):
        assert read_line(line, kind) == tree.Line(((ongoing,),))
