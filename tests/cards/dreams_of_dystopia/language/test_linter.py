"""The linter finds readable but meaningless texts, and accepts every template in its possible places."""

from __future__ import annotations

import pytest

from cards.dreams_of_dystopia.language.lines import (
    Ability,
    Keywords,
    Line,
    OncePerTurn,
    Upon,
    Used,
)
from cards.dreams_of_dystopia.language.linter import lint
from cards.dreams_of_dystopia.language.reader import read_line
from cards.dreams_of_dystopia.language.words import Moment, Noun, Use
from tests.cards.dreams_of_dystopia.language.test_templates import LINES

KINDS = (Noun.MINION, Noun.WEAPON, None)


def wrong(line: str, kind: Noun | None) -> list[str]:
    return [message for _, _, message in lint((read_line(line),), kind)]


def places_for(ability: Ability) -> list[tuple[Ability, Noun | None]]:
    """Return the possible places of a line, with the opening words that a Minion or a Master needs."""
    match ability:
        case Keywords():
            return [(ability, Noun.MINION)]
        case Line(effect):
            uses = [(Used(use, effect), Noun.MINION) for use in Use]
            hits = [
                (Used(Use.COMBAT, effect, Moment.HIT), Noun.MINION),
                (Upon(Moment.HIT, effect), Noun.WEAPON),
            ]
            return [*uses, *hits, (ability, Noun.WEAPON), (OncePerTurn(effect), None)]
        case Used():
            return [(ability, Noun.MINION)]
        case Upon():
            return [(ability, Noun.WEAPON)]
        case _:
            return [(ability, None)]


def test_no_template_is_refused_everywhere() -> None:
    for lines in LINES.values():
        for line, _ in lines:
            places = places_for(read_line(line))
            findings = [[message for _, _, message in lint((ability,), kind)] for ability, kind in places]
            assert [] in findings, (line, findings)


@pytest.mark.parametrize(
    ("line", "kind", "message"),
    [
        ("Draw 1.", Noun.MINION, "A line of a Minion begins with ABILITY, SUPPORT or COMBAT"),
        ("Upon Hit: Draw 1.", Noun.MINION, "A line of a Minion begins with"),
        ("ABILITY: Draw 1.", Noun.WEAPON, "A line of a Weapon says what it does"),
        ("Defender.", Noun.WEAPON, "A line of a Weapon says what it does"),
        ("Your Minions get +1 ATK.", Noun.WEAPON, "A line of a Weapon says what it does"),
        ("Draw 1.", None, "A line of a Master begins with"),
        ("ABILITY: Draw 1.", None, "A line of a Master begins with"),
        ("Defender. Defender.", Noun.MINION, "A keyword stands twice on this line."),
        ("ABILITY: Upon Hit: Draw 1.", Noun.MINION, "leave out Upon Hit"),
        ("ABILITY: +1 ATK.", Noun.MINION, "(T36)"),
        ("ABILITY: Your Minion gains Defender.", Noun.MINION, "in a Combat only"),
        ("Once per turn: Reduce the LP that you lose in this Combat by 2.", None, "in a Combat only"),
        ("Once per turn: If you have more LP than your opponent, draw 1.", None, "in a Combat only"),
        ("COMBAT: If the attack was not blocked, draw 1.", Noun.MINION, "begin with Upon Hit (T51)"),
        ("SUPPORT: +1 Attack with this Minion.", Noun.MINION, "Only a Minion's own COMBAT"),
        ("+1 Block with this Minion.", Noun.WEAPON, "This card is no Minion."),
        ("COMBAT: Turn this Weapon over.", Noun.MINION, "This card is no Weapon."),
        ("COMBAT: +2 Attack with this Minion.", Noun.MINION, "say +1 (DD66)"),
        ("ABILITY: -1 Combat.", Noun.MINION, "only added to"),
        ("ABILITY: Draw 21.", Noun.MINION, "from 1 to 20"),
        ("ABILITY: Gain 0 LP.", Noun.MINION, "from 1 to 20"),
        ("ABILITY: Return up to 30 Curses from your hand to the Supply.", Noun.MINION, "from 1 to 20"),
        ("+0 ATK.", Noun.WEAPON, "from 1 to 20"),
        ("Your Minions get +21 DEF.", None, "from 1 to 20"),
        ("ABILITY: Put it into your hand.", Noun.MINION, '"It" is a card that has been revealed before'),
        ("ABILITY: If you do, draw 1.", Noun.MINION, 'follows a sentence that begins with "You may"'),
        ("ABILITY: You may lose 1 LP. Draw 1. If you do, draw 1.", Noun.MINION, 'begins with "You may" (T48)'),
        ("ABILITY: You may lose 1 LP. If you do not, draw 1.", Noun.MINION, 'Say "If you do, …"'),
        ("ABILITY: Each opponent may draw 1.", Noun.MINION, "Nobody else is given a choice"),
        ("ABILITY: Your opponent chooses one: lose 1 LP; or lose 1 Fame.", Noun.MINION, "Nobody else is given"),
        ("ABILITY: If your Fame is 5 or more, draw 1. Otherwise, draw 2.", Noun.MINION, "Nothing happens otherwise"),
        ("ABILITY: For each Minion in your hand, draw 1.", Noun.MINION, "(T52)"),
        ("ABILITY: If this card is a Weapon, draw 1.", Noun.MINION, 'Say "If it is a Weapon'),
        ("+1 ATK this turn.", Noun.WEAPON, 'leave out "this turn" (T37)'),
        ("+1 SKL for each Weapon used on your Minion.", Noun.WEAPON, "(T38)"),
        ("The opposing Minion gets -1 SKL.", Noun.WEAPON, "(T39)"),
        ("The opposing Minion gets -1 ATK this turn.", Noun.WEAPON, "(T39)"),
        ("Minions get +1 ATK this turn.", Noun.WEAPON, "(T36)"),
        ("ABILITY: Your Minions get -1 ATK this turn.", Noun.MINION, "(T36)"),
        ("ABILITY: Your Minions get +1 ATK.", Noun.MINION, 'else it is "this turn"'),
        ("Minions get +1 ATK.", None, "(T44)"),
        ("Cards of the other faction do not require 2 more Fame.", None, "(T46)"),
        ("Once per turn: Minions of the other faction do not require 2 more Fame this turn.", None, "(T35)"),
        ("Draw 21 additional cards in your End Phase.", None, "from 1 to 20"),
        ("Draw 2 additional cards in your End Phase.", Noun.WEAPON, "A line of a Weapon says what it does"),
        ("Once per turn: Minions require 2 less Fame.", None, "(T34)"),
        ("SUPPORT: The opposing Minion gains Defender.", Noun.MINION, "(T40)"),
        ("SUPPORT: Your Minion gains cannot block.", Noun.MINION, "(T40)"),
        ("SUPPORT: This Minion gets +1 ATK.", Noun.MINION, "A helper does not fight"),
        ("You cannot use Weapons in this Combat.", Noun.WEAPON, "(T42)"),
        ("When you gain Fame, you may draw 1.", None, "no one is asked anything (DD84)"),
        ("When you gain Fame, take 1 LP.", None, "no one is asked anything (DD84)"),
        ("When you gain Fame, your opponent loses 1 LP.", None, "no one is asked anything (DD84)"),
        ("When you gain Fame, discard 1.", None, "no one is asked anything (DD84)"),
    ],
)  # fmt: skip
def test_meaningless_lines_are_reported(line: str, kind: Noun | None, message: str) -> None:
    findings = wrong(line, kind)
    assert any(message in one for one in findings), findings


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("When you gain Fame, discard 1 at random.", None),
        ("When you recruit a Minion, you may discard a card. If you do, draw 1.", None),
        ("COMBAT: Upon Hit: If the attack was not blocked, draw 1.", Noun.MINION),
        ("Upon Hit: If you have more LP than your opponent, draw 1.", Noun.WEAPON),
        ("ABILITY: Choose one: draw 1; or gain 1 LP.", Noun.MINION),
        ("ABILITY: Reveal the top card of your deck. If it is a Curse, put it into your hand.", Noun.MINION),
    ],
)
def test_meaningful_lines_pass(line: str, kind: Noun | None) -> None:
    assert wrong(line, kind) == []


def test_the_place_is_the_sentence() -> None:
    line = "COMBAT: Draw 1. If the attack was not blocked, draw 2. +2 Attack with this Minion."
    assert [(index, column) for index, column, _ in lint((read_line(line),), Noun.MINION)] == [
        (0, 17),
        (0, 56),
    ]


def test_a_text_has_room_on_its_card() -> None:
    line = read_line("Once per turn: You may lose 1 LP. If you do, draw 1.")
    assert [message for _, _, message in lint((line,) * 5, None)] == [
        "A text has at most 4 lines, and this one has 5."
    ]
    long = read_line("SUPPORT: " + "Each opponent discards 1 at random. " * 9)
    assert "A text has at most 300 signs" in next(message for _, _, message in lint((long,), Noun.MINION))
    drawing = read_line("ABILITY: Draw 1.")
    assert [message for _, _, message in lint((drawing, drawing), Noun.MINION)] == [
        "A Minion has one line that begins with ABILITY."
    ]
