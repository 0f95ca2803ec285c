"""Previews of a turn's actions."""

from __future__ import annotations

import pytest

from engine.dreams_of_dystopia.topics import Topic
from engine.dreams_of_dystopia.views.acquisitions import usual_acquisitions
from engine.dreams_of_dystopia.views.claims import Comes
from engine.dreams_of_dystopia.views.consequences import consequences, whole_answers
from engine.kernel.consequence import Gravity
from tests.engine.dreams_of_dystopia.orders.test_plans import ADA, BO, begun

TURN = """
players: Ada, Bo
Ada:
  master: {master}
  fame: 2
  hand: {hand}
scenario: A Master whose line has a price
Then it is Ada's turn
"""


@pytest.mark.parametrize(
    ("master", "hand", "followed"),
    [
        ("Warden of the Last Garden", "Curse", "FAME 2 to 1."),
        (
            "Warden of the Last Garden",
            "Heroic Deed",
            "FAME 2 to 1. Nothing else: you have no cards for more.",
        ),
    ],
)
def test_costs_without_an_effect_are_pointed_out(master: str, hand: str, followed: str) -> None:
    match = begun(TURN.format(master=master, hand=hand))
    question = match.questions[ADA]
    previews = consequences(match.view(ADA), question, ["Ada", "Bo"])
    [sentence] = [
        str(one.sentence) for one in previews if one.option is not None and one.option.startswith("master ")
    ]
    assert sentence == followed


def test_the_lp_that_a_helper_brings_are_counted_before_it_is_added() -> None:
    match = begun(
        TURN.format(master="Warden of the Last Garden", hand="Street Surgeon ×2, Minion of the Sun")
    )
    lp = match.view(ADA).players[ADA].lp
    match.answer(ADA, match.questions[ADA].id, ("attack Street Surgeon",))
    previews = consequences(match.view(ADA), match.questions[ADA], ["Ada", "Bo"])
    left = {one.option: claim.lp[0] for one in previews for claim in one.claims if isinstance(claim, Comes)}
    assert left == {"done": lp, "helper Street Surgeon": lp + 1}


@pytest.mark.parametrize(
    ("hand", "is_risky"),
    [("Gate, Minion of the Sun, Ember Carrier", True), ("Gate, Curse", False), ("Curse", False)],
)
def test_an_attack_can_cost_lp_unless_its_minion_has_defender(hand: str, is_risky: bool) -> None:
    gate = "card: Gate, Minion, divine, ATK 3, DEF 3\n  Defender.\n"
    match = begun(gate + TURN.format(master="Warden of the Last Garden", hand=hand))

    def warnings() -> list[str]:
        previews = consequences(match.view(ADA), match.questions[ADA], ["Ada", "Bo"])
        return [str(one.sentence) for one in previews if one.option is None]

    warning = "An attack costs you LP if its blocker has more DEF."
    assert warnings() == [warning] * is_risky
    if is_risky:
        match.answer(ADA, match.questions[ADA].id, ("attack Minion of the Sun",))
        assert match.questions[ADA].topic == Topic.SUPPORT_ATTACK and warnings() == [warning]


@pytest.mark.parametrize(
    ("helpers", "offered"),
    [
        ("Well Keeper", ["Add none"]),
        ("Well Keeper, Gatepost Militia", ["Gatepost Militia", "Add none"]),
    ],
)
def test_a_helper_that_changes_nothing_in_an_attack_is_not_offered(helpers: str, offered: list[str]) -> None:
    hand = f"Minion of the Sun, {helpers}"
    match = begun(TURN.format(master="Warden of the Last Garden", hand=hand))
    match.answer(ADA, match.questions[ADA].id, ("attack Minion of the Sun",))
    answers = whole_answers(match.view(ADA), match.questions[ADA], ["Ada", "Bo"])
    assert [str(answer.label) for answer in answers] == offered


def test_the_best_minions_and_a_weapon_are_offered_first() -> None:
    turn = TURN.replace("fame: 2", "fame: 4")
    match = begun(turn.format(master="Warden of the Last Garden", hand="Minion of the Sun"))
    question = match.questions[ADA]
    expected = ["recruit Scrap Smith", "recruit Chronicler of the Lost", "purchase Mended Signpost"]
    assert [choice[0] for choice in usual_acquisitions(match.view(ADA), question)] == expected
    owned = begun(turn.format(master="Warden of the Last Garden", hand="Rail Spear"))
    assert usual_acquisitions(owned.view(ADA), owned.questions[ADA])[-1] == ("purchase Rail Spear",)


def test_nothing_is_offered_first_while_cards_are_left_that_give_fame() -> None:
    match = begun(TURN.format(master="Warden of the Last Garden", hand="Heroic Deed"))
    assert usual_acquisitions(match.view(ADA), match.questions[ADA]) == []


@pytest.mark.parametrize(("deck", "count"), [("Curse ×9", 7), ("Curse", 2)])
def test_the_end_of_a_turn_draws_extra_cards_and_no_more_than_exist(deck: str, count: int) -> None:
    store = "card: Store, Master, divine\n  Draw 2 additional cards in your End Phase.\n"
    match = begun(store + TURN.format(master="Store", hand=f"Curse\n  deck: {deck}"))
    [sentence] = [
        one
        for one in consequences(match.view(ADA), match.questions[ADA], ["Ada", "Bo"])
        if one.option == "end"
    ]
    assert str(sentence.sentence) == f"You discard your hand and draw {count}."


def test_all_effects_upon_a_hit_are_shown() -> None:
    match = begun(
        TURN.format(master="Mother of Shut Doors", hand="Tyrant of the Ration Line\nBo:\n  hand: Curse")
    )
    match.answer(ADA, match.questions[ADA].id, ("attack Tyrant of the Ration Line",))
    sentence = str(consequences(match.view(BO), match.questions[BO], ["Ada", "Bo"])[0].sentence)
    assert sentence == "Upon a hit: Curse: 2. When your Minion hits, each opponent gains a Curse."


def test_a_block_that_eliminates_its_player_without_helpers_is_pointed_out() -> None:
    turn = TURN.format(
        master="Mother of Shut Doors", hand="Tyrant of the Ration Line\nBo:\n  lp: {lp}\n  hand: {hand}"
    )
    for lp, is_last in ((1, True), (18, False)):
        match = begun(turn.format(lp=lp, hand="Ember Carrier, Mended Signpost"))
        match.answer(ADA, match.questions[ADA].id, ("attack Tyrant of the Ration Line",))
        match.answer(BO, match.questions[BO].id, ("block Ember Carrier",))
        previews = consequences(match.view(BO), match.questions[BO], ["Ada", "Bo"])
        warned = [str(one.sentence) for one in previews if one.weight is Gravity.WARNING]
        assert warned == ["Without helpers you are out."] * is_last


def test_a_cheaper_blocker_is_offered_beside_a_better_one() -> None:
    turn = TURN.format(master="Mother of Shut Doors", hand="Tyrant of the Ration Line\nBo:\n  hand: {hand}")
    match = begun(turn.format(hand="Dawn Patrol, Minion of the Sun"))
    match.answer(ADA, match.questions[ADA].id, ("attack Tyrant of the Ration Line",))
    answers = whole_answers(match.view(BO), match.questions[BO], ["Ada", "Bo"])
    assert [str(answer.label) for answer in answers] == ["Dawn Patrol", "Minion of the Sun", "Don't block"]
