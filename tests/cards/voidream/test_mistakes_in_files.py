"""Mistakes in card files: each is reported with file, place and card, and how to fix it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.voidream.library import check_files, the_set

FILE = "mine.toml"

THOUGHT = """\
[[card]]
title = "Echo"
kind = "thought"
faction = "maze"
value = 2
text = \"\"\"
Evoke.
{}
\"\"\"
"""

ENTITY = """\
[[card]]
title = "Lantern"
kind = "entity"
faction = "maze"
value = 2
dawn = 1
stability = 2
dusk = 1
text = "{}"
"""

ARCANUM = """\
[[card]]
title = "Key"
kind = "arcanum"
faction = "maze"
value = 2
text = "Evoke."
inverted = "Roll."
major = true
"""

BASTION = """\
[[card]]
title = "Keep"
kind = "bastion"
faction = "maze"
value = 2
stability = 5
dream = "40(8)"
arcana = "The Dreamliner + 7(2)"
"""

MIND = """\
[[card]]
title = "Calm"
kind = "mind"
faction = "maze"
4 = "+1 dawn."
3 = ""
2 = ""
1 = ""
spent = ""
"""


def check(tmp_path: Path, content: str | bytes) -> list[str]:
    file = tmp_path / FILE
    file.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return [str(problem) for problem in check_files([file], the_set())]


def test_the_examples_are_without_mistake(tmp_path: Path) -> None:
    good = [THOUGHT.format("Roll."), ENTITY.format("Deep."), ARCANUM, BASTION, MIND]
    assert check(tmp_path, "\n".join(good)) == []


@pytest.mark.parametrize("content", [
    "\ufeff" + THOUGHT.format("Roll."),
    THOUGHT.format("Roll.").replace("\n", "\r\n"),
    THOUGHT.format("Roll.\u00a0Evoke.\tRoll."),
    THOUGHT.format("−1 dusk to an entity."),
    THOUGHT.format("Void all cards named “Paper Heron” in your discard pile."),
])  # fmt: skip
def test_unusual_but_correct_files_are_read(tmp_path: Path, content: str) -> None:
    assert check(tmp_path, content) == []


@pytest.mark.parametrize(("content", "place", "message"), [
    ("", "", "There is no card in this file."),
    ('[card]\ntitle = "Echo"\n', "line 1, column 1", "Each card begins with [[card]], in two pairs of brackets."),
    ('[[cards]]\ntitle = "Echo"\n', "line 1, column 1", 'only, not "cards". Here could stand: [[card]]. Did you mean "[[card]]"?'),
    ('# mine\ntitle = "Echo"\n', "line 2, column 1", 'A card file holds [[card]] tables only, not "title".'),
    ('[[card]]\ntitle = "Echo\nkind = "thought"\n', "line 2, column 14", 'does not end on its line: a " is missing.'),
    ('[[card]]\ntext = """\nEvoke.\n', "line 2, column 8", 'the text that begins here with """ never ends.'),
    ("[[card]]\ntitle = Echo\n", "line 2, column 9", 'After "=" must come a text in quotation marks, a number, true or false.'),
    ('[[card]]\ntitle: "Echo"\n', "line 2, column 6", 'After a key must come "=".'),
    ('[[card]]\nkind = "thought" value = 2\n', "line 2, column 18", "Here the line must end"),
    ('[[card]]\ntitle = "Echo"\n  title = "Ohce"\n', "line 3, column 3", 'The key "title" stands a second time on its card.'),
    ("[[card]]\ntitle = “Echo”\n", "line 2, column 9", "straight quotation marks"),
    ('[[card]]\ntitle = "Ec\\ho"\n', "line 2, column 14", "a backslash is written twice"),
    (THOUGHT.format("Roll.\0"), "line 8, column 6", "There is a NUL character, which no text has."),
    ("[[card]]\ntitle = " + "[" * 5000, "", "brackets are nested too deep."),
    (THOUGHT.format("Roll.").replace("2", "9" * 5000), "", "a number has too many digits."),
    (THOUGHT.format("Évoque.").encode("latin-1"), "line 8, column 1", "it is not UTF-8 text (byte 0xc9)."),
    (THOUGHT.format("Roll.").encode("utf-16"), "line 1, column 1", "it is not UTF-8 text (byte 0xff)."),
])  # fmt: skip
def test_a_file_without_cards_is_reported_with_its_place(
    tmp_path: Path, content: str | bytes, place: str, message: str
) -> None:
    (problem,) = check(tmp_path, content)
    assert problem.startswith(f"{FILE}, {place}: " if place else f"{FILE}: ")
    assert message in problem


@pytest.mark.parametrize(("content", "place", "message"), [
    ("[[card]]\n", "line 1, column 1", 'Every card needs "title".'),
    (THOUGHT.format("Roll.").replace("value", "valu"), "line 5, column 1", 'No card has "valu". Here could stand: "title", '),
    (THOUGHT.format("Roll.").replace("value", "valu"), "line 5, column 1", 'Did you mean "value"?'),
    (THOUGHT.format("Roll.") + 'flavor = "Echo, echo."', "line 10, column 1", 'Did you mean "flavour"?'),
    (THOUGHT.format("Roll.").replace("thought", "thougt"), "line 3, column 9", 'Here could stand: "arcanum", "thought"'),
    (THOUGHT.format("Roll.").replace("thought", "Thought"), "line 3, column 9", 'Did you mean "thought"?'),
    (THOUGHT.format("Roll.").replace('"maze"', '"chimeric court"'), "line 4, column 12", 'Did you mean "chimeric-court"?'),
    (THOUGHT.format("Roll.").replace("2", "5"), "line 5, column 9", '"value" must be 4 or less, not "5".'),
    (THOUGHT.format("Roll.").replace("2", "0"), "line 5, column 9", '"value" must be 1 or more, not "0".'),
    (THOUGHT.format("Roll.").replace("2", '"2"'), "line 5, column 10", '"value" must be a whole number, not "2".'),
    (THOUGHT.format("Roll.").replace("2", "2.5"), "line 5, column 9", '"value" must be a whole number, not "2.5".'),
    (THOUGHT.format("Roll.") + "  dawn = 2", "line 10, column 3", "A card of kind thought has no dawn. Here could stand: "),
    (THOUGHT.format("Roll.") + 'inverted = "Evoke."', "line 10, column 1", "A card of kind thought has no inverted."),
    (ENTITY.format("Deep.").replace("dawn = 1\n", ""), "line 1, column 1", "A card of kind entity needs dawn."),
    (ENTITY.format("Deep.").replace("stability = 2", "stability = 0"), "line 7, column 13", '"stability" must be 1 or more'),
    (ENTITY.format("Deep.") + 'types = "Dreamer"', "line 10, column 10", '"types" must be a list in brackets.'),
    (ENTITY.format("Deep.") + 'types = ["dreamer"]', "line 10, column 9", "A type is one word that begins with a capital."),
    (ENTITY.format("Deep.") + 'types = ["Entity"]', "line 10, column 9", "texts use this word for something else."),
    (ENTITY.format("Deep.") + 'types = ["Clock", "Clock"]', "line 10, column 9", 'The type "Clock" stands here twice.'),
    (THOUGHT.format("Roll.").replace('"Echo"', '""'), "line 2, column 10", '"title" must not be empty.'),
    (THOUGHT.format("Roll.").replace("Echo", "E" * 10_000), "line 2, column 10", '"title" has more than 60 characters.'),
    (THOUGHT.format("Roll.").replace("Echo", "Ec\\u202eho"), "line 2, column 10", "A title has no invisible characters"),
    (THOUGHT.format("Roll.").replace("Echo", " Echo"), "line 2, column 10", "no spaces at its ends"),
    (THOUGHT.format("Roll.").replace('"Echo"', "'Echo of \"Echo\"'"), "line 2, column 10", "without quotation marks"),
    (THOUGHT.format("Roll.") + THOUGHT.format("Roll.").replace("Echo", "ECHO"), "line 11, column 10", f"Another card has this title already: {FILE}, line 2."),
    (THOUGHT.format("Roll.").replace("Echo", "Paper Heron"), "line 2, column 10", 'A card of the set is called "Paper Heron" already.'),
    (ARCANUM.replace("true", '"yes"'), "line 8, column 10", '"major" must be true or false.'),
    (ARCANUM.replace('inverted = "Roll."\n', ""), "line 1, column 1", "A card of kind arcanum needs inverted."),
    (BASTION.replace("40(8)", "40"), "line 7, column 10", 'This line must read like "40(8)".'),
    (BASTION.replace("40(8)", "8(40)"), "line 7, column 10", "Of 8 cards, 40 can't be the guest's."),
    (BASTION.replace(" + ", " "), "line 8, column 11", 'This line must read like "The Dreamliner + 7(2)".'),
    (BASTION.replace("Dreamliner", "Dremliner"), "line 8, column 11", 'There is no major arcanum called "The Dremliner". Did you mean "The Dreamliner"?'),
    (BASTION + 'back = "Evoke."', "line 9, column 9", 'every line begins with "At the start of the game, "'),
    (BASTION + 'text = "At the start of the game, roll."', "line 9, column 9", "stands on the back of the bastion"),
    (MIND.replace('spent = ""\n', ""), "line 1, column 1", "A card of kind mind needs spent."),
    (MIND.replace("spent", "0"), "line 9, column 1", 'No card has "0".'),
    (MIND.replace("+1 dawn", "+1 dwan"), "line 5, column 9", 'Did you mean "dawn"?'),
    (MIND + "value = 2", "line 10, column 1", "A card of kind mind has no value."),
    (THOUGHT.format("Roll.") + "[card.more]\nx = 1\n", "line 1, column 1", 'No card has "more".'),
])  # fmt: skip
def test_mistakes_around_texts_are_reported_with_their_place(
    tmp_path: Path, content: str, place: str, message: str
) -> None:
    problems = check(tmp_path, content)
    assert any(problem.startswith(f"{FILE}, {place}") and message in problem for problem in problems), (
        problems
    )


@pytest.mark.parametrize(("line", "column", "message"), [
    ("Exhaut an entity.", 1, '"Exhaut" can\'t stand here. Did you mean "exhaust"?'),
    ("Exhaust an exausted entity.", 12, 'Did you mean "exhausted"?'),
    ("Exhaust an enttiy.", 12, 'a sort of card (card, arcanum, thought, memory, …), a faction, a property (other, ready, exhausted, participating, …)'),
    ("Exhaust entity.", 9, "Here could stand: cards (a card, 2 cards, all cards, this card, …)."),
    ("Exhaust your entity.", 14, '"entity" does not say how many. Here could stand: "entities", for all of them'),
    ("Void a discarded card.", 8, '"discarded" does not say whose the cards are. Here could stand: "… in your discard pile"'),
    ("Exhaust an entity you controls.", 23, '"controls" does not go with its subject. Here could stand: "control".'),
    ("Exhaust an entity they control.", 19, '"they" refers to no one'),
    ("Exhaust an opponent's entity.", 12, 'Did you mean "… your opponent controls"?'),
    ("Destroy target creature.", 16, 'Did you mean "entity"?'),
    ("Draw a card.", 1, 'Did you mean "evoke"?'),
    ("Gain 2 life.", 6, "Here could stand: a keyword (deep, dormant, dread, glaring, …)."),
    ("Deal 2 dmg to an entity.", 8, 'Did you mean "damage"?'),
    ("Deal damage to an entity.", 25, "it is not said how much"),
    ("Deal damage.", 12, 'Here could stand: "equal to" or "to".'),
    ("Exhaust ready entities.", 9, 'Did you mean "all ready entities"?'),
    ("Destroy Fracta memories.", 9, 'Did you mean "all Fracta memories"?'),
    ("Destroy an entity or an entity.", 25, '"or" joins thoughts, memories, entities and constructs.'),
    ("Destroy an entity or a veiled card.", 31, 'Here could stand: "thought", "memory" or "construct".'),
    ("You may exhaust an entity to evoke.", 27, 'join the two with ", then"'),
    ("Choose one: evoke, roll or ready an entity.", 18, 'parted by ";" and "; or"'),
    ("+2 to your dawn score.", 4, "a bare number is for your score"),
    ("Evoke or roll.", 7, 'say "Choose one: …; or …"'),
    ("Your opponent sacrifices an entity or takes 1 Dream damage.", 39, '"Your opponent chooses one: …; or …"'),
    ("Your opponent may roll. If they don't, they take 1 Dream damage.", 45, "name who does it"),
    ("Void an arcanum.", 1, 'Arcana are never in play: say where they are, as in "an arcanum in your hand".'),
    ("If you have 2 or more offerings, evoke.", 8, 'This does not say where the offerings are. Here could stand: "… in your Void"'),
    ("If you have no arcana, evoke.", 8, 'This does not say where the arcana are. Here could stand: "… in your hand"'),
    ("If you have 2 or more arcana in your opponent's hand, evoke.", 8, '"have" says whose the cards are'),
    ("Roll. If it has an entity, evoke.", 13, "What a card has are charges, attachments and keywords."),
    ("Destroy an entity twice.", 19, '"twice" goes with what can be done again: evoke, roll, charge, inspire.'),
    ("Exhaust all Dreamers.", 13, 'Here could stand: "Dreamer entities".'),
    ("Deal 1 damage to an entity for each memory you control.", 28, 'the beginning of the sentence, "For each'),
    ("Choose an entity. Exhaust it.", 8, "cards are chosen by what is done to them"),
    ("Choose one:", 12, "The line ends too early: a choice stands on one line"),
    ("An entity loses heroic.", 11, "can be gained, but not lost"),
    ("Discard an arcanum unless you roll.", 20, 'say "You may …. If you do not, …".'),
    ("Deal 2 damage.", 14, 'Here could stand: "to".'),
    ("Deal 2 damage to your opponent.", 23, 'what players are dealt is "Dream damage".'),
    ("Deal 2 Dream damage to an entity.", 24, "Here could stand: a player (you, your opponent, …)."),
    ("Deal 2000 damage to an entity.", 6, "2000 is too much: numbers end at 1000."),
    ("Deal 0 damage to an entity.", 1, "this does nothing."),
    ("Deal X damage to an entity.", 6, 'X is not explained: the instruction needs ", where X is …" at its end.'),
    ("Deal X damage to an entity where X is your depth.", 28, 'Did you mean ", where X is"?'),
    ("Evoke", 6, "The line ends without its full stop."),
    ("Evoke, roll.", 6, 'Did you mean ", then"?'),
    ("Evoke and roll.", 7, 'Did you mean ", then"?'),
    ("Evoke; roll.", 6, 'Did you mean "."?'),
    ("Evoke. Then roll.", 8, 'Did you mean ", then"?'),
    ("Evoke!", 6, 'Did you mean "."?'),
    ("Evoke。", 6, 'Did you mean "."?'),
    ("You may evoke. If you do roll.", 26, 'Here could stand: "not" or ",".'),
    ("If you control an entity evoke.", 26, "whose, or which (you control, in your hand, of value …)"),
    ("Choose one: evoke or roll.", 19, '"; or"'),
    ("Loop", 5, "The line ends without its full stop."),
    ("Dormant.", 8, "Here could stand: a number."),
    ("Dormnat 2.", 1, 'Did you mean "dormant"?'),
    ("Flying.", 1, "a keyword (deep, dormant, dread, glaring, …)"),
    ("Heroic.", 1, "Heroic means nothing on a thought."),
    ("Loop. Loop.", 1, "A keyword stands twice on this line."),
    ("Loop. Evoke.", 7, "keywords have a line of their own."),
    ("Evoke. Loop.", 8, "keywords have a line of their own."),
    ("Destroy it.", 9, '"It" refers to nothing'),
    ("Deal that many damage to an entity.", 6, '"That many" refers to nothing'),
    ("Prevent 1 damage.", 1, 'Only a trigger that begins with "When" can prevent something.'),
    ("While you are in Nightmare, +1 dawn.", 1, '"While" belongs on cards that stay'),
    ("(A) Exhaust this card: Evoke.", 1, "A thought does not stay"),
    ("(a) Exhaust this card: Evoke.", 1, 'Did you mean "(A)" or "(!)"?'),
    ("When inspired - Roll.", 1, 'Did you mean "(!) When"?'),
    ("Evoke, then you may roll.", 17, 'an option has a sentence of its own, "You may …".'),
    ("While you are attacking, roll.", 26, 'what happens once begins with "If", what lasts with "While".'),
    ("+1 dawn and heroic.", 9, 'What follows "and" has no subject. Here could stand: cards'),
    ("Entity gains deep.", 1, '"Entity" does not say how many.'),
    ("Gets +1 dawn.", 1, 'say what it is said of, "This card gets …"'),
    ("+1 attack.", 4, 'Here could stand: "dawn", "dusk" or "stability".'),
    ("Void an entity as offering.", 16, 'Did you mean "as an offering"?'),
    ("Void an entity in your hand.", 1, "A hand holds arcana only"),
    ("Destroy an entity of value 5.", 1, "No card has a value of 5: they are 1 to 4."),
    ("Destroy an entity named Moth.", 25, "Here could stand: a title in quotation marks."),
    ('Destroy an entity named "Moth.', 25, "This quotation mark has no partner on its line."),
    ('Destroy an entity named "Paper Hero".', 1, 'Did you mean "Paper Heron"?'),
    ("Destroy a Synthethic entity.", 1, 'Did you mean "Synthetic"?'),
    ("Your opponent destroys an entity.", 15, '"destroy" can\'t have a subject.'),
    ("Evoke.\u200bRoll.", 7, "An invisible character (U+200B, zero width space) can't stand here."),
    ("Erschöpfe eine Wesenheit.", 1, '"Erschöpfe" can\'t stand here.'),
    ("🌙", 1, '"🌙" can\'t stand here.'),
    ("<b>Evoke.</b>", 1, '"<" can\'t stand here.'),
    ("Evoke. " * 2000, 501, "A line of a card has at most 500 characters."),
    ("Choose one: " * 30 + "evoke; or roll.", 13, '"Choose" can\'t stand here.'),
])  # fmt: skip
def test_mistakes_in_a_text_are_reported_with_their_place(
    tmp_path: Path, line: str, column: int, message: str
) -> None:
    (problem,) = check(tmp_path, THOUGHT.format(line))
    at = 7 if "there is no card of this title" in problem or "no card has it" in problem else 8
    assert problem.startswith(f'{FILE}, line {at}, column {column}, "Echo": ')
    assert message in problem


@pytest.mark.parametrize(("line", "column", "message"), [
    ("Evoke.", 1, "A plain effect on an entity never happens: begin with (A) for an ability or (!) for a trigger."),
    ("(A) Exhaust this card - Evoke.", 23, 'Did you mean ":"?'),
    ("(A): Evoke.", 4, "a price is missing"),
    ("(A) Evoke: Roll.", 1, "This can't be a price"),
    ("(A) Exhaust this card: Evoke", 29, "The line ends without its full stop."),
    ("(!) After you evoke: Roll.", 20, 'Did you mean "-"?'),
    ("(!) Whenever you evoke - Roll.", 5, 'Did you mean "after"?'),
    ("(!) After your opponent evoke - Roll.", 25, '"evoke" does not go with its subject. Here could stand: "evokes".'),
    ("(!) After an entity is destroy - Roll.", 24, 'Did you mean "destroyed"?'),
    ("(!) Before the round begins - Roll.", 1, 'write "When", not "Before".'),
    ("(!) After you evoke -", 22, "The line ends too early."),
    ("(!) After its host attacks - Roll.", 1, "Only a memory can be attached and have a host."),
    ("Deep; heroic.", 5, '";" can\'t stand here.'),
    ("Heroic 2.", 8, 'Here could stand: "," or ".".'),
    ("(!) After this card attacks or defends - Roll.", 29, "write a line for each"),
    ("(!) After you roll a 4 - Evoke.", 20, 'say "After you roll, if the result is 4 - …".'),
    ("(!) After you play a card during a conflict - Roll.", 27, "a condition stands behind a comma"),
    ("(!) When the round begins - If this card is in your Void, roll.", 45, "where the card lies"),
    ("(A) Once per round: Evoke.", 19, "a price is missing"),
    ("(A) Exhaust this card: Evoke. Activate this ability only during a conflict.", 31, 'begin the effect with "If"'),
    ("(A) Reduce your mind by 1 and an entity: Evoke.", 27, 'What follows "and" has no verb.'),
    ("(A) Pay 1 mind: Evoke.", 5, 'say "reduce your mind by 1".'),
    ("(!) After you exhaust an entity - Roll.", 15, 'it is said of the card, "an entity you control is exhausted"'),
    ("(!) After you deal Dream damage - Roll.", 15, 'say "your opponent takes Dream damage"'),
    ("(!) After you win a conflict while attacking - Roll.", 30, "a condition stands behind a comma"),
    ("(!) After an arcanum in your hand is exhausted - Roll.", 1, "Only where cards lay that are discarded or voided"),
    ("(!) After you sacrifice this card - Roll.", 15, "This is said of the card."),
    ("(!) After an entity enters play under your control - Roll.", 33, 'say "an entity you control enters play"'),
    ("Cannot attack.", 1, 'say what cannot, "This card cannot …".'),
    ("Worship 0.", 1, "Worship 0 asks for nothing."),
    ("+2 dawn to it.", 12, '"It" refers to nothing'),
    ("Roll.\\nEvoek.", 1, 'Did you mean "evoke"?'),
])  # fmt: skip
def test_mistakes_on_an_entity_are_reported_with_their_place(
    tmp_path: Path, line: str, column: int, message: str
) -> None:
    problems = check(tmp_path, ENTITY.format(line))
    place = f'{FILE}, line 9, column {column + 8}, "Lantern": '
    assert any(problem.startswith(place) and message in problem for problem in problems), problems


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
@settings(max_examples=80)
def test_no_file_at_all_can_crash_the_check(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / FILE
    file.write_bytes(content)
    assert all(str(problem).startswith(FILE) for problem in check_files([file]))


@given(data=st.data())
@settings(max_examples=80)
def test_no_damage_to_a_good_file_can_crash_the_check(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    good = "\n".join([THOUGHT.format("Roll."), ENTITY.format("Deep."), ARCANUM, BASTION, MIND])
    at = data.draw(st.integers(0, len(good)))
    gone = data.draw(st.integers(0, 8))
    put = data.draw(
        st.sampled_from(["", '"', '"""', "[", "]", "=", "\n", "{", "#", "\\", "é", "9", "nan", ","])
    )
    file = tmp_path_factory.getbasetemp() / FILE
    file.write_text(good[:at] + put + good[at + gone :], encoding="utf-8")
    assert all(str(problem).startswith(FILE) for problem in check_files([file], the_set()))
