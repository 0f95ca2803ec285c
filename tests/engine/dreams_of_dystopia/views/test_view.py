"""Views of turned-over cards, and of the end of a match."""

from __future__ import annotations

from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.mutations import turn_over
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.zones import DECK, HAND
from engine.kernel.chance import Chance
from engine.kernel.endings import RESIGNATION
from engine.kernel.match import Match
from engine.kernel.question import random_choice


def begun() -> Referee:
    match, _ = Match.begin(DYSTOPIA, DYSTOPIA.setup([None] * 3), "turned over")
    while match.machine.position.turn == 0:
        (seat,) = match.questions
        match.answer(
            seat, match.questions[seat].id, random_choice(match.questions[seat], Chance("turned over"))
        )
    return match.machine


def test_a_turned_card_is_public_until_it_is_turned_back() -> None:
    m = begun()
    minions = [
        card for card in (*m.zone(HAND, 0), *m.zone(DECK, 0)) if len(m.pool.cards[m.card(card).title]) > 1
    ]
    turn_over(m, 0, minions[0], "DD81")
    name = m.called(minions[0])
    assert all(DYSTOPIA.view(m, seat).players[0].turned == (name,) for seat in (None, 0, 1))
    before = m.called(minions[1])
    turn_over(m, 0, minions[1], "DD81")
    turn_over(m, 0, minions[0], "DD81")
    assert m.called(minions[0]) == before and DYSTOPIA.view(m, None).players[0].turned == (name,)
    turn_over(m, 0, minions[1], "DD81")
    assert DYSTOPIA.view(m, 1).players[0].turned == ()


def test_the_end_is_in_the_view() -> None:
    match, _ = Match.begin(DYSTOPIA, DYSTOPIA.setup([None] * 2), "the end")
    assert (match.view(None).ended, match.view(None).places) == ("", ())
    match.leave(1, ending=RESIGNATION.key)
    assert (match.view(0).ended, match.view(0).places) == (RESIGNATION.key, ((0,), (1,)))
