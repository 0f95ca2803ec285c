"""Cards with random texts, built from every known sentence: whole matches with them end without an error."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from cards.dreamweavers.language.lines import (
    Ability,
    Activated,
    ActivatedOnce,
    AdditionalCost,
    Fleeting,
    Keywords,
    Line,
    Lingering,
    Static,
    Triggered,
    WhenPlayed,
)
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.sentences import Effect
from cards.dreamweavers.language.words import Notion, Noun, Timing
from cards.dreamweavers.model import Card, CardSet, Cover
from engine.dreamweavers.frames import SetUp
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.position import END_OF_GAUGE, unpacked
from engine.dreamweavers.program import CardPool
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.turns.setup import blank
from engine.kernel.chance import Chance
from engine.kernel.position import packed
from engine.kernel.question import check, random_choice
from tests.engine.dreamweavers.effects.test_instructions import SENTENCES

TEMPLATES = Path(__file__).parents[3] / "cards" / "dreamweavers" / "language" / "templates.toml"
ZONES = ("mind", "hand", "ego", "id", "thoughts", "feelings")


class Parts(NamedTuple):
    """The building blocks of texts."""

    effects: list[Effect]
    statics: list[Static]
    abilities: list[Activated | ActivatedOnce]
    triggers: list[Triggered]
    keywords: list[Keywords]
    costs: list[AdditionalCost]


@cache
def parts() -> Parts:
    lines = [en for group in tomllib.loads(TEMPLATES.read_text()).values() for en, _ in group]
    lines += [text for text, _, _ in SENTENCES]
    parts_found = Parts([], [], [], [], [], [])
    for node in map(read_line, lines):
        match node.line if isinstance(node, Lingering) else node:
            case Static() as static:
                parts_found.statics.append(static)
            case Activated() | ActivatedOnce() as ability:
                parts_found.abilities.append(ability)
                parts_found.effects.append(ability.effect)
            case Triggered() as trigger:
                parts_found.triggers.append(trigger)
                parts_found.effects.append(trigger.effect)
            case Line(effect) | WhenPlayed(effect) | Fleeting(effect):
                parts_found.effects.append(effect)
            case Keywords() as keywords:
                parts_found.keywords.append(keywords)
            case AdditionalCost() as cost:
                parts_found.costs.append(cost)
            case _:
                pass
    return parts_found


def in_force(rng: Random) -> Static | Activated | ActivatedOnce | Triggered:
    known = parts()
    effect = rng.choice(known.effects)
    match rng.randrange(3):
        case 0:
            return rng.choice(known.statics)
        case 1:
            kind = rng.choice((Activated, ActivatedOnce))
            return kind(rng.choice(known.abilities).cost, effect)
        case _:
            trigger = rng.choice(known.triggers)
            return Triggered(Timing.WHEN, trigger.event, effect, condition=trigger.condition)


def text(rng: Random, *, is_thought: bool) -> tuple[Ability, ...]:
    known = parts()
    lines: list[Ability] = []
    if rng.random() < 0.1:
        lines.append(rng.choice(known.costs))
    if rng.random() < 0.3:
        lines.append(Keywords((rng.choice(rng.choice(known.keywords).keywords),)))
    effect = rng.choice(known.effects)
    if rng.random() < 0.3:
        effect += rng.choice(known.effects)
    if is_thought:
        lines += [WhenPlayed(effect)] if rng.random() < 0.4 else []
        lines += [in_force(rng)] if rng.random() < 0.5 else []
    else:
        lines.append(Fleeting(effect))
        lines += [Lingering(in_force(rng))] if rng.random() < 0.6 else []
    return tuple(lines)


def any_set(rng: Random) -> CardSet:
    cards: dict[str, Card] = {}
    for notion in Notion:
        for number in range(15):
            is_thought = rng.random() < 0.6
            kind = Noun.THOUGHT if is_thought else Noun.FEELING
            power = rng.randint(0, 7) if is_thought else 0
            title = f"{notion.value} {number}"
            cards[title] = Card(
                title, notion, kind, rng.randint(0, 5), power, text(rng, is_thought=is_thought)
            )
    return CardSet(cards, {notion: Cover(notion, "", (in_force(rng),)) for notion in Notion})


@pytest.mark.parametrize("seed", range(6))
def test_matches_of_any_texts_end(seed: int) -> None:
    pool = CardPool.of(any_set(Random(seed)))
    ref = Referee(blank(pool, f"any {seed}"), pool)
    ref.push(SetUp())
    ref.run()
    assert DREAMWEAVERS.round_number(ref) == 0
    chance = Chance(f"answers {seed}")
    answers = 0
    while ref.position.outcome is None:
        seat, question = min(ref.position.questions.items())
        choice = random_choice(question, chance)
        check(question, choice)
        if answers % 4 == 0:
            ref = Referee(unpacked(packed(ref.position)), pool)
        ref.take(ref.position.questions[seat], choice)
        answers += 1
        assert answers < 3000
        for owner in range(2):
            in_zones = [card for zone in ZONES for card in ref.zone(owner, zone)]
            shown = sum(held.owner == owner and held.zone == "revealed" for held in ref.cards)
            assert len(in_zones) + shown == (45 if ref.cards else 0)
            assert all(ref.cards[card].zone == zone for zone in ZONES for card in ref.zone(owner, zone))
            assert len(in_zones) == len(set(in_zones))
        assert abs(ref.position.tracker) <= END_OF_GAUGE
        assert not ref.computing
