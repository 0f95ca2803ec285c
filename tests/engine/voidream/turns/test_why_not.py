"""Why can't I? Every impossible act gets a sentence and the rule behind it. A possible act gets none (§4, §6)."""

from __future__ import annotations

import pytest

from cards.voidream.model import Kind
from engine.voidream.scenario.format import read_scenarios
from engine.voidream.scenario.layout import lay_out
from tests.engine.voidream.table import CALM, Stage, arcanum, card, entity

GUARD = entity("Guard", 2, 3, 1, "(A) Exhaust this card: Deal 1 damage to an entity.")
MOTH = entity("Moth", 1, 2, 1)
BELL = card("Bell", Kind.MEMORY, text="(A) Reduce your mind by 3: Ready an entity.")
SLY = entity("Sly", 1, 1, 1, "Veil. Glaring.")
LOW = arcanum("Roll.", "Low", value=1)
ACT = arcanum("Roll.", "Act", inverted="Evoke.")
ONLY = card("Only", Kind.ARCANUM, 4, "Play this card only during a conflict.\nRoll.")
PUSH = arcanum("Initiate a dawn conflict.", "Push")
WALL = card("Wall", Kind.CONSTRUCT, stability=3)
SEAL = card("Seal", Kind.MEMORY, text="Players cannot initiate conflicts.")
HUSH = card("Hush", Kind.MEMORY, text="Your opponent cannot evoke.")
CHAIN = card("Chain", Kind.MEMORY, text="All entities cannot attack.")
STRICT = card("Strict", Kind.MEMORY, text="You cannot play inverted arcana.")
CARDS = [GUARD, MOTH, BELL, SLY, LOW, ACT, ONLY, PUSH, WALL, SEAL, HUSH, CHAIN, STRICT]


def stage(ada: dict[str, object] | None = None, bo: dict[str, object] | None = None) -> Stage:
    return Stage(CARDS, ada or {}, bo or {})


def why(s: Stage, wish: str, seat: int = 0) -> tuple[str, str]:
    """Return the reason, which must exist."""
    reason = s.match.why_not(seat, wish)
    assert reason is not None, wish
    sentence, rule = reason
    assert sentence[0].isupper()
    assert sentence.endswith((".", "?", "!"))
    assert rule.startswith(("§", "R"))
    return reason


@pytest.mark.parametrize(
    ("ada", "wish", "words", "rule"),
    [
        ({"hand": ["Low"], "deck": ["Blank"]}, "play Low", "below your depth", "§2"),
        ({"hand": ["Act"], "mind": 0}, "play Act", "mind is spent", "R16"),
        ({"arcana": ["Act"]}, "play Act", "is in your arcana discard", "§4"),
        ({"void": ["Act"]}, "play Act", "Void", "§2"),
        ({"deck": ["Moth"]}, "play Moth", "when you evoke it", "§2"),
        ({"play": ["Moth"]}, "play Moth", "already in play", "§2"),
        ({"veiled": ["Sly"]}, "play Sly", "Unveil it", "§6"),
        ({}, "play Nonsense", "no arcanum called", "§2"),
        ({"hand": ["Only"]}, "play Only", "Play this card only during a conflict.", "§7"),
        ({"hand": ["Act"], "play": ["Strict"]}, "invert Act", "your Strict", "§7"),
        (
            {"play": ["Guard"], "exhausted": ["Guard"]},
            "activate Guard",
            "Exhaust this card”. It's already exhausted",
            "§6",
        ),
        ({"play": ["Bell"], "mind": 2}, "activate Bell", "Reduce your mind by 3”. Your mind is at 2", "§6"),
        ({"play": ["Bell"]}, "activate Bell", "would change nothing", "§7"),
        ({"play": ["Moth"]}, "activate Moth", "no such activated ability", "§6"),
        ({"veiled": ["Guard"]}, "activate Guard", "veiled", "§7"),
        ({"discard": ["Guard"]}, "activate Guard", "not in play", "§4"),
        ({}, "unveil", "no veiled card", "§6"),
        ({"veiled": ["Sly"], "mind": 0, "hand": ["Act", "Low"]}, "unveil", "spent", "R16"),
        ({"veiled": ["Sly"], "hand": ["Act"]}, "unveil Sly", "costs 2 arcana", "§6"),
        ({"play": ["Moth"]}, "unveil Moth", "no veiled card called", "§6"),
        ({"play": ["Moth"]}, "attack Moth", "no conflict", "§4"),
        ({"play": ["Moth"]}, "defend with Moth", "no conflict", "§4"),
        ({}, "evoke", "On your turn you can", "§4"),
        ({"deck": ["Wall"], "face_up": ["Wall"]}, "evoke", "active construct", "§2"),
        ({"play": ["Moth"]}, "ready Moth", "is ready", "§6"),
        ({"play": ["Moth"], "exhausted": ["Moth"]}, "ready Moth", "start of the round", "§4"),
        ({"play": ["Seal"]}, "initiate", "Seal", "§7"),
        ({}, "initiate", "initiated by a card", "§4"),
        ({}, "roll", "roll", "§6"),
        ({}, "draw", "Nothing is drawn", "§2"),
    ],
)
def test_reasons_why_something_is_impossible(ada: dict[str, object], wish: str, words: str, rule: str):
    s = stage({k: v for k, v in ada.items() if k != "face_up"})
    if "face_up" in ada:
        top = s.ref.seats[0].deck[0]
        s.ref.cards[top].face_up = True
        s.ref.resource()
    sentence, cited = why(s, wish)
    assert words in sentence
    assert cited.startswith(rule)


def test_possible_actions_have_no_reason_against_them():
    s = stage({"hand": ["Act"], "play": ["Guard"], "veiled": ["Sly"], "deck": ["Blank"]})
    for option in s.asked.options:
        assert s.match.why_not(0, option.key) is None


def test_only_open_cards_of_an_opponent_are_named():
    s = stage({}, {"play": ["Guard"], "veiled": ["Sly"], "hand": ["Act"]})
    assert "your opponent's" in why(s, "activate Guard")[0]
    unknown = why(s, "activate Nonsense")[0]
    assert why(s, "activate Sly")[0] == unknown
    assert why(s, "play Act")[0] == why(s, "play Nonsense")[0].replace("Nonsense", "Act")


def test_wishes_out_of_turn_have_a_reason():
    s = stage({"hand": ["Push"], "play": ["Moth"]}, {"hand": ["Act"]})
    assert why(s, "play Act", seat=1) == ("It isn't your turn.", "§4")
    assert why(s, "pass", seat=1) == ("It isn't your turn.", "§4")
    s.answer("play Push")
    assert s.asked.topic == "attackers"
    assert "Answer this first" in why(s, "pass")[0]
    assert s.match.why_not(0, "attack Moth") is None
    assert "You are attacking" in why(s, "defend Moth")[0]


def test_why_an_entity_stays_out_of_the_conflict():
    s = stage(
        {"hand": ["Push"], "play": ["Moth", "Guard", "Bell"], "exhausted": ["Guard"], "veiled": ["Sly"]}
    )
    s.answer("play Push")
    assert "exhausted" in why(s, "attack Guard")[0]
    assert "isn't an entity" in why(s, "attack Bell")[0]
    assert "veiled" in why(s, "attack Sly")[0]
    assert "no entity called" in why(s, "attack Nobody")[0]
    s.answer("Moth")
    assert "already in the conflict" in why(s, "attack Moth")[0]
    s.answer("pass")
    assert "declared when the conflict is initiated" in why(s, "attack")[0]
    assert "already a conflict" in why(s, "initiate")[0]


def test_an_effect_that_forbids_is_named():
    s = stage({"hand": ["Push"], "play": ["Moth", "Guard", "Chain"]}, {"play": ["Hush"]})
    assert "your opponent's Hush says you cannot evoke" in why(s, "evoke")[0]
    s.answer("play Push")
    assert "cannot attack" in why(s, "attack Moth")[0]


@pytest.mark.parametrize(
    ("count", "wish", "sentence"),
    [
        (3, "unveil", "Paying turns your mind first. At 2, Lull says you cannot unveil."),
        (
            1,
            "play Plain arcanum 4",
            "Paying turns your mind first. While it's spent, Lull says you cannot play arcana.",
        ),
    ],
)
def test_bans_of_the_turned_mind_are_explained(count: int, wish: str, sentence: str):
    lull = "card: Lull, mind\n  2: You cannot unveil.\n  spent: You cannot play arcana.\n"
    position = f"scenario: Lulled\nAda:\n  hand: 4\n  mind: Lull at {count}\n  play: 1 (veiled)\n"
    match, _ = lay_out(read_scenarios(lull + position)[0])
    assert match.why_not(0, wish) == (sentence, "R16")


def test_after_the_end_the_match_is_over():
    s = Stage([arcanum("Take 20 Dream damage.", "Last"), CALM], {"hand": ["Last"]})
    s.answer("play Last")
    assert why(s, "pass") == ("This match is over.", "§5")
