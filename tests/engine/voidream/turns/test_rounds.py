"""Rounds, conflicts, damage and the end, sentence by sentence (§4, §5, R8, R11, R15, R20 to R28)."""

from __future__ import annotations

import pytest

from cards.voidream.model import Kind
from engine.voidream.facts.conflicts import ConflictScored, FacesNightmare
from engine.voidream.facts.deck import DreamDamageDealt, Rolled
from tests.engine.voidream.table import Stage, arcanum, card, entity, stage

MOTH = entity("Moth", 1, 2, 1)
ROCK = entity("Rock", 0, 2, 0, "Indestructible.")
WALL = card("Wall", Kind.CONSTRUCT, 3, stability=3)
TOP = [card(f"Top{n}", Kind.THOUGHT, n) for n in (1, 2, 3, 4)]
SPARE = arcanum("Roll.", "Spare")


def test_a_rolled_card_goes_below_the_bastion_and_the_next_one_is_the_result():
    s = stage(
        "Roll, then deal X Dream damage to your opponent, where X is the result.",
        *TOP,
        ada={"deck": ["Top1", "Top3"]},
    )
    assert s.deck(0) == ["Top3", "Keep", "Top1"]
    assert s.told(DreamDamageDealt)[0].points == 3


def test_a_rolled_construct_stays_face_up_and_a_lone_card_does_not_move():
    s = stage("Roll.", WALL, ada={"deck": ["Wall", "Blank"]})
    assert s.deck(0) == ["Blank", "Keep", "Wall"]
    assert [c.face.title for c in s.match.view(None).sides[0].constructs] == ["Wall", "Keep"]
    s = stage("Roll, then deal X Dream damage to your opponent, where X is the result.", ada={"deck": []})
    assert s.deck(0) == ["Keep"]
    assert s.told(DreamDamageDealt)[0].points == 2


def test_a_charge_is_the_topmost_card_except_constructs():
    s = stage("Charge an entity.", WALL, MOTH, ada={"deck": ["Wall", "Blank"], "play": ["Moth"]})
    assert s.deck(0) == ["Wall", "Keep"]
    assert s.count("Blank", "attached") == 1


def test_a_card_being_played_does_not_count_for_the_depth():
    deep = card("Deep", Kind.THOUGHT, 1, "Deal X Dream damage to your opponent, where X is your depth.")
    s = stage("Evoke.", deep, *TOP, ada={"deck": ["Deep", "Top4"]})
    s.answer("play")
    assert s.told(DreamDamageDealt)[0].points == 4


def test_the_order_of_actions_after_a_conflict():
    s = stage("Initiate a dawn conflict.", SPARE, bo={"hand": ["Spare"]})
    assert s.asked.seat == 1
    s.answer("play Spare")
    assert s.asked.seat == 0
    s.answer("pass")
    s.answer("pass")
    assert s.match.view(None).phase == "main"
    assert s.asked.seat == 0


def test_a_conflict_within_a_conflict_does_nothing_and_later_lines_go_on():
    second = arcanum("Initiate a dusk conflict.\nTake 1 Dream damage.", "Second")
    s = stage("Initiate a dawn conflict.", second, bo={"hand": ["Second"]})
    s.answer("play Second")
    assert s.match.view(None).phase == "dawn conflict"
    assert [facts.seat for facts in s.told(DreamDamageDealt)] == [1]


def test_dawn_damage_fills_entities_and_the_rest_is_dream_damage_if_the_attacker_won():
    s = stage("+4 dawn, then initiate a dawn conflict.", MOTH, bo={"play": ["Moth"]})
    s.answer("Moth")
    s.both_pass()
    assert s.zone("Moth") == "discard"
    assert s.told(ConflictScored)[0].totals == (6, 3)
    assert [facts.points for facts in s.told(DreamDamageDealt)] == [1]


def test_a_winning_defenders_excess_is_lost():
    s = stage("-4 dawn, then initiate a dawn conflict.")
    s.both_pass()
    assert s.told(ConflictScored)[0].winner == 1
    assert s.told(DreamDamageDealt) == []


def test_the_loser_of_a_dusk_conflict_distributes_the_damage():
    s = stage("-3 dusk, then initiate a dusk conflict.", MOTH, ROCK, bo={"play": ["Moth", "Rock"]})
    s.answer("Moth", "Rock")
    s.both_pass()
    assert s.asked.seat == 1
    s.answer(*[f"{o.key}={n}" for o, n in zip(s.asked.options, (1, 2), strict=True)])
    assert (s.zone("Moth"), s.zone("Rock")) == ("play", "play")
    assert all(held.damage == 0 for held in s.match.view(None).sides[1].play)


def test_a_draw_deals_nothing_and_exhausts_all_the_same():
    s = stage("-1 dawn, then initiate a dawn conflict.", MOTH, ada={"play": ["Moth"]})
    s.answer("Moth")
    s.both_pass()
    assert s.told(ConflictScored)[0].winner == -1
    assert s.match.view(None).sides[0].play[0].exhausted


def test_damage_stays_until_the_active_player_changes():
    s = Stage(
        [
            arcanum("Deal 1 damage to an entity.\nDeal 1 damage to an entity.", "Twice"),
            arcanum("Deal 1 damage to an entity.", "Once"),
            MOTH,
        ],
        {"hand": ["Once", "Twice"], "play": ["Moth"]},
    )
    s.answer("play Once")
    s.answer("pass")
    assert s.match.view(None).sides[0].play[0].damage == 0
    s.answer("play Twice")
    assert s.zone("Moth") == "discard"


def test_a_construct_absorbs_dream_damage_up_to_its_stability():
    s = stage("Deal 5 Dream damage to your opponent.", WALL, bo={"deck": ["Wall", "Blank", "Blank", "Blank"]})
    assert s.deck(1) == ["Blank", "Keep"]
    assert s.zone("Wall") == "discard"


def test_both_bastions_lost_at_once_is_a_draw_and_one_is_a_loss():
    s = stage("Each player takes 20 Dream damage.")
    assert s.match.outcome is not None
    assert (s.match.outcome.winners, s.match.outcome.ending) == ((), "bastion")
    s = stage("Take 20 Dream damage.")
    assert s.match.outcome is not None
    assert s.match.outcome.winners == (1,)


def test_an_effect_cannot_move_or_destroy_a_bastion():
    for text in (
        "Void the top card of your deck.",
        "Destroy a construct.",
        "Veil the top card of your deck.",
        "Put the top card of your deck on the bottom of your deck.",
    ):
        s = stage(text, ada={"deck": []})
        assert s.deck(0) == ["Keep"]


def test_the_only_empty_hand_faces_nightmare_and_is_lost_without_arcana():
    s = Stage([SPARE], {"hand": ["Spare"], "mind": 4}, {"mind": 1})
    s.both_pass()
    assert s.told(FacesNightmare)[0].why == "empty hand"
    assert s.match.outcome is not None
    assert (s.match.outcome.winners, s.match.outcome.ending) == ((0,), "insanity")


@pytest.mark.parametrize(("minds", "faced"), [((3, 1), 0), ((1, 3), 1), ((2, 2), 1)])
def test_the_player_who_faces_nightmare(minds: tuple[int, int], faced: int):
    s = Stage([SPARE], {"hand": ["Spare"], "mind": minds[0]}, {"hand": ["Spare"], "mind": minds[1]})
    s.both_pass()
    assert s.asked.seat == faced


def test_entering_nightmare_returns_arcana_voids_one_and_attacks_with_every_ready_entity():
    s = Stage(
        [SPARE, arcanum("Roll.", "Gone"), MOTH, ROCK],
        {"hand": ["Spare"], "arcana": ["Gone"], "play": ["Moth", "Rock"], "exhausted": ["Rock"]},
        {"hand": ["Spare"], "mind": 1},
    )
    s.both_pass()
    s.answer("enter")
    s.answer("Spare")
    assert (s.zone("Spare", 0), s.zone("Gone")) == ("void", "hand")
    view = s.match.view(None)
    assert view.phase == "dusk conflict"
    assert [held.role for held in view.sides[0].play] == ["attacking", ""]
    assert s.asked.seat == 0
    s.both_pass()
    assert s.ref.position.round == 2
    assert s.asked.seat == 0


def test_an_inverted_arcanum_returns_cards_discarded_during_it():
    s = Stage(
        [arcanum("Roll.", inverted="Discard an arcanum."), SPARE, arcanum("Roll.", "Gone")],
        {"hand": ["Act", "Spare"], "arcana": ["Gone"]},
    )
    s.answer("invert Act")
    assert sorted(s.ref.title(n) for n in s.ref.seats[0].hand) == ["Gone", "Spare"]
    assert s.zone("Act") == "void"


def test_an_ability_that_leads_back_to_the_same_position_is_offered_once():
    lamp = card("Lamp", Kind.MEMORY, text="(A) Exhaust an entity you control: Roll.")
    oil = card("Oil", Kind.MEMORY, text="(A) Shuffle your deck: Ready an entity you control.")
    wheel = entity("Wheel", 1, 1, 1, "(A) Exhaust this card: Ready another entity you control.")
    other = entity("Other", 1, 1, 1, "(A) Exhaust this card: Ready another entity you control.")
    s = Stage([lamp, oil, wheel, other], {"play": ["Wheel", "Other"], "exhausted": ["Other"]})
    for title in ("Wheel", "Other"):
        s.answer(f"activate {title}")
        s.answer("pass")
    assert not s.can("activate Wheel")


def test_an_ability_needs_an_effect_and_an_arcanum_does_not():
    dull = entity("Dull", 1, 1, 1, "(A) Exhaust this card: Ready this card.")
    vain = entity("Vain", 1, 1, 1, "(A) Exhaust this card: Destroy a construct.")
    s = Stage([dull, vain, arcanum("Destroy a construct.")], {"play": ["Dull", "Vain"], "hand": ["Act"]})
    assert not s.can("activate")
    assert s.can("play Act")


def test_siege_may_skip_the_roll():
    s = stage("Gain siege.\nInitiate a dawn conflict.")
    s.both_pass()
    s.answer("no")
    assert s.told(Rolled) == []
    assert s.told(ConflictScored) != []
