"""Random lines of the grammar: each is rejected, or printed with the meaning that was read."""

from __future__ import annotations

from cards.dreams_of_dystopia.language import spanish
from cards.dreams_of_dystopia.language.printer import print_ability
from cards.dreams_of_dystopia.language.vocabulary import LANGUAGE
from cards.language.errors import CardError
from tests.cards.language.walks import Walker


def test_every_text_of_the_grammar_is_refused_or_printed_unchanged() -> None:
    walker = Walker(LANGUAGE, "ash")
    understood = 0
    for _ in range(250):
        line = walker.line()
        try:
            ability = LANGUAGE.read(line)
        except CardError as error:
            assert error.problems
            continue
        understood += 1
        printed = print_ability(ability)
        assert LANGUAGE.read(printed) == ability, line
        assert print_ability(LANGUAGE.read(printed)) == printed
        assert spanish.print_ability(ability)
    assert understood > 50
