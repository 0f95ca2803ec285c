"""No card does nothing in silence: what can be read is refused by the linter, or can be and is shown to be, in play.

Every instruction about cards is tried with every sort of card, everywhere and of everybody, and every trigger with
every sort of card that it could wait for: what is refused can't be in a small position that holds a card of every sort in
every place, and what is not refused happens there.
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
from cards.voidream.language.printer import print_ability, print_instruction
from cards.voidream.language.reader import read_text
from cards.voidream.language.tree import (
    Ban,
    Filter,
    Noun,
    Player,
    Stat,
    Timing,
    TriggerEvent,
    TriggerType,
    Zone,
)
from cards.voidream.model import Card, Kind
from engine.kernel.question import QuestionKind
from engine.voidream.effects.sentences import would_change
from engine.voidream.facts.actions import AbilityTriggered
from tests.engine.voidream.table import Stage, arcanum, card, entity, mind

INSPIRED = "(!) When inspired - Switch the current conflict type."
CARDS = [
    entity("Guard", 2, 3, 1, INSPIRED),
    entity("Page", 1, 2, 1),
    entity("Sly", 1, 2, 1),
    entity("Moth", 1, 2, 1),
    card("Idol", Kind.MEMORY, text=INSPIRED),
    card("Lamp", Kind.MEMORY),
    card("Note", Kind.MEMORY),
    card("Mask", Kind.MEMORY),
    entity("Guest", 1, 2, 1),
    card("Loan", Kind.MEMORY),
    card("Guise", Kind.THOUGHT),
    card("Strap", Kind.MEMORY),
    card("Ribbon", Kind.MEMORY, text=INSPIRED),
    card("Sash", Kind.MEMORY, text="Attach this card to an entity."),
    card("Idea", Kind.THOUGHT),
    card("Whim", Kind.THOUGHT),
    card("Wall", Kind.CONSTRUCT, text=INSPIRED, stability=3),
    card("Hut", Kind.CONSTRUCT, stability=3),
    card("Tent", Kind.CONSTRUCT, stability=3),
    card("Fort", Kind.BASTION, text=INSPIRED, stability=6),
    arcanum("", "Spare"),
    arcanum("", "Past"),
    arcanum("", "Lost"),
]
"""A card of every sort, for every place."""

SIDE = {
    "play": ["Guard", "Page", "Idol", "Lamp", "Guest", "Loan"],
    "veiled": ["Sly", "Mask", "Whim", "Guise"],
    "attached": {"Idol": ["Ribbon", "Blank", "Strap"], "Guard": ["Sash"]},
    "hand": ["Spare", "Spare"],
    "arcana": ["Past"],
    "discard": ["Moth", "Note", "Sash", "Idea", "Hut"],
    "void": ["Moth", "Note", "Idea", "Hut", "Lost"],
    "exhausted": ["Page", "Lamp"],
    "mind": 3,
}
DECKS = {
    "a construct within the deck": ["Blank", "Blank", "Wall", "Ribbon", "Sash", "Strap", "Blank", "Blank"],
    "a construct on top": ["Wall", "Blank", "Ribbon", "Sash", "Strap", "Blank", "Blank"],
    "an exhausted construct on top": ["Wall", "Blank", "Ribbon", "Sash", "Strap", "Blank", "Blank"],
    "a construct at the bottom": ["Blank", "Blank", "Ribbon", "Sash", "Strap", "Blank", "Wall"],
    "no construct": ["Blank", "Blank", "Ribbon", "Sash", "Strap", "Blank", "Blank"],
}
"""The bastion comes below; where a construct lies at the bottom, and where there is none, it lies above the last card."""


@cache
def _ear(listening: str) -> Card:
    """A mind that says this on every side: always the same card, as what is made of a card is kept for it."""
    return mind("Ear", *[listening] * 5)


def laid(deck: str, text: str, *, listening: str = "", itself: Card | None = None) -> Stage:
    """A position with cards of every sort in every place of both players; Ada has an arcanum with this text.

    Her mind says what is `listening`, on every side; `itself` is one more card of hers, in play, veiled and discarded.
    """
    sides: list[dict[str, Any]] = []
    for seat in (0, 1):
        side: dict[str, Any] = {
            key: list(value) if isinstance(value, list) else value for key, value in SIDE.items()
        }
        side["deck"] = list(DECKS[deck])
        side["bastion"] = "Fort"
        if deck == "no construct":
            side["veiled"].append("Tent")
        if seat == 0:
            side["hand"].append("Act")
            side["mind_card"] = "Ear"
        if seat == 0 and itself is not None:
            side["discard"].append(itself.title)
            side["veiled"].append(itself.title)
            if itself.kind is Kind.CONSTRUCT:
                side["veiled"] = [title for title in side["veiled"] if title != "Tent"]
                side["deck"] = [itself.title if title == "Wall" else title for title in side["deck"]]
            else:
                side["play"].append(itself.title)
        sides.append(side)
    stage = Stage([*CARDS, _ear(listening), arcanum(text), *([itself] if itself else [])], sides[0], sides[1])
    ref = stage.ref
    if deck in ("a construct at the bottom", "no construct"):
        for state in ref.seats:
            state.deck[-2:] = reversed(state.deck[-2:])
    for number, state in enumerate(ref.cards):
        if state.title in (
            "Guest",
            "Loan",
            "Guise",
            "Strap",
        ):  # Brought by one player, controlled by the other.
            state.controller = 1 - state.owner
            if state.zone == "play":
                ref.seats[state.owner].play.remove(number)
                ref.seats[state.controller].play.append(number)
    turned = 0 if deck == "an exhausted construct on top" else 1
    for seat, title in ((0, "Fort"), (turned, "Wall"), (0, "Sash"), (1, "Ribbon")):
        for number, state in enumerate(ref.cards):
            if (
                state.owner == seat
                and state.title == title
                and state.zone in ("deck", "attached")
                and state.tag
            ):
                ref.cards[number].exhausted = True
    if text.startswith("Ready all"):
        for state in ref.cards:
            state.exhausted = state.exhausted or (
                state.title == "Self" and state.tag > 0 and not state.veiled
            )
    ref.touch()
    return stage


def drive(stage: Stage) -> None:
    """Answer whatever is asked until the next action: the most that may be chosen, yes, in any order."""
    while stage.match.questions and (question := stage.asked).kind is not QuestionKind.ACTION:
        keys = [option.key for option in question.options]
        if question.kind is QuestionKind.YES_NO:
            stage.answer("yes")
        elif question.kind is QuestionKind.NUMBER:
            stage.answer("0" if not question.minimum else str(question.minimum))
        else:
            stage.answer(*keys[: question.maximum])


# ------------------------------------------------------------------------------------------------- instructions

VERBS = (
    tree.Destroy, tree.Sacrifice, tree.Exhaust, tree.Ready, tree.Charge, tree.Inspire, tree.Void, tree.Veil,
    tree.Unveil, tree.Discard, tree.ReturnToHand, tree.LookAt, tree.Reveal, tree.Play,
)  # fmt: skip
PERFORMED = (
    tree.Sacrifice, tree.Exhaust, tree.Ready, tree.Charge, tree.Void, tree.Veil, tree.Unveil, tree.Discard,
    tree.ReturnToHand, tree.LookAt, tree.Reveal, tree.Play,
)  # fmt: skip
"""What can be said of the opponent, too."""


def selections() -> Iterator[tree.Selection]:
    """Every sort of card, everywhere, of everybody; and the cards at both ends of each deck."""
    for noun, zone, whose in product(Noun, Zone, (None, Player.YOU, Player.OPPONENT)):
        wanted = Filter(noun, zone=zone, whose=whose)
        yield tree.Chosen(wanted)
        if whose is Player.OPPONENT:
            yield tree.All(wanted)
            yield tree.Chosen(wanted, 0, 2)
    for whose in (Player.YOU, Player.OPPONENT):
        yield tree.TopOf(tree.Number(1), whose)
        yield tree.BottomOf(whose)


def instructions(what: tree.Selection) -> Iterator[tree.Instruction]:
    """Everything that could be done to it."""
    yield from (verb(what) for verb in VERBS)
    yield from (verb(what, who=Player.OPPONENT) for verb in PERFORMED)  # type: ignore[call-arg]
    yield tree.Damage(tree.Number(1), what)
    yield tree.Attach(what, tree.Chosen(Filter(Noun.ENTITY)))
    yield tree.Attach(tree.Chosen(Filter(Noun.MEMORY, zone=Zone.DISCARD, whose=Player.YOU)), what)
    yield from (tree.Put(what, tree.Place.TOP, whose) for whose in (Player.YOU, None))
    yield from (tree.Modify(tree.Number(1), stat, what) for stat in (Stat.DAWN, Stat.STABILITY))
    yield from (tree.CannotBe(what, ban) for ban in Ban)


@cache
def every_instruction() -> dict[str, tree.Instruction]:
    """What of all that can be read, by its text."""
    out: dict[str, tree.Instruction] = {}
    for what in selections():
        for op in instructions(what):
            text = f"{print_instruction(op)}."
            text = text[0].upper() + text[1:]
            try:
                (line,) = read_text(text, Kind.ARCANUM)
            except CardError:
                continue
            assert isinstance(line, tree.Line)
            out[text] = line.effect[0][0]
    return out


def refused(text: str, kind: Kind) -> bool:
    return bool(list(lint(read_text(text, kind), kind)))


@pytest.mark.slow
def test_what_is_not_refused_can_be_done_and_what_is_refused_can_not() -> None:
    stages = [laid(deck, "") for deck in DECKS]
    wrong: list[str] = []
    for text, op in every_instruction().items():
        able = any(would_change(stage.ref, stage.ref.context(0, stage.find("Act")), op) for stage in stages)
        if able == refused(text, Kind.ARCANUM):
            wrong.append(f"{'refused' if able else 'does nothing'}: {text}")
    assert wrong == []


def _shown(text: str, op: tree.Instruction) -> bool:
    """Whether an arcanum with this text does something when it is played."""
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
def test_what_is_not_refused_is_done_when_it_is_played(verb: type[Any]) -> None:
    """For all of them, or up to two, the same is done as for one."""
    tried = [
        (text, op)
        for text, op in every_instruction().items()
        if isinstance(op, verb) and not _is_of_many(op) and not refused(text, Kind.ARCANUM)
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
def test_so_it_is_with_what_a_card_does_to_itself(kind: Kind) -> None:
    """But for what it can only do once it has left play, or lies face down: to play or unveil itself."""
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
        if able == refused(text, kind):
            wrong.append(f"{'refused' if able else 'does nothing'}: {text}")
    assert wrong == []


# ------------------------------------------------------------------------------------------------------- triggers

IN_PLAY = ("entities", "memories", "constructs", "veiled cards", "charges", "attachments")
TURNABLE = ("entities", "memories", "constructs", "attachments")
PLAYED = (
    "an entity in {} discard pile", "a memory in {} discard pile", "a thought in {} discard pile",
    "a construct in {} discard pile", 'a memory named "Sash" in {} discard pile', "an arcanum in {} hand",
)  # fmt: skip
BOTH_PLAY = [f"Play {what.format('your')}." for what in PLAYED] + [
    f"Your opponent plays {what.format('their')}." for what in PLAYED
]
UNVEILED = ["Unveil all veiled cards."]
PILES = ["{} all arcana in your hand.", "{} all arcana in your opponent's hand.", "{} the top card of your deck.",
         "{} the top card of your opponent's deck."]  # fmt: skip


def _all(verb: str, nouns: tuple[str, ...]) -> list[str]:
    return [f"{verb} all {noun}." for noun in nouns]


CAUSES: dict[TriggerType, list[str]] = {
    TriggerType.PLAY: BOTH_PLAY,
    TriggerType.ENTER_PLAY: [*BOTH_PLAY, *UNVEILED],
    TriggerType.LEAVE_PLAY: [*_all("Destroy", IN_PLAY), *UNVEILED],
    TriggerType.DESTROYED: _all("Destroy", IN_PLAY),
    TriggerType.SACRIFICED: [f"Each player sacrifices all {noun} they control." for noun in IN_PLAY],
    TriggerType.DISCARDED: [
        *_all("Discard", IN_PLAY), *(text.format("Discard") for text in PILES),
        "Discard all cards in any Void.", "Discard all arcana in any Void.", "Discard all thoughts in any Void.",
    ],
    TriggerType.VOIDED: [
        *_all("Void", IN_PLAY), *(text.format("Void") for text in PILES),
        "Void all cards in any discard pile.", "Void all arcana in any discard pile.",
    ],
    TriggerType.VEILED: [*_all("Veil", TURNABLE), "Veil the top card of your deck.",
                       "Your opponent veils the top card of their deck."],
    TriggerType.UNVEILED: UNVEILED,
    TriggerType.EXHAUSTED: _all("Exhaust", TURNABLE),
    TriggerType.READIED: _all("Ready", TURNABLE),
    TriggerType.DAMAGED: ["Deal 1 damage to all entities.", "Each player takes 1 Dream damage."],
    TriggerType.CHARGED: ["Charge all entities.", "Charge all memories."],
    TriggerType.ATTACHED: [
        "Attach a memory you control to an entity.", "Attach a memory your opponent controls to an entity.",
        "Attach an attachment you control to an entity.", "Attach an attachment your opponent controls to an entity.",
        'Your opponent plays a memory named "Sash" in their discard pile.',
    ],
    TriggerType.ATTACKS: ["Initiate a dawn conflict.", "Your opponent initiates a dawn conflict."],
    TriggerType.DEFENDS: ["Initiate a dawn conflict.", "Your opponent initiates a dawn conflict."],
}  # fmt: skip
"""By what an event can be brought about for everything that it can happen to, of both players."""


NOTHING = ((tree.SwitchConflict(),),)
"""An effect that changes nothing outside of a conflict, so that what comes after is as it was."""
OF_TRIGGERS = ("a construct within the deck", "a construct on top", "no construct")


def triggers(trigger_type: TriggerType, kind: Kind, subjects: list[Filter | tree.This]) -> dict[str, bool]:
    """Every trigger on an event with one of these, on a card of this kind, as it is printed; True: it is refused."""
    out: dict[str, bool] = {}
    who = (Player.YOU, Player.OPPONENT) if "{who}" in trigger_type else (None,)
    for timing, one, what in product(Timing, who, subjects):
        ability = tree.Triggered(timing, TriggerEvent(trigger_type, one, what), NOTHING)
        text = print_ability(ability)
        try:
            read = read_text(text, kind)
        except CardError:
            continue
        if read == (ability,):
            out[text] = bool(list(lint(read, kind)))
    return out


def _described(trigger_type: TriggerType) -> list[Filter | tree.This]:
    zones = Zone if trigger_type in (TriggerType.DISCARDED, TriggerType.VOIDED) else (Zone.IN_PLAY,)
    owners = (None, Player.YOU, Player.OPPONENT)
    return [Filter(noun, zone=zone, whose=whose) for noun, zone, whose in product(Noun, zones, owners)]


@pytest.mark.parametrize("trigger_type", CAUSES, ids=lambda trigger_type: trigger_type.name)
def test_a_trigger_that_is_not_refused_goes_off_and_one_that_is_never_does(trigger_type: TriggerType) -> None:
    known = triggers(trigger_type, Kind.MIND, _described(trigger_type))
    heard: set[str] = set()
    for deck, cause in product(OF_TRIGGERS, CAUSES[trigger_type]):
        stage = laid(deck, cause, listening="\n".join(known))
        stage.answer("play Act")
        drive(stage)
        heard |= {facts.ability for facts in stage.told(AbilityTriggered) if facts.card == "Ear"}
    assert any(not is_refused for is_refused in known.values())
    assert sorted(text for text, is_refused in known.items() if is_refused == (text in heard)) == []


OF_ITSELF = [
    'Play a card named "Self" in your discard pile.',
    'Your opponent plays a card named "Self" in your discard pile.',
    'Attach a card named "Self" you control to a memory named "Lamp".',
    'Ready all cards named "Self".',
]


@pytest.mark.parametrize("kind", [Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT])
@pytest.mark.parametrize("trigger_type", CAUSES, ids=lambda trigger_type: trigger_type.name)
def test_so_it_is_with_what_a_card_says_of_itself(trigger_type: TriggerType, kind: Kind) -> None:
    known = triggers(trigger_type, kind, [tree.This()])
    heard: set[str] = set()
    for deck, cause in product(OF_TRIGGERS, [*CAUSES[trigger_type], *OF_ITSELF]):
        itself = card("Self", kind, text="\n".join(known), stability=0 if kind is Kind.MEMORY else 3)
        stage = laid(deck, cause, itself=itself)
        stage.answer("play Act")
        drive(stage)
        heard |= {facts.ability for facts in stage.told(AbilityTriggered) if facts.card == "Self"}
    assert sorted(text for text, is_refused in known.items() if is_refused == (text in heard)) == []


# -------------------------------------------------------------------------------------------------- what is refused


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
        ("(!) Before an entity is unveiled - Evoke.", Kind.MEMORY, "nobody sees what it is"),
        ("(!) After you play a card your opponent controls - Evoke.", Kind.MEMORY, "controlled by whoever plays it"),
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
def test_what_can_never_be_is_said(text: str, kind: Kind, part: str) -> None:
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
def test_what_was_looked_at_stands_in_nobodys_way(text: str) -> None:
    assert list(lint(read_text(text, Kind.THOUGHT), Kind.THOUGHT)) == []
