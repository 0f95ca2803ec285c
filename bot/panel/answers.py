"""Presses on the controls of a question, interpreted as answers or steps towards one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from discord import ui
from msgspec.structs import replace

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import field
from bot.discord.components.plain import bare, shorten
from bot.panel.answer_controls import GROUP
from bot.panel.drafts import (
    PartialAnswer,
    bounds,
    chosen,
    is_complete,
    left_in_order,
    unpack,
)
from bot.panel.one_option import NONE
from bot.panel.question_text import MENU, how_to_type
from cards.i18n import Translator
from engine.kernel.question import Choice, Question, QuestionKind


class Decided(msgspec.Struct, frozen=True):
    """The press is an answer."""

    choice: Choice


class Drafted(msgspec.Struct, frozen=True):
    """The press changed the partial answer: show the question again with it."""

    draft: PartialAnswer


class Typing(msgspec.Struct, frozen=True):
    """The press asks for the form to type an answer."""


class RandomAnswer(msgspec.Struct, frozen=True):
    """The press asks for a random answer."""


def press(
    question: Question, control: CustomId, values: Sequence[str]
) -> Decided | Drafted | Typing | RandomAnswer:
    """Return the meaning of a press on one of the question's controls. Raises ValueError for an unknown one."""
    _, _, packed = control.state.rpartition(".")
    match control.act:
        case "pick":
            return Decided(_one(question, control.state))
        case "menu" if values[0].startswith(GROUP):
            return Drafted(_open(question, int(values[0].removeprefix(GROUP)), packed))
        case "menu":
            return Decided(_one(question, values[0]))
        case "set":
            number, draft = int(control.state.split(".")[0]), unpack(question, packed)
            menu_positions = range(number * MENU, min(number * MENU + MENU, len(question.options)))
            picks = {i for i in draft.picks if i not in menu_positions} | {
                int(v) for v in values if int(v) in menu_positions
            }
            return Drafted(replace(draft, picks=tuple(sorted(picks))))
        case "add":
            draft = unpack(question, packed)
            pick = int(values[0])
            if pick not in left_in_order(question, draft):
                return Drafted(draft)
            return Drafted(_finished(question, replace(draft, picks=(*draft.picks, pick))))
        case "to":
            return Drafted(unpack(question, packed))
        case "done":
            draft = unpack(question, packed)
            return Decided(chosen(question, draft)) if is_complete(question, draft) else Drafted(draft)
        case "type":
            return Typing()
        case "lot" if question.kind is QuestionKind.NUMBER:
            return RandomAnswer()
        case _:
            raise ValueError(f"not a control of a question: {control.act}")


def form(question: Question, match: str, translate: Translator) -> ui.Modal:
    """Return the form to type an answer. `match` is the key of the match. Needs a running event loop."""
    modal = ui.Modal(title=translate.msg("Your answer"), custom_id=CustomId("typed", match, question.id).id)
    entry = field("answer", placeholder=how_to_type(question, translate)[:100])
    modal.add_item(
        ui.Label(
            text=translate.msg("Answer"),
            description=shorten(bare(question.purpose), 100),
            component=entry,
        )
    )
    modal.stop()
    return modal


def _one(question: Question, value: str) -> Choice:
    if question.kind is QuestionKind.NUMBER:
        return (value,)
    if value == NONE:
        return ()
    index = int(value)
    if not 0 <= index < len(question.options):
        raise ValueError("no such option")
    return (question.options[index].key,)


def _open(question: Question, first: int, packed: str) -> PartialAnswer:
    """Return the partial answer with a group open, on the page of the menu that opened it."""
    if question.kind is QuestionKind.NUMBER or not 0 <= first < len(question.options):
        raise ValueError("no such group")
    return replace(unpack(question, packed), picks=(first,))


def _finished(question: Question, draft: PartialAnswer) -> PartialAnswer:
    """Add the last option of an order, if only one is left."""
    left = [i for i in range(len(question.options)) if i not in draft.picks]
    if len(left) == 1 and bounds(question)[0] == len(question.options):
        return replace(draft, picks=(*draft.picks, left[0]))
    return draft
