"""A button that gives a whole answer to a question, wherever it stands."""

from __future__ import annotations

import discord
from discord import ui

from bot.discord.components.custom_ids import CustomId, TooLong
from bot.discord.components.messages import Button
from bot.discord.components.plain import shorten
from bot.panel.answer_controls import LONG_LABEL
from bot.panel.drafts import AnswerShape, PartialAnswer, draft_of, named, pack, shape
from bot.panel.one_option import NONE
from bot.panel.question_text import labels
from cards.i18n import Translator
from engine.kernel.question import Choice, Question


def answer_button(
    question: Question,
    match: str,
    choice: Choice,
    translate: Translator,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button | None:
    """Return a button that answers a question so; None for an answer that no button can say or hold.

    `match` is the key of the match.
    """
    names = labels(question)
    places = {option.key: place for place, option in enumerate(question.options)}
    match shape(question):
        case AnswerShape.NUMBER:
            label, act, state = choice[0], "pick", choice[0]
        case AnswerShape.SINGLE:
            draft = PartialAnswer(tuple(places[key] for key in choice))
            label = named(question, names, draft, translate, LONG_LABEL) or names[draft.picks[0]]
            act, state = "pick", str(draft.picks[0]) if draft.picks else NONE
        case _:
            draft = draft_of(question, choice) or PartialAnswer()
            label = named(question, names, draft, translate, LONG_LABEL)
            act, state = "done", pack(question, draft)
    try:
        custom_id = CustomId(act, match, question.id, state).id
    except TooLong:
        return None
    return (
        ui.Button[ui.LayoutView](label=shorten(label, 80), style=style, custom_id=custom_id)
        if label
        else None
    )
