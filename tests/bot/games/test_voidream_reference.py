"""The reference of Voidream: complete, correct for a match's own cards, and public."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.errors import NotFound
from bot.games.reference import CardPage, RulesEntry
from bot.games.voidream.reference import VoidreamReference
from cards.i18n import Locale, title
from cards.voidream.decks import ready_made
from cards.voidream.language.tree import KeywordName
from cards.voidream.library import the_set
from engine.voidream.game import VOIDREAM
from engine.voidream.law import entries
from engine.voidream.saves.decks import keep

REFERENCE = VoidreamReference()


def test_every_entry_is_found_by_key_title_and_suggestion() -> None:
    for key, entry in entries().items():
        assert REFERENCE.topic(key).title == entry.heading
        assert key in [suggested for _, suggested in REFERENCE.suggest_topics(entry.heading)]


def test_every_link_leads_somewhere() -> None:
    for key in entries():
        topic = REFERENCE.topic(key)
        for link in (*topic.links, *topic.cards):
            assert REFERENCE.card(link.card) if link.card else REFERENCE.topic(link.topic)
            assert len(link.detail) <= 100
    for card in the_set():
        assert all(REFERENCE.topic(link.topic) for link in REFERENCE.card(card.title).links)


def test_every_keyword_of_a_card_is_explained_and_leads_back_to_the_card() -> None:
    for name in KeywordName:
        topic = REFERENCE.topic(name.value)
        assert topic.cards, f"no card has {name.value}"
        for link in topic.cards:
            page = REFERENCE.card(link.card)
            assert (topic.title, topic.text) in page.explained


def test_a_card_lists_the_ready_made_decks_with_it() -> None:
    deck = ready_made()[0]
    title, count = next(
        (c.title, n) for c in deck.dream if (n := sum(d.title == c.title for d in deck.dream)) > 1
    )
    assert f"{deck.name} ({count})" in REFERENCE.card(title).decks
    assert deck.name in REFERENCE.card(deck.bastion.title).decks


def test_symbols_become_words() -> None:
    for card in the_set():
        page = REFERENCE.card(card.title)
        assert not any(symbol in line for line in page.lines for symbol in ("(A)", "(!)"))


def test_a_bastion_shows_its_back() -> None:
    bastion = ready_made()[0].bastion
    assert bastion.back is not None
    lines = REFERENCE.card(bastion.title).lines
    assert f"Dream: {bastion.back.dream.total}({bastion.back.dream.guest})" in lines
    assert any(bastion.back.major in line for line in lines)


def test_a_cause_is_the_card_as_it_is_in_the_match() -> None:
    deck = ready_made()[0]
    first, *rest = deck.arcana
    old_deck = replace(deck, arcana=(replace(first, flavour="As it was then."), *rest))
    page = REFERENCE.cause(keep([old_deck, old_deck]), first.title)
    assert isinstance(page, CardPage) and page.flavour == "As it was then."
    assert REFERENCE.card(first.title).flavour != "As it was then."


def test_a_cause_is_a_rule_a_card_or_nothing() -> None:
    setup = VOIDREAM.setup(ready_made()[:2])
    entry = REFERENCE.cause(setup, "§4 Damage")
    assert isinstance(entry, RulesEntry) and entry.title == "§4 Dealing damage"
    assert REFERENCE.cause(setup, "No Such Card") is None


@pytest.mark.parametrize("typed", ["Teapot", "§12", "R0"])
def test_unknown_names_are_refused(typed: str) -> None:
    with pytest.raises(NotFound, match="no entry called"):
        REFERENCE.topic(typed)
    with pytest.raises(NotFound, match="no card called"):
        REFERENCE.card(typed)


SPANISH = VOIDREAM.translator(Locale.SPANISH)


def test_a_card_of_an_earlier_edition_is_named_as_such() -> None:
    with pytest.raises(NotFound) as caught:
        VoidreamReference().card("clock with two backs")
    assert str(caught.value) == "Clock With Two Backs is no longer in the set."


def test_rules_are_found_in_both_languages_and_shown_in_the_readers() -> None:
    for typed in ("evocar", "Evoke", "§6 Evoke", "Evocación"):
        topic = REFERENCE.topic(typed, SPANISH)
        assert (topic.key, topic.title, topic.where) == ("Evoke", "Evocar", "§6 Glosario")
    assert topic.text.startswith("Mirar la carta superior de tu mazo")
    assert "§7 Líneas de efecto" in [link.label for link in REFERENCE.topic("R86", SPANISH).links]
    assert REFERENCE.suggest_topics("evo", SPANISH)[0] == ("Evocar (§6)", "Evoke")
    assert REFERENCE.suggest_topics("dread", SPANISH)[0] == ("Pavor (§6)", "Dread")
    assert REFERENCE.suggest_topics("daño on", SPANISH)[0] == ("Daño onírico (§4)", "Dream damage")


def test_every_topic_can_be_read_in_spanish() -> None:
    for key, entry in entries(Locale.SPANISH).items():
        topic = REFERENCE.topic(key, SPANISH)
        assert (topic.key, topic.title, topic.text) == (key, entry.heading, entry.text)
        assert REFERENCE.topic(entry.heading, SPANISH).key == key or entry.heading in ("Arcanos", "Cortar")


def test_a_card_is_shown_in_spanish_and_keeps_its_key() -> None:
    for card in the_set():
        page = REFERENCE.card(card.title, SPANISH)
        assert page.key == card.title
        assert (
            page.title == SPANISH(title(card.title)) and REFERENCE.card(page.title, SPANISH).key == card.title
        )
        english = REFERENCE.card(card.title)
        assert len(page.explained) == len(english.explained) and len(page.lines) == len(english.lines)
        assert not {name for name, _ in page.explained} & {"Evoke", "Charge", "Void", "Veil", "Exhaust"}
        assert [link.topic for link in page.links] == [link.topic for link in english.links]


def test_unknown_names_get_spanish_suggestions() -> None:
    with pytest.raises(NotFound) as error:
        REFERENCE.topic("evocaar", SPANISH)
    sentence = SPANISH(error.value.message)
    assert sentence.startswith(
        "En las reglas no hay nada llamado «evocaar». ¿Querías decir «Evocar (§6)», «R7 Evocar» o «"
    )
    with pytest.raises(NotFound) as error:
        REFERENCE.card("Dreamlinr", SPANISH)
    sentence = SPANISH(error.value.message)
    assert sentence.startswith("No hay ninguna carta llamada «Dreamlinr». ¿Querías decir «")


def test_citations_are_translated() -> None:
    assert REFERENCE.cite("§6 Evoke", SPANISH) == "§6 Evocar"
    assert REFERENCE.cite("R25", SPANISH) == "R25"
    assert REFERENCE.cite("§6 Evoke") == "§6 Evoke"
