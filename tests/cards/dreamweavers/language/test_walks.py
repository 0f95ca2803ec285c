"""Walks through Dreamweavers' grammar: each line it allows is refused, or printed with the meaning that was read."""

from __future__ import annotations

from cards.dreamweavers.language import spanish
from cards.dreamweavers.language.printer import print_ability
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.vocabulary import LANGUAGE
from cards.language.errors import CardError
from tests.cards.language.walks import Walker


def test_every_text_of_the_grammar_is_refused_or_printed_unchanged() -> None:
    walker = Walker(LANGUAGE, "asleep")
    understood = 0
    for _ in range(250):
        line = walker.line()
        try:
            ability = read_line(line)
        except CardError as error:
            assert error.problems
            continue
        understood += 1
        printed = print_ability(ability)
        assert read_line(printed) == ability, line
        assert print_ability(read_line(printed)) == printed
        assert spanish.print_ability(ability)
    assert understood > 50
