"""Hidden choices leave no trace: all answers give the other audiences the same view and knowledge (R7, R13, R119).

All Dream cards have the same value, so that backs don't distinguish them.
"""

from __future__ import annotations

from itertools import combinations, islice, permutations
from random import Random

import msgspec
import pytest

from cards.voidream.model import Kind
from engine.kernel.cards.state import BACK_SEEN, EVERYBODY
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, seen
from engine.kernel.match import Match
from engine.kernel.question import Choice, Question, QuestionKind, random_choice
from engine.voidream.position import DECK, HAND
from engine.voidream.referee import Referee
from engine.voidream.views.types import VoidreamView
from tests.engine.voidream.table import NAMES, Stage, card, entity

TEXTS = (
    "Look at the top 3 cards of your deck, then put one of them on the bottom of your deck.",
    "Look at the top 3 cards of your deck, then return them in any order.",
    "Look at the top 3 cards of your deck, then veil one of them.",
    "Look at the top 3 cards of your deck, then put 2 of them on the bottom of your deck in any order.",
    "Look at the top 4 cards of your deck, then put 2 of them on the bottom of your deck in random order, then return the others in any order.",
    "Look at the top 3 cards of your deck, then your opponent returns them in any order.",
    "Look at the top 2 cards of your opponent's deck, then return them in any order.",
    "Put the top 2 cards of your deck on the bottom of your deck in any order.",
    "Put 2 veiled cards on top of their owner's deck in any order.",
    "Put 2 entities on the bottom of their owner's deck in any order.",
    "Reveal the top card of your deck.",
    "Reveal the top card of your opponent's deck.",
    "Charge all entities.",
    "Roll.",
)
ARCANA = [card(f"Arcanum {text}", Kind.ARCANUM, 4, text, inverted="Roll.") for text in TEXTS]
DREAM = [entity(f"Entity {number}", 1, 3, 1) for number in range(22)]
SECRET = ("Put one of them", "Put 2 of them", "Veil one of them")

AnyMatch = Match[Referee, VoidreamView]


def laid_out(seed: int) -> AnyMatch:
    rng = Random(seed)
    titles = [one.title for one in DREAM]
    rng.shuffle(titles)
    sides = [
        {
            "hand": [one.title for one in rng.sample(ARCANA, 9)],
            "deck": titles[at : at + 7],
            "play": titles[at + 7 : at + 9],
            "veiled": titles[at + 9 : at + 11],
        }
        for at in (0, 11)
    ]
    match = Stage([*ARCANA, *DREAM], sides[0], sides[1]).match
    position = match.machine.position
    position.chance = Chance(f"hidden choices {seed}")
    for held in position.cards:
        own = 1 << held.owner
        is_hidden = held.veiled or held.zone == HAND
        held.known = (
            own | BACK_SEEN if is_hidden else 0 if held.zone == DECK and not held.face_up else EVERYBODY
        )
        held.seen = own if held.known != EVERYBODY else EVERYBODY & ~BACK_SEEN
    for state in position.seats:
        position.cards[state.deck[0]].known |= BACK_SEEN
    return match


def hidden_answers(match: AnyMatch, question: Question) -> list[Choice]:
    """Return some answers that others can't distinguish; none if a face-up card is among the moved ones."""
    keys = [option.key for option in question.options]
    decks = [state.deck[: state.lifted] for state in match.machine.seats]
    if any(match.machine.cards[one].face_up for deck in decks for one in deck) or any(
        "Keep" in key for key in keys
    ):
        return []
    if question.kind is QuestionKind.ORDER:
        return list(islice(permutations(keys), 4))
    if question.kind is QuestionKind.CARDS and any(words in question.purpose for words in SECRET):
        return list(islice(combinations(keys, question.minimum), 4))
    return []


def noticed(match: AnyMatch, happened: tuple[Event, ...], viewer: int | None) -> list[object]:
    """Return a viewer's view, events and knowledge after an answer."""
    return [
        msgspec.json.encode([match.view(viewer), sorted(match.awaited), match.outcome]),
        [match.game.words(seen(event, viewer), NAMES) for event in happened],
        None if viewer is None else match.known_to(viewer),
    ]


@pytest.mark.parametrize("seed", range(6))
def test_answers_to_hidden_choices_look_the_same(seed: int) -> None:
    match, chance, compared = laid_out(seed), Chance(f"answers {seed}"), 0
    for _ in range(30):
        if match.outcome is not None:
            break
        seat = min(match.questions)
        question = match.questions[seat]
        first: dict[int | None, list[object]] = {}
        for answer in hidden_answers(match, question):
            copy = Match.load(match.game, match.save())
            happened = copy.answer(seat, question.id, answer)
            for viewer in (1 - seat, None):
                now = noticed(copy, happened, viewer)
                assert now == first.setdefault(viewer, now), (question.purpose, answer)
                compared += 1
        match.answer(seat, question.id, random_choice(question, chance))
    assert compared
