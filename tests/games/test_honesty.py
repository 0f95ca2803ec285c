"""Every game with a search: a computer player uses only its seat's knowledge.

tests/engine/kernel/ai/test_honesty.py shows that each check detects a violation.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import suppress
from functools import cache
from itertools import islice
from multiprocessing import get_context
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from bot.balance.honesty import positions_of
from engine.dreams_of_dystopia.facts.cards import Shuffled as ShuffledInDystopia
from engine.dreams_of_dystopia.views.knowledge import KNOWLEDGE as OF_DYSTOPIA
from engine.dreamweavers.facts.cards import Shuffled as ShuffledInDreamweavers
from engine.dreamweavers.views.knowledge import KNOWLEDGE as OF_DREAMWEAVERS
from engine.kernel.ai.advice import advise
from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.honesty import CHECKS, GLANCE, exchanged_for
from engine.kernel.ai.levels import HARD
from engine.kernel.ai.search import SearchCancelled, SearchResult, think
from engine.kernel.cards import knowledge as knowledge_of_cards
from engine.kernel.cards.knowledge import CardKnowledge
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, seen
from engine.kernel.machine import AnyMachine
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.kernel.sample_match import GameDefect, SampleMoment
from engine.voidream.facts.rounds import Shuffled as ShuffledInVoidream
from engine.voidream.views.knowledge import KNOWLEDGE as OF_VOIDREAM
from tests.games.trials import GAMES
from tests.known import position_in, with_chance

THINKING: dict[str, Thinking] = {
    name: game.thinking for name, game in GAMES.items() if game.thinking is not None
}
KNOWING: dict[str, CardKnowledge[Any, Any]] = {
    "voidream": OF_VOIDREAM,
    "dreamweavers": OF_DREAMWEAVERS,
    "dreams_of_dystopia": OF_DYSTOPIA,
}
"""The real games, and the function that builds the knowledge of each."""
PEOPLES = [name for name in THINKING if name in KNOWING]
POSITIONS = 20
EACH = 5


@cache
def found(name: str) -> list[SampleMoment]:
    return list(islice(positions_of(GAMES[name], "honesty", EACH), POSITIONS))


@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize("check", CHECKS)
def test_a_computer_player_uses_only_its_seats_knowledge(name: str, check: str) -> None:
    for moment in found(name)[:: 10 if check == "apart" else 1]:
        CHECKS[check](THINKING[name], moment)


def briefly(thinking: Thinking) -> Thinking:
    hard = replace(thinking.levels[HARD.key], answers=20)
    return replace(thinking, levels={**thinking.levels, HARD.key: hard})


@pytest.mark.parametrize("name", PEOPLES)
def test_a_hint_uses_only_its_seats_knowledge(name: str) -> None:
    thinking, compared = briefly(THINKING[name]), 0

    def advises(machine: AnyMachine, seat: int) -> Any:
        nonlocal compared
        knowledge = thinking.game.know(machine, {seat})
        advice = advise(thinking, knowledge, seat, "hint", is_enough=lambda: True)
        compared += advice.other is not None
        return advice

    for moment in found(name):
        if compared >= 2:
            break
        exchanged_for(advises, thinking, moment)
    assert compared >= 2


# ------------------------------------------------------------------------------------------------- leaks are caught


def titles(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is hidden."""

    layout = KNOWING[name].layout
    set_face = layout.set_face

    def stays(card: Any, face: Any) -> None:
        set_face(card, face or layout.face(card))

    monkeypatch.setattr(layout, "set_face", stays)


def numbers(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards keep their numbers, which identify a card that was seen once."""

    def kept(layout: Any, position: Any, *hidden: object) -> tuple[dict[int, int], list[list[int]]]:
        return {card: card for card in range(len(position.cards))}, [[] for _ in layout.closed(position)]

    monkeypatch.setattr(knowledge_of_cards, "number_by_place", kept)


def chance(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed of the match, and the amount of randomness used."""
    game = THINKING[name].game

    def leaking(machine: AnyMachine, seats: Collection[int]) -> bytes:
        return with_chance(KNOWING[name], game.know(machine, seats), machine.position.chance)

    monkeypatch.setitem(THINKING, name, replace(THINKING[name], game=replace(game, know=leaking)))


@pytest.mark.parametrize("name", PEOPLES)
@pytest.mark.parametrize("leak", [titles, numbers, chance])
def test_leaks_are_caught(
    name: str, leak: Callable[[str, pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(name, monkeypatch)
    caught = 0
    played = [moment for moment in found(name) if moment.match.turn_count > 10][:15]
    for moment in played:
        try:
            CHECKS["exchanged"](THINKING[name], moment)
        except GameDefect as unfit:
            assert "knows depends on what it can't know" in str(unfit)
            caught += 1
    assert caught >= len(played) - 1


def test_every_game_with_a_search_lists_its_possible_leaks() -> None:
    from bot.games.registry import games

    assert {name for name, game in games().games.items() if game.thinking is not None} <= set(KNOWING)


# ------------------------------------------------------------------------------------------------- separate streams

Thinks = Callable[[Thinking, bytes, int, str], SearchResult]


def here(thinking: Thinking, knowledge: bytes, seat: int, seed: str) -> SearchResult:
    return think(thinking, knowledge, seat, GLANCE, seed)


def interrupted(thinking: Thinking, knowledge: bytes, seat: int, seed: str) -> SearchResult:
    for most in (1, 4):
        left = iter(range(most))
        with suppress(SearchCancelled):
            think(thinking, knowledge, seat, GLANCE, seed, is_wanted=lambda: next(left, None) is not None)  # noqa: B023
    return here(thinking, knowledge, seat, seed)


def elsewhere(executor: Executor) -> Thinks:
    def thinks(thinking: Thinking, knowledge: bytes, seat: int, seed: str) -> SearchResult:
        return executor.submit(here, thinking, knowledge, seat, seed).result()

    return thinks


def played(name: str, thinks: Thinks, answers: int = 16) -> bytes:
    """Play the beginning of a match, and return it."""
    moment = found(name)[0]
    match = Match.begin(moment.sample.game, moment.sample.setup, "streams")[0]
    while match.outcome is None and match.turn_count < answers:
        seat = min(match.questions)
        thought = thinks(THINKING[name], match.known_to(seat), seat, f"{seat}, {match.turn_count}")
        match.answer(seat, match.questions[seat].id, thought.choice)
    return match.save()


@pytest.mark.slow
def test_a_match_is_the_same_wherever_its_players_think_and_however_often_they_are_interrupted() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        for name in PEOPLES:
            expected = played(name, here)
            assert played(name, interrupted) == expected
            assert played(name, elsewhere(executor)) == expected


# ------------------------------------------------------------------------------------------------------- memory


def remembered(name: str, knowledge: bytes) -> Iterator[tuple[int, str]]:
    """Yield the cards in hidden places that a seat knows, by owner and title."""
    for held in position_in(KNOWING[name], knowledge).cards:
        if name == "voidream":
            is_closed = held.zone == "hand" or (held.zone == "deck" and not held.face_up)
        else:
            is_closed = held.zone in ("hand", "deck", "mind", "ego")
        if held.title and is_closed:
            yield held.owner, held.title


@pytest.mark.parametrize("name", PEOPLES)
def test_a_known_card_was_shown_since_the_last_shuffle(name: str) -> None:
    """Derives a seat's knowledge only from the text of its events and views."""
    game, first = THINKING[name].game, found(name)[0].sample
    policies = [THINKING[name].policy(first.chance) for _ in range(2)]
    match, happened = Match.begin(game, first.setup, "memory")
    shown: dict[tuple[int, int], bytes] = {(seat, owner): b"" for seat in range(2) for owner in range(2)}
    count = 0
    while True:
        for seat in range(2):
            for event in happened:
                _note(shown, event, seat)
            view = msgspec.json.encode([game.view(match.machine, seat), match.questions.get(seat)])
            for owner in range(2):
                shown[seat, owner] += view
            for owner, title in remembered(name, game.know(match.machine, {seat})):
                if owner != seat or name != "voidream":
                    assert msgspec.json.encode(title) in shown[seat, owner], (seat, title, match.turn_count)
                    count += 1
        if match.outcome is not None or match.turn_count > 120:
            break
        seat = min(match.questions)
        question = match.questions[seat]
        choice = policies[seat].answer(
            question, lambda seat=seat: THINKING[name].view_of(match.machine, seat)
        )
        happened = match.answer(seat, question.id, choice)
    assert count > 20


def _note(told: dict[tuple[int, int], bytes], event: Event, seat: int) -> None:
    """Record a seat's event. After a shuffle, earlier information about the deck is lost."""
    fact = seen(event, seat).fact
    if isinstance(fact, ShuffledInVoidream | ShuffledInDreamweavers | ShuffledInDystopia):
        told[seat, fact.seat] = b""
    for owner in range(2):
        told[seat, owner] += msgspec.json.encode(fact)


# -------------------------------------------------------------------------------------------------------- belief

DRAWN = 4
"""The number of sampled positions: the true one takes each of five ranks among them equally often."""
TOO_FAR = 18.47
"""The value that chi square exceeds once in a thousand times with 4 degrees of freedom."""


def unknown(name: str, machine: AnyMachine, seat: int) -> list[int]:
    """Return the top cards of a seat's own deck that it doesn't know."""
    side = cast("Any", machine.position).seats[seat]
    deck: list[int] = side.mind if name == "dreamweavers" else side.deck
    cards = cast("Any", machine.position).cards
    return [at for at, card in enumerate(deck[:6]) if not cards[card].known & 1 << seat]


def lies_at(name: str, machine: AnyMachine, seat: int, at: int) -> str:
    """Return the title of a card of a seat's own deck."""
    side = cast("Any", machine.position).seats[seat]
    deck: list[int] = side.mind if name == "dreamweavers" else side.deck
    return cast("Any", machine.position).cards[deck[at]].title


def places(name: str, matches: int) -> list[int]:
    """Count the ranks of the unknown cards of a seat's own deck among the sampled cards, by title."""
    game, counts = THINKING[name].game, [0] * (DRAWN + 1)
    decks = [deck.content for deck in GAMES[name].decks.values()] or [None]
    for number in range(matches):
        chance = Chance(f"belief {number}")
        match = Match.new(game, [chance.pick(decks) for _ in range(2)], f"belief {number}")
        for _ in range(8 + chance.below(16)):
            if match.outcome is None:
                seat = chance.pick(sorted(match.questions))
                question = match.questions[seat]
                match.answer(seat, question.id, random_choice(question, chance))
        if match.outcome is not None:
            continue
        seat = min(match.questions)
        knowledge = match.known_to(seat)
        worlds = [game.sample(knowledge, chance) for _ in range(DRAWN)]
        for at in unknown(name, match.machine, seat):
            true = lies_at(name, match.machine, seat, at)
            titles = [lies_at(name, world, seat, at) for world in worlds]
            counts[sum(title < true for title in titles) + chance.below(titles.count(true) + 1)] += 1
    return counts


@pytest.mark.parametrize("name", PEOPLES)
def test_sampled_deck_positions_are_uniform(name: str) -> None:
    counts = places(name, 40)
    expected = sum(counts) / len(counts)
    assert expected > 20
    assert sum((count - expected) ** 2 / expected for count in counts) < TOO_FAR, counts
