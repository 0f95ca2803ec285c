"""Hint commands: one recommendation, the next best answer and the reasons, visible only to the person who asked."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.discord.components.custom_ids import CustomId, TooLong
from bot.discord.components.messages import Button, Item, PrivateMessage, button, row, text
from bot.discord.components.plain import capitalised, plain, shorten
from bot.discord.components.replies import Reply
from bot.discord.controls import PressHandlers, pressed
from bot.discord.match_text import control
from bot.discord.sections import FeatureSection, PanelState, SeatStatus
from bot.features.hints.service import Hint, Hints, RecommendedAnswer
from bot.installation import Part, Services
from bot.match.matches import Matches
from bot.panel.answer_controls import LONG_LABEL
from bot.panel.drafts import AnswerShape, PartialAnswer, draft_of, named, pack, shape
from bot.panel.one_option import NONE
from bot.panel.question_text import labels
from cards.i18n import Translator, series
from engine.kernel.question import Choice, Question


def answer_button(
    question: Question,
    match: str,
    choice: Choice,
    translate: Translator,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button | None:
    """Return a button that gives an answer; None if the answer has no label or doesn't fit into a custom id.

    `match` is the key of the match.
    """
    names = labels(question)
    index_by_key = {option.key: index for index, option in enumerate(question.options)}
    match shape(question):
        case AnswerShape.NUMBER:
            label, act, state = choice[0], "pick", choice[0]
        case AnswerShape.SINGLE:
            draft = PartialAnswer(tuple(index_by_key[key] for key in choice))
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


LONG, NAME = 300, 120
"""Maximum characters of consequences or reasons, and of an answer's name."""
PRIMARY, SECONDARY = discord.ButtonStyle.primary, discord.ButtonStyle.secondary


class HintsFeature(PressHandlers, frozen=True):
    """The control that asks for a hint."""

    hints: Hints
    matches: Matches

    @pressed("hint", first=Reply.later)
    async def _hint(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        # The search takes seconds: free this interaction's slot for other players.
        reply.leave()
        hint = await self.hints.of(control.match_id, reply.person, reply.translate.locale)
        table = await self.matches.table(control.match_id)
        t = table.game.translator(reply.translate.locale)
        items: list[Item] = [text("\n".join(hint_lines(hint, t)))]
        # These buttons replace the hint with the next question, where the player is already looking.
        if buttons := _buttons(hint, table.key, reply.translate):
            items.append(row(*buttons))
        await reply.show(PrivateMessage(tuple(items)))


def hint_lines(hint: Hint, t: Translator) -> list[str]:
    """Return the lines of a hint, translated."""
    if hint.lesson is not None:
        return [t(hint.lesson)]
    best, *alternatives = hint.answers
    answer = _answer(best, t)
    if not alternatives:
        return [
            t.msg("I'd choose **{answer}**. I didn't compare it with anything else.", answer=answer),
            *_consequences(hint.answers, t),
        ]
    [other] = alternatives
    if not hint.is_better:
        reasons = [f"- **{_answer(each, t)}**: {_reasons(each, t)}." for each in hint.answers if each.reasons]
        lines = [
            t.msg("Both are fine: **{answer}**, or **{other}**.", answer=answer, other=_answer(other, t))
        ]
        if not reasons:
            return [*lines, t.msg("I see no important difference."), *_consequences(hint.answers, t)]
        return [*lines, f"{capitalised(_by_then(hint, t))}:", *reasons, *_consequences(hint.answers, t)]
    lines = [f"**{answer}**", *_consequences([best], t)]
    if not best.reasons or hint.is_by_experience:
        why = _reasons(best, t) if best.reasons else t.msg("many small things together", "hint")
        return [*lines, t.msg("Better than **{other}**: {why}.", other=_answer(other, t), why=why)]
    better = t.msg(
        "Better than **{other}**: {when}, {why}.",
        other=_answer(other, t),
        when=_by_then(hint, t),
        why=_reasons(best, t),
    )
    return [*lines, better]


def _answer(answer: RecommendedAnswer, t: Translator) -> str:
    return plain(str(t(answer.words)), NAME).rstrip(".")


def _reasons(answer: RecommendedAnswer, t: Translator) -> str:
    return plain(t(series(*answer.reasons)), LONG)


def _by_then(hint: Hint, t: Translator) -> str:
    by_then = None if hint.advice is None else hint.advice.by_then
    return "" if by_then is None else t(by_then)


def _consequences(answers: Sequence[RecommendedAnswer], t: Translator) -> list[str]:
    """Return the consequences of each of these answers, in Discord's small text."""
    lines = [
        (_answer(each, t), plain(" ".join(map(t, each.consequences)), LONG))
        for each in answers
        if each.consequences
    ]
    if len(answers) == 1:
        return [f"-# {capitalised(sentences)}" for _, sentences in lines]
    return [f"-# **{answer}**: {sentences}" for answer, sentences in lines]


def _buttons(hint: Hint, match: str, translate: Translator) -> list[Button]:
    """Return a button for each answer of a hint. The best one is highlighted only if it's certainly better."""
    styles = [PRIMARY if hint.is_better or len(hint.answers) == 1 else SECONDARY, SECONDARY]
    buttons = [
        answer_button(hint.question, match, answer.choice, translate, style)
        for answer, style in zip(hint.answers, styles, strict=False)
    ]
    return [each for each in buttons if each is not None]


class HintsSection(FeatureSection):
    """The hint button on the panel."""

    foot_at = frozenset({SeatStatus.ASKED})

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the button that asks for a hint, if the player has a question in a practice match or a lesson."""
        table = state.snapshot.table
        is_alone = [person.is_this_bot for person in table.people].count(False) == 1
        if (
            state.snapshot.question is None
            or table.game.thinking is None
            or not (table.is_practice and is_alone)
        ):
            return []
        return [button(state.translate.msg("Hint"), control(table, "hint"))]


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return HintsFeature(
        Hints(of.store, of.games, of.pool, of.context.random_source), of.matches
    ), HintsSection()
