"""Sittings: a decision in several answers is announced to the others when it is complete, however the match continues."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cards.i18n import ENGLISH, Translator
from engine.kernel.chance import Chance
from engine.kernel.endings import RESIGNATION
from engine.kernel.information_gain import received
from engine.kernel.match import Match, replay
from engine.kernel.question import random_choice
from engine.kernel.sample_match import GameDefect, SampleMatch
from engine.kernel.secrecy import held_back
from tests.games.bazaar.game import BAZAAR
from tests.games.bazaar.game import view as view_of
from tests.games.bazaar.position import BazaarView
from tests.games.bazaar.steps import BazaarMachine

LID, TAKE = "block Lid", "take"
BazaarMatch = Match[BazaarMachine, BazaarView]


def attacked(seats: int = 3) -> tuple[BazaarMatch, int]:
    """Return a match in which a seat with a lid in hand is attacked, before any answer, and that seat."""
    for seed in range(100):
        match, chance = Match.new(BAZAAR, [None] * seats, f"sitting {seed}"), Chance(f"answers {seed}")
        while match.outcome is None:
            seat, question = next(iter(match.questions.items()))
            if question.topic == "block" and any(option.key == LID for option in question.options):
                return match, seat
            match.answer(seat, question.id, random_choice(question, chance))
    raise LookupError("nobody who has a lid is attacked")


def answer(match: BazaarMatch, seat: int, key: str) -> list[str]:
    return [event.kind for event in match.answer(seat, match.questions[seat].id, (key,))]


def others_receive(match: BazaarMatch, seat: int) -> list[bytes]:
    return [received(BAZAAR, match.machine, one) for one in (*match.seats, None) if one != seat]


def test_others_learn_of_a_sitting_at_its_end() -> None:
    match, seat = attacked()
    before, awaited = others_receive(match, seat), match.awaited
    own = received(BAZAAR, match.machine, seat)
    assert answer(match, seat, LID) == []
    assert others_receive(match, seat) == before and match.awaited == awaited
    assert received(BAZAAR, match.machine, seat) != own
    hidden_events = match.held_back(seat)
    assert [one.kind for one in hidden_events] == ["acted", "acted"], (
        "the block, and the card that is drawn for it"
    )
    assert all(match.held_back(other) == () for other in match.seats if other != seat)
    events = match.answer(seat, match.questions[seat].id, (TAKE,))
    assert events[:2] == hidden_events
    assert others_receive(match, seat) != before
    assert match.held_back(seat) == ()


def test_a_sitting_continues_after_a_restart_and_in_a_replay() -> None:
    match, seat = attacked()
    answer(match, seat, LID)
    again = Match.load(BAZAAR, match.save())
    assert again.held_back(seat) == match.held_back(seat)
    assert others_receive(again, seat) == others_receive(match, seat)
    assert answer(again, seat, TAKE) == answer(match, seat, TAKE)
    repeated = replay(BAZAAR, match.setup, match.seed, match.record.answers)
    assert again.save() == match.save() == repeated.save()


def test_leaving_during_another_players_sitting_is_visible_at_once() -> None:
    match, seat = attacked()
    attacker = match.machine.position.active
    third = next(one for one in match.seats if one not in (seat, attacker))
    answer(match, seat, LID)
    hand = match.view(attacker).seats[seat].zones["hand"]
    events = match.leave(third, ending=RESIGNATION.key)
    assert [event.kind for event in events] == ["went-out"]
    assert match.held_back(seat) and match.view(attacker).seats[seat].zones["hand"] == hand
    assert answer(match, seat, TAKE)[:2] == ["acted", "acted"]


@pytest.mark.parametrize("leaves", ["the sitter", "the attacker"])
def test_a_sitting_that_can_not_be_finished_is_disclosed(leaves: str) -> None:
    match, seat = attacked()
    leaver = seat if leaves == "the sitter" else match.machine.position.active
    answer(match, seat, LID)
    kinds = [event.kind for event in match.leave(leaver, ending=RESIGNATION.key)]
    assert [kind for kind in kinds if kind != "went-out"][:2] == ["acted", "acted"] and "went-out" in kinds
    assert match.machine.sitting is None and match.held_back(seat) == ()


def test_a_draw_by_agreement_discloses_it_first() -> None:
    match, seat = attacked()
    answer(match, seat, LID)
    assert [event.kind for event in match.end("agreement")] == ["acted", "acted", "ended"]


def test_a_game_that_shows_a_sitting_too_early_is_named() -> None:
    leaky = replace(BAZAAR, view=_view_of_leaking_sittings)
    with pytest.raises(GameDefect, match="is shown something of a sitting that isn't over"):
        for seed in range(20):
            held_back(SampleMatch(leaky, leaky.setup([None] * 3), 3, seed=f"sitting {seed}"))


def _view_of_leaking_sittings(
    machine: BazaarMachine, seat: int | None, translator: Translator = ENGLISH
) -> BazaarView:
    """A game in which everyone sees the current position."""
    there = BAZAAR.resume(b"", BAZAAR.pack(machine))
    if there.sitting is not None:
        there.disclose(there.sitting)
    return view_of(there, seat, translator)
