"""Invariants in every match of the card set: the eight ready-made decks, and randomly filled legal decks (§8).

`VOIDREAM_ROUNDS_OF_DECKS` is the number of matches of every ready-made deck (1 by default),
`VOIDREAM_DECKS_BY_LOT` the number of pairs of random decks (4 by default). `VOIDREAM_SEED` changes the matches.
"""

from __future__ import annotations

import os
from random import Random

from cards.voidream.autofill import filled
from cards.voidream.deck_rules import violations
from cards.voidream.decks import Deck, DeckList, ready_made
from engine.kernel.chance import Chance
from engine.kernel.match import Match, replay
from engine.kernel.question import random_choice
from engine.voidream.game import VOIDREAM
from engine.voidream.queries.loops import digest
from tests.cards.voidream.decklists import by_lot as any_card
from tests.engine.voidream.test_always import check_cards, check_position, check_words, referee

ROUNDS_OF_DECKS = int(os.environ.get("VOIDREAM_ROUNDS_OF_DECKS", "1"))
DECKS_BY_LOT = int(os.environ.get("VOIDREAM_DECKS_BY_LOT", "4"))
SEED = os.environ.get("VOIDREAM_SEED", "set")
MOST_ROUNDS = 40
"""The rules end every match earlier (§5): each Nightmare costs an arcanum, or an answer to it."""
SAVED = 12
"""Answers after which a match is saved and loaded, and the copy gets the next answer too."""


def play(first: Deck, second: Deck, seed: str) -> Match:
    """Play a match at random to its end and check the invariants."""
    setup = VOIDREAM.setup([first, second])
    match, events = Match.begin(VOIDREAM, setup, seed)
    chance = Chance(f"answers {seed}")
    check_words(VOIDREAM, events)
    while match.outcome is None:
        seats = sorted(match.questions)
        question = match.questions[seats[chance.below(len(seats))]]
        assert question.options or question.maximum >= question.minimum
        choice = random_choice(question, chance)
        copy = Match.load(VOIDREAM, match.save()) if match.turn_count % SAVED == 0 else None
        events = match.answer(question.seat, question.id, choice)
        if copy is not None:
            assert copy.answer(question.seat, question.id, choice) == events
            assert copy.save() == match.save()
            check_words(VOIDREAM, events)
            for viewer in (0, 1, None):
                assert copy.view(viewer) == match.view(viewer)
        check_cards(referee(match))
        check_position(match)
        assert referee(match).position.round <= MOST_ROUNDS, seed
    assert match.outcome.ending in ("bastion", "insanity")
    again = replay(VOIDREAM, setup, seed, match.record.answers)
    assert again.save() == match.save()
    assert digest(referee(again)) == digest(referee(match))
    return match


def by_lot(rng: Random, name: str) -> Deck:
    """Return a random legal deck."""
    deck = filled(DeckList(), rng, choose=any_card)
    assert deck.bastion is not None
    assert deck.mind is not None
    assert violations(deck) == []
    return Deck(name, deck.bastion, deck.mind, deck.arcana, deck.dream, deck.guest)


def test_every_match_of_the_ready_made_decks_ends_and_can_be_played_again():
    made = ready_made()
    for n in range(ROUNDS_OF_DECKS):
        for i, deck in enumerate(made):
            other = made[(i + 1 + n) % len(made)]
            play(deck, other, f"{SEED} {deck.name} {n}")


def test_every_match_of_randomly_filled_decks_ends_and_can_be_replayed():
    for n in range(DECKS_BY_LOT):
        rng = Random(f"{SEED} {n}")
        play(by_lot(rng, "One"), by_lot(rng, "Other"), f"{SEED} lot {n}")
