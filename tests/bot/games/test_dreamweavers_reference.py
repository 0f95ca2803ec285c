"""The reference of Dreamweavers: complete, correct for a match's own cards, and public."""

from __future__ import annotations

import pytest

from bot.errors import NotFound
from bot.games.dreamweavers.reference import DreamweaversReference
from bot.games.reference import CardPage, RulesEntry
from cards.dreamweavers.language.words import KeywordName, Notion
from cards.dreamweavers.library import the_set
from cards.i18n import Locale, title
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.law import entries
from engine.dreamweavers.views.types import DraftNotion

REFERENCE = DreamweaversReference()
SPANISH = DREAMWEAVERS.translator(Locale.SPANISH)
SETUP = DREAMWEAVERS.setup([None, None])


def test_every_entry_is_found_by_key_title_and_suggestion() -> None:
    for key, entry in entries().items():
        assert REFERENCE.topic(key).title == entry.heading
        assert key in [suggested for _, suggested in REFERENCE.suggest_topics(entry.heading)]


def test_a_notion_is_a_page_with_its_cover_and_its_fifteen_cards() -> None:
    for notion in Notion:
        for translate in (DREAMWEAVERS.translator(Locale.ENGLISH), SPANISH):
            topic = REFERENCE.topic(notion.value, translate)
            cards = the_set().of(notion)
            assert [link.card for link in topic.cards] == [card.title for card in cards] and len(cards) == 15
            assert all(translate(title(card.title)) in topic.text for card in cards)
            assert (
                topic.face is not None
                and isinstance(topic.face.content, DraftNotion)
                and len(topic.text) < 1850
            )
            assert all(one.casefold() in topic.face.alt(translate).casefold() for one in [topic.title])
            assert REFERENCE.topic(topic.title, translate).key == notion.value
    assert REFERENCE.suggest_topics("rag")[0] == ("Rage (a notion)", "Rage")
    assert REFERENCE.suggest_topics("ira", SPANISH)[0][1] == "Rage"


def test_every_link_leads_somewhere() -> None:
    for key in (*entries(), *(notion.value for notion in Notion), ""):
        topic = REFERENCE.topic(key)
        for link in (*topic.links, *topic.cards):
            assert REFERENCE.card(link.card) if link.card else REFERENCE.topic(link.topic)
            assert len(link.detail) <= 100
    for card in the_set().cards.values():
        page = REFERENCE.card(card.title)
        assert all(REFERENCE.topic(link.topic) for link in page.links)
        assert page.links[0].topic == card.notion.value and page.decks is None


def test_every_keyword_of_a_card_is_explained_and_leads_back_to_the_card() -> None:
    for name in KeywordName:
        topic = REFERENCE.topic(name.value)
        assert topic.cards, f"no card has {name.value}"
        for link in topic.cards:
            assert (topic.title, topic.text) in REFERENCE.card(link.card).explained


def test_symbols_become_words_and_titles_are_found_in_both_languages() -> None:
    for card in the_set().cards.values():
        page = REFERENCE.card(card.title, SPANISH)
        assert not any(symbol in line for line in page.lines for symbol in ("(A)", "(!)"))
        assert REFERENCE.card(page.title, SPANISH).key == card.title
    with pytest.raises(NotFound, match="There's no card called"):
        REFERENCE.card("Nobody's Card")


def test_a_cause_is_a_card_a_notion_or_a_rule() -> None:
    card = next(iter(the_set().cards))
    assert isinstance(REFERENCE.cause(SETUP, card), CardPage)
    rage = REFERENCE.cause(SETUP, "Rage")
    assert isinstance(rage, RulesEntry) and len(rage.cards) == 15
    ruling = REFERENCE.cause(SETUP, "DW52")
    assert isinstance(ruling, RulesEntry) and ruling.key == "DW52"
    assert REFERENCE.cause(SETUP, "chess") is None


def test_pictures_of_a_card_and_of_a_notion() -> None:
    for face in (REFERENCE.topic("Joy").face, REFERENCE.card(next(iter(the_set().cards))).face):
        assert face is not None and face.picture(SPANISH).startswith(b"\x89PNG")
