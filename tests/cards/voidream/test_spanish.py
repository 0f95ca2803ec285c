"""The set in Spanish: every type, ready-made deck and keyword."""

from __future__ import annotations

from cards.i18n import Locale, translator
from cards.voidream.decks import ready_made
from cards.voidream.language.tree import KeywordName
from cards.voidream.library import the_set

SPANISH = translator(Locale.SPANISH).texts


def test_every_type_deck_and_keyword_has_its_name() -> None:
    assert all(("type", one) in SPANISH for card in the_set() for one in card.types)
    assert all(("deck", deck.name) in SPANISH and ("blurb", deck.blurb) in SPANISH for deck in ready_made())
    assert all(("law", name.capitalize()) in SPANISH for name in KeywordName)
    assert len({SPANISH["law", name.capitalize()] for name in KeywordName}) == len(KeywordName)
