"""Hidden choices leave no trace: all answers give the other seats the same view and knowledge (DW14, DW16)."""

from __future__ import annotations

from itertools import combinations, islice, permutations
from random import Random

import msgspec
import pytest

from engine.dreamweavers.referee import Referee
from engine.dreamweavers.scenario.format import FORMAT, read_scenarios
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, seen
from engine.kernel.match import Match
from engine.kernel.question import Choice, Question, QuestionKind, random_choice

TEXTS = (
    "Look at the top 3 cards of your mind. Put one of them into your hand and the rest on the bottom of your mind in any order.",
    "Look at the top 3 cards of your mind, then return them in any order.",
    "Look at all cards of your opponent's Ego, then return them in any order.",
    "Look at the top 2 cards of your mind, then your opponent returns them in any order.",
    "Each player looks at the top 2 cards of their mind, then returns them in any order.",
    "Each player looks at the top 3 cards of their mind. Each player puts one of them into their hand and the rest on the bottom of their mind in any order.",
    "Put a card in your hand on the bottom of your Ego.",
    "Each player puts 2 cards in their hand on top of their mind.",
    "Reveal the top card of your mind.",
    "Put a card in your Id on top of your mind.",
)
FEELINGS = [
    f"Feeling of {number}"
    for number in ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
]
THOUGHTS = [
    f"Thought of {number}"
    for number in [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    ]
]
CARDS = "\n".join(
    [
        *(
            f"card: {name}, Feeling, cost 0\n  Fleeting: {text}"
            for name, text in zip(FEELINGS, TEXTS, strict=True)
        ),
        *(f"card: {name}, Thought, cost 0, power 1" for name in THOUGHTS),
    ]
)
SECRET = ("into your hand", "into their hand", "in your hand", "in their hand")
NAMES = ("Ada", "Bo")

AnyMatch = Match[Referee, object]


def laid_out(seed: int) -> AnyMatch:
    rng = Random(seed)
    feelings, thoughts = (rng.sample(names, len(names)) for names in (FEELINGS, THOUGHTS))
    sides = [
        f"{name}:\n  hand: {', '.join(feelings[at * 5 : at * 5 + 5])}\n  mind: {', '.join(thoughts[at * 6 : at * 6 + 4])}"
        f"\n  ego: {thoughts[at * 6 + 4]}, 1\n  id: {thoughts[at * 6 + 5]}, 2\n"
        for at, name in enumerate(NAMES)
    ]
    text = f"{CARDS}\nscenario: One\nseed: {seed}\n{''.join(sides)}Then it is Ada's turn\n"
    (scenario,) = read_scenarios(f"game: Dreamweavers\n{text}")
    return FORMAT.lay_out(scenario)[0]


def hidden_answers(question: Question) -> list[Choice]:
    """Return some answers that the other seats can't distinguish."""
    keys = [option.key for option in question.options]
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


@pytest.mark.parametrize("seed", range(5))
def test_answers_to_hidden_choices_look_the_same(seed: int) -> None:
    match, chance, compared = laid_out(seed), Chance(f"answers {seed}"), 0
    for _ in range(40):
        if match.outcome is not None:
            break
        seat = min(match.questions)
        question = match.questions[seat]
        first: dict[int | None, list[object]] = {}
        for answer in hidden_answers(question):
            copy = Match.load(match.game, match.save())
            happened = copy.answer(seat, question.id, answer)
            for viewer in (1 - seat, None):
                now = noticed(copy, happened, viewer)
                assert now == first.setdefault(viewer, now), (question.purpose, answer)
                compared += 1
        match.answer(seat, question.id, random_choice(question, chance))
    assert compared
