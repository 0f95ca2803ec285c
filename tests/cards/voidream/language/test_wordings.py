"""Natural wordings of thoughts and entities are read, and printed in the canonical one."""

from __future__ import annotations

import pytest

from cards.voidream.language import tree
from cards.voidream.language.printer import print_text
from cards.voidream.language.reader import read_text
from cards.voidream.model import Kind


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("+2 dawn -2 dusk.", "+2 dawn and -2 dusk."),
        ("+2 dawn, -2 dusk.", "+2 dawn and -2 dusk."),
        ("All entities get +1 dawn and -1 dusk.", "+1 dawn and -1 dusk to all entities."),
        ("+1 dawn to all entities and -1 dusk to all entities.", "+1 dawn and -1 dusk to all entities."),
        ("+2 dawn to an entity and -1 dusk to it.", "+2 dawn and -1 dusk to an entity."),
        ("Attacking entities you control get +1 dawn.", "+1 dawn to all attacking entities you control."),
        ("Entities can't attack this phase.", "All entities cannot attack."),
        (
            "An entity gains deep and heroic until the end of the round.",
            "An entity gains deep and it gains heroic until the end of the round.",
        ),
        (
            "All entities have deep, heroic, and siege.",
            "All entities gain deep and all entities gain heroic and all entities gain siege.",
        ),
        ("An entity gains deep and +1 dawn.", "An entity gains deep and +1 dawn to it."),
        ("An entity gains deep, and +1 dawn.", "An entity gains deep, and +1 dawn."),
        (
            "An entity gets +1 dawn and cannot attack or defend this round.",
            "+1 dawn to an entity and it cannot attack and it cannot defend until the end of the round.",
        ),
        ("Until the end of the round, you cannot evoke.", "You cannot evoke until the end of the round."),
        (
            "This round, your entities cannot be exhausted and +1 dawn to an entity until end of conflict.",
            "Your entities cannot exhaust until the end of the round "
            "and +1 dawn to an entity until the end of the conflict.",
        ),
        ("You cannot evoke or unveil.", "You cannot evoke and you cannot unveil."),
        (
            "An entity gets +X dawn and +X stability this round, where X is your depth.",
            "+X dawn to an entity until the end of the round, where X is your depth and "
            "+X stability to it until the end of the round, where X is your depth.",
        ),
    ],
)
def test_joined_sentences_share_their_omitted_words(written: str, printed: str) -> None:
    read = read_text(written, Kind.THOUGHT)
    assert read == read_text(printed, Kind.THOUGHT)
    assert print_text(read) == printed


def test_numbers_that_are_joined_are_of_the_same_cards_and_last_as_long() -> None:
    (line,) = read_text("+2 dawn and -1 dusk to an entity until the end of the round.", Kind.THOUGHT)
    assert line == tree.Line(
        (
            (
                tree.Modify(
                    tree.Number(2),
                    tree.Stat.DAWN,
                    tree.Chosen(tree.Filter(tree.Noun.ENTITY)),
                    duration=tree.Duration.ROUND,
                ),
                tree.Modify(tree.Number(-1), tree.Stat.DUSK, tree.It(), duration=tree.Duration.ROUND),
            ),
        )
    )


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("Evoke twice.", "Evoke, then evoke."),
        ("Reveal your hand.", "Reveal all arcana in your hand."),
        ("Discard your hand, then evoke.", "Discard all arcana, then evoke."),
        ("Your opponent voids their hand.", "Your opponent voids all arcana in their hand."),
        ("Your opponent reveals their hand.", "Your opponent reveals all arcana in their hand."),
        ("If the conflict is dawn, roll.", "If there is a dawn conflict, roll."),
        ("If it's a dusk conflict, roll.", "If there is a dusk conflict, roll."),
        ("Change the conflict to dusk.", "Switch the current conflict type from dawn to dusk."),
        ("Destroy an entity or a memory.", "Destroy an entity or memory."),
        ("Ready your entities or memories.", "Ready all entities or memories you control."),
        ("Entities or memories cannot be exhausted.", "All entities or memories cannot exhaust."),
        ("Your opponent rolls 2 times.", "Your opponent rolls, then your opponent rolls."),
        ("Charge an entity twice.", "Charge an entity, then charge it."),
        ("Inspire up to 2 entities twice.", "Inspire up to 2 entities, then inspire them."),
        ("Charge this card twice.", "Charge this card, then charge this card."),
        ("You may roll twice, then evoke.", "You may roll, then roll, then evoke."),
        (
            "Deal damage to an entity equal to your depth.",
            "Deal X damage to an entity, where X is your depth.",
        ),
        (
            "Roll, then deal Dream damage equal to the result to your opponent.",
            "Roll, then deal X Dream damage to your opponent, where X is the result.",
        ),
        ("Take Dream damage equal to your mind.", "Take X Dream damage, where X is your mind."),
        ("Initiate a dusk or dawn conflict.", "Initiate a conflict."),
        ("Initiate a dawn or dawn conflict.", "Initiate a dawn conflict."),
        ("Switch the conflict.", "Switch the current conflict type."),
        (
            "Switch the current conflict to dawn.",
            "Switch the current conflict type from dusk to dawn.",
        ),
        ("Look at your opponent's hand.", "Look at all arcana in your opponent's hand."),
        (
            "Look at the top two cards of your deck, then put them back in any order.",
            "Look at the top 2 cards of your deck, then return them in any order.",
        ),
        ("Attach to a memory.", "Attach this card to a memory."),
        ("Play only outside conflicts.", "Play this card only outside a conflict."),
        ("Play this card only during dusk conflicts.", "Play this card only during a dusk conflict."),
        ("Destroy a Dreamer.", "Destroy a Dreamer card."),
        ("If your hand is empty, roll.", "If there are no arcana in your hand, roll."),
        ("If your opponent's Void is not empty, roll.", "If there is a card in your opponent's Void, roll."),
        ("If you have no arcana in your hand, roll.", "If there are no arcana in your hand, roll."),
        ("If you have at least 2 voided arcana, roll.", "If there are 2 or more arcana in your Void, roll."),
        (
            "If your opponent has fewer than 3 arcana in their hand, roll.",
            "If there are 2 or fewer arcana in your opponent's hand, roll.",
        ),
        (
            "If your opponent has an exhausted entity, roll.",
            "If your opponent controls an exhausted entity, roll.",
        ),
        ("If you don't have 2 or more entities, roll.", "If you do not control 2 or more entities, roll."),
        ("If your opponent doesn't have a memory, roll.", "If your opponent controls no memories, roll."),
        ("If your depth is higher than 2, roll.", "If your depth is 3 or higher, roll."),
        ("If your mind is at most 1, roll.", "If your mind is 1 or lower, roll."),
        ("If you control more than 2 entities, roll.", "If you control 3 or more entities, roll."),
    ],
)
def test_natural_wordings_of_thoughts_are_read(written: str, printed: str) -> None:
    read = read_text(written, Kind.THOUGHT)
    assert read == read_text(printed, Kind.THOUGHT)
    assert print_text(read) == printed


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("Deep, Heroic, Unique.", "Deep. Heroic. Unique."),
        ("Dormant (2). Veil.", "Dormant 2. Veil."),
        ("(A) Exhaust: Evoke.", "(A) Exhaust this card: Evoke."),
        ("(A) Exhaust, roll: Evoke.", "(A) Exhaust this card, roll: Evoke."),
        ("(A) Exhaust this card, and roll: Evoke.", "(A) Exhaust this card, roll: Evoke."),
        (
            "(A) Exhaust this card and another entity you control: Evoke.",
            "(A) Exhaust this card, exhaust another entity you control: Evoke.",
        ),
        ("(A) Discard a charge from this card: Evoke.", "(A) Discard a charge attached to this card: Evoke."),
        (
            "This entity has +1 dawn for each charge on it.",
            "+1 dawn to this card for each charge attached to this card.",
        ),
        ("Host gets +2 dawn.", "+2 dawn to its host."),
        ("The host entity cannot attack.", "Its host cannot attack."),
        ("While exhausted, +1 dawn.", "While this card is exhausted, +1 dawn."),
        ("While attacking, this entity gets +1 dawn.", "While this card is attacking, +1 dawn to this card."),
        ("+1 dawn as long as you are the attacker.", "While you are attacking, +1 dawn."),
        ("+1 dawn during conflicts.", "While there is a conflict, +1 dawn."),
        ("+1 dawn. You cannot evoke.", "+1 dawn and you cannot evoke."),
        ("+1 dawn. -1 dusk to all entities.", "+1 dawn, and -1 dusk to all entities."),
        (
            "While this card has no charges, it has heroic and cannot attack.",
            "While there are no charges attached to this card, "
            "this card gains heroic and this card cannot attack.",
        ),
        ("+1 dawn per memory you control.", "+1 dawn for each memory you control."),
        (
            "(!) When you are dealt Dream damage, prevent 1 damage.",
            "(!) When you take Dream damage - Prevent 1 damage.",
        ),
        ("(!) After you evoke, if your depth is 4, roll.", "(!) After you evoke - If your depth is 4, roll."),
        (
            "(!) After you evoke, if your depth is 4 - Roll.",
            "(!) After you evoke, if your depth is 4 - Roll.",
        ),
        (
            "(!) After your opponent discards an arcanum - Roll.",
            "(!) After an arcanum in your opponent's hand is discarded - Roll.",
        ),
        (
            "(!) After you sacrifice another entity - Roll.",
            "(!) After another entity you control is sacrificed - Roll.",
        ),
        ("(!) After your mind becomes spent - Roll.", "(!) After you spend your mind - Roll."),
        ("(!) After the conflict ends - Roll.", "(!) After a conflict ends - Roll."),
        ("During dusk conflicts, -1 dusk.", "While there is a dusk conflict, -1 dusk."),
        (
            "(!) When the round ends, if this card has 3 or more charges - Roll.",
            "(!) When the round ends, if there are 3 or more charges attached to this card - Roll.",
        ),
        (
            "(!) After an entity enters play, if it has no attachments - Roll.",
            "(!) After an entity enters play, if there are no attachments attached to it - Roll.",
        ),
        (
            "(!) After an entity enters play, if it has heroic - Roll.",
            "(!) After an entity enters play, if it is a card with heroic - Roll.",
        ),
        ("(!) After an arcanum is played - Roll.", "(!) After a player plays an arcanum - Roll."),
        ("(!) After you evoke a card - Roll.", "(!) After you evoke - Roll."),
        (
            "(!) When you take Dream damage - Prevent 1 Dream damage.",
            "(!) When you take Dream damage - Prevent 1 damage.",
        ),
    ],
)
def test_natural_wordings_of_entities_are_read(written: str, printed: str) -> None:
    read = read_text(written, Kind.ENTITY)
    assert read == read_text(printed, Kind.ENTITY)
    assert print_text(read) == printed
