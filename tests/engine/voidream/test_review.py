"""Sentences of the rulebook (§2 to §7) and rulings, each tested in its own position."""

from __future__ import annotations

import pytest

from cards.voidream.model import Kind
from engine.kernel.events.event import seen
from engine.voidream.facts.cards import PutIntoDeck
from engine.voidream.facts.deck import DreamDamageDealt, Evoking, Rolled
from engine.voidream.facts.rounds import Shuffled
from tests.engine.voidream.review_cards import MEM, MOTH, TOP
from tests.engine.voidream.table import Stage, arcanum, card, entity, mind, stage

GUARD = entity("Guard", 2, 3, 1)


# ------------------------------------------------------------------------------------- R44, state checks


def test_an_entity_falls_at_once_when_an_ongoing_effect_takes_its_stability_away():
    s = stage(
        "-1 stability to an entity.\nDeal X Dream damage to your opponent, where X is the number of entities your opponent controls.",
        MOTH,
        bo={"play": ["Moth"]},
    )
    assert s.zone("Moth") == "discard"
    assert s.told(DreamDamageDealt) == []


def test_an_entity_falls_at_once_in_a_triggered_ability():
    herald = card("Herald", MEM, text="(!) After you play an arcanum - -1 stability to all entities.")
    s = stage("Take 1 Dream damage.", MOTH, herald, ada={"play": ["Herald"]}, bo={"play": ["Moth"]})
    assert s.zone("Moth") == "discard"


def test_cards_destroyed_at_the_end_of_a_phase_leave_and_trigger_before_the_next():
    frail = entity(
        "Frail", 1, 0, 1, "(!) After this card is destroyed - Deal 1 Dream damage to your opponent."
    )
    s = stage("+1 stability to all entities.", frail, ada={"play": []}, bo={})
    assert s.asked.seat == 1
    s = Stage(
        [arcanum("+1 stability to all entities.\nPlay an entity in your discard pile."), frail],
        {"hand": ["Act"], "discard": ["Frail"]},
    )
    s.answer("play Act")
    assert s.zone("Frail") == "play"
    s.both_pass()
    assert s.ref.position.phase == "Nightmare"
    assert s.zone("Frail") == "discard"
    assert s.triggered("Frail") == 1


# ------------------------------------------------------------------------------------- R10, R34 looking


def test_a_roll_after_looking_has_the_value_that_is_uncovered_as_its_result():
    s = stage(
        "Look at the top card of your deck, then roll, then deal X Dream damage to your opponent, where X is the result.",
        *TOP.values(),
        ada={"deck": ["Top1", "Top3", "Top4"]},
    )
    assert s.told(Rolled)[0].result == 3
    assert s.told(DreamDamageDealt)[0].points == 3


def test_a_card_just_looked_at_can_be_evoked_in_the_same_line():
    s = stage(
        "Look at the top card of your deck, then evoke.",
        *TOP.values(),
        ada={"deck": ["Top1", "Top3", "Top4"]},
    )
    assert s.can("play")


def test_looking_does_not_show_the_cards_beneath_those_put_away():
    s = stage(
        "Look at the top 2 cards of your opponent's deck, then put them on the bottom of your opponent's deck, then evoke.",
        *TOP.values(),
        ada={"deck": ["Top1"]},
        bo={"deck": ["Top1", "Top2", "Top3", "Top4"]},
    )
    s.answer("Top1", "Top2")
    assert [face.title for face in s.match.view(0).looking_at] == ["Top1"]
    assert s.match.view(0).sides[1].depth == 3


def test_the_owner_of_cards_that_were_put_away_unseen_does_not_learn_them():
    s = stage(
        "Look at the top 2 cards of your opponent's deck, then put them on the bottom of your opponent's deck.",
        *TOP.values(),
        bo={"deck": ["Top1", "Top2", "Top3", "Top4"]},
    )
    s.answer("Top1", "Top2")
    (event,) = [e for e in s.events if isinstance(e.fact, PutIntoDeck)]
    facts = {viewer: seen(event, viewer).fact for viewer in (0, 1, None)}
    titles = {viewer: fact.titles for viewer, fact in facts.items() if isinstance(fact, PutIntoDeck)}
    assert titles == {0: ["Top1", "Top2"], 1: None, None: None}


def test_cards_put_at_the_bottom_in_random_order_do_not_show_their_order():
    titles = [f"Thing{n}" for n in range(6)]
    things = [entity(t, 1, 1, 1) for t in titles]
    s = stage("Put all entities on the bottom of your deck in random order.", *things, ada={"play": titles})
    (facts,) = s.told(PutIntoDeck)
    shown = [c.title for c in facts.cards if c]
    assert sorted(shown) == titles
    assert shown != s.deck(0)[-6:]


# ------------------------------------------------------------------------------------- R16 the mind as turned


def test_a_condition_on_the_mind_is_judged_with_the_mind_as_turned():
    act = card("Act", Kind.ARCANUM, 4, "Play this card only if your mind is 3.\nTake 1 Dream damage.")
    assert Stage([act], {"hand": ["Act"], "mind": 4}).can("play Act")
    assert not Stage([act], {"hand": ["Act"], "mind": 3}).can("play Act")


def test_unveiling_is_judged_with_the_mind_as_turned():
    sly = entity("Sly", 1, 1, 1, "Veil.")
    stern = mind("Stern", "", "", "", "Players cannot unveil.", "")
    acts = {"veiled": ["Sly"], "hand": ["Act"], "mind_card": "Stern"}
    assert not Stage([arcanum("Roll."), sly, stern], {**acts, "mind": 4}).can("unveil")
    assert Stage([arcanum("Roll."), sly, stern], {**acts, "mind": 3}).can("unveil")


def test_an_ability_that_reduces_both_minds_can_be_activated():
    imp = entity("Imp", 1, 1, 1, "(A) Reduce your mind by 1: Your opponent reduces their mind by 1.")
    s = Stage([imp], {"play": ["Imp"]}, {"mind": 3})
    assert s.can("activate Imp")
    s.answer("activate Imp")
    assert [seat.mind for seat in s.ref.seats] == [3, 2]


def test_a_cost_that_exhausts_a_chosen_card_leaves_others_to_be_readied():
    imp = card("Imp", MEM, text="(A) Exhaust an entity you control: Ready an entity you control.")
    s = Stage([imp, MOTH, GUARD], {"play": ["Imp", "Moth", "Guard"], "exhausted": ["Guard"]})
    assert s.can("activate Imp")
    s = Stage([imp, MOTH, GUARD], {"play": ["Imp", "Moth", "Guard"]})
    assert not s.can("activate Imp")


def test_it_refers_to_the_card_sacrificed_as_a_cost():
    imp = card(
        "Imp",
        MEM,
        text="(A) Sacrifice an entity you control: Deal X Dream damage to your opponent, where X is its value.",
    )
    s = Stage([imp, MOTH], {"play": ["Imp", "Moth"]})
    s.answer("activate Imp")
    assert s.told(DreamDamageDealt)[0].points == 2


def test_a_cost_that_can_no_longer_be_paid_ends_the_ability():
    imp = entity(
        "Imp",
        1,
        1,
        1,
        "(A) Sacrifice an entity you control, exhaust this card: Deal 3 Dream damage to your opponent.",
    )
    s = Stage([imp], {"play": ["Imp"]})
    if s.can("activate Imp"):
        s.answer("activate Imp")
    assert s.told(DreamDamageDealt) == []


# ------------------------------------------------------------------------------------- triggers


@pytest.mark.parametrize("timing", ["Before", "When", "After"])
@pytest.mark.parametrize("condition", ["a conflict is initiated", "you initiate a dawn conflict"])
def test_initiating_triggers(timing: str, condition: str):
    bell = card("Bell", MEM, text=f"(!) {timing} {condition} - Deal 1 Dream damage to your opponent.")
    s = stage("Initiate a dawn conflict.", bell, ada={"play": ["Bell"]})
    assert s.triggered("Bell") == 1


def test_before_triggers_of_a_conflict_precede_the_whole_line():
    bell = card(
        "Bell", MEM, text="(!) Before you initiate a conflict - Deal 1 Dream damage to your opponent."
    )
    s = stage("Take 2 Dream damage, then initiate a dawn conflict.", bell, ada={"play": ["Bell"]})
    assert [facts.seat for facts in s.told(DreamDamageDealt)] == [1, 0]


def test_after_triggers_follow_the_whole_line():
    bell = card("Bell", MEM, text="(!) After an entity enters play - Deal 1 Dream damage to your opponent.")
    s = stage(
        "Evoke, then take 2 Dream damage.",
        bell,
        MOTH,
        ada={"play": ["Bell"], "deck": ["Moth", *["Blank"] * 4]},
    )
    s.answer("play")
    assert [facts.seat for facts in s.told(DreamDamageDealt)] == [0, 1]


def test_preventing_that_an_entity_is_destroyed_keeps_it_and_nothing_triggers_afterwards():
    ward = card(
        "Ward",
        MEM,
        text="(!) When an entity is destroyed - Prevent that.\n(!) After an entity is destroyed - Take 1 Dream damage.",
    )
    s = stage("Destroy an entity, then take 2 Dream damage.", ward, MOTH, ada={"play": ["Ward", "Moth"]})
    assert s.zone("Moth") == "play"
    assert [facts.points for facts in s.told(DreamDamageDealt)] == [2]


def test_a_prevented_evoke_does_not_look_at_anything():
    ward = card("Ward", MEM, text="(!) When you evoke - Prevent that.")
    s = stage("Evoke.", ward, ada={"play": ["Ward"]})
    assert s.told(Evoking) == []
    assert s.asked.seat == 1


def test_a_prevented_shuffle_offers_no_cut():
    ward = card("Ward", MEM, text="(!) When you shuffle - Prevent that.")
    s = stage("Shuffle your deck.", ward, ada={"play": ["Ward"]})
    assert s.told(Shuffled) == []
    assert s.asked.cause == "§4"


def test_prevent_takes_damage_from_the_player_the_trigger_spoke_of():
    ward = card("Ward", MEM, text="(!) When your opponent takes Dream damage - Prevent 1 damage.")
    s = stage("Each player takes 2 Dream damage.", ward, ada={"play": ["Ward"]})
    taken = {facts.seat: facts.points for facts in s.told(DreamDamageDealt)}
    assert taken == {0: 2, 1: 1}


def test_a_trigger_notices_a_deep_entity_of_lower_value():
    bell = card("Bell", MEM, 4, "(!) After an entity enters play - Deal 1 Dream damage to your opponent.")
    deep = entity("Deep", 1, 1, 1, "Deep.", value=1)
    s = stage("Evoke.", bell, deep, ada={"play": ["Bell"], "deck": ["Deep", "Blank"]})
    s.answer("play")
    assert s.triggered("Bell") == 1


def test_a_host_that_gives_up_its_copy_was_not_destroyed():
    twin = entity("Twin", 1, 1, 1, "Unique.\n(!) After this card is destroyed - Take 1 Dream damage.")
    s = Stage(
        [arcanum("Evoke."), arcanum("Destroy an entity.", "Blow"), twin],
        {"play": ["Twin"], "deck": ["Twin", *["Blank"] * 4], "hand": ["Act", "Blow"]},
    )
    s.answer("play Act")
    s.answer("play")
    s.answer("pass")
    s.answer("play Blow")
    s.answer("yes")
    assert s.count("Twin", "play") == 1
    assert s.count("Twin", "discard") == 1
    assert s.told(DreamDamageDealt) == []


def test_an_inverted_arcanum_is_voided_after_it_was_played():
    bell = card("Bell", MEM, text="(!) After an arcanum is voided - Deal 1 Dream damage to your opponent.")
    s = Stage([arcanum("Roll.", inverted="Roll."), bell], {"play": ["Bell"], "hand": ["Act"]})
    s.answer("invert Act")
    assert s.triggered("Bell") == 1


def test_a_prototype_that_goes_to_the_void_is_voided():
    bell = card("Bell", MEM, text="(!) After a card is voided - Deal 1 Dream damage to your opponent.")
    proto = entity("Proto", 1, 1, 1, "Prototype 1.")
    s = stage("Evoke.", bell, proto, ada={"play": ["Bell"], "deck": ["Proto", "Blank"]})
    s.answer("play")
    assert s.triggered("Bell") == 1


def test_attachments_of_a_host_that_leaves_play_are_discarded_and_trigger():
    crown = card(
        "Crown",
        MEM,
        text="Attach this card to an entity.\n+2 dawn.\n(!) After this card leaves play - Deal 1 Dream damage to your opponent.\n(!) After this card is discarded - Deal 2 Dream damage to your opponent.",
    )
    s = stage(
        "Void an entity.",
        crown,
        MOTH,
        ada={"play": ["Moth"], "deck": ["Crown", "Blank"], "attached": {"Moth": ["Crown"]}},
    )
    assert s.zone("Crown") == "discard"
    s.answer(*[o.key for o in s.asked.options])
    assert sorted(facts.points for facts in s.told(DreamDamageDealt)) == [1, 2]


def test_the_last_arcanum_voided_by_nightmare_triggers():
    bell = card("Bell", MEM, text="(!) After an arcanum is voided - Deal 1 Dream damage to your opponent.")
    s = Stage([arcanum("Roll."), bell], {"play": ["Bell"], "hand": ["Act"]}, {"mind": 1, "hand": ["Act"]})
    s.both_pass()
    s.answer("enter")
    assert s.triggered("Bell") == 1


def test_a_voidbound_entity_that_is_discarded_was_voided():
    bell = card("Bell", MEM, text="(!) After an entity is voided - Deal 1 Dream damage to your opponent.")
    bound = entity("Bound", 1, 1, 1, "Voidbound.")
    s = stage("Discard an entity.", bell, bound, ada={"play": ["Bell", "Bound"]})
    assert s.zone("Bound") == "void"
    assert s.triggered("Bell") == 1


def test_dream_damage_discards_cards():
    bell = card("Bell", MEM, text="(!) After a thought is discarded - Exhaust this card.")
    s = stage("Take 1 Dream damage.", bell, ada={"play": ["Bell"]})
    assert s.triggered("Bell") == 1


def test_a_card_in_the_arcana_discard_can_trigger():
    ember = arcanum(
        "Roll.\n(!) While this card is in your discard pile, after you play an arcanum - Deal 1 Dream damage to your opponent.",
        "Ember",
    )
    s = stage("Take 1 Dream damage.", ember, ada={"arcana": ["Ember"]})
    assert s.triggered("Ember") == 1


def test_when_a_card_is_readied_at_the_beginning_of_the_round():
    bell = card("Bell", MEM, text="(!) When this card is readied - Deal 1 Dream damage to your opponent.")
    s = Stage(
        [arcanum("Roll."), bell],
        {"play": ["Bell"], "exhausted": ["Bell"], "hand": ["Act"]},
        {"mind": 1, "hand": ["Act"]},
    )
    s.both_pass()
    s.answer("Act")
    assert s.ref.position.round == 2
    assert s.triggered("Bell") == 1
