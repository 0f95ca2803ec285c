"""Hidden choices with three players: whatever the answer, all others see and know the same (DD79, DD93, DD117)."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from engine.dreams_of_dystopia.effects.choices import NOTHING
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.scenario.format import FORMAT, read_scenarios
from engine.dreams_of_dystopia.topics import Topic
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, seen
from engine.kernel.match import Match
from engine.kernel.question import Choice, Question, random_choice

MINIONS = {
    "Lookout": "ABILITY: Reveal the top card of your deck. +1 Ability.",
    "Planner": "ABILITY: Put a card from your hand on top of your deck. +1 Ability.",
    "Gleaner": "ABILITY: Search your deck for a card and put it into your hand. Shuffle deck afterwards. +1 Ability.",
    "Whisperer": "ABILITY: You may put a card from your hand on top of your deck. Draw 2. +1 Ability.",
    "Arbiter": "ABILITY: Choose one: put a card from your hand on top of your deck; or draw 1. +1 Ability.",
    "Ward": "SUPPORT: +1 DEF.",
    "Guest": "COMBAT: Upon Block: Put a card from your hand on top of your deck.",
}
WEAPONS = {
    "Hook": "Upon Hit: Put a card from your hand on top of your deck.",
    "Sieve": "Upon Hit: Search your deck for a card and put it into your hand. Shuffle deck afterwards.",
    "Dagger": "+1 ATK.",
}
CARDS = "\n".join(
    [
        *(f"card: {name}, Minion, divine, ATK 3, DEF 3, SKL 9\n  {text}" for name, text in MINIONS.items()),
        *(f"card: {name}, Weapon, divine, SKL 1\n  {text}" for name, text in WEAPONS.items()),
    ]
)
NAMES = ("Ada", "Bo", "Cy")
ON_TOP = "on top of your deck"
AnyMatch = Match[Referee, object]


def laid_out(seed: int) -> AnyMatch:
    rng, every = Random(seed), [*MINIONS, *WEAPONS]
    sides = [
        f"{name}:\n  hand: {', '.join(rng.sample(every, 7))}\n  deck: {', '.join(rng.sample(every, 6))}\n  lp: 30\n"
        for name in NAMES
    ]
    text = f"players: {', '.join(NAMES)}\nseed: {seed}\n{CARDS}\nscenario: One\n{''.join(sides)}Then it is Ada's turn\n"
    (scenario,) = read_scenarios(text)
    return FORMAT.lay_out(scenario)[0]


def is_hidden(question: Question, key: str) -> bool:
    """Return whether no one else can distinguish an answer from similar ones, even after the sitting."""
    if question.topic == Topic.SEARCH:
        return key != NOTHING
    return question.topic == Topic.CARDS and ON_TOP in str(question.purpose)


def noticed(match: AnyMatch, happened: tuple[Event, ...], viewer: int | None) -> list[object]:
    """Return everything that a viewer sees and knows after an answer."""
    return [
        msgspec.json.encode([match.view(viewer), sorted(match.awaited), match.outcome, match.open_ids]),
        [match.game.words(seen(event, viewer), NAMES) for event in happened],
        None if viewer is None else match.known_to(viewer),
    ]


def lively(question: Question, chance: Chance) -> Choice:
    """Return a random answer that uses a card or fights with it, if there is one."""
    keys = [
        option.key
        for option in question.options
        if option.key.startswith(("ability", "attack", "block", "helper"))
    ]
    return (keys[chance.below(len(keys))],) if keys else random_choice(question, chance)


@pytest.mark.parametrize("seed", range(3))
def test_answers_to_hidden_choices_look_the_same(seed: int) -> None:
    match, chance, compared = laid_out(seed), Chance(f"answers {seed}"), Counter[tuple[str, bool]]()
    for _ in range(40):
        seat = min(match.questions)
        question = match.questions[seat]
        first: dict[tuple[bool, int | None], list[object]] = {}
        for option in question.options:
            copy = Match.load(match.game, match.save())
            happened = copy.answer(seat, question.id, (option.key,))
            is_open = copy.sitter == seat
            if not is_open and not is_hidden(question, option.key):
                continue
            for viewer in {0, 1, 2, None} - {seat}:
                now = noticed(copy, happened, viewer)
                compared[question.topic, is_open] += (is_open, viewer) in first
                assert now == first.setdefault((is_open, viewer), now), (question.purpose, option.key)
        match.answer(seat, question.id, lively(question, chance))
        if match.outcome is not None:
            break
    assert all(compared[of] for of in [(Topic.SEARCH, False), (Topic.CARDS, False), (Topic.BLOCK, True)])
