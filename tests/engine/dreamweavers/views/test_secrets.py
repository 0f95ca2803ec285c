"""Hidden information stays hidden: in views, in knowledge, in everything received (DW14, DW16, DW106 to DW109)."""

from __future__ import annotations

import pytest

from engine.dreamweavers.frames import Chain, NameInAdvance, StandbyEffect
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.mutations import put_into_pile, return_to_hand
from engine.dreamweavers.position import LAYOUT
from engine.dreamweavers.program import PLAYED
from engine.dreamweavers.views.builder import build_view
from engine.dreamweavers.views.knowledge import KNOWLEDGE
from engine.dreamweavers.views.secret_choices import SECRET
from engine.kernel.cards.knowledge import read_known
from engine.kernel.chance import Chance
from engine.kernel.conformance import CHECKS
from engine.kernel.sample_match import SampleMatch
from tests.engine.dreamweavers.table import Table, answer, feeling, laid, the, thought
from tests.engine.dreamweavers.views.twins import SETUP, gets, matches, play_both, twin_of

SECRECY = ("resampled", "exchanged", "seat_knowledge", "watched")


@pytest.mark.parametrize("check", SECRECY)
def test_the_checks_for_all_games_pass(check: str) -> None:
    CHECKS[check](SampleMatch(DREAMWEAVERS, SETUP, 2, seed="dreams", most=120, each=30))


def test_no_player_learns_the_other_hand_before_it_is_shown() -> None:
    """The twin property: with other hidden cards and the same answers, the other side receives the same."""
    ended: list[str] = []
    for number, match in enumerate(matches("secrets", 16)):
        truth = DREAMWEAVERS.resume(SETUP, DREAMWEAVERS.pack(match.machine))
        hiding = number % 2
        chance = Chance(f"pair {number}")
        ended.append(play_both(truth, twin_of(truth, hiding, chance), hiding, chance)[0])
    assert len(ended) >= 5
    assert "a card has shown" in ended


def test_every_sampled_position_has_the_same_owners() -> None:
    """The 45 cards of each player are public (DW5): each exists once, and belongs to a drafted notion."""
    count = 0
    for number, match in enumerate(matches("lists", 12)):
        truth = DREAMWEAVERS.resume(SETUP, DREAMWEAVERS.pack(match.machine))
        for seats in ((0,), (1,), ()):
            world = KNOWLEDGE.sample(KNOWLEDGE.know(truth, seats), Chance(f"{number}"))
            for owner in (0, 1):
                theirs, before = (
                    sorted(held.title for held in one.position.cards if held.owner == owner)
                    for one in (world, truth)
                )
                assert theirs == before
                assert len(set(theirs)) == len(theirs)
                count += bool(theirs)
    assert count > 30


def table() -> Table:
    return laid(
        {
            "thoughts": [thought("Hound", 3)],
            "feelings": [feeling("Source", "Fleeting: You may discard a card. If you do, draw 2 cards.")],
            "hand": [thought("Held"), feeling("Whim"), feeling("Mood")],
            "mind": [thought("M1"), thought("M2"), thought("M3")],
            "ego": [thought("E1"), thought("E2")],
            "id": [thought("Zebra"), thought("Adder")],
        },
        {"hand": [thought("Far")], "mind": [thought("N1"), thought("N2")]},
    )


def test_a_view_shows_a_hand_to_its_player_alone_and_an_ego_to_no_one() -> None:
    ref = table()
    own, theirs, everybody = (build_view(ref, viewer).sides[0] for viewer in (0, 1, None))
    assert [card.face and card.face.title for card in own.hand] == ["Mood", "Whim", "Held"]
    for side in (theirs, everybody):
        assert [card.face for card in side.hand] == [None, None, None]
    assert own.ego == theirs.ego == (None, None)
    assert own.mind == () and own.mind_count == 3
    assert [face.title for face in everybody.id] == ["Adder", "Zebra"]


def test_a_card_seen_going_to_a_hand_is_known_until_it_may_have_left() -> None:
    ref = table()
    return_to_hand(ref, [the(ref, "Hound")])
    known = build_view(ref, None).sides[0].hand
    assert [card.face and card.face.title for card in known] == ["Hound", None, None, None]
    assert known[0].is_known
    assert build_view(ref, 0).sides[0].hand[0] == known[0]
    put_into_pile(ref, [the(ref, "Whim")], "ego", "bottom")
    side = build_view(ref, None).sides[0]
    assert [card.face for card in side.hand] == [None] * 3
    assert build_view(ref, 0).sides[0].ego[-1] is not None
    assert side.ego[-1] is None


def waiting(*, discards: bool) -> Table:
    """An effect that may discard a card is on standby, after its player said yes or no."""
    ref = table()
    card = the(ref, "Source")
    ref.push(Chain())
    ref.push(NameInAdvance(effect=StandbyEffect(0, card, ref.cards[card].tag, "Source", PLAYED)))
    ref.position.tracker = -1
    ref.run()
    if discards:
        answer(ref, "yes")
        answer(ref, "Whim")
    else:
        answer(ref, "no")
    return ref


def test_a_secret_choice_from_the_hand_hides_whether_anything_was_chosen() -> None:
    yes, no = waiting(discards=True), waiting(discards=False)
    for ref in (yes, no):
        assert build_view(ref, 1).standby[0].named == ()
        known = LAYOUT.read(read_known(KNOWLEDGE.know(ref, (1,))).position).standby[0]
        assert known.agreed == {} and list(known.named.values()) == [[SECRET]]
    assert build_view(yes, 0).standby[0].named == ("Whim",)
    for ref in (yes, no):  # A player who said yes has answered one more question. Nothing else differs.
        ref.position.asked = 0
        ref.position.questions.clear()
    assert KNOWLEDGE.know(yes, (1,)) == KNOWLEDGE.know(no, (1,))
    assert KNOWLEDGE.know(yes, (0,)) != KNOWLEDGE.know(no, (0,))


def test_knowledge_does_not_depend_on_hidden_cards() -> None:
    for match in matches("knowing", 40):
        truth = DREAMWEAVERS.resume(SETUP, DREAMWEAVERS.pack(match.machine))
        for seats in ((), (0,), (1,)):
            twin = KNOWLEDGE.exchange(truth, seats, Chance(f"{match.turn_count}"))
            assert KNOWLEDGE.know(twin, seats) == KNOWLEDGE.know(truth, seats)
            world = KNOWLEDGE.sample(KNOWLEDGE.know(truth, seats), Chance("lots"))
            assert KNOWLEDGE.know(world, seats) == KNOWLEDGE.know(truth, seats)
            for viewer in (*seats, None):
                assert gets(world, viewer) == gets(truth, viewer)


def test_a_sampled_position_deals_the_unknown_cards() -> None:
    match = next(matches("dealt", 12))
    truth = DREAMWEAVERS.resume(SETUP, DREAMWEAVERS.pack(match.machine))
    hands = {
        tuple(world.titles(world.seats[1].hand))
        for world in (KNOWLEDGE.sample(KNOWLEDGE.know(truth, (0,)), Chance(f"lots {n}")) for n in range(5))
    }
    assert len(hands) > 1
    for hand in hands:
        assert len(hand) == len(truth.seats[1].hand)
        assert all(next(held for held in truth.cards if held.title == title).owner == 1 for title in hand)
