"""The relevance of an order is decided by public knowledge, and the result is stored with the answer."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from bench.orders import asked_in
from bot.games.voidream import voidream
from engine.kernel.chance import Chance
from engine.kernel.game import Indifference
from engine.kernel.match import Match, is_forced
from engine.kernel.order_relevance import idle_answer, tries
from engine.kernel.question import QuestionKind, random_choice
from engine.voidream.game import VOIDREAM
from tests.games.lanterns import DECKS, LANTERNS


def test_an_order_that_matters_in_any_position_is_asked_for() -> None:
    """In Lanterns the first one is lit, and which are held is hidden."""
    game = replace(
        LANTERNS, indifference=Indifference(frozenset({"order"}), frozenset({"awaited"})), orders=None
    )
    match, _ = Match.begin(game, game.setup(list(DECKS)[:2]), "idle")
    chance = Chance("idle")
    while not match.may_be_idle():
        seat = min(match.asked)
        match.answer(seat, match.asked[seat].id, random_choice(match.asked[seat], chance))
    before = game.pack(match.machine)
    assert next(iter(match.asked.values())).kind is QuestionKind.ORDER
    assert match.idle_answer() is None
    assert game.pack(match.machine) == before


def test_what_is_found_follows_from_what_everybody_knows_and_is_kept() -> None:
    """In matches of Voidream, each time with another position that a spectator could not tell from the true one."""
    found = Counter[bool]()
    for match, seat in (asked for number in range(20) for asked in asked_in(voidream(), number)):
        if found[True] and found[False]:
            return
        answer = match.idle_answer()
        twin = VOIDREAM.exchange(match.machine, (), Chance("twin"))
        assert idle_answer(VOIDREAM, twin) == answer
        found[answer is not None] += 1
        if answer is None:
            continue
        assert answer == (seat, tries(match.asked[seat])[0])
        copy = Match.load(VOIDREAM, match.save())
        events = copy.answer(seat, copy.asked[seat].id, answer[1], idle=True)
        assert {event.decided_by for event in events} == {-1}
        *_, kept = copy.record.answers
        assert kept.idle and is_forced(match, kept)
        assert Match.load(VOIDREAM, copy.save()).record == copy.record
    raise AssertionError(found)
