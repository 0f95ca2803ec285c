"""The whole vocabulary: every form in its canonical wording is read and printed."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import pytest

from cards.language.errors import CardError
from cards.voidream.language import tree
from cards.voidream.language.printer import print_ability, print_text
from cards.voidream.language.reader import read_line, read_text
from cards.voidream.model import Kind

CANONICAL = """
Deep. Dread. Glaring. Heroic. Indestructible. Loop. Siege. Subtle. Unique. Veil. Voidbound.
Dormant 2. Hierarchy 1. Prototype 3. Shadowborne 1. Worship 2.
Play this card only during a conflict.
Play this card only during a dusk conflict.
Play this card only outside a conflict.
Additional cost: discard an arcanum, take 1 Dream damage.
If your depth is higher than your opponent's depth, evoke.
If your mind is lower than your opponent's mind, evoke.
If your depth is not the same as your opponent's depth, evoke.
If you have rolled this round, evoke.
If you have not rolled 3 or more times this round, evoke.
If 2 or more entities have been destroyed this round, evoke.
If your opponent has won a dusk conflict this round, evoke.
If there is a construct on top of your opponent's deck, evoke.
If there is no construct on top of your deck, evoke.
Reveal the top card of your deck. If it is on top of its owner's deck, evoke.
Deal X Dream damage to your opponent, where X is the number of times you have rolled this round.
Look at the top 3 cards of your deck, then put one of them on the bottom of your deck, then return the others in any order.
Look at the top 3 cards of your deck, then void up to 2 of them, then discard the others.
Reveal the top 3 cards of your deck, then play an entity among them.
Destroy an entity with dawn 2 or higher.
Play this card only if you are in Nightmare.
At the start of the game, charge an entity.
Evoke.
Roll.
Shuffle your deck.
Your opponent shuffles their deck.
Initiate a conflict.
Initiate a dawn conflict.
Switch the current conflict type.
Switch the current conflict type from dawn to dusk.
Deal 2 damage to an entity.
Deal 2 Dream damage to your opponent.
Take 2 Dream damage.
Each player takes 2 Dream damage.
Destroy an entity, then its controller takes 1 Dream damage.
Destroy another entity.
Sacrifice an entity.
Your opponent sacrifices an entity.
Exhaust all other entities.
Your opponent exhausts an entity they control.
Ready up to 2 entities you control.
Attach this card to an entity.
Look at the top card of your deck, then attach it to a memory you control.
Charge this card.
Inspire an entity.
Void an arcanum in your hand.
Void an entity as an offering.
Void the top 3 cards of your opponent's deck.
Each player voids the top card of their deck.
Veil the top card of your deck.
Put the bottom card of your deck on top of your deck, then evoke.
Unveil a veiled card you control.
Discard an arcanum.
Discard 2 arcana.
Your opponent discards an arcanum.
Discard a card in your hand.
Discard a charge attached to this card.
Return an arcanum in your discard pile to your hand.
Return all arcana in your discard pile to your hand.
Put an entity on top of its owner's deck.
Put 2 cards in your Void on the bottom of your deck in any order.
Put any number of cards in your discard pile on the bottom of your deck in random order.
Look at the top 3 cards of your deck, then return them in any order.
Look at a veiled card.
Reveal the top card of your deck. If it is a thought, play it.
Increase your mind by 1.
Reduce your mind by 2.
Your opponent reduces their mind by 1.
You may exhaust an entity, then roll. If you do, evoke.
You may evoke. If you do not, roll.
Your opponent may discard an arcanum, then you evoke. If they do not, deal 2 Dream damage to your opponent.
If your depth is 3 or higher, evoke. Otherwise, roll.
Choose one: evoke; roll; or ready an entity.
Your opponent chooses one: discard an arcanum; or take 2 Dream damage.
You may choose one: evoke; or roll.
For each exhausted entity you control, deal 1 damage to an entity.
Exhaust an entity, then deal that many damage to it.
Roll, then deal X Dream damage to your opponent, where X is the result.
Deal X Dream damage to your opponent, where X is your depth.
Deal X Dream damage to your opponent, where X is your opponent's mind.
Deal X Dream damage to your opponent, where X is the number of arcana in your hand.
Deal X Dream damage to your opponent, where X is the number of offerings in your Void.
Exhaust an entity, then deal X Dream damage to your opponent, where X is its value.
Exhaust an entity, then deal X Dream damage to your opponent, where X is its stability.
Deal X damage to an entity, where X is this card's dawn.
-X dusk to an entity, where X is your depth.
+X dawn until the end of the round, where X is your mind.
+2 dawn and -1 dusk until the end of the conflict.
Gain siege.
An entity gains deep until the end of the round.
All entities you control gain dormant 2.
Your entities cannot be destroyed.
An entity cannot attack.
All entities of value 1 cannot defend.
Its host cannot exhaust.
All damaged entities your opponent controls cannot ready.
You cannot play inverted arcana.
Your opponent cannot play arcana.
Players cannot evoke.
You cannot unveil.
Your opponent cannot initiate conflicts.
Your opponent cannot activate abilities.
Your opponent cannot avoid Nightmare until the end of the round.
Exhaust a ready Fracta Dreamer entity of value 2 or lower named "Paper Heron" with deep you control attached to this card.
Ready an attacking Chimeric Court construct of value 3 or higher.
Ready a defending Subter Venellam memory.
Ready an opposing Maze attachment.
Ready a participating inspired neutral thought of value 4 in your discard pile.
Void a card in your opponent's discard pile.
Attach this card to an entity or memory.
Destroy all exhausted entities or constructs your opponent controls.
Void a card in any Void.
If you are not in Nightmare, evoke.
If there is a conflict, evoke.
If there is no dusk conflict, evoke.
If you are attacking and your opponent is not defending, evoke.
If your mind is 2, evoke.
If your mind is not 2, evoke.
If the number of charges attached to this card is 3 or more, evoke.
If you control an exhausted entity, evoke.
If you control 3 or more entities, evoke.
If your opponent controls exactly 2 memories, evoke.
If you control no constructs, evoke.
If you do not control 3 or more entities, evoke.
If there are 2 or fewer cards in your Void, evoke.
If you control 1 or fewer entities, evoke.
If there are 1 or fewer arcana in your Void, evoke.
If your opponent controls exactly 1 memory, evoke.
If there is another ready entity, evoke.
If there are no veiled cards, evoke.
If this card is participating, evoke.
Exhaust an entity. If it is not a Synthetic entity, roll.
""".strip().splitlines()

STAYING = """
+1 dawn to all entities.
+1 dawn and -2 dusk.
+1 dawn for each charge attached to this card.
While you are in Nightmare, +2 dawn.
(A) Exhaust this card, discard an arcanum: Evoke.
(A) Once each round, take 1 Dream damage: Evoke.
(!) Once each round, after you roll - Evoke.
(A) Reduce your mind by 1: Roll. You may evoke.
(!) When the round begins - Evoke.
(!) When the round ends - Evoke.
(!) When inspired - Evoke.
(!) When you take Dream damage - Prevent 1 damage.
(!) When you take Dream damage - Prevent that damage.
(!) When this card is destroyed - Prevent that.
(!) Before you take Dream damage - Roll.
(!) After you take Dream damage - Deal that many Dream damage to your opponent.
(!) After you play an arcanum - Evoke.
(!) After you play a thought or memory - Evoke.
(!) After a player plays an inverted arcanum - Evoke.
(!) After your opponent evokes - Evoke.
(!) After you roll - Evoke.
(!) After you shuffle - Evoke.
(!) After another entity enters play - Evoke.
(!) After this card leaves play - Evoke.
(!) After an entity you control is destroyed - Evoke.
(!) After an entity is sacrificed - Evoke.
(!) After an arcanum is discarded - Evoke.
(!) After a card is voided - Evoke.
(!) After an entity is veiled - Evoke.
(!) After a card is unveiled - Evoke.
(!) After its host is exhausted - Evoke.
(!) After an entity is readied - Evoke.
(!) After an entity is dealt damage - Evoke.
(!) After this card is charged - Evoke.
(!) After this card becomes attached - Evoke.
(!) After this card attacks - Evoke.
(!) After this card defends - Evoke.
(!) After a conflict is initiated - Evoke.
(!) After a dawn conflict is initiated - Evoke.
(!) After you initiate a dusk conflict - Evoke.
(!) After a conflict ends - Evoke.
(!) After you win a conflict - Evoke.
(!) After you lose a dawn conflict - Evoke.
(!) After your opponent enters Nightmare - Evoke.
(!) After you avoid Nightmare - Evoke.
(!) After you reduce your mind - Evoke.
(!) After your opponent spends their mind - Evoke.
(!) When the round begins, if your depth is 4 - Evoke.
(!) While this card is in your Void, after an entity enters play - Evoke.
(!) While this card is in your discard pile, when the round begins - Put this card on the bottom of your deck.
(!) While this card is in your hand, after you take Dream damage - Discard this card.
""".strip().splitlines()

MUST_READ = (
    """
Evoke|Roll|Shuffle your deck|Gain siege|Initiate a dawn conflict|Initiate a conflict|Deal 3 damage to an entity
Deal 3 Dream damage to your opponent|Take 3 Dream damage|Each player takes 3 Dream damage
Deal X Dream damage to your opponent, where X is your depth|Deal X Dream damage to your opponent, where X is the result
Deal X Dream damage to your opponent, where X is the number of arcana in your hand
Exhaust an entity|Exhaust all entities|Ready an entity|Destroy an entity|Destroy a construct|Void an entity
Void an entity as an offering|Veil an entity|Inspire an entity|Charge an entity|Charge a memory
Void the top card of your opponent's deck|Look at the top 3 cards of your deck, then return them in any order
Increase your mind by 1|Prevent 2 damage|+3 dawn to all entities|-3 stability to all entities|+3 dawn|-3 dusk
Your entities cannot be destroyed|You cannot play inverted arcana
""".strip()
    .replace("\n", "|")
    .split("|")
)

FRAMES = [
    "{0}.",
    "Roll, then {1}.",
    "{0}, then roll.",
    "You may {1}.",
    "You may roll, then {1}.",
    "If your depth is 3, {1}.",
    "You may roll. If you do, {1}.",
    "(A) Exhaust this card: {0}.",
    "(A) Reduce your mind by 1: {0}.",
    *(
        f"(!) {when} - {{0}}."
        for when in (
            "When the round begins",
            "When the round ends",
            "When inspired",
            "When you take Dream damage",
            "Before you take Dream damage",
            "After you play an arcanum",
            "After an entity enters play",
            "After a conflict is initiated",
        )
    ),
]


@pytest.mark.parametrize("line", CANONICAL)
def test_effects_are_printed_as_they_are_written(line: str) -> None:
    assert print_ability(read_line(line, Kind.THOUGHT)) == line


@pytest.mark.parametrize("line", STAYING)
def test_abilities_of_cards_that_stay_are_printed_as_they_are_written(line: str) -> None:
    assert print_ability(read_line(line, Kind.ENTITY)) == line


def test_no_word_of_the_vocabulary_is_without_an_example() -> None:
    met: set[object] = set()
    for line in CANONICAL:
        met |= set(_met(read_line(line, Kind.THOUGHT)))
    for line in STAYING:
        met |= set(_met(read_line(line, Kind.ENTITY)))
    declared = [value for value in vars(tree).values() if isinstance(value, type)]
    nodes = {cls for cls in declared if issubclass(cls, tree.Node) and cls is not tree.Node}
    words = {
        (cls, word) for cls in declared if issubclass(cls, Enum) and cls is not tree.Often for word in cls
    }
    assert nodes | words == met


def _met(part: object) -> Iterator[object]:
    if isinstance(part, Enum):
        yield type(part), part
    elif isinstance(part, tuple):
        for inner in part:  # pyright: ignore[reportUnknownVariableType]
            yield from _met(inner)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(part, tree.Node):
        yield type(part)
        for field in part.__struct_fields__:
            yield from _met(getattr(part, field))


@pytest.mark.parametrize("sentence", MUST_READ)
def test_the_sentences_of_the_game_read_in_every_place(sentence: str) -> None:
    small = sentence[0].lower() + sentence[1:]
    for frame in FRAMES:
        for line in (frame.format(sentence, small), frame.format(small, sentence)):
            read = read_line(line, Kind.ENTITY)
            assert read_line(print_ability(read), Kind.ENTITY) == read


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("Deal 2 damage to target entity.", "Deal 2 damage to an entity."),
        ("Exhaust each entity.", "Exhaust all entities."),
        ("Ready your entities.", "Ready all entities you control."),
        ("Ready your opponent's exhausted entities.", "Ready all exhausted entities your opponent controls."),
        ("EXHAUST THIS ENTITY.", "Exhaust this card."),
        ("Your opponent takes 2 Dream damage.", "Deal 2 Dream damage to your opponent."),
        ("Deal 2 dream damage to you.", "Take 2 Dream damage."),
        ("Reduce your opponent's mind by 1.", "Your opponent reduces their mind by 1."),
        ("While in Nightmare, +1 dawn.", "While you are in Nightmare, +1 dawn."),
        ("During a dusk conflict, -1 dusk.", "While there is a dusk conflict, -1 dusk."),
        ("+1 dawn until the end of the phase.", "+1 dawn."),
        ("(!) After you evoke — Look at your opponent’s veiled cards.", None),
        ("  Evoke  ,  then   roll . ", "Evoke, then roll."),
        ("Exhaust an exhausted ready entity.", "Exhaust a ready exhausted entity."),
        ("Destroy 1 entity.", "Destroy an entity."),
        ("−1 dusk.", "-1 dusk."),
    ],
)
def test_several_wordings_are_read_and_one_is_printed(written: str, printed: str | None) -> None:
    if printed is None:
        printed = "(!) After you evoke - Look at all veiled cards your opponent controls."
    assert print_text(read_text(written, Kind.ENTITY)) == printed


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("Deal two damage to up to three entities.", "Deal 2 damage to up to 3 entities."),
        ("Take one Dream damage.", "Take 1 Dream damage."),
        ("Inspire each of your entities.", "Inspire all entities you control."),
        (
            "Look at all of your opponent's veiled cards.",
            "Look at all veiled cards your opponent controls.",
        ),
        (
            "Reveal the top card of your Dream deck. If it's an entity, play it.",
            "Reveal the top card of your deck. If it is an entity, play it.",
        ),
        ("If you’re in Nightmare, evoke.", "If you are in Nightmare, evoke."),
        (
            "If your opponent doesn't control 2 or more entities, roll.",
            "If your opponent does not control 2 or more entities, roll.",
        ),
        ("Decrease your opponent's mind by one.", "Your opponent reduces their mind by 1."),
        ("Neither player can evoke.", "Players cannot evoke."),
        ("Gain siege until end of conflict.", "Gain siege until the end of the conflict."),
        ("Void 2 entities as offerings.", "Void 2 entities as an offering."),
        ("(!) After this card becomes exhausted - Roll.", "(!) After this card is exhausted - Roll."),
        (
            "(!) After you take Dream damage - Your opponent takes that much Dream damage.",
            "(!) After you take Dream damage - Deal that many Dream damage to your opponent.",
        ),
        (
            "Put a card in your Void pile on the top of your deck.",
            "Put a card in your Void on top of your deck.",
        ),
        ("+X dawn, where X is this entity's dusk.", "+X dawn, where X is this card's dusk."),
    ],
)
def test_another_spelling_means_the_same(written: str, printed: str) -> None:
    read = read_text(written, Kind.ENTITY)
    assert read == read_text(printed, Kind.ENTITY)
    assert print_text(read) == printed


def test_another_spelling_is_reported_with_its_place() -> None:
    with pytest.raises(CardError) as caught:
        read_text("Ready up to two entities, roll.", Kind.THOUGHT)
    (problem,) = caught.value.problems
    assert (problem.where.column, problem.found) == (25, ",")
    with pytest.raises(CardError) as caught:
        read_text("Evoke. It's two.", Kind.THOUGHT)
    (problem,) = caught.value.problems
    assert problem.where.column == 8
