"""Every accepted trigger goes off in some position, and a refused one in none."""

from __future__ import annotations

from itertools import product

import pytest

from cards.language.errors import CardError
from cards.voidream.language import tree
from cards.voidream.language.linter import lint
from cards.voidream.language.printer import print_ability
from cards.voidream.language.reader import read_text
from cards.voidream.language.tree import (
    Filter,
    Noun,
    Player,
    Timing,
    TriggerEvent,
    TriggerType,
    Zone,
)
from cards.voidream.model import Kind
from engine.voidream.facts.actions import AbilityTriggered
from tests.engine.voidream.silence import drive, laid
from tests.engine.voidream.table import card

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
"""Texts that cause an event for each possible card, of both players."""


NOTHING = ((tree.SwitchConflict(),),)
"""An effect without consequences outside of a conflict, so that the position stays the same."""
OF_TRIGGERS = ("a construct within the deck", "a construct on top", "no construct")


def triggers(trigger_type: TriggerType, kind: Kind, subjects: list[Filter | tree.This]) -> dict[str, bool]:
    """Return every printed trigger on an event with one of these, on a card of this kind, and whether it is refused."""
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
def test_triggers_are_refused_exactly_if_they_never_fire(trigger_type: TriggerType) -> None:
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
def test_triggers_about_the_card_itself_are_checked_too(trigger_type: TriggerType, kind: Kind) -> None:
    known = triggers(trigger_type, kind, [tree.This()])
    heard: set[str] = set()
    for deck, cause in product(OF_TRIGGERS, [*CAUSES[trigger_type], *OF_ITSELF]):
        itself = card("Self", kind, text="\n".join(known), stability=0 if kind is Kind.MEMORY else 3)
        stage = laid(deck, cause, itself=itself)
        stage.answer("play Act")
        drive(stage)
        heard |= {facts.ability for facts in stage.told(AbilityTriggered) if facts.card == "Self"}
    assert sorted(text for text, is_refused in known.items() if is_refused == (text in heard)) == []
