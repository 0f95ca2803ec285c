"""The one option that a lesson asks for, put first among the answers to a question."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import Button, Item, button, row
from bot.discord.match_buttons import SUCCESS
from engine.kernel.question import Question


def emphasised(key: str, answers: Sequence[Item], question: Question, match: str) -> list[Item]:
    """Return the answers with the option of that key first and in the colour that stands out, where there is one."""
    place = next((i for i, one in enumerate(question.options) if one.key == key), None)
    if place is None:
        return [*answers]
    id_ = CustomId("pick", match, question.id, str(place)).id
    wanted: Item = row(button(question.options[place].label[:80], id_, SUCCESS))
    others: list[Item] = []
    for item in answers:
        buttons = _buttons(item)
        for one in buttons:
            one.style = SUCCESS if one.custom_id == id_ else discord.ButtonStyle.secondary
        if all(one.custom_id != id_ for one in buttons):
            others.append(item)
        elif isinstance(item, ui.Section):
            wanted = item
        elif left := [one for one in buttons if one.custom_id != id_]:
            others.append(row(*left))
    return [wanted, *others]


def _buttons(item: Item) -> list[Button]:
    """Return the buttons in a row, or beside a text."""
    found = (
        [item.accessory]
        if isinstance(item, ui.Section)
        else item.children
        if isinstance(item, ui.ActionRow)
        else []
    )
    return [one for one in found if isinstance(one, ui.Button)]
