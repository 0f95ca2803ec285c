"""Card files are read completely, or rejected with a clear sentence for each mistake and its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from cards.dreams_of_dystopia.language.printer import print_ability
from cards.dreams_of_dystopia.language.words import Faction
from cards.dreams_of_dystopia.library import LIBRARY, the_set
from cards.dreams_of_dystopia.model import Kind
from cards.language.errors import CardError

DAY = """\
[[cards]]
kind = "Minion"

[cards.divine]
title = "Lamp Lighter"
loyalty = 3
atk = 2
def = 1
skl = 4
text = ["ABILITY: Draw 1.", "SUPPORT: +1 ATK."]
flavour = "One after the other."
art = "figure holding lantern, in city"
"""
NIGHT = """
[cards.demonic]
title = "Lamp Breaker"
loyalty = 3
atk = 2
def = 1
skl = 4
text = ["COMBAT: Upon Hit: Curse: 1."]
"""
CARD = DAY + NIGHT
WEAPON = """
[[cards]]
kind = "Weapon"
[cards.divine]
title = "Broom"
skl = 1
text = ["+1 ATK."]
[cards.demonic]
title = "Broken Broom"
skl = 1
"""


def check(tmp_path: Path, content: str) -> list[str]:
    file = tmp_path / "own.toml"
    file.write_text(content, encoding="utf-8")
    return [str(problem) for problem in LIBRARY.check([file], the_set())]


def test_a_card_of_ones_own_is_read(tmp_path: Path) -> None:
    assert check(tmp_path, CARD + WEAPON) == []


def test_a_whole_set_is_read_with_its_two_sides(tmp_path: Path) -> None:
    champion = the_set().by_title["Dread Naga Champion"]
    divine, demonic = champion.sides
    assert champion.kind is Kind.MINION
    assert (divine.title, demonic.title) == ("Shining Naga Champion", "Dread Naga Champion")
    assert champion.side(Faction.DEMONIC) is demonic
    assert (demonic.loyalty, demonic.atk, demonic.defence, demonic.skl) == (18, 9, 9, 10)
    assert print_ability(demonic.text[0]) == "ABILITY: Draw 3, +1 Ability, +3 Combat."


@pytest.mark.parametrize(("content", "place", "message"), [
    ("", "own.toml", "There is no card in this file."),
    ("cards = 3", "line 1, column 1", "Each card begins with [[cards]], in two pairs of brackets."),
    ("about = 3\n" + CARD, "line 1, column 1", 'A card file has no "about".'),
    (DAY, "line 1, column 1", "The side [cards.demonic] is missing: a Minion has two sides, [cards.divine] and [cards.demonic]."),
    ('[[cards]]\nkind = "Minion"\n' + NIGHT, "line 1, column 1", "The side [cards.divine] is missing"),
    ('[[cards]]\nkind = "Curse"\n', "line 1, column 1", "The side [cards.both] is missing: a Curse has one side, [cards.both]."),
    ('[[cards]]\nkind = "Heroic Deed"\n[cards.both]\ntitle = "Feat"\ntext = ["Draw 1."]\n', "line 5, column 1", "A Heroic Deed has no text"),
    (CARD + CARD.replace("Lamp Breaker", "Other"), "line 25, column 10", "Another card has this title already: own.toml, line 5."),
    (CARD.replace("Lamp Breaker", "LAMP lighter"), "line 15, column 10", "Both sides of this card have the same title."),
    (CARD.replace("Lamp Breaker", "Ash Peddler"), "line 15, column 10", 'A card of the set is called "Ash Peddler" already.'),
    (CARD.replace("Lamp Lighter", "Two  Spaces"), "line 5, column 10", "no spaces at its ends or beside each other"),
    (CARD.replace('kind = "Minion"', ""), "line 1, column 1", 'Every card needs "kind".'),
    (CARD.replace('"Minion"', '"Minoin"'), "line 2, column 9", '"kind" can\'t be "Minoin".'),
    (CARD.replace('kind = "Minion"', 'kind = "Minion"\nloyalty = 3'), "line 3, column 1", 'No card has "loyalty" in front of its sides'),
    (CARD.replace("[cards.demonic]", "[cards.demon]"), "line 14, column 1", 'No card has "demon" in front of its sides'),
    (CARD.replace("loyalty = 3\n", "", 1), "line 4, column 1", 'A Minion needs "loyalty" on each side.'),
    (CARD.replace("loyalty = 3", "loyalty = 21", 1), "line 6, column 11", '"loyalty" must be 20 or less, not '),
    (CARD.replace("atk = 2", "atk = 2.5", 1), "line 7, column 7", '"atk" must be a whole number'),
    (CARD.replace("def = 1", "def = -1", 1), "line 8, column 7", '"def" must be 0 or more, not '),
    (CARD.replace("def = 1", "defence = 1", 1), "line 8, column 1", 'No card has "defence".'),
    (CARD.replace("skl = 4", "skl = 4\nlp = 9", 1), "line 10, column 1", 'A Minion has no "lp".'),
    (WEAPON.replace("skl = 1", "skl = 1\nloyalty = 2", 1), "line 7, column 1", 'A Weapon has no "loyalty".'),
    (WEAPON.replace("skl = 1\n", "", 1), "line 4, column 1", 'A Weapon needs "skl" on each side.'),
    (CARD.replace("Draw 1.", "Drew 1."), "line 10, column 19", 'The nearest template is T10: "Draw X."'),
    (CARD.replace("Curse: 1.", "Curse 1."), "line 20, column 10", "On a card, this is written: COMBAT: Upon Hit: Curse: 1."),
    (CARD.replace("Hit: Curse: 1.", "Hit: this Minion may attack again"), "line 20, column 10", "this is written: COMBAT: Upon Hit: +1 Attack with this"),
    (CARD.replace("Draw 1.", "Minions cost 1 less."), "line 10, column 19", "Minions you recruit this turn require X less Fame"),
    (CARD.replace("SUPPORT: +1", "+1"), "line 10, column 30", "A line of a Minion begins with ABILITY, SUPPORT or COMBAT"),
    (CARD.replace("Draw 1.", "Draw 1. Lose 21 LP."), "line 10, column 27", "A number in a text is from 1 to 20."),
    (WEAPON.replace("+1 ATK.", "Defender."), "line 7, column 10", "A line of a Weapon says what it does"),
    (CARD.replace('["ABILITY: Draw 1.", "SUPPORT: +1 ATK."]', '"ABILITY: Draw 1."'), "line 10, column 9", '"text" must be a list in brackets.'),
    (CARD.replace('art = "', "art = “"), "line 12, column 7", "straight quotation marks"),
    ('cards = [{kind = "Curse"}]', "own.toml", "The side [cards.both] is missing"),
])  # fmt: skip
def test_mistakes_are_reported_with_their_place(
    tmp_path: Path, content: str, place: str, message: str
) -> None:
    problems = check(tmp_path, content)
    assert any(place in problem and message in problem for problem in problems), problems


def test_every_mistake_in_a_file_is_reported(tmp_path: Path) -> None:
    content = (
        CARD.replace("Draw 1.", "Drew 1.").replace("+1 ATK.", "+1 ATC.").replace("Curse: 1.", "Cruse: 1.")
    )
    assert [problem.partition(": ")[0] for problem in check(tmp_path, content)] == [
        'own.toml, line 10, column 19, "Lamp Lighter"',
        'own.toml, line 10, column 42, "Lamp Lighter"',
        'own.toml, line 20, column 28, "Lamp Breaker"',
    ]


def test_a_card_with_both_titles_takes_the_place_of_one(tmp_path: Path) -> None:
    minions = next(file for file in LIBRARY.files() if file.name == "minions.toml").read_text("utf-8")
    assert check(tmp_path, minions) == []


def test_a_set_with_a_pile_too_few_is_refused() -> None:
    masters, *others = LIBRARY.files()
    with pytest.raises(
        CardError, match='The game has 6 different cards of the kind "Master", and here are 0'
    ):
        LIBRARY.read(others)
    with pytest.raises(CardError, match="Another card has this title already"):
        LIBRARY.read([masters, *LIBRARY.files()])
    assert "here are 0" in "".join(map(str, LIBRARY.check([masters])))
    assert LIBRARY.check(LIBRARY.files()) == []
