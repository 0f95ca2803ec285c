"""Answers with a separate button: popular ones, complete answers, and acts of a pictured card."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui
from msgspec.structs import replace

from bot.discord.components.custom_ids import read
from bot.panel.answer_controls import in_one_row
from bot.panel.answers import Decided, press
from bot.panel.question_text import acts_in_words
from bot.panel.questions import beside_whole, draw, draw_pictured, draw_whole
from cards.i18n import ENGLISH, Locale, msg, translator
from engine.kernel.consequence import WholeAnswer
from engine.kernel.question import Option, Question, QuestionKind
from tests.bot.discord.clicks import MENU, controls
from tests.bot.panel.questions import MATCH, OF_THE_GAME, buttons, cards, components, does


async def test_popular_answers_are_a_button_each() -> None:
    question = Question(
        9, 0, QuestionKind.CARDS, "Which shields?", "x", cards(9), minimum=0, maximum=9,
        some="Shield with {cards}", none="No shields",
    )  # fmt: skip
    keys = [option.key for option in question.options]
    popular = [(keys[3],), (keys[0], keys[1]), ()]
    view = ui.LayoutView(timeout=None)
    for item in draw(question, MATCH, None, ENGLISH, wanted=popular):
        view.add_item(item)
    assert buttons(view.to_components()) == [  # type: ignore[arg-type]
        "Card No 3",
        "Card No 0 + Card No 1",
        "No shields",
    ]
    few = replace(question, options=question.options[:2], maximum=2)
    view = ui.LayoutView(timeout=None)
    for item in draw(few, MATCH, None, ENGLISH, wanted=[(keys[1],), ()]):
        view.add_item(item)
    labels = buttons(view.to_components())  # type: ignore[arg-type]
    assert labels[0] == "Card No 1" and labels[-1] == "No shields" and len(labels) == 4
    styles = [child.style for child in view.walk_children() if isinstance(child, ui.Button)]
    assert styles == [discord.ButtonStyle.primary, *[discord.ButtonStyle.secondary] * 3], (
        "only it stops the attack"
    )
    answers = draw(few, MATCH, None, ENGLISH, wanted=[(keys[1],), ()])
    assert in_one_row(answers, (), [ui.Button(label="More")], ()) is None, "a shared row has one colour"


async def test_with_too_many_answers_only_the_first_target_has_buttons() -> None:
    aims = ("Ego", "Wall", "Lamp", "Door")
    names = ("Hound", "Kite", "Bull")
    options = tuple(
        Option(f"{name} {aim}", f"Attack {aim} with {name}", verb="attack", subject=f"{name} > {aim}")
        for name in names
        for aim in aims
    )
    question = Question(9, 0, QuestionKind.ACTION, "Your turn.", "x", options, 1, 1)
    rendered = await components(question)
    assert buttons(rendered) == [f"Attack Ego with {name}" for name in names]
    [menu] = [c for c in controls(rendered, 9) if c["type"] == MENU]
    assert [option["label"] for option in menu["options"]] == [
        f"Attack {aim} with {name}" for name in names for aim in aims[1:]
    ]


async def test_the_remaining_options_are_beside_complete_answers_if_few() -> None:
    options = (
        Option("shields", "Choose shields", verb="shields"),
        Option("pass", "No shields", verb="pass"),
        Option("play Tide", "Play Tide for 3", "It turns.", verb="play", subject="Tide"),
    )
    question = Question(9, 0, QuestionKind.ACTION, "How do you defend?", "x", options, 1, 1)
    whole = [
        WholeAnswer((("shields",), ("Wall",)), msg("Shield with Wall"), msg("it stops the attack")),
        WholeAnswer((("pass",),), msg("No shields"), msg("1 damage")),
    ]
    assert beside_whole(question, whole) == [2]
    view = ui.LayoutView(timeout=None)
    for item in draw_whole(question, MATCH, whole, ENGLISH, translator(Locale.ENGLISH), OF_THE_GAME):
        view.add_item(item)
    components_ = view.to_components()
    acts = [read(c["custom_id"]) for c in controls(components_, 9)]  # type: ignore[arg-type]
    assert [act.act for act in acts if act] == ["whole", "whole", "pick", "to"]
    assert press(question, acts[2], ()) == Decided(("play Tide",))  # type: ignore[arg-type]


@pytest.mark.parametrize(("count", "others"), [(1, 4), (2, 4), (2, 3)])
async def test_several_rarely_chosen_options_share_a_menu_unless_all_are_few(count: int, others: int) -> None:
    rare = tuple(does("unveil", f"Card {n}", f"Unveil Card {n}", "It does much.") for n in range(count))
    plays = tuple(does("play", f"Moon {n}", f"Play Moon {n}", "It shines.") for n in range(others))
    question = Question(
        9, 0, QuestionKind.ACTION, "Your turn.", "x", (*plays, *rare, does("pass", "", "Pass")), 1, 1
    )
    menus = [control for control in controls(await components(question), 9) if control["type"] == MENU]
    assert [len(menu_["options"]) for menu_ in menus] == ([2] if (count, others) == (2, 4) else [])


def test_acts_of_a_pictured_card_are_short_buttons() -> None:
    options = (does("play", "Moon", "Play Moon"), does("invert", "Moon", "Play Moon inverted"))
    question = Question(9, 0, QuestionKind.ONE, "You evoke Moon.", "x", options, 1, 1, subject="Moon")
    [row] = draw_pictured(question, MATCH, ENGLISH, OF_THE_GAME)
    assert isinstance(row, ui.ActionRow)
    buttons = [child for child in row.children if isinstance(child, ui.Button)]
    assert [button.label for button in buttons] == ["Play", "Invert"]
    control = read(buttons[1].custom_id or "")
    assert control is not None and press(question, control, ()) == Decided(("invert Moon",))


def test_an_option_without_consequences_is_not_described_beside_its_card() -> None:
    """An evoked card is pictured. Playing it is described; putting it back needs no description."""
    question = Question(
        *(1, 0, QuestionKind.ONE, "You evoke Oath of Chalk.", "evoked"),
        (
            does("play", "Oath of Chalk", "Play", "memory, value 3"),
            does("return", "Oath of Chalk", "Put back"),
        ),
    )
    verbs = {"play": msg("Play"), "return": msg("Put back")}
    game = SimpleNamespace(
        shown=SimpleNamespace(pictured=lambda *_: "Oath of Chalk"),
        verb_buttons=verbs,
        consequences=lambda *_: (),
    )
    table = SimpleNamespace(game=game, names=())
    snapshot: Any = SimpleNamespace(
        question=question, card="picture", view=None, table=table, translator=ENGLISH
    )
    assert acts_in_words(snapshot) == ["-# **Play**: Memory, value 3"]
