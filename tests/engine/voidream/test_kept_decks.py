"""A match continues with its original cards, however the card files have changed since."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

import cards.voidream.card_schema
import cards.voidream.library
from bot.games.voidream.reference import VoidreamReference
from cards.voidream.card_schema import read_source, source
from cards.voidream.decks import Deck, ready_made
from cards.voidream.model import Card, Kind
from engine.kernel.match import Match, replay
from engine.voidream.game import VOIDREAM
from engine.voidream.saves.decks import read_kept
from tests.golden_saves.continuation import played_on


def other(card: Card) -> Card:
    """Return the card as in another edition: with the same title and kind, but another effect."""
    written = source(card) | {"dawn": 9, "stability": 3, "dusk": 9, "text": "Heroic."}
    return read_source(written)


def edition(deck: Deck) -> Deck:
    changed = {card.title: other(card) for card in deck.dream if card.kind is Kind.ENTITY}
    assert changed
    return replace(deck, dream=tuple(changed.get(card.title, card) for card in deck.dream))


def refuse(*_: object, **__: object) -> Any:
    raise AssertionError("a running match looks into the card files")


def test_a_running_match_and_its_record_know_the_cards_of_their_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decks = [edition(deck) for deck in ready_made()[:2]]
    begun = Match.new(VOIDREAM, decks, "kept 2")
    changed = {card.title: card for deck in decks for card in deck.dream if card.kind is Kind.ENTITY}
    data = begun.save()

    # The files are the same, but are no longer readable.
    read_kept.cache_clear()
    monkeypatch.setattr(cards.voidream.library, "the_set", refuse)
    # New checks of the linter don't apply to a card in a running match.
    monkeypatch.setattr(
        cards.voidream.card_schema, "lint", lambda text, kind: [(0, "It is not wanted any more.")]
    )
    match = played_on(Match.load(VOIDREAM, data), "kept")
    assert match.outcome is not None
    again = Match.load(VOIDREAM, match.save())
    replayed = replay(VOIDREAM, again.setup, again.seed, again.record.answers)
    assert replayed.save() == match.save()
    faces = [face for side in again.view(None).sides for face in (*side.discard.cards, *side.void.cards)]
    seen = {face.title: face for face in faces if face.title in changed}
    assert seen
    for title, face in seen.items():
        assert (face.dawn, face.stability, face.dusk) == (9, 3, 9), title
        page = VoidreamReference().cause(again.setup, title)
        assert page is not None and "Heroic" in str(page)


def test_pictures_are_described_on_every_face_as_when_the_match_began() -> None:
    deck, other_deck = ready_made()[:2]
    pictured = replace(
        deck, bastion=replace(deck.bastion, art="big tower"), mind=replace(deck.mind, art="eye, in void")
    )
    match = Match.new(VOIDREAM, [pictured, other_deck], "pictures")
    side = Match.load(VOIDREAM, match.save()).view(None).sides[0]
    assert [shown.face.art for shown in side.constructs] == ["big tower"]
    assert side.mind.art == "eye, in void"
