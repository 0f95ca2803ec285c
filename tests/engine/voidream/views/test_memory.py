"""A seat's knowledge of the other deck equals what its events and views have shown, computed here independently."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
from msgspec.structs import replace

from cards.voidream.autofill import filled
from cards.voidream.card_schema import read_source, source
from cards.voidream.decks import Deck, DeckList, ready_made
from cards.voidream.library import Library, the_set
from cards.voidream.model import Card, Faction
from engine.kernel.cards.knowledge import read_known
from engine.kernel.chance import Chance
from engine.kernel.events.event import seen
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.voidream.game import VOIDREAM
from engine.voidream.players.greedy.player import Greedy
from engine.voidream.views.builder import build_view
from engine.voidream.views.knowledge import KNOWLEDGE
from tests.engine.voidream.views.test_samples import referee
from tests.known import position_in

VIEWER, OTHER = 0, 1


def titles(deck: Deck) -> set[str]:
    return {deck.bastion.title, *(card.title for card in (*deck.arcana, *deck.dream))}


def putting_back(card: Card) -> Card:
    """Return the card, or Return Ticket with a text that puts back up to two entities in a hidden order."""
    text = "Put up to 2 entities in your discard pile on top of your deck in any order.\nEvoke."
    return read_source(source(card) | {"text": text}) if card.title == "Return Ticket" else card


def unlike() -> tuple[Deck, Deck]:
    """Two decks without common cards, so a title identifies its owner. The second often puts back two cards."""
    other = next(deck for deck in ready_made() if deck.name == "Sunset on Request")
    other = replace(other, arcana=tuple(map(putting_back, other.arcana)))
    rest = {title: card for title, card in the_set().cards.items() if title not in titles(other)}
    full = filled(DeckList(main=Faction.MAZE), Random(1), Library(rest))
    assert full.bastion is not None and full.mind is not None
    return Deck("unlike", full.bastion, full.mind, full.arcana, full.dream, full.guest), other


def test_a_seat_knows_the_titles_that_it_was_shown_and_no_others() -> None:
    hidden_again = [followed(f"memory {number}") for number in (1, 11, 13)]
    assert any(hidden_again), "a card has moved out of sight"


def followed(seed: str) -> int:
    """Play a match, compare at each answer, and return how often a known card was in an untrackable place."""
    chance, greedy = Chance(seed), Greedy(Chance(seed))
    own, other = unlike()
    match, happened = Match.begin(VOIDREAM, VOIDREAM.setup([own, other]), seed)
    theirs = {title: msgspec.json.encode(title) for title in titles(other)}
    shown: set[str] = set()
    hidden_again = 0
    while match.outcome is None and match.turn_count < 150:
        view = match.view(VIEWER)
        told = b"".join(
            [
                *(msgspec.json.encode(seen(event, VIEWER).fact) for event in happened),
                msgspec.json.encode(view.sides),
            ]
        )
        shown |= {title for title, said in theirs.items() if said in told or said[:-1] + b"#" in told}
        known = match.known_to(VIEWER)
        cards = position_in(KNOWLEDGE, known).cards
        counts = Counter(held.title for held in cards if held.owner == OTHER and held.title)
        somewhere = read_known(known).faces[OTHER]
        assert {*counts, *somewhere} == shown, match.turn_count
        hidden_again += len(somewhere)
        seat = min(match.questions)
        question = match.questions[seat]
        if chance.below(3):
            choice = greedy.answer(question, lambda seat=seat: build_view(referee(match), seat))
        else:
            choice = random_choice(question, chance)
        happened = match.answer(seat, question.id, choice)
    assert len(shown) > 10
    return hidden_again
