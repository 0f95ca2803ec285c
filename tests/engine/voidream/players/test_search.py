"""Voidream's part of a search."""

from __future__ import annotations

from cards.voidream.decks import ready_made
from engine.kernel.ai.game_search import MOST_CANDIDATES
from engine.kernel.ai.levels import EASY, MEDIUM
from engine.kernel.ai.search import Worlds, candidates_of, think
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import check
from engine.voidream.game import VOIDREAM
from engine.voidream.players.greedy.player import Greedy
from engine.voidream.players.search import VOIDREAM_THINKING


def test_candidates_are_legal_in_every_position_and_lead_somewhere() -> None:
    decks = ready_made()
    tried = 0
    match = Match.new(VOIDREAM, [decks[2], decks[5]], "candidates")
    player = Greedy(Chance("candidates"))
    while match.outcome is None:
        seat, question = min(match.questions.items())
        view = match.view(seat)
        first = player.answer(question, lambda seen=view: seen)
        if match.turn_count % 30 == 15:
            knowledge = match.known_to(seat)
            candidates = candidates_of(VOIDREAM_THINKING, question, view, first)
            assert candidates[0] == first
            assert len(candidates) <= MOST_CANDIDATES
            world = VOIDREAM.sample(knowledge, Chance("question"))
            assert world.position.questions[seat].english.options == question.options
            worlds = Worlds(VOIDREAM_THINKING, knowledge, seat, "worlds")
            for choice in candidates:
                check(question, choice)
                assert 0 <= worlds.rollout(match.turn_count, choice) <= 1
                tried += 1
        match.answer(seat, question.id, first)
    assert tried > 9


def test_equal_knowledge_and_seeds_give_equal_thoughts() -> None:
    decks = ready_made()
    match = Match.new(VOIDREAM, [decks[0], decks[1]], "equal")
    player = Greedy(Chance("equal"))
    while match.turn_count < 40:
        seat, question = min(match.questions.items())
        match.answer(seat, question.id, player.answer(question, lambda seat=seat: match.view(seat)))
    seat = min(match.questions)
    before = match.save()
    for level in (EASY, MEDIUM):
        one, same = (think(VOIDREAM_THINKING, match.known_to(seat), seat, level, "a") for _ in range(2))
        assert one == same
    assert match.save() == before
