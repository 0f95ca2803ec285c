"""What can be looked up about Voidream: whole, right for the match at hand, and of public knowledge only."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import NotFound
from bot.reference import CardPage, Topic
from bot.voidream_reference import VoidreamReference
from cards.voidream.decks import ready_made
from cards.voidream.language.tree import KeywordName
from cards.voidream.library import the_set
from engine.voidream.game import VOIDREAM, keep
from engine.voidream.law import entries

REFERENCE = VoidreamReference()


def test_every_entry_is_found_by_its_key_its_title_and_what_autocompletion_shows() -> None:
    for key, entry in entries().items():
        assert REFERENCE.topic(key).title == entry.heading
        assert key in [found for _, found in REFERENCE.suggest_topics(entry.heading)]


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


def test_a_card_tells_which_ready_made_decks_hold_it_and_how_often() -> None:
    deck = ready_made()[0]
    title, count = next(
        (c.title, n) for c in deck.dream if (n := sum(d.title == c.title for d in deck.dream)) > 1
    )
    assert f"{deck.name} ({count})" in REFERENCE.card(title).decks
    assert deck.name in REFERENCE.card(deck.bastion.title).decks


def test_signs_become_words() -> None:
    for card in the_set():
        page = REFERENCE.card(card.title)
        assert not any(sign in line for line in page.lines for sign in ("(A)", "(!)"))


def test_a_bastion_shows_its_back() -> None:
    bastion = ready_made()[0].bastion
    assert bastion.back is not None
    lines = REFERENCE.card(bastion.title).lines
    assert f"Dream: {bastion.back.dream.total}({bastion.back.dream.guest})" in lines
    assert any(bastion.back.major in line for line in lines)


def test_a_cause_is_the_card_as_it_is_in_the_match() -> None:
    deck = ready_made()[0]
    first, *rest = deck.arcana
    then = replace(deck, arcana=(replace(first, flavour="As it was then."), *rest))
    found = REFERENCE.cause(keep([then, then]), first.title)
    assert isinstance(found, CardPage) and found.flavour == "As it was then."
    assert REFERENCE.card(first.title).flavour != "As it was then."


def test_a_cause_is_a_rule_a_card_or_nothing() -> None:
    setup = VOIDREAM.setup(ready_made()[:2])
    found = REFERENCE.cause(setup, "§4 Damage")
    assert isinstance(found, Topic) and found.title == "§4 Dealing damage"
    assert REFERENCE.cause(setup, "No Such Card") is None


@pytest.mark.parametrize("typed", ["Teapot", "§12", "R0"])
def test_what_is_not_there_is_refused(typed: str) -> None:
    with pytest.raises(NotFound, match="no entry called"):
        REFERENCE.topic(typed)
    with pytest.raises(NotFound, match="no card called"):
        REFERENCE.card(typed)
