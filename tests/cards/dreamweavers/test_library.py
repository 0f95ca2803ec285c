"""Card files are read completely, or refused with a clear sentence for the place of every mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from cards.dreamweavers.card_schema import read_source, source
from cards.dreamweavers.language.printer import print_ability
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.words import Notion
from cards.dreamweavers.library import LIBRARY, the_set
from cards.dreamweavers.model import Card
from cards.language.errors import CardError

HEAD = """\
about = "It laughs."

[cover]
text = ["You may control a fourth Thought."]
flavour = "Ha."
"""

CARDS = "\n".join(
    f"""
[[cards]]
title = "Card {number}"
kind = "Thought"
cost = 2
power = 3
text = ["Quick."]
"""
    for number in range(14)
)


def thought(text: str = '"Quick."', title: str = "Giggle", power: str = "power = 3") -> str:
    return f'\n[[cards]]\ntitle = "{title}"\nkind = "Thought"\ncost = 2\n{power}\ntext = [{text}]\n'


def feeling(text: str, more: str = "") -> str:
    return f'\n[[cards]]\ntitle = "Mirth"\nkind = "Feeling"\ncost = 2\n{more}\ntext = [\n  {text},\n]\n'


def check(tmp_path: Path, content: str, name: str = "joy.toml") -> list[str]:
    file = tmp_path / name
    file.write_text(content, encoding="utf-8")
    return [str(problem) for problem in LIBRARY.check([file], the_set())]


def test_a_whole_notion_is_read(tmp_path: Path) -> None:
    file = tmp_path / "joy.toml"
    file.write_text(HEAD + CARDS + thought('"Quick. Bulwark 2.", "When played: Draw a card."'), "utf-8")
    notion = LIBRARY.read([file])
    giggle = notion.cards["Giggle"]
    assert (giggle.notion, giggle.cost, giggle.power, giggle.is_thought) == (Notion.JOY, 2, 3, True)
    assert [print_ability(one) for one in giggle.text] == ["Quick. Bulwark 2.", "When played: Draw a card."]
    assert notion.covers[Notion.JOY].about == "It laughs."
    assert notion.covers[Notion.JOY].text == (read_line("You may control a fourth Thought."),)
    assert notion.of(Notion.JOY) == list(notion.cards.values())


@pytest.mark.parametrize(("content", "place", "message"), [
    ("", "joy.toml", "A notion has one cover, which begins with [cover]."),
    (HEAD, "joy.toml", "There is no card in this file."),
    (CARDS + thought(), "joy.toml", "A notion has one cover"),
    (HEAD + CARDS, "joy.toml", "A notion has 15 cards, and Joy has 14."),
    (HEAD + CARDS + thought() * 2, "line 126, column 10", "Another card has this title already: joy.toml, line 119."),
    (HEAD + CARDS + thought(title="CARD 3"), "line 119, column 10", "Another card has this title already"),
    (HEAD + CARDS + thought(title="Short Fuse"), "line 119, column 10", 'A card of Rage is called "Short Fuse" already.'),
    (HEAD + CARDS + thought(title="Two  Spaces"), "line 119, column 10", "no spaces at its ends or beside each other"),
    (HEAD + CARDS + thought(power=""), "line 118, column 1", "A Thought needs power."),
    (HEAD + CARDS + thought(power="power = 3.5"), "line 122, column 9", '"power" must be a whole number'),
    (HEAD + CARDS + thought(power="dawn = 3"), "line 122, column 1", 'No card has "dawn".'),
    (HEAD + CARDS + thought('"Quick.", "Draw a crad."'), "line 123, column 27", '"crad" can\'t stand here.'),
    (HEAD + CARDS + thought('"Quick. ", 3'), "line 123, column 20", '"text" must be text in quotation marks.'),
    (HEAD + CARDS + thought('"When played: Tap target Thought."'), "line 123, column 10", "On a card, this is written: When played: Tap a Thought."),
    (HEAD + CARDS + thought('"Fleeting: Draw a card."'), "line 123, column 10", 'say "When played: …"'),
    (HEAD + CARDS + thought('"Lingering: Your Thoughts gain quick."'), "line 123, column 10", "Only a Feeling lingers"),
    (HEAD + CARDS + thought('"Draw a card."'), "line 123, column 10", "A plain effect on a Thought never happens"),
    (HEAD + CARDS + thought('"Play this card only on your turn."'), "line 123, column 10", "this changes nothing (DW40)"),
    (HEAD + CARDS + thought('"Bulwark 0."'), "line 123, column 10", "Bulwark 0 counts for nothing."),
    (HEAD + CARDS + thought('"Quick. Quick."'), "line 123, column 10", "A keyword stands twice on this line."),
    (HEAD + CARDS + thought('"Your Thoughts gain lucid."'), "line 123, column 10", "Lucid can't be gained"),
    (HEAD + CARDS + thought('"(A) Draw a card: Gain 1 memory."'), "line 123, column", "price"),
    (HEAD + CARDS + thought('"Additional cost: forget this card."'), "line 123, column 10", "This card is not there yet"),
    (HEAD + CARDS + thought('"When played: Tap it."'), "line 123, column 10", '"It" refers to nothing'),
    (HEAD + CARDS + thought('"When played: If you do, draw a card."'), "line 123, column 10", '"If you do" has nothing before it'),
    (HEAD + CARDS + thought(", ".join(['"(!) When you refresh - Draw a card."'] * 4)), "line 118, column 1", "at most 3 lines besides its keywords, and this one has 4."),
    (HEAD + CARDS + thought(", ".join(['"(!) When a payment of your opponent moves the tracker onto your side - Draw a card."'] * 3)), "line 118, column 1", "A text has at most 220 signs, and this one has 251."),
    (HEAD + CARDS + feeling('"Fleeting: Draw a card."', "power = 2"), "line 122, column 1", "A Feeling has no power."),
    (HEAD + CARDS + feeling('"When played: Draw a card."'), "line 124, column 4", 'begins with "Fleeting:"'),
    (HEAD + CARDS + feeling('"Draw a card."'), "line 124, column 4", 'begin with "Fleeting:"'),
    (HEAD + CARDS + feeling('"Your Thoughts get +1 power."'), "line 124, column 4", 'begins with "Lingering:"'),
    (HEAD + CARDS + feeling('"Quick.", "Fleeting: Draw a card."'), "line 124, column 4", "Quick means nothing on a Feeling."),
    (HEAD + CARDS + feeling('"Stubborn."'), "line 118, column 1", 'a line that begins with "Fleeting:" or "Lingering:"'),
    (HEAD + CARDS + feeling('"Fleeting: Draw a card.", "Fleeting: Gain 1 memory."'), "line 118, column 1", 'one line that begins with "Fleeting:"'),
    (HEAD.replace("You may", "Quick. You may"), "line 4, column", "can't stand here"),
    (HEAD.replace("You may control a fourth Thought.", "Quick."), "line 4, column 10", "A cover has only what lasts"),
    (HEAD.replace("You may control a fourth Thought.", "This card gains quick."), "line 4, column 10", "nothing can be said of this card"),
    (HEAD.replace("about", "abuot"), "line 1, column 1", 'The file of a notion has no "abuot".'),
    (HEAD.replace('"It laughs."', "3"), "line 1, column 9", '"about" must be text in quotation marks.'),
    (HEAD + "[[cards]]\ntitle = “Echo”\n", "line 7, column 9", "straight quotation marks"),
])  # fmt: skip
def test_mistakes_are_reported_with_their_place(
    tmp_path: Path, content: str, place: str, message: str
) -> None:
    problems = check(tmp_path, content)
    assert any(place in problem and message in problem for problem in problems), problems


def test_every_mistake_in_a_file_is_reported(tmp_path: Path) -> None:
    content = HEAD + thought('"Draw a crad."') + feeling('"Fleeting: Drew a card.", "Lingering: Tapp."')
    places = [problem.partition(": ")[0] for problem in check(tmp_path, content)]
    assert places == [
        'joy.toml, line 12, column 17, "Giggle"',
        'joy.toml, line 20, column 14, "Mirth"',
        'joy.toml, line 20, column 41, "Mirth"',
    ]


def test_a_file_is_called_by_its_notion(tmp_path: Path) -> None:
    (problem,) = check(tmp_path, HEAD + CARDS, "yoj.toml")
    assert problem == "yoj.toml: A card file is called by its notion, such as rage.toml."
    assert check(tmp_path, HEAD + CARDS, "joyy.toml")[0].endswith("Did you mean joy.toml?")


def test_a_new_version_of_a_notion_takes_its_own_titles(tmp_path: Path) -> None:
    rage = next(file for file in LIBRARY.files() if file.name == "rage.toml").read_text("utf-8")
    assert check(tmp_path, rage, "rage.toml") == []
    assert len(check(tmp_path, rage, "joy.toml")) == 15


def test_bad_files_are_not_read(tmp_path: Path) -> None:
    file = tmp_path / "joy.toml"
    file.write_text(HEAD, encoding="utf-8")
    with pytest.raises(CardError, match=r"There is no card in this file\."):
        LIBRARY.read([file])


@pytest.mark.parametrize("card", [one for one in the_set().cards.values()], ids=lambda card: card.title)
def test_a_card_survives_storage_as_json(card: Card) -> None:
    assert read_source(json.loads(json.dumps(source(card))), is_kept=True) == card


def test_a_stored_card_without_a_notion_is_refused() -> None:
    (card, *_) = the_set().cards.values()
    stored = source(replace(card, title="Nobody")) | {"notion": "Envy"}
    with pytest.raises(CardError, match="The notion of this card is not known"):
        read_source(stored)
