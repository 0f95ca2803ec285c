"""Rules questioned by a review: conflicts, "for each", numbers and loops, the end."""

from __future__ import annotations

import pytest

from cards.voidream.model import Faction, Kind
from engine.voidream.facts.cards import Damaged
from engine.voidream.facts.deck import DreamDamageDealt, Revealed, Rolled
from tests.engine.voidream.review_cards import MEM, MOTH, TOP
from tests.engine.voidream.table import BLANK, Stage, arcanum, card, entity, stage

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


def test_each_player_does_what_they_can_and_the_line_continues():
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


def test_an_effect_unveils_cards_one_by_one():
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
def test_loops_of_triggers_end(effect: str):
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


def test_charges_stay_hidden_under_an_effect():
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


def test_veiling_unseen_cards_reveals_no_kind():
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


def test_if_you_do_not_applies_within_its_own_sentence():
    s = stage(
        "Destroy an entity. For each memory, if you do not, deal 3 Dream damage to your opponent.\nTake 1 Dream damage."
    )
    assert [facts.points for facts in s.told(DreamDamageDealt)] == [1]


def test_a_question_reveals_nothing_about_a_hidden_card():
    hard = entity("Hard", 1, 1, 1, "Dormant 3.")
    for top in ("Hard", "Moth"):
        s = stage("You may play the top card of your deck.", hard, MOTH, ada={"deck": [top, "Blank"]})
        assert s.can("yes")
        s.answer("yes")
        assert (s.zone(top) == "play") is (top == "Moth")
        s = stage("Unveil a veiled card your opponent controls.", hard, MOTH, bo={"veiled": [top, "Moth"]})
        assert len(s.asked.options) == 2


def test_effects_on_damaged_entities_end_with_their_damage():
    care = card("Care", Kind.MEMORY, text="+1 stability to all damaged entities.")
    hare = entity("Hare", 1, 3, 1)
    s = stage("Deal 1 damage to an entity.", care, hare, ada={"play": ["Hare", "Care"]})
    assert s.told(Damaged)[0].points == 1
    shown = next(card for card in s.match.view(0).sides[0].play if card.face and card.face.title == "Hare")
    assert shown.stability == 3
