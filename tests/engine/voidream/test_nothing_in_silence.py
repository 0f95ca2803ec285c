"""No card silently does nothing: each readable text is refused by the linter, or has an effect in some position.

Every instruction about cards is tested with every kind of card, in every place and of every owner, and every trigger
with every kind of card. In a small position with a card of every kind in every place, refused texts have no effect,
and accepted ones do.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from cards.language.errors import CardError
from cards.voidream.language import tree
from cards.voidream.language.linter import lint
from cards.voidream.language.printer import print_instruction
from cards.voidream.language.reader import read_text
from cards.voidream.language.tree import (
    Ban,
    Filter,
    Noun,
    Player,
    Stat,
    Zone,
)
from cards.voidream.model import Kind
from engine.voidream.effects.sentences import would_change
from engine.voidream.facts.actions import AbilityTriggered
from tests.engine.voidream.silence import DECKS, drive, laid

# ------------------------------------------------------------------------------------------------- instructions

VERBS = (
    tree.Destroy, tree.Sacrifice, tree.Exhaust, tree.Ready, tree.Charge, tree.Inspire, tree.Void, tree.Veil,
    tree.Unveil, tree.Discard, tree.ReturnToHand, tree.LookAt, tree.Reveal, tree.Play,
)  # fmt: skip
PERFORMED = (
    tree.Sacrifice, tree.Exhaust, tree.Ready, tree.Charge, tree.Void, tree.Veil, tree.Unveil, tree.Discard,
    tree.ReturnToHand, tree.LookAt, tree.Reveal, tree.Play,
)  # fmt: skip
"""The instructions that the opponent can perform, too."""


def selections() -> Iterator[tree.Selection]:
    """Every kind of card, in every place and of every owner, and the cards at both ends of each deck."""
    for noun, zone, whose in product(Noun, Zone, (None, Player.YOU, Player.OPPONENT)):
        expected = Filter(noun, zone=zone, whose=whose)
        yield tree.Chosen(expected)
        if whose is Player.OPPONENT:
            yield tree.All(expected)
            yield tree.Chosen(expected, 0, 2)
    for whose in (Player.YOU, Player.OPPONENT):
        yield tree.TopOf(tree.Number(1), whose)
        yield tree.BottomOf(whose)


def instructions(what: tree.Selection) -> Iterator[tree.Instruction]:
    """Yield every instruction for it."""
    yield from (verb(what) for verb in VERBS)
    yield from (verb(what, who=Player.OPPONENT) for verb in PERFORMED)  # type: ignore[call-arg]
    yield tree.Damage(tree.Number(1), what)
    yield tree.Attach(what, tree.Chosen(Filter(Noun.ENTITY)))
    yield tree.Attach(tree.Chosen(Filter(Noun.MEMORY, zone=Zone.DISCARD, whose=Player.YOU)), what)
    yield from (tree.Put(what, tree.Place.TOP, whose) for whose in (Player.YOU, None))
    yield from (tree.Modify(tree.Number(1), stat, what) for stat in (Stat.DAWN, Stat.STABILITY))
    yield from (tree.CannotBe(what, ban) for ban in Ban)


@cache
def every_instruction() -> dict[str, tree.Line]:
    """Return the lines of the readable ones, by text."""
    out: dict[str, tree.Line] = {}
    for what in selections():
        for op in instructions(what):
            text = f"{print_instruction(op)}."
            text = text[0].upper() + text[1:]
            try:
                (line,) = read_text(text, Kind.ARCANUM)
            except CardError:
                continue
            assert isinstance(line, tree.Line)
            out[text] = line
    return out


def refused(line: tree.Line | tree.Activated, kind: Kind) -> bool:
    return any(lint((line,), kind))


@pytest.mark.slow
def test_instructions_are_refused_exactly_if_they_do_nothing() -> None:
    stages = [laid(deck, "") for deck in DECKS]
    wrong: list[str] = []
    for text, line in every_instruction().items():
        able = any(
            would_change(stage.ref, stage.ref.context(0, stage.find("Act")), line.effect[0][0])
            for stage in stages
        )
        if able == refused(line, Kind.ARCANUM):
            wrong.append(f"{'refused' if able else 'does nothing'}: {text}")
    assert wrong == []


def _shown(text: str, op: tree.Instruction) -> bool:
    """Return whether playing an arcanum with this text has an effect."""
    for deck in DECKS:
        stage = laid(deck, text)
        if not would_change(stage.ref, stage.ref.context(0, stage.find("Act")), op):
            continue
        stage.answer("play Act")
        drive(stage)
        if any(event.cause == "Act" or isinstance(event.fact, AbilityTriggered) for event in stage.events):
            return True
    return False


@pytest.mark.parametrize("verb", (*VERBS, tree.Damage, tree.Attach, tree.Put, tree.Modify, tree.CannotBe))
def test_accepted_instructions_have_an_effect_when_played(verb: type[Any]) -> None:
    """All of them, or up to two, are treated like one."""
    tried = [
        (text, op)
        for text, line in every_instruction().items()
        if isinstance(op := line.effect[0][0], verb)
        and not _is_of_many(op)
        and not refused(line, Kind.ARCANUM)
    ]
    assert len(tried) > 1
    assert [text for text, op in tried if not _shown(text, op)] == []


def _is_of_many(op: Any) -> bool:
    parts = [getattr(op, field) for field in op.__struct_fields__]
    return any(isinstance(part, tree.All) or getattr(part, "at_most", 1) != 1 for part in parts)


IN_PLAY_OF_KIND = {
    Kind.MEMORY: ("Idol", "Lamp"),
    Kind.ENTITY: ("Guard", "Page"),
    Kind.CONSTRUCT: ("Wall",),
    Kind.BASTION: ("Fort",),
    Kind.MIND: ("",),
}


@pytest.mark.parametrize("kind", IN_PLAY_OF_KIND)
def test_instructions_about_the_card_itself_are_checked_too(kind: Kind) -> None:
    """Except effects that are only possible after it has left play or is face down: to play or unveil itself."""
    stages = [laid(deck, "") for deck in DECKS]
    ops = [op for op in instructions(tree.This()) if not isinstance(op, tree.Play | tree.Unveil)]
    wrong: list[str] = []
    for op in ops:
        text = f"(A) Reduce your mind by 1: {print_instruction(op)}."
        try:
            (ability,) = read_text(text, kind)
        except CardError:
            continue
        assert isinstance(ability, tree.Activated)
        speakers = [
            (stage, seat, stage.find(title, seat) if title else -1)
            for stage, seat, title in product(stages, (0, 1), IN_PLAY_OF_KIND[kind])
            if not title or any(one.title == title and one.owner == seat for one in stage.ref.cards)
        ]
        able = any(
            would_change(stage.ref, stage.ref.context(seat, number), ability.effect[0][0])
            for stage, seat, number in speakers
        )
        if able == refused(ability, kind):
            wrong.append(f"{'refused' if able else 'does nothing'}: {text}")
    assert wrong == []


# ---------------------------------------------------------------------------------------------------- refused texts


@pytest.mark.parametrize(
    ("text", "kind", "part"),
    [
        ("(!) After a thought enters play - Evoke.", Kind.MEMORY, "This never happens to a thought. It can happen to a card"),
        ("(!) After a thought is destroyed - Evoke.", Kind.MEMORY, "never happens to a thought"),
        ("(!) After a memory attacks - Evoke.", Kind.MEMORY, "It can happen to a card or an entity"),
        ("(!) After an entity or memory attacks - Evoke.", Kind.MEMORY, "never happens to a memory"),
        ("(!) After a veiled card is charged - Evoke.", Kind.MEMORY, "never happens to a veiled card"),
        ("(!) After a memory is dealt damage - Evoke.", Kind.MEMORY, "never happens to a memory"),
        ("(!) After this card attacks - Evoke.", Kind.MEMORY, "never happens to a memory itself"),
        ("(!) Before you play this card - Evoke.", Kind.ENTITY, 'write "After"'),
        ("(!) Before an entity is unveiled - Evoke.", Kind.MEMORY, "no one sees what it is"),
        ("(!) After you play a card your opponent controls - Evoke.", Kind.MEMORY, "controlled by the player who plays it"),
        ("(!) After a card in your discard pile is discarded - Evoke.", Kind.MEMORY, "never discarded"),
        ("(!) After an entity in your hand is discarded - Evoke.", Kind.MEMORY, "A hand holds arcana only"),
        ("Deal 1 damage to a memory.", Kind.THOUGHT, "A memory in play is never dealt damage. What can be dealt damage"),
        ("Destroy an entity in your discard pile.", Kind.THOUGHT, "in a discard pile is never destroyed"),
        ("Sacrifice an entity your opponent controls.", Kind.THOUGHT, "their own cards only"),
        ("Put an arcanum in your hand on top of your deck.", Kind.THOUGHT, "is never put into a deck"),
        ("Put a card in your opponent's Void on top of your deck.", Kind.THOUGHT, "owner's deck only"),
        ("Put the top card of your deck on top of your deck.", Kind.THOUGHT, "is there already"),
        ("Put the bottom card of your deck on the bottom of your deck.", Kind.THOUGHT, "is there already"),
        ("Return an arcanum in your opponent's Void to your hand.", Kind.THOUGHT, "owner's hand only"),
        ("Play an entity you control.", Kind.THOUGHT, "never played"),
        ("Charge this card.", Kind.THOUGHT, "A thought can't be charged"),
        ("(A) Reduce your mind by 1: Charge this card.", Kind.CONSTRUCT, "A construct can't be charged"),
        ("Attach a memory in your discard pile to a construct.", Kind.THOUGHT, "only entities and memories"),
        ("+1 dawn to all memories.", Kind.THOUGHT, "entities in play have dawn"),
        ("A construct cannot attack.", Kind.THOUGHT, "entities in play attack"),
        ("Destroy a participating memory.", Kind.THOUGHT, "A memory is never participating"),
        ("Destroy a Fracta veiled card.", Kind.THOUGHT, "nothing but its value"),
        ("Ready an exhausted entity in your Void.", Kind.THOUGHT, "never exhausted"),
        ("Roll. If you control 2 or more thoughts, evoke.", Kind.THOUGHT, "Thoughts never stay in play"),
        (
            "Look at the top 3 cards of your deck, then put a card on the bottom of your deck.",
            Kind.THOUGHT,
            "not one of those that were looked at",
        ),
        ("Reveal the top card of your deck. Void a card.", Kind.THOUGHT, "not one of those that were looked at"),
    ],
)  # fmt: skip
def test_impossible_texts_are_reported(text: str, kind: Kind, part: str) -> None:
    messages = [message for _, message in lint(read_text(text, kind), kind)]
    assert any(part in message for message in messages), messages


@pytest.mark.parametrize(
    "text",
    [
        "Look at the top card of your deck. If it is a memory, void an entity.",
        "Look at the top 2 cards of your deck, then put a card you control on the bottom of your deck.",
        "Look at a veiled card, then veil a card.",
        "Look at the top 2 cards of your deck, then put them on the bottom of your deck in any order.",
        "Look at an arcanum in your opponent's hand, then discard it.",
    ],
)
def test_cards_that_were_looked_at_do_not_block_others(text: str) -> None:
    assert list(lint(read_text(text, Kind.THOUGHT), Kind.THOUGHT)) == []
