"""The linter finds readable but meaningless text, and refuses no template."""

from __future__ import annotations

import pytest

from cards.dreamweavers.language.lines import (
    Ability,
    Activated,
    ActivatedOnce,
    Fleeting,
    Keywords,
    Line,
    Lingering,
    PlayOnly,
    Static,
    Triggered,
    WhenPlayed,
)
from cards.dreamweavers.language.linter import lint, lint_cover
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.words import KeywordName, Noun
from tests.cards.dreamweavers.language.test_templates import LINES

DRAWING = read_line("Fleeting: Draw a card.")


def on_a_thought(ability: Ability) -> Ability | None:
    """The form of a line on a Thought; None if it can't be on one."""
    match ability:
        case Line(effect):
            return WhenPlayed(effect)
        case Fleeting() | Lingering() | PlayOnly():
            return None
        case _:
            return ability


def on_a_feeling(ability: Ability) -> Ability | None:
    """The form of a line on a Feeling; None if it can't be on one."""
    match ability:
        case Line(effect):
            return Fleeting(effect)
        case Static() | Activated() | ActivatedOnce() | Triggered():
            return Lingering(ability)
        case WhenPlayed() | Keywords():
            return None
        case _:
            return ability


def test_no_line_of_the_brief_is_refused_in_a_valid_place() -> None:
    for line, _ in LINES:
        ability = read_line(line)
        if (thoughts := on_a_thought(ability)) is not None:
            assert [*lint((thoughts,), Noun.THOUGHT)] == [], line
        if (feelings := on_a_feeling(ability)) is not None:
            text = (feelings,) if isinstance(feelings, Fleeting) else (feelings, DRAWING)
            assert [*lint(text, Noun.FEELING)] == [], line


@pytest.mark.parametrize("keyword", KeywordName)
def test_only_the_first_seven_keywords_can_be_gained(keyword: KeywordName) -> None:
    number = " 2" if keyword.record.numbered else ""
    findings = [*lint((read_line(f"Your Thoughts gain {keyword}{number}."),), Noun.THOUGHT)]
    assert bool(findings) == (list(KeywordName).index(keyword) >= 7)


@pytest.mark.parametrize("keyword", KeywordName)
def test_feelings_can_only_be_stubborn_fading_or_recurring(keyword: KeywordName) -> None:
    number = " 2" if keyword.record.numbered else ""
    text = (read_line(f"{keyword.capitalize()}{number}."), DRAWING)
    assert ([*lint(text, Noun.FEELING)] == []) == (keyword in ("stubborn", "fading", "recurring"))
    assert [*lint(text[:1], Noun.THOUGHT)] == []


@pytest.mark.parametrize(
    ("line", "refers"),
    [
        ("(!) When your opponent's Thought attacks your Ego - It gets -1 power for this attack.", True),
        ("(!) When this card destroys a Thought - Untap it.", True),
        ("(!) When you answer - Untap it.", False),
        ("(!) When you take damage - This card gets +1 power this turn. Untap it.", True),
        ("(A) Tap a Thought you control: It gets +1 power this turn.", True),
        ("(A) Pay 1: It gets +1 power this turn.", False),
        ("When played: Draw a card, then forget it.", True),
        ("When played: If it is a Thought, draw a card.", False),
        ("When played: Choose one: gain 1 memory; or tap it.", False),
    ],
)
def test_it_must_refer_to_a_card(line: str, refers: bool) -> None:
    assert ([*lint((read_line(line),), Noun.THOUGHT)] == []) == refers


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("(A) Gain 1 memory: Draw a card.", "can't be a price"),
        ("(A) Your opponent discards a card: Draw a card.", "paid by the player who uses the text"),
        ("Additional cost: tap this card.", "not there yet"),
    ],
)
def test_costs_take_the_payers_own_cards(line: str, message: str) -> None:
    ((_, finding),) = lint((read_line(line),), Noun.THOUGHT)
    assert message in finding


def test_a_cover_does_not_mention_itself_as_a_card() -> None:
    assert [*lint_cover((read_line("Your Thoughts get +1 power."),))] == []
    for line in ("Quick.", "Draw a card.", "Fleeting: Draw a card.", "This card gains quick."):
        assert len([*lint_cover((read_line(line),))]) == 1, line


@pytest.mark.parametrize(
    "line",
    [
        "When played: Destroy a shield.",
        "When played: The next shield you play this turn costs 1 less.",
        "(!) When you play a shield - Draw a card.",
        "When played: If you control a shield, draw a card.",
        "Shields you play cost 1 less.",
    ],
)
def test_shields_are_only_discarded_and_counted(line: str) -> None:
    assert [message for _, message in lint((read_line(line),), Noun.THOUGHT)] == [
        'A shield is only discarded: say "When you discard a shield" or "Your shields count 1 more."'
    ]


@pytest.mark.parametrize(
    "line",
    [
        "This card gets +1 power for every 0 cards in your Id.",
        "Thoughts your opponent plays cost 0 more.",
        "When played: The next Feeling you play this turn costs 0 less.",
        "Your shields count 0 more.",
    ],
)
def test_a_number_that_changes_nothing_is_refused(line: str) -> None:
    assert [message for _, message in lint((read_line(line),), Noun.THOUGHT)] == [
        "With 0, this changes nothing."
    ]


@pytest.mark.parametrize("place", ["in your hand", "in your Id"])
def test_triggers_are_about_cards_in_play(place: str) -> None:
    line = read_line(f"(!) When another Thought {place} attacks - Draw a card.")
    assert [message for _, message in lint((line,), Noun.THOUGHT)] == [
        "A trigger speaks of cards in play: leave out the place."
    ]


@pytest.mark.parametrize(
    "line",
    [
        "When played: A Thought gets +1 power.",
        "When played: Another Thought you control gains quick.",
        "(A) Tap this card: A Thought cannot attack.",
        "(!) When you take damage - Thoughts your opponent plays cost 1 more.",
    ],
)
def test_an_effect_states_its_duration(line: str) -> None:
    assert [message for _, message in lint((read_line(line),), Noun.THOUGHT)] == [
        'This doesn\'t say how long it lasts: add "this turn" or "for this attack".'
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Your Thoughts count 1 more.", 'Only shields count in an attack: say "Your shields count 1 more."'),
        (
            "Your tapped shields count 1 more.",
            'Only shields count in an attack: say "Your shields count 1 more."',
        ),
        (
            "(A) Discard a card you control: Draw a card.",
            "Cards are discarded from the hand: leave out who controls them.",
        ),
    ],
)
def test_shields_and_discards_have_no_other_filter(line: str, message: str) -> None:
    assert [said for _, said in lint((read_line(line),), Noun.THOUGHT)] == [message]


@pytest.mark.parametrize(
    "line", ["A Thought you control gets +1 power.", "Another Thought you control gains guardian."]
)
def test_lasting_effects_name_no_cards(line: str) -> None:
    assert [message for _, message in lint((read_line(line),), Noun.THOUGHT)] == [
        'Nobody names cards here: say "your Thoughts", or of all of them what you say of one.'
    ]
