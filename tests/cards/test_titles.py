"""The titles and flavour texts of all games: in every language, a title belongs to one card."""

from __future__ import annotations

from collections import Counter

from cards.dreams_of_dystopia.library import the_set as dystopia
from cards.dreamweavers.library import the_set as dreamweavers
from cards.i18n import Locale, translator
from cards.voidream.card_ids import the_numbers
from cards.voidream.library import the_set as voidream
from engine.dreamweavers.lessons.course import OFFERED

SIDES = [side for _, side in dystopia().sides()]
CARDS = [*voidream(), *dreamweavers().cards.values(), *SIDES]
COVERS = [*dreamweavers().covers.values()]
SPANISH = translator(Locale.SPANISH).texts


def test_no_two_cards_of_any_game_share_a_title() -> None:
    titles = Counter(card.title.casefold() for card in CARDS)
    assert [title for title, times in titles.items() if times > 1] == []
    spanish = Counter(SPANISH["title", card.title][0].casefold() for card in CARDS)
    assert [title for title, times in spanish.items() if times > 1] == []


def test_titles_fit_a_name_on_discord() -> None:
    assert max(len(SPANISH["title", card.title][0]) for card in CARDS) <= 36


def test_every_card_has_flavour_and_every_notion_a_description() -> None:
    assert all(SPANISH["flavour", one.flavour][0] for one in (*CARDS, *COVERS) if one.flavour)
    assert all(SPANISH["reminder", side.reminder][0] for side in SIDES if side.reminder)
    assert all(SPANISH["about", cover.about][0] for cover in COVERS)


def test_translations_exist_only_for_existing_cards() -> None:
    known = {
        *(("title", card.title) for card in CARDS),
        # Old deck codes name removed cards, in Spanish too.
        *(("title", title) for title in the_numbers().titles),
        *(("flavour", one.flavour) for one in (*CARDS, *COVERS)),
        *(("about", cover.about) for cover in COVERS),
        # The first match has its own texts for beginners.
        *(("about", words.message) for words in OFFERED.values()),
        *(("reminder", side.reminder) for side in SIDES),
    }
    assert {key for key in SPANISH if key[0] in ("title", "flavour", "about", "reminder")} - known == set()
