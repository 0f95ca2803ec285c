"""Readable text without a meaning."""

from __future__ import annotations

import pytest

from cards.voidream.language.linter import lint
from cards.voidream.language.reader import read_text
from cards.voidream.model import Kind


@pytest.mark.parametrize(
    ("text", "kind", "part"),
    [
        ("Deal 1 damage to it.", Kind.THOUGHT, '"It" refers to nothing'),
        ("Evoke, then destroy it.", Kind.THOUGHT, '"It" refers to nothing'),
        ("Its controller evokes.", Kind.THOUGHT, '"Its controller" refers to nothing'),
        ("(!) When the round begins - Destroy it.", Kind.ENTITY, '"It" refers to nothing'),
        ("Deal that many damage to an entity.", Kind.THOUGHT, '"That many" refers to nothing'),
        (
            "Deal X Dream damage to your opponent, where X is the result.",
            Kind.THOUGHT,
            '"The result" needs a roll',
        ),
        (
            "Deal X Dream damage to your opponent, where X is each player's depth.",
            Kind.THOUGHT,
            "say whose depth or mind",
        ),
        ("+X dawn, where X is each player's mind.", Kind.THOUGHT, "say whose depth or mind"),
        ("If you do, evoke.", Kind.THOUGHT, '"If you do" has nothing before it'),
        ("Return them in any order.", Kind.THOUGHT, '"Return them" refers to nothing'),
        ("Prevent 1 damage.", Kind.THOUGHT, "can prevent something"),
        ("(!) After you take Dream damage - Prevent 1 damage.", Kind.MEMORY, 'begins with "When"'),
        ("(!) When you evoke - Prevent 1 damage.", Kind.MEMORY, "speaks of damage"),
        ("(!) After you evoke - Prevent that.", Kind.MEMORY, 'begins with "When"'),
        ("(!) When an entity enters play - Prevent that.", Kind.MEMORY, "but not this"),
        ("(!) When your opponent plays an arcanum - Prevent that.", Kind.MEMORY, "but not this"),
        ("(!) Before the round begins - Evoke.", Kind.MEMORY, 'write "When"'),
        ("(!) After an arcanum enters play - Evoke.", Kind.MEMORY, "never happens to an arcanum"),
        ("(!) After its host attacks - Evoke.", Kind.ENTITY, "Only a memory can be attached"),
        ("(!) After you evoke - Roll.", Kind.THOUGHT, "does not stay in play"),
        (
            "(!) While this card is in your Void, after you evoke - Roll.",
            Kind.MIND,
            "never lies in your Void",
        ),
        ("Evoke.", Kind.ENTITY, "begin with (A) for an ability"),
        ("Evoke.", Kind.MEMORY, "The only plain effect on a memory"),
        ("Evoke.", Kind.MIND, "begin with (A) for an ability"),
        ("While you are in Nightmare, +1 dawn.", Kind.ARCANUM, 'begin with "If"'),
        ("(A) Roll: Evoke.", Kind.THOUGHT, "can never be activated"),
        ("(A) Evoke: Roll.", Kind.ENTITY, "This can't be a price"),
        ("(A) Your opponent rolls: Evoke.", Kind.ENTITY, "not by another"),
        ("(A) Increase your mind by 1: Evoke.", Kind.ENTITY, "no price"),
        ("(A) Exhaust this card: Evoke.", Kind.MIND, "A mind card can't be exhausted"),
        ("(A) Exhaust an exhausted entity: Evoke.", Kind.ENTITY, "can't be exhausted again"),
        ("At the start of the game, shuffle your deck.", Kind.THOUGHT, "Only the back of a bastion"),
        ("Play this card only during a conflict.", Kind.MIND, "never played"),
        ("Heroic.", Kind.THOUGHT, "Heroic means nothing on a thought"),
        ("Loop.", Kind.ENTITY, "Loop means nothing on an entity"),
        ("Gain dread.", Kind.MEMORY, "Which card gains dread?"),
        ("(!) After you roll - Gain deep.", Kind.ENTITY, "Which card gains deep?"),
        ("All entities gain unique.", Kind.ARCANUM, "Unique can't be gained"),
        ("All veiled cards you control gain subtle.", Kind.ARCANUM, "Subtle can't be gained"),
        ("All memories gain heroic.", Kind.ARCANUM, "Heroic means nothing on a memory"),
        (
            "While you are in Nightmare, this card gains dread.",
            Kind.MEMORY,
            "Dread means nothing on a memory",
        ),
        ("Worship 0.", Kind.ENTITY, "asks for nothing"),
        ("Deep. Deep.", Kind.ENTITY, "stands twice"),
        ("Destroy a ready exhausted entity.", Kind.THOUGHT, "both ready and exhausted"),
        ("Destroy an entity of value 5.", Kind.THOUGHT, "No card has a value of 5"),
        ("Void an entity in your hand.", Kind.THOUGHT, "A hand holds arcana only"),
        ("Void a charge in your Void.", Kind.THOUGHT, "in play only"),
        (
            "Switch the current conflict type from dawn to dawn.",
            Kind.THOUGHT,
            "from dawn to dawn changes nothing",
        ),
    ],
)
def test_meaningless_texts_are_reported(text: str, kind: Kind, part: str) -> None:
    messages = [message for _, message in lint(read_text(text, kind), kind)]
    assert any(part in message for message in messages), messages


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Exhaust an entity, then deal 1 damage to it.", Kind.THOUGHT),
        ("Exhaust an entity. If you do, its controller rolls.", Kind.THOUGHT),
        ("Roll, then deal X Dream damage to your opponent, where X is the result.", Kind.THOUGHT),
        ("Roll. If the result is 4, put it on top of your deck.", Kind.THOUGHT),
        ("(!) After an entity enters play - Deal 1 damage to it.", Kind.MEMORY),
        ("(!) After you take Dream damage - Deal that many Dream damage to your opponent.", Kind.MEMORY),
        ("(!) When this card is destroyed - Prevent that.", Kind.ENTITY),
        ("(!) After its host attacks - Evoke.", Kind.MEMORY),
        ("(!) While this card is in your Void, when the round begins - Take 1 Dream damage.", Kind.THOUGHT),
        ("(A) Exhaust this card, discard an arcanum: Evoke.", Kind.ENTITY),
        ("(A) Reduce your mind by 1: Evoke.", Kind.MIND),
        ("Attach this card to an entity.", Kind.MEMORY),
        ("+1 dawn.", Kind.MIND),
    ],
)
def test_meaningful_texts_pass(text: str, kind: Kind) -> None:
    assert list(lint(read_text(text, kind), kind)) == []


def test_the_line_is_named() -> None:
    text = read_text("Veil.\nEvoke.\nDestroy it.", Kind.THOUGHT)
    assert [index for index, _ in lint(text, Kind.THOUGHT)] == [2]
