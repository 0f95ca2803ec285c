"""The set in Spanish: every title, flavour text, type and ready-made deck, and no two titles alike."""

from __future__ import annotations

from collections import Counter

from cards.i18n import Locale, translator
from cards.voidream.decks import ready_made
from cards.voidream.language.tree import KeywordName
from cards.voidream.library import the_set

SPANISH = translator(Locale.SPANISH).texts


def test_every_card_has_a_title_of_its_own_and_its_flavour() -> None:
    titles = Counter(SPANISH["title", card.title][0] for card in the_set())
    assert [title for title, times in titles.items() if times > 1] == []
    assert all(SPANISH["flavour", card.flavour][0] for card in the_set() if card.flavour)


def test_nothing_is_kept_for_cards_that_are_not_in_the_set() -> None:
    known = {("title", card.title) for card in the_set()} | {("flavour", card.flavour) for card in the_set()}
    assert {key for key in SPANISH if key[0] in ("title", "flavour")} - known == set()


def test_titles_fit_a_name_on_discord() -> None:
    assert max(len(SPANISH["title", card.title][0]) for card in the_set()) <= 36


def test_every_type_deck_and_keyword_has_its_name() -> None:
    assert all(("type", one) in SPANISH for card in the_set() for one in card.types)
    assert all(("deck", deck.name) in SPANISH and ("blurb", deck.blurb) in SPANISH for deck in ready_made())
    assert all(("law", name.capitalize()) in SPANISH for name in KeywordName)
    assert len({SPANISH["law", name.capitalize()] for name in KeywordName}) == len(KeywordName)
