"""Previews are right, and use only information the asked seat may have."""

from __future__ import annotations

from typing import Any

import pytest

from bench.claims import answered
from cards.voidream.model import Kind
from engine.kernel.claims import ActSequence, Hang, ObservedAct
from engine.kernel.consequence import Gravity
from engine.kernel.match import Match
from engine.kernel.question import QuestionKind
from engine.voidream.facts.conflicts import ConflictScored, EnteredNightmare, FacesNightmare
from engine.voidream.views.claims import ComesBack
from engine.voidream.views.conflict_consequences import score_line
from engine.voidream.views.consequences import ENTER, PASS, comes_to, consequences
from engine.voidream.views.types import VoidreamView
from tests.engine.voidream.table import NAMES, Stage, card, entity, mind

PUSH = card("Push", Kind.ARCANUM, 4, "Initiate a dawn conflict.", inverted="Initiate a dusk conflict.")
REST = card("Rest", Kind.ARCANUM, 4, "Evoke.", inverted="Evoke.")
GUARD = entity("Guard", 2, 2, 1)
RAM = card("Ram", Kind.MEMORY, 2, "Gain siege.")
BOLD = mind("Bold", "", "+1 dawn.", "+3 dawn.")


def said(at: Match[Any, VoidreamView], option: str | None = None, weight: Gravity | None = None) -> list[str]:
    """Return the preview of an option for the asked player (None: of the whole question)."""
    (question,) = at.questions.values()
    view = at.view(question.seat)
    return [
        str(one.sentence)
        for one in consequences(view, question, NAMES)
        if one.option == option and weight in (None, one.weight)
    ]


def test_scores_are_shown_with_their_parts_and_a_deciding_pass_is_announced() -> None:
    on = Stage(
        [PUSH, REST, GUARD, BOLD],
        {"hand": ["Push", "Rest"], "play": ["Guard"], "mind_card": "Bold", "mind": 2},
        {"hand": ["Push"]},
    )
    assert said(on.match)[-1] == "Playing turns your mind 2 → 1: +1 dawn."
    on.answer("play Push")
    assert said(on.match) == ["Ada 3 = depth 2 + mind 1; Bo 2 = depth 2"]
    on.answer("Guard")
    # Before her roll, with any resulting depth.
    assert said(on.match, PASS) == [
        "if Ada passes too, only Ada's roll is left, with its consequences. 2 : 5 with depth 2. Whatever the roll, Ada wins."
    ]
    on.answer("pass")
    assert said(on.match)[0] == "Ada 5 = depth 2 + Guard 2 + mind 1; Bo 2 = depth 2"
    [settles] = said(on.match, PASS)
    assert settles == (
        "Bo has passed: only your roll is left, with its consequences. 5 : 2 with depth 2. Whatever the roll, you win."
    )
    on.answer("pass")
    assert on.told(ConflictScored)[0].totals == (5, 2)


def test_a_player_with_siege_reads_the_result_of_not_rolling() -> None:
    on = Stage([PUSH, RAM], {"hand": ["Push"], "play": ["Ram"], "deck": ["Ram", "Blank"]}, {"hand": ["Push"]})
    on.answer("play Push")
    on.answer("pass")
    odds = "2 : 2 with depth 2. You win with depth 3 or 4, Bo with 1. Depth 2 is a draw."
    assert said(on.match, PASS) == [
        f"Bo has passed: only your roll (or none) is left, with its consequences. {odds}"
    ]
    on.answer("pass")
    assert said(on.match, "no") == ["2 : 2, a draw."]
    assert said(on.match, "yes") == [f"{odds} What the roll sets off can change that."]


def test_winners_by_depth_include_texts_about_depth() -> None:
    """The same modifier applies at one depth but not at another, on either side."""
    still = card("Still", Kind.MEMORY, 1, "While your depth is 2 or lower, +4 dawn.")
    deep = entity("Diver", 1, 2, 1, "+X dawn, where X is your opponent's depth.")
    on = Stage(
        [PUSH, still, deep], {"hand": ["Push"], "play": ["Still"]}, {"hand": ["Push"], "play": ["Diver"]}
    )
    on.answer("play Push")
    on.answer("Diver")
    on.answer("pass")
    assert said(on.match, PASS) == [
        "Bo has passed: only your roll is left, with its consequences. "
        "6 : 5 with depth 2. You win with depth 1 or 2, Bo with 3 or 4."
    ]


def test_a_known_future_depth_is_counted() -> None:
    sink = card(
        "Sort", Kind.ARCANUM, 4, "Look at the top 2 cards of your deck, then return them in any order."
    )
    low, high = (card(name, Kind.MEMORY, value, "+1 dawn.") for name, value in (("Low", 1), ("High", 4)))
    on = Stage(
        [PUSH, sink, low, high],
        {"hand": ["Push", "Sort"], "deck": ["High", "Low", "Blank"], "mind": 3},
        {"hand": ["Push"]},
    )
    on.answer("play Sort")
    on.answer("Low", "High")
    assert not any(line.startswith("On ") for line in said(on.match)), "Bo hasn't looked"
    on.answer("pass")
    assert said(on.match)[0] == "On your deck, as you have seen: Low (1) and High (4)."
    on.answer("play Push")
    on.answer("pass")
    assert said(on.match, PASS) == [
        "Bo has passed: only your roll is left, with its consequences. The roll brings depth 4: 4 : 2, you win by 2."
    ]
    on.answer("pass")
    assert on.told(ConflictScored)[0].totals == (4, 2)


def test_a_construct_on_top_explains_why_evoking_is_impossible() -> None:
    wall = card("Wall", Kind.CONSTRUCT, 2, stability=3)
    on = Stage([REST, PUSH, wall], {"hand": ["Rest", "Push"], "deck": ["Wall", "Blank"]}, {"hand": ["Rest"]})
    blocked = "Wall is on top of your deck: you can't evoke."
    assert blocked in said(on.match)
    on.answer("play Push")
    assert blocked not in said(on.match), "Bo's deck has none"


def test_dusk_explains_which_entities_count() -> None:
    on = Stage([PUSH, GUARD], {"hand": ["Push"], "play": ["Guard"]}, {"hand": ["Push"], "play": ["Guard"]})
    on.answer("invert Push")
    counts = "At dusk, only exhausted entities count towards your score."
    assert counts in said(on.match)
    on.answer()
    assert counts in said(on.match)


def test_defenders_read_the_attackers_and_the_scores() -> None:
    ram = entity("Ram", 3, 2, 1)
    on = Stage(
        [PUSH, GUARD, ram],
        {"hand": ["Push"], "play": ["Ram", "Guard"]},
        {"hand": ["Push"], "play": ["Guard"]},
    )
    on.answer("play Push")
    [question] = on.match.questions.values()
    chosen = tuple(option.key for option in question.options)
    assert str(comes_to(on.match.view(0), question, chosen)) == "At first 7 : 2."
    on.answer("Ram", "Guard")
    [preview] = [line for line in said(on.match, weight=Gravity.NOTABLE) if "defend" in line]
    assert preview == "2 : 7 if you don't defend."
    assert "Ada attacks with Ram and Guard." in said(on.match, weight=Gravity.SHOWN)
    assert "At first 4 : 7 with Guard." in said(on.match)
    [question] = on.match.questions.values()
    sum_of = comes_to(on.match.view(1), question, (question.options[0].key,))
    assert str(sum_of) == "At first 4 : 7."


def test_a_play_that_ends_the_match_tests_no_claim_about_its_card() -> None:
    """The winning card is no longer voided."""
    blow = card("Blow", Kind.ARCANUM, 4, "Evoke.", inverted="Deal 20 Dream damage to your opponent.")
    on = Stage([PUSH, blow], {"hand": ["Push", "Blow"]}, {"hand": ["Push"], "deck": []})
    question, before = on.asked, on.match.view(0)
    [claim] = [
        claim
        for one in consequences(before, question, NAMES)
        for claim in one.claims
        if isinstance(claim, ComesBack) and claim.card == "Blow"
    ]
    events = on.match.answer(0, question.id, claim.answers[0])
    assert on.match.outcome is not None
    act = ObservedAct(0, question, claim.answers[0], before, events, on.match.view(None))
    assert claim.outcome(ActSequence([act])) is None


def test_a_switch_of_the_conflict_s_type_is_asked_with_both_scores() -> None:
    tide = card("Tide", Kind.ARCANUM, 4, "You may switch the current conflict type.")
    on = Stage(
        [PUSH, tide, GUARD],
        {"hand": ["Push", "Tide"], "play": ["Guard"]},
        {"hand": ["Push"], "play": ["Guard"]},
    )
    on.answer("play Push")
    on.answer("Guard")
    on.answer("Guard")
    on.answer("pass")
    on.answer("play Tide")
    assert said(on.match) == [
        "Ada 4 = depth 2 + Guard 2; Bo 4 = depth 2 + Guard 2",
        "As the cards stand: dawn 4 : 4, dusk 2 : 2, where the lower score wins.",
    ]


def test_a_pass_that_destroys_the_bastion_is_announced() -> None:
    strong = entity("Titan", 9, 2, 1)
    on = Stage([PUSH, strong], {"hand": ["Push"], "play": ["Titan"]}, {"hand": ["Push"], "deck": []})
    on.answer("play Push")
    on.answer("Titan")
    on.answer("pass")
    [_, falls] = said(on.match, PASS)
    assert falls == "Unless cards prevent it, that destroys Bo's bastion."
    on.answer("pass")
    assert on.match.outcome is not None and on.match.outcome.winners == (0,)


def test_a_player_about_to_lose_is_warned() -> None:
    strong = entity("Titan", 9, 2, 1)
    on = Stage(
        [PUSH, strong], {"hand": ["Push"], "play": ["Titan"]}, {"hand": ["Push"], "deck": []}, active=0
    )
    on.answer("play Push")
    on.answer("Titan")
    assert said(on.match, PASS, Gravity.WARNING) == [], "Ada may still act"
    on.answer("play Push")  # It has no effect in a conflict, but Ada must pass first.
    on.answer("pass")
    assert said(on.match, PASS, Gravity.WARNING) == ["Unless cards prevent it, that destroys your bastion."]


@pytest.mark.parametrize(
    ("minds", "hands", "who", "why"),
    [
        ((3, 1), (1, 1), "you face Nightmare", "mind 3 : 1"),
        ((1, 3), (1, 1), "Bo faces Nightmare", "mind 3 : 1"),
        ((1, 3), (0, 1), "you face Nightmare", "empty hand"),
        ((2, 2), (1, 1), "you face Nightmare", "equal minds, last to pass"),
    ],
)
def test_before_the_last_pass_players_read_who_faces_nightmare(
    minds: tuple[int, int], hands: tuple[int, int], who: str, why: str
) -> None:
    ada = {"hand": ["Push"] * hands[0], "arcana": ["Rest"], "mind": minds[0]}
    on = Stage([PUSH, REST], ada, {"hand": ["Push"] * hands[1], "mind": minds[1]}, active=1)
    on.answer("pass")
    assert said(on.match, PASS) == [f"Bo has passed, so the round ends: {who} ({why})."]
    on.answer("pass")
    assert on.told(FacesNightmare)[0].seat == (0 if who.startswith("you") else 1)


@pytest.mark.parametrize(("arcana", "weight"), [(["Rest"], Gravity.NOTABLE), ([], Gravity.WARNING)])
def test_players_read_before_passing_that_they_cannot_avoid_nightmare(
    arcana: list[str], weight: Gravity
) -> None:
    creed = entity("Creed", 1, 1, 1, "Players cannot avoid Nightmare.")
    on = Stage(
        [PUSH, REST, creed],
        {"hand": ["Push"], "arcana": arcana, "mind": 3},
        {"hand": ["Push"], "play": ["Creed"], "mind": 1},
        active=1,
    )
    assert said(on.match, PASS)[0].endswith(
        "Ada faces Nightmare (mind 3 : 1). Creed says that Ada can't avoid it."
    )
    on.answer("pass")
    assert said(on.match, PASS, weight) == [
        "Bo has passed, so the round ends: you face Nightmare (mind 3 : 1). Creed says that you can't avoid it."
    ]
    on.answer("pass")
    assert on.told(EnteredNightmare)[0].seat == 0


def test_the_last_ways_out_of_nightmare_are_marked() -> None:
    on = Stage([PUSH, REST], {"hand": ["Push"]}, {"hand": ["Push"]})
    assert said(on.match, "invert Push") == [
        "That is your last arcanum. A player without one who faces Nightmare loses."
    ]
    assert said(on.match, "play Push") == [
        "That empties your hand: with an empty hand you face Nightmare, and can't avoid it, unless an arcanum comes back first."
    ]
    on.answer("invert Push")
    on.both_pass()
    on.answer("pass")
    assert said(on.match, None, Gravity.WARNING) == [
        "You have no arcanum left: if you face Nightmare now, you lose."
    ]
    on.answer("pass")
    assert on.match.outcome is not None and on.match.outcome.ending == "insanity"


def test_a_card_in_play_can_still_return_the_last_arcanum() -> None:
    watch = card(
        "Watch",
        Kind.MEMORY,
        2,
        "(!) Before you enter Nightmare - Return an arcanum in your Void to your hand.",
    )
    on = Stage([PUSH, watch], {"hand": ["Push"], "play": ["Watch"]}, {"hand": ["Push"]})
    on.answer("invert Push")
    on.both_pass()
    on.answer("pass")
    assert said(on.match, None, Gravity.WARNING) == [
        "You have no arcanum left: if you face Nightmare now, you lose, unless a card returns one first."
    ]
    on.answer("pass")
    assert on.match.outcome is None


def test_an_inverted_arcanum_is_voided_and_the_discarded_ones_return() -> None:
    on = Stage([PUSH, REST], {"hand": ["Push", "Rest"], "arcana": ["Rest"]}, {"hand": ["Push"]})
    assert said(on.match)[0] == "Inverted: gone for good; your discarded one comes back."
    on.answer("invert Push")
    assert on.zone("Push", 0) == "void" and on.count("Rest", "hand") == 2


def test_a_card_that_the_opponent_evokes_first_can_take_a_discarded_arcanum() -> None:
    """The bastion's trigger comes before the conflict, and the discarded arcana come back after it."""
    hall = card("Hall", Kind.MEMORY, 2, "(!) Before your opponent initiates a conflict - Evoke.")
    thief = card("Thief", Kind.THOUGHT, 1, "Your opponent voids an arcanum in their discard pile.")
    on = Stage(
        [PUSH, REST, hall, thief],
        {"hand": ["Push"], "arcana": ["Rest"]},
        {"hand": ["Push"], "play": ["Hall"], "deck": ["Thief", "Thief"]},
    )
    question, before = on.asked, on.match.view(0)
    [(sentence, claim)] = [
        (str(one.sentence), claim)
        for one in consequences(before, question, NAMES)
        for claim in one.claims
        if isinstance(claim, ComesBack)
    ]
    assert sentence == "Inverted: gone for good; your discarded one comes back, unless a card takes it first."
    assert claim.hangs == (Hang.TRIGGERS,)
    acts = [answered(on.match, 0, claim.answers[0]), answered(on.match, 1, ("play",))]
    assert claim.outcome(ActSequence(acts)) == "came: (True, [])"


def test_a_card_that_the_opponent_evokes_at_nightmare_can_take_a_discarded_arcanum() -> None:
    hall = card("Hall", Kind.MEMORY, 2, "(!) Before your opponent enters Nightmare - Evoke.")
    thief = card("Thief", Kind.THOUGHT, 1, "Your opponent voids an arcanum in their discard pile.")
    on = Stage(
        [PUSH, REST, hall, thief],
        {"hand": ["Push"], "arcana": ["Rest"], "mind": 4},
        {"hand": ["Push"], "mind": 1, "play": ["Hall"], "deck": ["Thief", "Thief"]},
    )
    on.both_pass()
    question, before = on.asked, on.match.view(0)
    [(sentence, claim)] = [
        (str(one.sentence), claim)
        for one in consequences(before, question, NAMES)
        for claim in one.claims
        if isinstance(claim, ComesBack)
    ]
    assert "your discarded one comes back, unless a card takes it first; you attack" in sentence
    assert claim.hangs == (Hang.TRIGGERS,)
    acts = [answered(on.match, 0, claim.answers[0]), answered(on.match, 1, ("play",))]
    assert claim.outcome(ActSequence(acts)) == "came: (True, [])"


def test_entering_nightmare_is_announced_in_the_preview() -> None:
    on = Stage(
        [PUSH, REST, GUARD],
        {"hand": ["Push"], "arcana": ["Rest"], "mind": 4, "play": ["Guard"]},
        {"hand": ["Push"], "mind": 1},
    )
    on.both_pass()
    assert said(on.match, ENTER) == [
        "One arcanum is lost for good; your discarded one comes back; you attack at dusk, now with 1 entity."
    ]
    assert said(on.match)[0].startswith("Avoiding it leaves your hand empty")
    on.answer(ENTER)
    assert on.asked.maximum == 1 and len(on.asked.options) == 2, "both arcana are in hand, and one is voided"


def test_no_winner_is_predicted_before_defenders_are_declared() -> None:
    """A winner is called likely only if no defender and no roll could change it."""
    call = card("Call", Kind.ARCANUM, 4, "Initiate a conflict.", inverted="Evoke.")
    titan = entity("Titan", 9, 2, 1)
    on = Stage(
        [call, titan, GUARD], {"hand": ["Call"], "play": ["Titan"]}, {"hand": ["Call"], "play": ["Guard"]}
    )
    on.answer("play Call")
    on.answer("Titan")
    assert said(on.match, "dawn") == [
        "Before Bo defends: 11 : 2. With everything that's ready, Bo reaches 4. You are likely to win. Both can still play cards."
    ]
    assert said(on.match, "dusk") == ["Before Bo defends: 2 : 2. Both can still play cards."]


def test_bans_that_come_too_late_are_marked() -> None:
    letter = card(
        "Letter", Kind.ARCANUM, 4, "An entity your opponent controls cannot defend.", inverted="Evoke."
    )
    other = entity("Other", 2, 2, 1)
    on = Stage(
        [PUSH, letter, GUARD, other],
        {"hand": ["Push", "Letter"]},
        {"hand": ["Push"], "play": ["Guard", "Other"]},
    )
    on.answer("play Push")
    on.answer("Guard")
    on.answer("pass")
    on.answer("play Letter")
    details = {str(option.label): str(option.detail) for option in on.asked.options}
    assert details["Guard"].endswith("defending, already defends: this changes nothing")
    assert details["Other"].endswith("the fighters are already set: this changes nothing")


def test_a_score_is_the_sum_of_its_listed_parts() -> None:
    on = Stage([PUSH, GUARD], {"hand": ["Push"], "play": ["Guard"]}, {"hand": ["Push"]})
    on.answer("play Push")
    assert on.asked.kind is QuestionKind.CARDS
    on.answer("Guard")
    view: VoidreamView = on.match.view(0)
    assert str(score_line("Ada", view.sides[0].dawn_parts)) == "Ada 4 = depth 2 + Guard 2"
    assert view.sides[0].dawn_score == 4


def test_evoked_cards_show_their_effect_or_why_they_are_unplayable() -> None:
    look = card("Look", Kind.ARCANUM, 4, "Evoke.", inverted="Evoke.")
    sleeper = card("Sleeper", Kind.MEMORY, 1, "Dormant 2.")
    on = Stage([look, sleeper], {"hand": ["Look"], "deck": ["Sleeper", "Blank"]}, {"hand": ["Look"]})
    on.answer("play Look")
    [returned] = said(on.match, "return")
    assert returned.startswith(
        "Sleeper is dormant: it needs 2 arcana in your Void, and you have 0. (§6 Dormant)"
    )
    assert returned.endswith("At first your depth is 1 again.")
    awake = card("Waker", Kind.MEMORY, 1, "+1 dawn.")
    on = Stage([look, awake], {"hand": ["Look"], "deck": ["Waker", "Blank"]}, {"hand": ["Look"]})
    on.answer("play Look")
    assert said(on.match, "play") == ["memory, value 1. +1 dawn. At first your depth is 2."]


def test_an_evoked_prototype_goes_to_the_void_until_enough_copies_are_there() -> None:
    look = card("Look", Kind.ARCANUM, 4, "Evoke.", inverted="Evoke.")
    draft = card("Draft", Kind.MEMORY, 1, "Prototype 1.\n+1 dawn.")
    sides: dict[str, Any] = {"hand": ["Look"], "deck": ["Draft", "Blank"]}
    on = Stage([look, draft], sides, {"hand": ["Look"]})
    on.answer("play Look")
    [preview] = said(on.match, "play")
    assert preview.endswith(
        "It goes to the Void instead of entering play. (§6 Prototype) At first your depth is 2."
    )
    on = Stage([look, draft], {**sides, "void": ["Draft"]}, {"hand": ["Look"]})
    on.answer("play Look")
    [preview] = said(on.match, "play")
    assert "Void" not in preview


@pytest.mark.parametrize("in_play", [True, False])
def test_an_evoked_unique_entity_joins_the_copy_in_play(in_play: bool) -> None:
    look = card("Look", Kind.ARCANUM, 4, "Evoke.", inverted="Evoke.")
    only = card("Only", Kind.ENTITY, 1, "Unique.", dawn=1, stability=1, dusk=1)
    sides: dict[str, Any] = {"hand": ["Look"], "deck": ["Only", "Blank"], "play": ["Only"] if in_play else []}
    on = Stage([look, only], sides, {"hand": ["Look"]})
    on.answer("play Look")
    [preview] = said(on.match, "play")
    assert ("It becomes attached to your other copy. (§6 Unique)" in preview) == in_play
