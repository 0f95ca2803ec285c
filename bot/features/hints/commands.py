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
from bot.features.hints.service import Hint, Hints, Way
from bot.installation import Part, Services
from bot.match.matches import Matches
from bot.panel.answer_controls import LONG_LABEL
from bot.panel.drafts import AnswerShape, PartialAnswer, draft_of, named, pack, shape
from bot.panel.one_option import NONE
from bot.panel.question_text import labels
from bot.views.types import PrivateLook
from cards.i18n import Translator, series
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


LONG, NAME = 300, 120
"""Characters of what follows from an answer or speaks for it, and of the answer itself."""
PRIMARY, SECONDARY = discord.ButtonStyle.primary, discord.ButtonStyle.secondary


def hint_buttons(look: PrivateLook, translate: Translator) -> list[Button]:
    """Return the button that asks for a hint: where a person who practises, or learns, is asked something."""
    table = look.table
    is_alone = [one.is_house for one in table.people].count(False) == 1
    if look.question is None or table.game.thinking is None or not (table.is_practice and is_alone):
        return []
    return [button(translate.msg("Hint"), control(table, "hint"))]


class HintsFeature(PressHandlers, frozen=True):
    """Gives hints."""

    hints: Hints
    matches: Matches

    @pressed("hint", first=Reply.later)
    async def _hint(self, reply: Reply, pressed: CustomId, values: Sequence[str]) -> None:
        # Thinking takes none of the time of those who answer.
        reply.leave()
        hint = await self.hints.of(pressed.match_id, reply.person, reply.translate.locale)
        table = await self.matches.table(pressed.match_id)
        t = table.game.translator(reply.translate.locale)
        items: list[Item] = [text("\n".join(hint_lines(hint, t)))]
        # What is pressed here puts the next question in the place of the hint, where it is read next.
        if buttons := _buttons(hint, table.key, reply.translate):
            items.append(row(*buttons))
        await reply.show(PrivateMessage(tuple(items)))


def hint_lines(hint: Hint, t: Translator) -> list[str]:
    """Return a hint in a language."""
    if hint.lesson is not None:
        return [t(hint.lesson)]
    best, *others = hint.ways
    answer = _answer(best, t)
    if not others:
        return [
            t.msg("I'd choose **{answer}**. I didn't compare it with anything else.", answer=answer),
            *_follows(hint.ways, t),
        ]
    [other] = others
    if not hint.is_better:
        reasons = [f"- **{_answer(way, t)}**: {_why(way, t)}." for way in hint.ways if way.speaks]
        lines = [
            t.msg("Both are fine: **{answer}**, or **{other}**.", answer=answer, other=_answer(other, t))
        ]
        if not reasons:
            return [*lines, t.msg("I see no important difference."), *_follows(hint.ways, t)]
        return [*lines, f"{_capital(_by_then(hint, t))}:", *reasons, *_follows(hint.ways, t)]
    lines = [f"**{answer}**", *_follows([best], t)]
    if not best.speaks or hint.is_by_experience:
        why = _why(best, t) if best.speaks else t.msg("many small things together", "hint")
        return [*lines, t.msg("Better than **{other}**: {why}.", other=_answer(other, t), why=why)]
    better = t.msg(
        "Better than **{other}**: {when}, {why}.",
        other=_answer(other, t),
        when=_by_then(hint, t),
        why=_why(best, t),
    )
    return [*lines, better]


def _answer(way: Way, t: Translator) -> str:
    return plain(str(t(way.answer)), NAME).rstrip(".")


def _why(way: Way, t: Translator) -> str:
    return plain(t(series(*way.speaks)), LONG)


def _by_then(hint: Hint, t: Translator) -> str:
    by_then = None if hint.advice is None else hint.advice.by_then
    return "" if by_then is None else t(by_then)


def _capital(text: str) -> str:
    return capitalised(text)


def _follows(ways: Sequence[Way], t: Translator) -> list[str]:
    """Return the consequences of each of these answers, in Discord's small text."""
    lines = [(_answer(way, t), plain(" ".join(map(t, way.follows)), LONG)) for way in ways if way.follows]
    if len(ways) == 1:
        return [f"-# {_capital(said)}" for _, said in lines]
    return [f"-# **{answer}**: {said}" for answer, said in lines]


def _buttons(hint: Hint, match: str, translate: Translator) -> list[Button]:
    """Return a button for each answer of a hint; what is not surely better does not stand out."""
    styles = [PRIMARY if hint.is_better or len(hint.ways) == 1 else SECONDARY, SECONDARY]
    found = [
        answer_button(hint.question, match, way.choice, translate, style)
        for way, style in zip(hint.ways, styles, strict=False)
    ]
    return [one for one in found if one is not None]


class HintsSection(FeatureSection):
    """Asking for a hint."""

    foot_at = frozenset({SeatStatus.ASKED})

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the button that asks for a hint."""
        return hint_buttons(state.look, state.translate)


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return HintsFeature(Hints(of.store, of.games, of.pool, of.context.lot), of.matches), HintsSection()
