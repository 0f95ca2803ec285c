"""Sentences of the rulebook (§2 to §7) and rulings, each played out in a position made for it."""

from __future__ import annotations

import pytest

from cards.voidream.model import Faction, Kind
from engine.kernel.events.event import seen
from engine.voidream.facts.cards import Damaged, PutIntoDeck
from engine.voidream.facts.deck import DreamDamageDealt, Evoking, Revealed, Rolled
from engine.voidream.facts.rounds import Shuffled
from tests.engine.voidream.table import BLANK, Stage, arcanum, card, entity, mind, stage

MOTH = entity("Moth", 1, 1, 1)
GUARD = entity("Guard", 2, 3, 1)
TOP = {n: card(f"Top{n}", Kind.THOUGHT, n) for n in (1, 2, 3, 4)}
WALL = card("Wall", Kind.CONSTRUCT, 3, stability=3)
MEM = Kind.MEMORY


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


def test_what_falls_when_a_phase_ends_is_gone_before_the_next_phase_and_its_triggers_fire():
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


def test_what_was_looked_at_can_be_evoked_in_the_same_line():
    s = stage(
        "Look at the top card of your deck, then evoke.",
        *TOP.values(),
        ada={"deck": ["Top1", "Top3", "Top4"]},
    )
    assert s.can("play")


def test_a_looker_does_not_see_what_lies_beneath_cards_that_were_put_away():
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


def test_what_a_cost_took_is_it_for_the_effect_of_the_same_line():
    imp = card(
        "Imp",
        MEM,
        text="(A) Sacrifice an entity you control: Deal X Dream damage to your opponent, where X is its value.",
    )
    s = Stage([imp, MOTH], {"play": ["Imp", "Moth"]})
    s.answer("activate Imp")
    assert s.told(DreamDamageDealt)[0].points == 2


def test_a_cost_that_cannot_be_paid_any_more_ends_the_ability():
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


def test_before_a_conflict_is_initiated_comes_before_the_whole_line():
    bell = card(
        "Bell", MEM, text="(!) Before you initiate a conflict - Deal 1 Dream damage to your opponent."
    )
    s = stage("Take 2 Dream damage, then initiate a dawn conflict.", bell, ada={"play": ["Bell"]})
    assert [facts.seat for facts in s.told(DreamDamageDealt)] == [1, 0]


def test_after_triggers_come_after_the_whole_line_also_when_a_card_is_evoked_in_it():
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


# ------------------------------------------------------------------------------------- conflicts


def test_a_conflict_that_is_initiated_when_one_ends_is_played():
    bell = card("Bell", MEM, text="(!) After a dawn conflict ends - Initiate a dusk conflict.")
    s = stage("Initiate a dawn conflict.", bell, ada={"play": ["Bell"]})
    s.both_pass()
    assert s.match.view(None).phase == "dusk conflict"
    s.both_pass()
    assert s.match.view(None).phase == "main"
    assert s.asked.seat == 1


def test_the_effect_on_an_entity_ends_when_it_leaves_play():
    s = Stage(
        [arcanum("+3 dawn to an entity, then put it on top of your deck.\nEvoke."), MOTH],
        {"play": ["Moth"], "hand": ["Act"]},
    )
    s.answer("play Act")
    s.answer("play")
    assert s.match.view(None).sides[0].play[0].dawn == 1


# ------------------------------------------------------------------------------------- performing for each


def test_each_player_performs_what_they_can_and_the_line_goes_on():
    for side in ({"ada": {"play": ["Moth"]}}, {"bo": {"play": ["Moth"]}}):
        s = stage(
            "Each player sacrifices an entity, then deal 1 Dream damage to your opponent.", MOTH, **side
        )
        assert len(s.told(DreamDamageDealt)) == 1


def test_each_player_may():
    s = stage("Each player may take 1 Dream damage.")
    s.answer("yes")
    assert s.asked.seat == 1
    s.answer("no")
    assert [facts.seat for facts in s.told(DreamDamageDealt)] == [0]


def test_each_player_chooses_one():
    s = stage("Each player chooses one: roll; or take 1 Dream damage.")
    s.answer("1")
    assert s.asked.seat == 1
    s.answer("0")
    assert [facts.seat for facts in s.told(DreamDamageDealt)] == [0]
    assert [facts.seat for facts in s.told(Rolled)] == [1]


def test_unveiling_several_by_an_effect_goes_card_by_card():
    shadow = entity("Shadow", 1, 1, 1, "Veil.\nShadowborne 1.")
    s = stage("Unveil all veiled cards you control.", shadow, MOTH, ada={"veiled": ["Shadow", "Moth"]})
    s.answer("Shadow", "Moth")
    assert s.zone("Shadow") == "play"
    assert s.zone("Moth") == "deck"


def test_the_depth_rule_binds_arcana_played_by_an_effect():
    low = arcanum("Take 1 Dream damage.", "Low", value=1)
    s = stage("Play an arcanum in your discard pile.", low, TOP[3], ada={"arcana": ["Low"], "deck": ["Top3"]})
    assert s.told(DreamDamageDealt) == []


def test_you_cannot_unveil_forbids_it_to_effects_too():
    hush = card("Hush", MEM, text="Players cannot unveil.")
    s = stage("Unveil a veiled card you control.", hush, MOTH, ada={"play": ["Hush"], "veiled": ["Moth"]})
    assert s.ref.cards[s.find("Moth")].veiled


# ------------------------------------------------------------------------------------- numbers and loops (R33)


def test_a_negative_number_looks_at_nothing_and_turns_no_mind():
    ghost = entity("Ghost", -2, 3, -2)
    s = stage(
        "Exhaust an entity, then reveal the top X cards of your deck, where X is its dawn.",
        ghost,
        ada={"play": ["Ghost"]},
    )
    assert s.told(Revealed) == []
    s = stage(
        "Exhaust an entity, then reduce your mind by X, where X is its dawn.", ghost, ada={"play": ["Ghost"]}
    )
    assert s.match.view(0).sides[0].mind.count <= 4


@pytest.mark.parametrize(
    "effect",
    [
        "Exhaust this card, then gain siege",
        "Exhaust this card, then +1 dawn to all entities",
        "Exhaust this card, then this card gains deep",
        "Exhaust this card, then this card cannot attack",
        "Exhaust this card, then you cannot evoke",
    ],
)
def test_a_loop_of_triggers_comes_to_an_end(effect: str):
    wheel = card(
        "Wheel",
        MEM,
        text=f"(!) After this card is readied - {effect}.\n(!) After this card is exhausted - Ready this card.",
    )
    s = stage("Exhaust all memories.", wheel, ada={"play": ["Wheel"]})
    assert s.asked.seat == 1


def test_damage_that_cannot_destroy_stops_at_a_thousand():
    rock = entity(
        "Rock", 1, 1, 1, "Indestructible.\n(!) After this card is dealt damage - Deal 1 damage to this card."
    )
    s = stage("Deal 1 damage to an entity.", rock, ada={"play": ["Rock"]})
    assert s.asked.seat == 1
    assert s.match.view(None).sides[0].play[0].damage <= 1000


# ------------------------------------------------------------------------------------- the end


def test_nothing_happens_after_the_end():
    twin = entity("Twin", 1, 1, 1, "Unique.")
    wither = card("Wither", Kind.CONSTRUCT, 2, "+1 stability to all entities.", stability=1)
    frail = entity("Frail", 1, 0, 1)
    s = Stage(
        [arcanum("Deal 9 Dream damage to your opponent."), twin, wither, frail],
        {"hand": ["Act"]},
        {"deck": ["Wither"], "play": ["Frail"]},
    )
    s.answer("play Act")
    assert s.match.outcome is not None
    assert s.match.outcome.winners == (0,)
    assert s.match.questions == {}
    assert s.ref.position.stack == []


def test_charges_stay_hidden_when_an_effect_is_laid_upon_them():
    s = stage(
        "All charges cannot attack.\nAn attachment gains deep.", MOTH, BLANK,
        ada={"play": ["Moth"], "attached": {"Moth": []}},
    )  # fmt: skip
    assert s.asked
    s = stage(
        "Charge an entity.\nA charge gains deep.",
        MOTH,
        TOP[3],
        ada={"play": ["Moth"], "deck": ["Top3", "Blank"]},
    )
    assert not any("Top3" in sentence for sentence in s.story())
    assert not any("Top3" in line.text for line in s.match.view(None).ongoing)


def test_the_values_in_an_opponents_hand_are_in_no_telling_order():
    hand = [
        arcanum("Roll.", "Zeal", value=1),
        arcanum("Roll.", "Awe", value=4),
        arcanum("Roll.", "Ire", value=2),
    ]
    s = stage("Look at an arcanum in your opponent's hand.", *hand, bo={"hand": ["Awe", "Ire", "Zeal"]})
    values = [option.key for option in s.asked.options]
    assert values == ["Arcanum of value 1", "Arcanum of value 2", "Arcanum of value 4"]


def test_what_is_veiled_unseen_tells_nothing_of_its_kind():
    for kind in ("an entity", "a memory", "a card"):
        for timing in ("Before", "When", "After"):
            bell = card(
                "Bell", MEM, text=f"(!) {timing} {kind} is veiled - Deal 1 Dream damage to your opponent."
            )
            sly = entity("Sly", 1, 1, 1, "Veil.")
            s = stage("Evoke.", bell, sly, ada={"play": ["Bell"], "deck": ["Sly", "Blank"]})
            s.answer("veil")
            assert s.triggered("Bell") == (kind == "a card")


def test_a_face_down_card_cannot_be_chosen_for_its_face():
    s = stage(
        "Void a Maze veiled card.", entity("Sly", 1, 1, 1, faction=Faction.MAZE), bo={"veiled": ["Sly"]}
    )
    assert s.zone("Sly") == "play"


def test_each_side_of_an_arcanum_has_its_own_restrictions():
    act = arcanum("Play this card only during a conflict.\nRoll.", inverted="Roll.")
    s = Stage([act], {"hand": ["Act"]})
    assert (s.can("play Act"), s.can("invert Act")) == (False, True)
    act = arcanum("Roll.", inverted="Play this card only during a conflict.\nRoll.")
    s = Stage([act], {"hand": ["Act"]})
    assert (s.can("play Act"), s.can("invert Act")) == (True, False)


def test_a_construct_that_takes_dream_damage_is_dealt_damage():
    wall = card("Wall", Kind.CONSTRUCT, 3, "(!) After this card is dealt damage - Roll.", stability=3)
    s = stage("Deal 2 Dream damage to your opponent.", wall, bo={"deck": ["Wall", "Blank"]})
    assert s.triggered("Wall") == 1


def test_what_fails_goes_on_at_the_next_if_you_do_and_not_inside_another_sentence():
    s = stage(
        "Destroy an entity. For each memory, if you do not, deal 3 Dream damage to your opponent.\nTake 1 Dream damage."
    )
    assert [facts.points for facts in s.told(DreamDamageDealt)] == [1]


def test_being_asked_tells_nothing_about_a_hidden_card():
    hard = entity("Hard", 1, 1, 1, "Dormant 3.")
    for top in ("Hard", "Moth"):
        s = stage("You may play the top card of your deck.", hard, MOTH, ada={"deck": [top, "Blank"]})
        assert s.can("yes")
        s.answer("yes")
        assert (s.zone(top) == "play") is (top == "Moth")
        s = stage("Unveil a veiled card your opponent controls.", hard, MOTH, bo={"veiled": [top, "Moth"]})
        assert len(s.asked.options) == 2


def test_what_is_said_about_damaged_entities_ends_with_their_damage():
    care = card("Care", Kind.MEMORY, text="+1 stability to all damaged entities.")
    hare = entity("Hare", 1, 3, 1)
    s = stage("Deal 1 damage to an entity.", care, hare, ada={"play": ["Hare", "Care"]})
    assert s.told(Damaged)[0].points == 1
    shown = next(card for card in s.match.view(0).sides[0].play if card.face and card.face.title == "Hare")
    assert shown.stability == 3
