"""Unreadable text: the place, the word found there, the possible words, and the nearest one."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.language.errors import CardError, Where
from cards.voidream.language.printer import print_text
from cards.voidream.language.reader import read_line, read_text
from cards.voidream.language.words import LANGUAGE
from cards.voidream.model import Kind

from .test_vocabulary import CANONICAL, STAYING


@pytest.mark.parametrize(
    ("text", "line", "column", "found", "expected", "suggestion"),
    [
        ("Exhaut an entity.", 1, 1, "Exhaut", "", '"exhaust"'),
        (
            "Evoke.\nExhaust an entitty.",
            2,
            12,
            "entitty",
            "a sort of card (card, arcanum, thought, memory, …)",
            '"entity"',
        ),
        ("Initiate a dwan conflict.", 1, 12, "dwan", '"dusk"', '"dawn"'),
        ("Evoke, than roll.", 1, 6, ",", '", then"', '", then"'),
        ("Evoke roll.", 1, 7, "roll", '"."', ""),
        ("Evoke", 1, 6, "", "", ""),
        ("Deal", 1, 5, "", "a number", ""),
        ("Deal some damage to an entity.", 1, 6, "some", "a number", ""),
        ("Dormant.", 1, 8, ".", "a number", ""),
        ("Deep 2.", 1, 6, "2", '"."', ""),
        ("Deal X damage to an entity.", 1, 6, "X", "", ""),
        ("Evoke, where X is your depth.", 1, 6, ", where X is", "", ""),
        ("Deal 1001 damage to an entity.", 1, 6, "1001", "", ""),
        ("Deal 99999999999999999999 damage to an entity.", 1, 6, "99999999999999999999", "", ""),
        ("+1001 dawn.", 1, 1, "+1001", "", ""),
        ("Evokes.", 1, 1, "Evokes", '"evoke"', ""),
        ("Your opponent evoke.", 1, 15, "evoke", '"evokes"', ""),
        ("(!) After you takes Dream damage - Evoke.", 1, 15, "takes", '"take"', ""),
        ("(!) Afther you evoke - Roll.", 1, 5, "Afther", '"before"', '"after"'),
        ("(!) After you evoke: Roll.", 1, 20, ":", '"-"', '"-"'),
        ("(A) Exhaust this card - Roll.", 1, 23, "-", '":"', '":"'),
        ("Exhaust an entity they control.", 1, 19, "they", '"your"', ""),
        ("Your opponent may discard an arcanum, then shuffle your deck.", 1, 52, "your", '"their"', ""),
        ("Your opponent destroys an entity.", 1, 15, "destroys", "", ""),
        ("Exhaust a ready ready entity.", 1, 17, "ready", "", ""),
        ("Ready your entities you control.", 1, 7, "your", "", ""),
        ("Evoke. Otherwise, roll.", 1, 8, "Otherwise", "", ""),
        ("Choose one: evoke.", 1, 18, ".", '"; or"', ""),
        ("Initiate a lunch conflict.", 1, 12, "lunch", '"dawn"', ""),
        ("Win the game.", 1, 1, "Win", "", ""),
        ("🌙 Evoke.", 1, 1, "🌙", "an instruction (evoke, roll, shuffle, initiate, …)", ""),
    ],
)
def test_a_mistake_is_named_with_its_place(
    text: str, line: int, column: int, found: str, expected: str, suggestion: str
) -> None:
    with pytest.raises(CardError) as caught:
        read_text(text, Kind.THOUGHT)
    (problem,) = caught.value.problems
    assert (problem.where.line, problem.where.column) == (line, column)
    assert problem.found == found
    assert not expected or expected in problem.expected
    assert problem.suggestion == suggestion


def test_every_line_that_is_wrong_is_named() -> None:
    where = Where("my.toml", "Broken Mirror", "text", line=7, column=1)
    with pytest.raises(CardError) as caught:
        read_text("Evoek.\nEvoke.\nRol.", Kind.THOUGHT, where=where)
    assert [problem.where.line for problem in caught.value.problems] == [7, 9]
    assert str(caught.value).splitlines() == [
        'my.toml, line 7, column 1, "Broken Mirror": "Evoek" can\'t stand here. Did you mean "evoke"?',
        'my.toml, line 9, column 1, "Broken Mirror": "Rol" can\'t stand here. Did you mean "roll"?',
    ]


@given(st.text())
@settings(max_examples=100)
def test_no_text_at_all_can_crash_the_reader(text: str) -> None:
    try:
        read_text(text, Kind.THOUGHT)
    except CardError as error:
        assert error.problems


@given(st.data())
@settings(max_examples=150)
def test_a_slip_in_a_good_line_never_crashes_the_reader(data: st.DataObject) -> None:
    words = data.draw(st.sampled_from(CANONICAL + STAYING)).split(" ")
    place = data.draw(st.integers(0, len(words) - 1))
    slip = data.draw(
        st.sampled_from(
            ["", "entity", "X", "they", "1001", "-", ",", '"', "where", words[place] + "x", "(A)"]
        )
    )
    line = " ".join([*words[:place], slip, *words[place + data.draw(st.booleans()) :]])
    if not line.strip():
        return
    try:
        read_line(line, Kind.ENTITY)
    except CardError as error:
        (problem,) = error.problems
        assert 1 <= problem.where.column <= len(line) + 1


def test_an_unreadable_line_is_refused() -> None:
    with pytest.raises(CardError, match="at most 500 characters"):
        read_text("If your depth is 3, " * 3000 + "evoke.", Kind.THOUGHT)


def test_options_within_options_are_read_as_deep_as_a_line_is_long() -> None:
    line = "If your depth is 3, " * 24 + "evoke."
    assert print_text(read_text(line[0] + line[1:].lower(), Kind.THOUGHT)) == line[0] + line[1:].lower()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("The attacker evokes.",
         'line 1, column 5: "attacker" can\'t stand here: say who it is, "If you are attacking, …".'),
        ("Put it on the bottom.",
         'line 1, column 8: "on" can\'t stand here: say of which deck, "on the bottom of your deck", '
         '"on top of your opponent\'s deck".'),
        ("Set your mind to 4.",
         'line 1, column 1: "Set" can\'t stand here: say by how much, "Increase your mind by 1.", "Reduce your mind by 1."'),
        ("Give an entity +2 dawn.",
         'line 1, column 1: "Give" can\'t stand here: say "+2 dawn to an entity", "An entity gains deep."'),
        ("End the conflict.",
         'line 1, column 1: "End" can\'t stand here: no text ends a conflict, a round or a match.'),
        ("Return an entity to its owner's deck.",
         'line 1, column 21: "its" can\'t stand here: say to which end, "on top of its owner\'s deck".'),
        ("Discard a random arcanum.",
         'line 1, column 11: "random" can\'t stand here: nothing is chosen at random: the player who performs the '
         "instruction chooses."),
        ("Discard an arcanum. If you can't, roll.",
         'line 1, column 28: "can\'t" can\'t stand here: say "If you do not, …".'),
        ("Counter an arcanum.",
         'line 1, column 1: "Counter" can\'t stand here: what is played is not undone; forbid it beforehand, "Your opponent '
         'cannot play arcana until the end of the round."'),
        ("An entity gains deep this turn.",
         'line 1, column 27: "turn" can\'t stand here: no text speaks of turns; say "until the end of the round", "Once each '
         'round, …".'),
        ("Reveal cards from the top of your deck until you reveal an entity.",
         'line 1, column 8: "cards" can\'t stand here: say how many, "Reveal the top 3 cards of your deck."'),
        ("Deal 2 damage to an entity and 1 Dream damage to your opponent.",
         'line 1, column 28: "and" can\'t stand here: say ", then deal 1 Dream damage to your opponent".'),
        ("Destroy an entity if it is exhausted.",
         'line 1, column 19: "if" can\'t stand here: the condition stands first, "If …, destroy an entity."'),
        ("Exhaust all entities except this one.",
         'line 1, column 22: "except" can\'t stand here: say "other": "Exhaust all other entities."'),
        ("If an entity is exhausted, evoke.",
         'line 1, column 14: "is" can\'t stand here: say "If there is an exhausted entity, …", or of this round '
         '"If an entity has been destroyed this round, …".'),
        ("Conflicts can't be initiated.",
         'line 1, column 1: "Conflicts" can\'t stand here: say "Players cannot initiate conflicts."'),
        ("Name a card.",
         'line 1, column 1: "Name" can\'t stand here: nothing is named or guessed: what is chosen is cards, or one of several '
         'things, "Choose one: …; or …".'),
        ("Steal an entity.", 'line 1, column 1: "Steal" can\'t stand here: cards stay with the player who controls them.'),
        ("Trade an arcanum with your opponent.",
         'line 1, column 1: "Trade" can\'t stand here: cards are moved one after the other, "Discard an arcanum, then return '
         'an arcanum in your discard pile to your hand."'),
        ("Exhaust an entity with less dawn than this card.",
         'line 1, column 24: "less" can\'t stand here: a number stands there, "with dawn 2 or lower", "of value 3".'),
        ("Evoke the top two cards of your deck.",
         'line 1, column 7: "the" can\'t stand here: say "Evoke." of the topmost card, or "Play the top card of your deck."'),
        ("Deal X damage to an entity, where X is half your depth.",
         'line 1, column 40: "half" can\'t stand here: numbers are not added up, doubled or halved; say one, '
         '"where X is your depth".'),
        ("Whenever an entity is destroyed, evoke.",
         'line 1, column 1: "Whenever" can\'t stand here: say "(!) After …", or "(!) When …" for what happens in its place.'),
        ("Exhaust a Dreamer or a Synthetic.",
         'line 1, column 19: "or" can\'t stand here: "or" joins thoughts, memories, entities and constructs, not types.'),
        ("Search your discard pile for a thought.",
         'line 1, column 1: "Search" can\'t stand here: say "Return an arcanum in your discard pile to your hand.", '
         '"Play a thought in your discard pile."'),
        ("Exhaust all participants.",
         'line 1, column 13: "participants" can\'t stand here: say "participating entities", '
         '"All participating entities you control …".'),
        ("Void your discard pile.",
         'line 1, column 11: "discard" can\'t stand here: say which cards lie there, "all cards in your discard pile", '
         '"an arcanum in your Void".'),
        ("Void your deck.",
         'line 1, column 11: "deck" can\'t stand here: say how many of its cards, from the top, "the top 3 cards of your deck".'),
        ("Shuffle your discard pile.",
         'line 1, column 14: "discard" can\'t stand here: only decks are shuffled; say "Put all cards in your discard pile on '
         'the bottom of your deck in random order."'),
        ("Exhaust an owner's entity.",
         'line 1, column 12: "owner\'s" can\'t stand here: whose a card is stands behind it, "an entity you control"; only a '
         'deck is its owner\'s, "Put it on top of its owner\'s deck."'),
        ("Put an entity on top of the owner's deck.",
         'line 1, column 25: "the" can\'t stand here: say "its owner\'s deck".'),
        ("Return an entity to its owner's hand.",
         'line 1, column 21: "its" can\'t stand here: only arcana lie in a hand; a Dream card is put on a deck, '
         '"Put it on top of its owner\'s deck."'),
        ("You have siege.",
         'line 1, column 5: "have" can\'t stand here: say "Gain siege."; any other keyword is gained by cards, '
         '"All entities you control gain heroic."'),
        ("Your opponent has deep.",
         'line 1, column 15: "has" can\'t stand here: keywords are gained by cards, '
         '"All entities your opponent controls gain deep."'),
        ("You have 2 entities.",
         'line 1, column 5: "have" can\'t stand here: it can only be a condition, "If you control 2 or more entities, …".'),
        ("This card enters play exhausted.",
         'line 1, column 11: "enters" can\'t stand here: say what is done after it, '
         '"(!) After this card enters play - Exhaust this card."'),
        ("Entities enter play exhausted.",
         'line 1, column 10: "enter" can\'t stand here: say what is done after it, '
         '"(!) After this card enters play - Exhaust this card."'),
        ("Destroy an entity's attachments.",
         'line 1, column 12: "entity\'s" can\'t stand here: say "all attachments attached to it".'),
        ("Gain 2 dawn.", 'line 1, column 6: "2" can\'t stand here: say "+2 dawn", "+2 dawn to an entity".'),
        ("Rady an entity.", 'line 1, column 1: "Rady" can\'t stand here. Did you mean "ready"?'),
        ("Banish an entity.", 'line 1, column 1: "Banish" can\'t stand here. Did you mean "void"?'),
        ("Xyzzy an entity.",
         'line 1, column 1: "Xyzzy" can\'t stand here. Here could stand: "destroy", "sacrifice", "exhaust", "ready" or "charge".'),
        ("Your opponent obliterates an entity.",
         'line 1, column 15: "obliterates" can\'t stand here. Did you mean "destroys"?'),
        ("Frobnicate your deck.",
         'line 1, column 1: "Frobnicate" can\'t stand here. Here could stand: "shuffle".'),
        ("Frobnicate your mind by 2.",
         'line 1, column 1: "Frobnicate" can\'t stand here. Here could stand: "increase" or "reduce".'),
        ("They evoke.",
         'line 1, column 6: "evoke" can\'t stand here: name who does it, "Your opponent …", "Each player …".'),
        ("Exhaust an entity that is attacking.",
         'line 1, column 19: "that" can\'t stand here: say it in front of the sort of card, "an exhausted entity", "all attacking '
         'entities"; what has become of a single card before is not known.'),
        ("Exhaust an entity until the end of the round.",
         'line 1, column 19: "until the end of the" can\'t stand here: what is done once has no duration; what lasts has one, '
         '"An entity cannot ready until the end of the round."'),
        ("Tap an entity.", 'line 1, column 1: "Tap" can\'t stand here. Did you mean "exhaust"?'),
        ("Your opponent loses 2 life.", 'line 1, column 15: "loses" can\'t stand here. Did you mean "takes"?'),
        ("Exhaust a creature.", 'line 1, column 11: "creature" can\'t stand here. Did you mean "entity"?'),
        ("Put an arcanum from your graveyard into your hand.",
         'line 1, column 26: "graveyard" can\'t stand here. Did you mean "discard pile"?'),
        ("Evoke", "line 1, column 6: The line ends without its full stop."),
        ("Evoke. Deep.", 'line 1, column 8: "Deep" can\'t stand here: keywords have a line of their own.'),
        ("Deal 2 damage to your opponent.",
         'line 1, column 23: "opponent" can\'t stand here: what players are dealt is "Dream damage".'),
        ("Ready exhausted entities.",
         'line 1, column 25: "." can\'t stand here: say of how many, "Ready all exhausted entities."'),
        ("This entity's dawn is equal to your depth.",
         'line 1, column 1: "This entity\'s" can\'t stand here: what numbers are is printed; say how much is added, '
         '"+X dawn to an entity, where X is your depth".'),
        ("Destroy the entity with the highest dawn.",
         'line 1, column 13: "entity" can\'t stand here: no card is told by having most of something; '
         'say "of value 3 or higher".'),
        ("Destroy the entity.",
         'line 1, column 13: "entity" can\'t stand here: say "a …" for one that is chosen, "it" for one that has been named.'),
        ("Gain 2 charges.", 'line 1, column 6: "2" can\'t stand here: say "Charge this card."'),
        ("Deal 3 damage to an entity or construct or memory.",
         'line 1, column 41: "or" can\'t stand here: two sorts can be named, not three.'),
    ],
)  # fmt: skip
def test_common_mistakes_are_answered_with_the_right_wording(text: str, message: str) -> None:
    with pytest.raises(CardError) as caught:
        read_text(text, Kind.ENTITY)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Ready all attacking entities you control.", Kind.THOUGHT),
        ("Ready all defending entities you control.", Kind.THOUGHT),
        ("Exhaust all participating entities you control.", Kind.THOUGHT),
        ("Void all cards in your discard pile.", Kind.THOUGHT),
        ("Void the top 3 cards of your deck.", Kind.THOUGHT),
        ("Put all cards in your discard pile on the bottom of your deck in random order.", Kind.THOUGHT),
        ("Exhaust an entity, then put it on top of its owner's deck.", Kind.THOUGHT),
        ("Gain siege.", Kind.THOUGHT),
        ("All entities your opponent controls gain deep.", Kind.THOUGHT),
        ("(!) After this card enters play - Exhaust this card.", Kind.ENTITY),
        ("Exhaust an entity, then destroy all attachments attached to it.", Kind.THOUGHT),
        ("+2 dawn to an entity.", Kind.THOUGHT),
        ("+X dawn to an entity, where X is your depth.", Kind.THOUGHT),
        ("Ready all exhausted entities.", Kind.THOUGHT),
        ("Charge this card.", Kind.ENTITY),
        ("Reduce your mind by 4.", Kind.THOUGHT),
        ("+1 dawn and -1 dusk to an entity.", Kind.THOUGHT),
        ("(!) After a card in your hand is discarded - Evoke.", Kind.ENTITY),
        ("(!) When the round ends - Evoke.", Kind.ENTITY),
        ("(A) Discard a charge attached to this card: Evoke.", Kind.ENTITY),
    ],
)
def test_suggested_wordings_can_be_read(text: str, kind: Kind) -> None:
    assert read_text(text, kind)


ADVICE = sorted(
    {line for _, hint in LANGUAGE.diagnosis.patterns for line in re.findall(r'"([A-Z(+][^"…]*\.)"', hint)}
)


@pytest.mark.parametrize("line", ADVICE)
def test_every_line_that_a_hint_advises_can_be_read(line: str) -> None:
    assert LANGUAGE.read(line)
