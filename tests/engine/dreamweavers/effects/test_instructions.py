"""Each sentence of an effect does what it says: one board, one sentence, and the differences afterwards."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cards.dreamweavers.language.words import Ban
from engine.dreamweavers.queries.characteristics import cost, is_forbidden, most, shields_bonus
from engine.dreamweavers.queries.filters import keywords, power
from tests.engine.dreamweavers.table import Table, answer, asked, feeling, laid, resolve, the, thought

Answer = Sequence[str]


def board(text: str) -> Table:
    """Seat 0 performs the text. Hound attacks only where a test says so."""
    return laid(
        {
            "thoughts": [thought("Hound", 3), thought("Cub", 4)],
            "feelings": [feeling("Source", f"Fleeting: {text}"), feeling("Muse", "Fleeting: Draw a card.")],
            "hand": [thought("Held", 2, cost=3), feeling("Whim", cost=4)],
            "id": [thought("Dust", 1, cost=1), feeling("Mist")],
            "mind": [thought("M1"), feeling("M2"), thought("M3"), thought("M4")],
            "ego": [thought("E1"), thought("E2")],
        },
        {
            "thoughts": [thought("Owl", 2), thought("Wolf", 5)],
            "feelings": [feeling("Lull")],
            "hand": [thought("Far"), thought("Near")],
            "id": [thought("Bone")],
            "mind": [thought("N1"), thought("N2"), thought("N3")],
            "ego": [thought("G1"), thought("G2"), thought("G3")],
        },
        tracker=2,
        tapped=["Cub", "Wolf"],
    )


def picture(ref: Table) -> dict[str, str]:
    """Return everything visible, by subject."""
    seen: dict[str, str] = {}
    for card, held in enumerate(ref.cards):
        where = held.zone
        if held.zone in ("mind", "ego"):
            where = f"{held.zone} {ref.zone(held.owner, held.zone).index(card) + 1}"
        words = [where]
        if held.tapped:
            words.append("tapped")
        if held.stays_tapped:
            words.append("stays")
        if ref.is_in_play(card):
            words += [name.value for name in keywords(ref, card)]
            words += [f"not {ban.value}" for ban in Ban if is_forbidden(ref, card, ban)]
            if held.zone == "thoughts":
                words.append(str(power(ref, card)))
        seen[held.title] = ", ".join(words)
    seen["tracker"] = str(ref.position.tracker)
    for seat in (0, 1):
        seen[f"most {seat}"] = f"{most(ref, seat, 'thoughts')} {most(ref, seat, 'feelings')}"
        seen[f"shields {seat}"] = str(shields_bonus(ref, seat))
    seen["Held costs"], seen["Whim costs"] = (str(cost(ref, 0, the(ref, one))) for one in ("Held", "Whim"))
    seen["Far costs"] = str(cost(ref, 1, the(ref, "Far")))
    return seen


def changes(text: str, answers: Sequence[Answer], *, waited: bool = False) -> dict[str, str]:
    """Return the differences after a text is carried out with exactly these answers."""
    ref = board(text)
    before = picture(ref)
    resolve(ref, "Source", waited=waited)
    for choice in answers:
        assert asked(ref) is not None, f"nobody is asked {choice}"
        answer(ref, *choice)
    assert asked(ref) is None
    after = picture(ref)
    return {name: seen for name, seen in after.items() if before[name] != seen}


MIND = {"M2": "mind 1", "M3": "mind 2", "M4": "mind 3"}
MIND_2 = {"M3": "mind 1", "M4": "mind 2"}
THEIRS = {"N2": "mind 1", "N3": "mind 2"}

SENTENCES: list[tuple[str, list[Answer], dict[str, str]]] = [
    ("Draw a card.", [], {"M1": "hand", **MIND}),
    ("Your opponent draws 2 cards.", [], {"N1": "hand", "N2": "hand", "N3": "mind 1"}),
    (
        "Each player draws 2 cards.",
        [],
        {"M1": "hand", "M2": "hand", **MIND_2, "N1": "hand", "N2": "hand", "N3": "mind 1"},
    ),
    ("Discard a card.", [["Whim"]], {"Whim": "id"}),
    ("Discard a Feeling.", [["Whim"]], {"Whim": "id"}),
    ("Discard 2 cards.", [], {"Whim": "id", "Held": "id"}),
    ("Your opponent discards a card.", [["Near"]], {"Near": "id"}),
    ("Each player discards a card.", [["Held"], ["Far"]], {"Held": "id", "Far": "id"}),
    ("Discard your hand.", [], {"Whim": "id", "Held": "id"}),
    ("Gain 2 memory.", [], {"tracker": "4"}),
    ("Lose 3 memory.", [], {"tracker": "-1"}),
    ("Tap a Thought your opponent controls.", [], {"Owl": "thoughts, tapped, 2"}),
    ("Tap a Thought.", [["Hound"]], {"Hound": "thoughts, tapped, 3"}),
    ("Untap a Thought you control.", [], {"Cub": "thoughts, 4"}),
    ("Untap all Thoughts you control.", [], {"Cub": "thoughts, 4"}),
    ("A Thought gets +2 power this turn.", [["Owl"]], {"Owl": "thoughts, 4"}),
    ("A Thought gets -4 power this turn.", [["Hound"]], {"Hound": "thoughts, 0"}),
    (
        "All Thoughts your opponent controls get -1 power this turn.",
        [],
        {"Owl": "thoughts, 1", "Wolf": "thoughts, tapped, 4"},
    ),
    (
        "All Thoughts you control get +2 power this turn.",
        [],
        {"Hound": "thoughts, 5", "Cub": "thoughts, tapped, 6"},
    ),
    ("A Thought you control gains quick this turn.", [["Hound"]], {"Hound": "thoughts, quick, 3"}),
    (
        "A Thought you control gets +1 power and gains stubborn this turn.",
        [["Cub"]],
        {"Cub": "thoughts, tapped, stubborn, 5"},
    ),
    ("A Thought cannot attack this turn.", [["Owl"]], {"Owl": "thoughts, not attack, 2"}),
    (
        "A Thought does not untap in its controller's next Upkeep.",
        [["Wolf"]],
        {"Wolf": "thoughts, tapped, stays, 5"},
    ),
    (
        "Tap a Thought, then it does not untap in its controller's next Upkeep.",
        [["Wolf"]],
        {"Wolf": "thoughts, tapped, stays, 5"},
    ),
    ("Destroy a Thought of power 3 or lower.", [["Owl"]], {"Owl": "id"}),
    ("Destroy a tapped Thought.", [["Wolf"]], {"Wolf": "id"}),
    ("Destroy all tapped Thoughts.", [], {"Wolf": "id", "Cub": "id"}),
    ("Destroy up to 2 Thoughts.", [["Owl", "Wolf"]], {"Owl": "id", "Wolf": "id"}),
    ("Destroy up to 2 Thoughts.", [[]], {}),
    ("Forget a Thought your opponent controls.", [["Wolf"]], {"Wolf": "id"}),
    ("Forget a Feeling your opponent controls.", [], {"Lull": "id"}),
    ("Forget this card.", [], {"Source": "id"}),
    ("Your opponent forgets a Thought they control.", [["Owl"]], {"Owl": "id"}),
    ("Each player forgets a Thought they control.", [["Cub"], ["Owl"]], {"Cub": "id", "Owl": "id"}),
    ("Return a Thought to its owner's hand.", [["Wolf"]], {"Wolf": "hand"}),
    ("Return this card to your hand.", [], {"Source": "hand"}),
    ("Return a Thought of cost 2 or lower in your Id to your hand.", [], {"Dust": "hand"}),
    ("Return a Feeling in your Id to your hand.", [], {"Mist": "hand"}),
    ("Put a Thought of cost 2 or lower in your Id into play.", [], {"Dust": "thoughts, 1"}),
    ("Put a Thought of cost 3 or lower in your hand into play.", [["Held"]], {"Held": "thoughts, 2"}),
    ("Put a Thought of cost 2 or lower in your Id into play, tapped.", [], {"Dust": "thoughts, tapped, 1"}),
    ("Put a card in your Id on the bottom of your mind.", [["Dust"]], {"Dust": "mind 5"}),
    ("Forget the top 3 cards of your mind.", [], {"M1": "id", "M2": "id", "M3": "id", "M4": "mind 1"}),
    (
        "Your opponent forgets the top 2 cards of their mind.",
        [],
        {"N1": "id", "N2": "id", "N3": "mind 1"},
    ),
    ("Each player forgets the top card of their mind.", [], {"M1": "id", **MIND, "N1": "id", **THEIRS}),
    (
        "Look at the top 3 cards of your mind. Put one of them into your hand and the rest on the bottom of your mind in any order.",
        [["M2"], ["M3", "M1"]],
        {"M2": "hand", "M4": "mind 1", "M3": "mind 2", "M1": "mind 3"},
    ),
    (
        "Look at the top 2 cards of your mind, then return them in any order.",
        [["M2", "M1"]],
        {"M2": "mind 1", "M1": "mind 2"},
    ),
    (
        "Reveal the top card of your mind. If it is a Thought, put it into your hand. Otherwise, forget it.",
        [],
        {"M1": "hand", **MIND},
    ),
    (
        "Reveal the top card of your mind. If it is a Feeling, put it into your hand. Otherwise, forget it.",
        [],
        {"M1": "id", **MIND},
    ),
    (
        "Look at all cards of your Ego, then return them in any order.",
        [["E2", "E1"]],
        {"E2": "ego 1", "E1": "ego 2"},
    ),
    ("Put the top card of your mind on the bottom of your Ego.", [], {"M1": "ego 3", **MIND}),
    ("Put a card in your hand on the bottom of your Ego.", [["Whim"]], {"Whim": "ego 3"}),
    ("Put the top card of your Ego into your hand.", [], {"E1": "hand", "E2": "ego 1"}),
    ("Your opponent takes 2 damage.", [], {"G1": "hand", "G2": "hand", "G3": "ego 1"}),
    ("Take 1 damage.", [], {"E1": "hand", "E2": "ego 1"}),
    (
        "Each player takes 1 damage.",
        [],
        {"E1": "hand", "E2": "ego 1", "G1": "hand", "G2": "ego 1", "G3": "ego 2"},
    ),
    ("Cancel the effect this answers.", [], {}),
    ("The next Feeling you play this turn costs 2 less.", [], {"Whim costs": "2"}),
    ("The next Thought you play this turn costs 1 less.", [], {"Held costs": "2"}),
    ("Choose one: draw a card; or gain 1 memory.", [["1"]], {"tracker": "3"}),
    ("Choose one: destroy a Thought of power 9 or higher; or gain 1 memory.", [], {"tracker": "3"}),
    (
        "You may discard a card. If you do, draw 2 cards.",
        [["yes"], ["Held"]],
        {"Held": "id", "M1": "hand", "M2": "hand", **MIND_2},
    ),
    ("You may discard a card. If you do, draw 2 cards.", [["no"]], {}),
    ("Look at the top card of your mind. You may forget it.", [["yes"]], {"M1": "id", **MIND}),
    ("Look at the top card of your mind. You may forget it.", [["no"]], {}),
    ("If you control 3 or more Feelings, draw a card.", [], {}),
    ("If it is your turn, draw a card. Otherwise, gain 1 memory.", [], {"M1": "hand", **MIND}),
    ("If it is not your turn, draw a card. Otherwise, gain 1 memory.", [], {"tracker": "3"}),
    ("Draw a card, then discard a card.", [["M1"]], {"M1": "id", **MIND}),
    ("Do the fleeting effect of a Feeling you control.", [], {"M1": "hand", **MIND}),
    ("For each Feeling you control, gain 1 memory.", [], {"tracker": "4"}),
    (
        "For each Feeling you control, tap a Thought.",
        [["Owl"]],
        {"Owl": "thoughts, tapped, 2", "Hound": "thoughts, tapped, 3"},
    ),
    ("Your opponent may draw a card.", [["yes"]], {"N1": "hand", **THEIRS}),
    ("Each player may draw a card.", [["no"], ["yes"]], {"N1": "hand", **THEIRS}),
    ("Your opponent chooses one: draw a card; or discard a card.", [["1"], ["Far"]], {"Far": "id"}),
    ("Destroy a Thought. Its controller draws a card.", [["Owl"]], {"Owl": "id", "N1": "hand", **THEIRS}),
    (
        "Tap a Thought you control. If you do, another Thought gets -2 power this turn.",
        [["Wolf"]],
        {"Hound": "thoughts, tapped, 3", "Wolf": "thoughts, tapped, 3"},
    ),
    ("Return another Feeling you control to your hand.", [], {"Muse": "hand"}),
    ("Your Feelings cost 1 less this turn.", [], {"Whim costs": "3"}),
    ("Thoughts your opponent plays cost 1 more this turn.", [], {"Far costs": "3"}),
    ("You may control a fourth Thought this turn.", [], {"most 0": "4 3"}),
    ("Your shields count 1 more this turn.", [], {"shields 0": "1"}),
    (
        "A Thought gets +X power this turn, where X is the number of Feelings you control.",
        [["Owl"]],
        {"Owl": "thoughts, 4"},
    ),
    ("Put your hand on the bottom of your mind.", [], {"Held": "mind 5", "Whim": "mind 6"}),
    (
        "Return a Thought in your Id to your hand, then put it into play.",
        [],
        {"Dust": "thoughts, 1"},
    ),
    ("Put a Feeling in your Id into play.", [], {"Mist": "feelings"}),
    ("Forget the top card of your opponent's Ego.", [], {"G1": "id", "G2": "ego 1", "G3": "ego 2"}),
    ("A Thought gets +2 power for this attack.", [], {}),
]


@pytest.mark.parametrize("text, answers, expected", SENTENCES, ids=[text for text, _, _ in SENTENCES])
def test_sentences(text: str, answers: list[Answer], expected: dict[str, str]) -> None:
    assert changes(text, answers) == expected
