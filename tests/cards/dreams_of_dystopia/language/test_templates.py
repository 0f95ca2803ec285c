"""Every template can be read, printed in both languages, and explained. Everything else is rejected."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from cards.dreams_of_dystopia.language import spanish
from cards.dreams_of_dystopia.language.continuous_effects import Modify
from cards.dreams_of_dystopia.language.lines import Line, Static, Used
from cards.dreams_of_dystopia.language.printer import print_ability
from cards.dreams_of_dystopia.language.reader import read_line
from cards.dreams_of_dystopia.language.selections import Fighter
from cards.dreams_of_dystopia.language.templates import templates, variants
from cards.dreams_of_dystopia.language.words import Moment, OtherPlayer, Use
from cards.language.errors import CardError, Problem
from cards.language.nodes import Player
from cards.language.records import Word, meaning_of
from tests.cards.language.nodes import nodes_of

LINES: dict[str, list[list[str]]] = tomllib.loads(
    Path(__file__).with_name("templates.toml").read_text(encoding="utf-8")
)


def said() -> Iterator[str]:
    """Return every template with each alternative in brackets, 2 for X, and random values for the blanks."""
    for wordings in templates().values():
        for wording in wordings:
            for way in variants(wording):
                line = re.sub(r"(^|[A-Zk]: |Block: |Hit: |turn: )…", r"\1Draw 1", way.replace("X", "2"))
                yield line.replace("…", "draw 1")


def problem_of(line: str) -> Problem:
    with pytest.raises(CardError) as caught:
        read_line(line)
    (problem,) = caught.value.problems
    return problem


def test_every_template_is_read_and_printed_unchanged() -> None:
    lines = [*said()]
    assert [*templates()] == [f"T{number}" for number in range(1, 53)]
    assert [print_ability(read_line(line)) for line in lines] == lines
    assert len({spanish.print_ability(read_line(line)) for line in lines}) == len({*lines})
    assert len(lines) > 120


@pytest.mark.parametrize("number", LINES)
def test_lines_of_every_template_in_both_languages(number: str) -> None:
    for line, translated in LINES[number]:
        ability = read_line(line)
        assert print_ability(ability) == line
        assert spanish.print_ability(ability) == translated


def test_no_template_is_without_lines() -> None:
    assert [int(number) for number in LINES] == [*range(1, 53)]
    assert all(LINES.values())


def test_every_part_of_every_template_is_explained() -> None:
    for line in said():
        for part in nodes_of(read_line(line)):
            assert part.record.means if isinstance(part, Word) else meaning_of(type(part)), (line, part)


def test_uses_and_moments_are_distinguished() -> None:
    assert read_line("COMBAT: Upon Block: Draw 2.") == Used(
        Use.COMBAT,
        read_line("Draw 2.").effect,
        Moment.BLOCK,  # type: ignore[union-attr]
    )
    assert read_line("COMBAT: Draw 2.") == Used(Use.COMBAT, read_line("Draw 2.").effect)  # type: ignore[union-attr]


def test_ongoing_effects_are_distinguished_from_one_shot_effects() -> None:
    assert isinstance(read_line("Your Minions get +1 DEF."), Static)
    assert isinstance(read_line("Minions of the other faction do not require 2 more Fame."), Static)
    assert isinstance(read_line("+1 DEF."), Line)
    assert isinstance(read_line("Your Minions get +1 DEF this turn."), Line)


def test_more_players_than_two_are_named() -> None:
    parts = [*nodes_of(read_line("Each opponent loses 1 Fame."))]
    assert OtherPlayer.EACH_OPPONENT in parts
    assert Player.OPPONENT not in parts
    assert problem_of("Each opponent lose 1 Fame.").message.startswith('"lose" does not go with its subject.')


def test_two_instructions_of_a_sentence_are_read_as_they_are_printed() -> None:
    """In a sample of pairs of instructions (T10 to T43), neither changes the meaning of the other."""
    numbered = {number: wordings for number, wordings in templates().items() if 10 <= int(number[1:]) <= 43}
    spellings = [way for wordings in numbered.values() for wording in wordings for way in variants(wording)]
    each = [way.replace("X", "2").removesuffix(".") for way in spellings if way.count(".") == 1]
    pairs = [*product(each, each)][::41]
    assert len(pairs) > 150
    for one, other in pairs:
        ability = read_line(f"{one}, {other}.")
        assert read_line(print_ability(ability)) == ability, (one, other)


@pytest.mark.parametrize(
    "line",
    [
        "ABILITY: Your Minions get +5 DEF this turn, your Minions get +1 SKL this turn.",
        "ABILITY: Cards of the other faction do not require 2 more Fame this turn, your Minions get +1 ATK this turn.",
        "ABILITY: Choose one: draw 1; or your Minions get +3 SKL this turn, your Minions get +1 ATK this turn.",
    ],
)
def test_each_of_two_effects_is_printed_with_its_duration(line: str) -> None:
    ability = read_line(line)
    assert print_ability(ability) == line
    assert spanish.print_ability(ability).count("este turno") == 2


def test_your_minion_is_one_and_your_minions_are_all() -> None:
    assert Fighter() in nodes_of(read_line("Your Minion gains Defender."))
    (modify,) = (part for part in nodes_of(read_line("+1 ATK.")) if isinstance(part, Modify))
    assert modify.to is None


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Curse 2.", "Curse: 2."),
        ("Heal 3.", "Gain 3 LP."),
        ("Gain 2 life points.", "Gain 2 LP."),
        ("Your Minion has Defender.", "Your Minion gains Defender."),
        ("This Minion may attack again.", "+1 Attack with this Minion."),
        ("Your Minion may block again.", "+1 Block with your Minion."),
        ("Draw a card.", "Draw 1."),
        ("Each opponent draws 2 cards.", "Each opponent draws 2."),
        ("Discard 2 cards.", "Discard 2."),
        ("Each opponent discards a card at random.", "Each opponent discards 1 at random."),
        ("Discard 2 cards at random.", "Discard 2 at random."),
        ("Discard a Weapon or Minion.", "Discard a Minion or Weapon."),
        ("Your Minion gets +1 ATK.", "+1 ATK."),
        ("+1 ATK and +1 DEF.", "+1 ATK, +1 DEF."),
        ("Draw 1, then discard 1.", "Draw 1, discard 1."),
        ("-2 DEF to the opposing Minion.", "The opposing Minion gets -2 DEF."),
        (
            "Each opponent loses 1 LP and discards 1 at random.",
            "Each opponent loses 1 LP, each opponent discards 1 at random.",
        ),
        ("Gain a Deed.", "Gain a Heroic Deed."),
        ("+1 Deed.", "+1 Heroic Deed."),
        ("Whenever your Minion hits, curse 1.", "When your Minion hits, curse: 1."),
        ("Once a turn: Draw 1.", "Once per turn: Draw 1."),
        ("If your Fame is at least 5, draw 1.", "If your Fame is 5 or more, draw 1."),
        ("If you have 5 or more Fame, draw 1.", "If your Fame is 5 or more, draw 1."),
        ("If your LP are 5 or fewer, draw 1.", "If your LP are 5 or less, draw 1."),
        ("Minions you recruit this turn cost 2 less.", "Minions you recruit this turn require 2 less Fame."),
        (
            "Put a Minion from your discard pile into your hand.",
            "Put a Minion from your Discard into your hand.",
        ),
        ("COMBAT: This Minion gets +1 ATK.", "COMBAT: +1 ATK."),
        ("COMBAT: This Minion gains Defender.", "COMBAT: Your Minion gains Defender."),
        ("Upon hit, draw 1.", "Upon Hit: Draw 1."),
        ("Once a turn, you may pay 1 LP.", "Once per turn: You may lose 1 LP."),
        ("Turn over your Master.", "Turn your Master over."),
        ("Your opponent can't use Weapons.", "Your opponent cannot use Weapons in this Combat."),
        ("This turn, your Minions get +1 ATK.", "Your Minions get +1 ATK this turn."),
    ],
)
def test_natural_wordings_are_printed_in_the_standard_one(written: str, meant: str) -> None:
    assert print_ability(read_line(written)) == meant


@pytest.mark.parametrize(
    ("written", "column", "template"),
    [
        ("Abilty: Draw 1.", 1, "T1"),
        ("ABILITY: Drew 1.", 10, "T10"),
        ("Draw 1. Discard all Curses.", 9, "T12"),
        ("Turn a Curse in your hand over.", 1, "T33"),
        ("Return a Curse to the Supply.", 1, "T24"),
        ("Return a Minion from your hand to the Supply.", 1, "T24"),
        ("Return 2 Curses from your hand to the Supply.", 1, "T24"),
        ("Once per turn: Draw 2 additional cards in your End Phase.", 23, "T45"),
        ("Gain a Weapon.", 1, "T25"),
        ("Gain up to 2 Heroic Deeds.", 1, "T25"),
        ("Each opponent gains a Heroic Deed.", 15, "T23"),
        ("Each opponent takes a Curse.", 21, "T23"),
        ("Each player discards 1.", 13, "T23"),
        ("Your opponent draws 1.", 15, "T20"),
        ("Your opponent discards 1.", 15, "T21"),
        ("Your opponent discards a Minion.", 15, "T21"),
        ("If you control a Minion, draw 1.", 8, "T30"),
        ("If it is not a Weapon, put it into your hand.", 10, "T30"),
        ("Search your deck for any Weapon and use it on your Minion.", 22, "T26"),
        ("Search your deck for a Curse and put it into your hand. Shuffle deck afterwards.", 1, "T27"),
        ("Put a Curse from your Discard into your hand.", 1, "T28"),
        ("Put a card on top of your deck.", 1, "T29"),
        ("Reveal a card.", 1, "T30"),
        ("+1 ATK for each Weapon on your Minion.", 17, "T38"),
        ("Upon Hit: Take 2 LP", 20, "T17"),
        ("(A) Draw 1: Gain 1 LP.", 1, "T10"),
        ("ABILITY Draw 1.", 9, "T1"),
        ("Choose one: draw 1; gain 1 LP.", 30, "T49"),
        ("Destroy its host.", 1, "T7"),
        ("ABILITY: Curse: two.", 17, "T19"),
        ("Curse your opponent.", 7, "T19"),
        ("+1 Buy.", 4, "T14"),
        ("Gain 2 life.", 8, "T15"),
        ("Heal 2 damage.", 8, "T15"),
        ("Gain 2 loyalty.", 8, "T18"),
        ("Steal 2 LP.", 1, "T17"),
        ("2 ATK.", 3, "T37"),
        ("Your opponent cannot block.", 22, "T42"),
        ("You can lose 1 LP. If you do, draw 1.", 5, "T48"),
        ("Choose one: draw 1 or gain 1 LP.", 20, "T49"),
    ],
)
def test_a_wrong_sentence_is_named_with_its_place_and_the_nearest_template(
    written: str, column: int, template: str
) -> None:
    problem = problem_of(written)
    assert problem.where.column == column
    assert f" The nearest template is {template}: " in problem.message


@pytest.mark.parametrize(
    ("written", "column", "way"),
    [
        (
            "Gain 1 LP and 1 Fame.",
            17,
            'say "Gain 1 LP, gain 1 Fame.", "… loses 1 LP, … loses 1 Fame." (T15 to T22).',
        ),
        ("+1/+1.", 3, 'say "+1 ATK, +1 DEF."'),
        ("Deal 2 damage to your opponent.", 1, 'say "Your opponent loses 2 LP."'),
        ("Your opponent takes 2 damage.", 23, 'say "Your opponent loses 2 LP."'),
        ("Discard a random card.", 11, 'say "Discard 1 at random."'),
        ("You may lose 1 LP to draw 1.", 19, 'say "You may …. If you do, …."'),
        ("+1 attack.", 10, 'say "+1 ATK", "+1 DEF", or'),
        ("An opponent loses 1 LP.", 4, 'say "your opponent" of one, "each opponent" of all (T20, T22).'),
        ("+1 Fame.", 4, 'say "Gain 2 LP.", "Gain 1 Fame."'),
        ("+1 card.", 4, 'say "Draw 1."'),
        ("You may lose 1 LP: draw 1.", 18, 'say "You may …. If you do, …." (T48)'),
        ("Each opponent gains 2 Curses.", 15, 'Say "Each opponent gains a Curse." (T23).'),
        ("Your Minions get +1 LP.", 21, "Minions have ATK, DEF and SKL (T36, T44)."),
        ("Lose X LP.", 6, "there stands a number, from 1 to 20."),
        ("+X ATK.", 1, "there stands a number, from 1 to 20."),
    ],
)
def test_an_unknown_wording_names_the_nearest_one(written: str, column: int, way: str) -> None:
    problem = problem_of(written)
    assert problem.where.column == column
    assert way in problem.message
    assert re.search(r"\(T[0-9]+| The nearest template is T[0-9]+: ", problem.message)


@pytest.mark.parametrize(
    ("written", "column", "meant"),
    [
        ("Flip your Master over.", 1, '"turn"'),
        ("Get 1 Fame.", 1, '"gain"'),
        ("Gain 3 life.", 8, '"LP"'),
        ("Discard a creature.", 11, '"Minion"'),
        ("Put a Minion from your graveyard into your hand.", 24, '"Discard"'),
        ("Trash a Curse.", 1, '"return"'),
    ],
)
def test_words_of_other_games_lead_to_its_own(written: str, column: int, meant: str) -> None:
    problem = problem_of(written)
    assert (problem.where.column, problem.suggestion) == (column, meant)


@pytest.mark.parametrize(
    ("english", "translated"),
    [
        ("Draw 2. Gain 1 LP", "Roba 2. Gana 1 PV"),
        ("ABILITY: Draw 1.\nSUPPORT: +1 ATK.", "HABILIDAD: Roba 1.\nAPOYO: +1 ATQ."),
        ("Draw 1. SUPPORT: +1 ATK.", "Roba 1. APOYO: +1 ATQ."),
        ("Hm.", "Hm."),
    ],
)
def test_readable_parts_of_texts_are_translated(english: str, translated: str) -> None:
    assert spanish.translate_line(english) == translated
