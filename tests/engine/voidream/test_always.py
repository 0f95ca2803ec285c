"""Invariants after every answer of every match.

`VOIDREAM_MATCHES` is the number of random matches for each pair of decks (1 by default).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import msgspec
import pytest

from cards.voidream.decks import ready_made
from cards.voidream.language.tree import Ban, KeywordName, Prohibition, Stat, TriggerType
from engine.kernel.chance import Chance
from engine.kernel.errors import InvalidChoice, NotYourQuestion, StaleQuestion
from engine.kernel.events.event import Event, seen
from engine.kernel.game import Game
from engine.kernel.match import Match, replay
from engine.kernel.question import Question, QuestionKind, random_choice
from engine.voidream.facts.rounds import BastionPlaced, PhaseBegan
from engine.voidream.frames import EvokeCard, PlayCard, ResolveLine
from engine.voidream.game import VOIDREAM
from engine.voidream.position import ATTACHED, DECK, PLAY, PLAYING, VoidreamPosition
from engine.voidream.program import CardPool, Concern
from engine.voidream.queries.characteristics import stat
from engine.voidream.queries.score import score_parts, scores
from engine.voidream.referee import LIMIT, Referee
from engine.voidream.sources import ContinuousEffect
from tests.engine.voidream.cardset import SET, decks
from tests.engine.voidream.table import NAMES, deal, with_cards

MATCHES = int(os.environ.get("VOIDREAM_MATCHES", "1"))
MOST_ANSWERS = 3000
MOST_ROUNDS = 100
CONCERNS: tuple[Concern, ...] = (*Stat, *KeywordName, *Ban, *Prohibition)

ZONES: dict[str, Callable[[Referee, int], list[int]]] = {
    "deck": lambda ref, seat: ref.seats[seat].deck,
    "hand": lambda ref, seat: ref.seats[seat].hand,
    "arcana discard": lambda ref, seat: ref.seats[seat].arcana_discard,
    "discard": lambda ref, seat: ref.seats[seat].discard,
    "void": lambda ref, seat: ref.seats[seat].void,
    "play": lambda ref, seat: ref.seats[seat].play,
}


def referee(match: Match) -> Referee:
    machine = match._machine
    assert isinstance(machine, Referee)
    return machine


def check_cards(ref: Referee) -> None:
    """Every card is in exactly one place, and stores it."""
    placed: list[int] = []
    for zone, pile in ZONES.items():
        for seat in (0, 1):
            for card in pile(ref, seat):
                state = ref.cards[card]
                assert state.zone == zone
                assert (state.controller if zone == PLAY else state.owner) == seat
                assert not state.veiled or zone == PLAY
                assert not state.role or (zone == PLAY and not state.veiled)
                assert bool(state.tag) == (zone == PLAY or (zone == DECK and state.face_up))
            placed += pile(ref, seat)
    for card, state in enumerate(ref.cards):
        for under in state.attached:
            held = ref.cards[under]
            assert (held.zone, held.host) == (ATTACHED, card)
            assert state.zone == PLAY
            assert not held.attached
            assert held.tag
        placed += state.attached
        assert (state.host >= 0) == (state.zone == ATTACHED)
    playing = [card for card, state in enumerate(ref.cards) if state.zone == PLAYING]
    on_the_way = [frame.card for frame in ref.position.stack if isinstance(frame, PlayCard)]
    if ref.position.phase != "setup" and ref.position.outcome is None:
        assert set(playing) <= set(on_the_way)
    assert sorted(placed + playing) == list(range(len(ref.cards)))


def check_position(match: Match) -> None:
    """Questions, numbers, phases and the cards being looked at are consistent."""
    ref = referee(match)
    position = ref.position
    assert ref.events == []
    if match.outcome is not None:
        assert not match.questions
        assert not position.stack
    else:
        assert match.questions
        assert all(seat == question.seat for seat, question in match.questions.items())
        looking = any(
            isinstance(frame, EvokeCard) or (isinstance(frame, ResolveLine) and frame.it)
            for frame in position.stack
        )
        assert looking or not any(state.lifted for state in ref.seats)
        procedures = [frame.procedure for frame in position.stack]
        if position.conflict is not None and position.conflict.begun:
            assert "conflict" in procedures
        if position.phase != "setup":
            running = sum(name in ("beginning", "main", "nightmare") for name in procedures)
            assert len(position.phases) == running + (position.conflict is not None)
        assert position.phases == sorted(position.phases)
    for state in ref.seats:
        assert 0 <= state.mind <= 4
        assert 0 <= state.lifted <= len(state.deck)
    for card, state in enumerate(ref.cards):
        assert 0 <= state.damage <= LIMIT
        if state.zone == PLAY:
            assert all(-LIMIT <= stat(ref, card, which) <= LIMIT for which in Stat)
    for seat in (0, 1):
        assert all(-LIMIT <= number <= LIMIT for number in scores(ref, seat))
        check_parts(ref, seat)
    assert (
        all(effect.phase == 0 or effect.phase in position.phases for effect in position.ongoing)
        or match.outcome
    )


def check_parts(ref: Referee, seat: int) -> None:
    """The parts of a score are its current participants, the depth, and visible effects."""
    named = {title for _, _, title, *_ in ref.texts_in_force()}
    named |= {effect.title for effect in ref.position.ongoing}
    named |= {ref.title(card) for seat in (0, 1) for card in ref.participants(seat)}
    for which, parts in zip((Stat.DAWN, Stat.DUSK), score_parts(ref, seat), strict=True):
        counting = [
            card for card in ref.participants(seat) if ref.cards[card].exhausted == (which is Stat.DUSK)
        ]
        assert [part.number for part in parts if part.what == "entity"] == [
            stat(ref, card, which) for card in counting
        ]
        assert [part.number for part in parts if part.what == "depth"] == [ref.depth(seat)]
        assert all(part.title in named for part in parts if part.what not in ("depth", "limit"))


def check_memory(match: Match) -> None:
    """The cached texts in force equal those computed from the position."""
    ref = referee(match)
    fresh = Referee(
        msgspec.msgpack.decode(msgspec.msgpack.encode(ref.position), type=VoidreamPosition), ref.pool
    )
    for seat in (0, 1):
        assert ref.active_constructs(seat) == fresh.active_constructs(seat)
        assert scores(ref, seat) == scores(fresh, seat)
    for concern in CONCERNS:
        assert [told(one) for one in ref.continuous_effects(concern)] == [
            told(one) for one in fresh.continuous_effects(concern)
        ]
    for trigger_type in TriggerType:
        assert ref.trigger_sources(trigger_type) == fresh.trigger_sources(trigger_type)
    for card, state in enumerate(ref.cards):
        if state.zone == PLAY and not state.veiled:
            for which in Stat:
                assert stat(ref, card, which) == stat(fresh, card, which)


def told(effect: ContinuousEffect) -> tuple[object, ...]:
    """Return a continuous effect without its context, which is created again each time."""
    context = effect.context
    return (
        effect.op,
        (context.seat, context.card, context.value, context.it, context.n, context.result, context.named),
        effect.condition,
        effect.locked,
        effect.amount,
        effect.stamp,
    )


def check_words(game: Game, events: tuple[Event, ...]) -> None:
    """Every event has a sentence for every audience, or is silent on purpose."""
    for event in events:
        for seat in (0, 1, None):
            sentence = game.words(seen(event, seat), NAMES)
            assert (sentence == "") == (isinstance(event.fact, BastionPlaced | PhaseBegan))
            assert sentence == sentence.strip()


def wrong_choices(question: Question) -> Iterator[tuple[str, ...]]:
    """Answers that are never legal."""
    yield ("no such option",)
    if question.minimum > 0:
        yield ()
    keys = [option.key for option in question.options]
    match question.kind:
        case QuestionKind.NUMBER:
            yield (str(question.maximum + 1),)
            yield ("-1",)
        case QuestionKind.DISTRIBUTE:
            yield (f"{keys[0]}={question.maximum + 1}",)
        case _:
            yield (keys[0], keys[0])
            if len(keys) > question.maximum:
                yield tuple(keys)


def check_refusals(match: Match) -> None:
    """Illegal answers are refused with the right error, and change nothing."""
    before = match.save()
    for seat, question in match.questions.items():
        for choice in wrong_choices(question):
            with pytest.raises(InvalidChoice):
                match.answer(seat, question.id, choice)
        with pytest.raises(StaleQuestion):
            match.answer(seat, question.id + 1000, ("pass",))
        if 1 - seat not in match.questions:
            with pytest.raises(NotYourQuestion):
                match.answer(1 - seat, question.id, ("pass",))
    assert match.save() == before


def check_options(game: Game, saved: bytes, chance: Chance) -> None:
    """Every option of a question can be taken."""
    match = Match.load(game, saved)
    for seat, question in match.questions.items():
        if question.kind in (QuestionKind.ACTION, QuestionKind.ONE, QuestionKind.YES_NO):
            choices = [(option.key,) for option in question.options]
        else:
            choices = [random_choice(question, chance) for _ in range(2)]
        for choice in choices:
            trial = Match.load(game, saved)
            trial.answer(seat, question.id, choice)
            check_cards(referee(trial))
            check_position(trial)


def play(game: Game, setup: bytes, seed: str, thorough: int = 7) -> Match:
    """Play a match at random and check everything after each answer, expensive checks less often."""
    match, events = Match.begin(game, setup, seed)
    chance = Chance(f"answers {seed}")
    check_words(game, events)
    while match.outcome is None:
        assert match.turn_count < MOST_ANSWERS
        seats = sorted(match.questions)
        question = match.questions[seats[chance.below(len(seats))]]
        choice = random_choice(question, chance)
        saved = match.save()
        copy = Match.load(game, saved)
        assert copy.save() == saved
        if match.turn_count % thorough == 0:
            check_refusals(match)
            check_options(game, saved, chance)
        for viewer in (0, 1, None):
            assert match.view(viewer) == copy.view(viewer)
        events = match.answer(question.seat, question.id, choice)
        assert copy.answer(question.seat, question.id, choice) == events
        assert copy.save() == match.save()
        check_words(game, events)
        check_cards(referee(match))
        check_position(match)
        check_memory(match)
    assert referee(match).position.round <= MOST_ROUNDS
    again = replay(game, setup, seed, match.record.answers)
    assert again.save() == match.save()
    for viewer in (0, 1, None):
        assert match.view(viewer).ended == match.outcome.ending
    msgspec.json.encode(match.view(None))
    return match


@pytest.mark.parametrize("pair", range(8))
def test_always_with_a_set_that_uses_every_word(pair: int):
    game = with_cards(CardPool(SET.values()))
    for n in range(MATCHES):
        play(game, deal(decks(pair + 8 * n, 3 * pair + n + 1)), f"{pair} {n}")


@pytest.mark.slow
def test_always_with_the_ready_made_decks():
    made = ready_made()
    for n in range(MATCHES):
        for i, deck in enumerate(made):
            other = made[(i + 1 + n) % len(made)]
            play(VOIDREAM, VOIDREAM.setup([deck, other]), f"{deck.name} {n}")
