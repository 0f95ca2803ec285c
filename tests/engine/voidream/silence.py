"""Positions in which a card's text is tested."""

from __future__ import annotations

from functools import cache
from typing import Any

from cards.voidream.model import Card, Kind
from engine.kernel.question import QuestionKind
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
"""A card of every kind, for every place."""

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
"""The bastion is added at the bottom; if there is a construct at the bottom or none, above the last card."""


@cache
def _ear(listening: str) -> Card:
    """Return a mind with this text on every side. It is always the same object, because compiled cards are cached."""
    return mind("Ear", *[listening] * 5)


def laid(deck: str, text: str, *, listening: str = "", itself: Card | None = None) -> Stage:
    """Return a position with cards of every kind in every place of both players. Ada has an arcanum with this text.

    Her mind has the text `listening` on every side. `itself` is another card of hers, in play, veiled and discarded.
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
        ):  # Owned by one player, controlled by the other.
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
    """Answer all questions until the next action: the maximum choice, yes, in any order."""
    while stage.match.questions and (question := stage.asked).kind is not QuestionKind.ACTION:
        keys = [option.key for option in question.options]
        if question.kind is QuestionKind.YES_NO:
            stage.answer("yes")
        elif question.kind is QuestionKind.NUMBER:
            stage.answer("0" if not question.minimum else str(question.minimum))
        else:
            stage.answer(*keys[: question.maximum])
