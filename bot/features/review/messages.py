"""Reviews as messages: the request for consent, the progress, and the results."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from msgspec.structs import replace

from bot.discord.boards import drawn
from bot.discord.components.messages import (
    TEXT,
    Button,
    Item,
    PrivateMessage,
    PublicMessage,
    button,
    gallery,
    parts,
    row,
    text,
)
from bot.discord.components.plain import plain
from bot.discord.match_text import control, listed, named, title
from bot.discord.sections import FeatureSection, StepComment
from bot.errors import NotFound
from bot.features.review.narration import MistakeText, ReviewText, ReviewWriter
from bot.features.review.service import ReviewProgress, Reviews, ReviewStage
from bot.installation import Feature
from bot.views.pictures import PublicPicture
from bot.views.types import MatchTable
from cards.i18n import Translator, msg
from render.chance_curve import alt_curve

REFUSED = msg("This match won't be reviewed.")
SURE = msg(
    "Your hands are private. The review shows your hidden cards where they mattered, "
    "in this match only, to everyone who can see it. Do you agree?"
)

ROOM = 100
"""Characters of a message that are left for nothing in particular."""


class ReviewMessages(Feature, frozen=True):
    """The messages about looking back."""

    looking_back: Reviews
    retelling: ReviewWriter

    async def progress(self, table: MatchTable) -> ReviewProgress:
        """Return the progress of a review, including one made impossible by deleted data."""
        try:
            return await self.looking_back.of(table.match_id)
        except NotFound:
            return ReviewProgress(table, ReviewStage.OPEN)

    async def public(
        self,
        found: ReviewProgress,
        translate: Translator,
        mentions: tuple[int, ...] = (),
        *,
        in_words: bool = False,
    ) -> PublicMessage:
        """Return the progress of a review for everyone in the thread; with `in_words`, without the picture."""
        found, told = await self._results(found, translate)
        if told is not None:
            items, pictures = await self._result(told, translate, in_words=in_words)
            return PublicMessage((*items, row(_what(found.table, translate))), pictures)
        lines = [f"### {_title(found.table, translate)}"]
        if found.stage is not ReviewStage.ASKED:
            return PublicMessage((text("\n".join([*lines, self._progress(found, translate)])),))
        who, other = (named(found.table, seats, translate) for seats in (found.agreed, found.missing))
        called = " ".join(f"<@{person}>" for person in mentions)
        lines += [
            *([called] if called else []),
            translate.msg(
                "**{who}** asked for a review of this match. **{other}**, do you agree?", who=who, other=other
            ),
            translate.msg(
                "-# You all see each player's win chance, the turning point, and clear "
                "mistakes. It shows your hidden cards where they mattered."
            ),
        ]
        buttons = row(
            button(
                translate.msg("Review together"),
                control(found.table, "lookback", "ask"),
                discord.ButtonStyle.primary,
            ),
            button(translate.msg("No review"), control(found.table, "lookback", "no")),
            _what(found.table, translate),
        )
        return PublicMessage((text("\n".join(lines)), buttons), mentions=mentions)

    async def private(self, found: ReviewProgress, person: int, translate: Translator) -> PrivateMessage:
        """Return the progress of a review, for one person."""
        table = found.table
        found, told = await self._results(found, translate)
        buttons = [_what(table, translate)]
        if table.seat_of(person) in found.agreed and found.stage is ReviewStage.FAILED:
            buttons.insert(0, button(translate.msg("Try again"), control(table, "lookback", "yes")))
        if table.seat_of(person) in found.agreed:
            buttons.append(button(translate.msg("Withdraw"), control(table, "lookback", "no")))
        if told is not None:
            in_words = await self.services.people.text_boards(person)
            items, pictures = await self._result(told, translate, in_words=in_words)
            return PrivateMessage((*items, row(*buttons)), pictures)
        lines = [f"### {_title(table, translate)}"]
        if found.stage is ReviewStage.ASKED:
            lines.append(
                translate.msg(
                    "You agreed. The review starts with the agreement of **{other}**.",
                    other=named(table, found.missing, translate),
                )
            )
        else:
            lines.append(self._progress(found, translate))
        if found.stage is ReviewStage.WORKING and table.thread_id is not None:
            lines.append(translate.msg("I'll post the review in the match thread."))
        return PrivateMessage((text("\n".join(lines)), row(*buttons)))

    def sure(self, table: MatchTable, translate: Translator) -> PrivateMessage:
        """Return the question whether a person agrees who keeps their hands private."""
        buttons = row(
            button(
                translate.msg("Review together"),
                control(table, "lookback", "yes"),
                discord.ButtonStyle.primary,
            ),
            button(translate.msg("No review"), control(table, "lookback", "stay")),
            _what(table, translate),
        )
        return PrivateMessage((text(f"### {_title(table, translate)}\n{translate(SURE)}"), buttons))

    def explained(self, translate: Translator) -> PrivateMessage:
        """Return the explanation of all terms."""
        return PrivateMessage(
            (
                text(
                    translate.msg(
                        "## Review\n"
                        "**The curve** shows each player's win chance, as my best computer player "
                        "estimates it from what that player knew. Grey: too early to say.\n"
                        "**A point** is one percent of a match.\n"
                        "**A clear mistake** certainly cost more than 2 points. I show at most "
                        "three per player.\n"
                        "**Accuracy**: 100 % minus your losses, as a share of everything at stake. "
                        "0 % is as good as random choices, 100 % is the best answer every time.\n"
                        "**Luck** is the rest: hidden cards, shuffles, dice, and everything too "
                        "early to judge.\n"
                        "-# I can be wrong. A long-term plan may look like a mistake to me."
                    )
                ),
            )
        )

    async def _results(
        self, found: ReviewProgress, translate: Translator
    ) -> tuple[ReviewProgress, ReviewText | None]:
        """Return the results of a review, or None unless it is done; and its progress, failed if there are no words
        for it.
        """
        try:
            return found, await self.retelling.of(found, translate.locale)
        except NotFound:
            return replace(found, stage=ReviewStage.FAILED), None

    def _progress(self, found: ReviewProgress, translate: Translator) -> str:
        match found.stage:
            case ReviewStage.WORKING if found.judged:
                return translate.msg(
                    "Reviewed so far: {n} of {all} decisions.", n=found.judged, all=found.decisions
                )
            case ReviewStage.WORKING:
                return translate.msg("I'll review the whole match as soon as I can. It takes a few minutes.")
            case ReviewStage.FAILED:
                return translate.msg("I couldn't review this match.")
            case _:
                return translate(REFUSED)

    async def _result(
        self, told: ReviewText, translate: Translator, *, in_words: bool
    ) -> tuple[list[Item], tuple[PublicPicture, ...]]:
        """Return the results of a review: the curve, and the rest in words."""
        picture = None
        if not in_words:
            curve = self.services.pictures.curve(told.table.game, told.curve, translate.locale)
            picture = await drawn(curve, told.table.match_id)
        lines = [f"## {_title(told.table, translate)}"]
        if picture is None:
            lines.append(plain(alt_curve(told.curve, told.table.game.translator(translate.locale)), 1100))
        items: list[Item] = [text("\n".join(lines))]
        if picture is not None:
            items.append(gallery(picture))
        room = TEXT - len("\n".join(lines)) - ROOM
        items.append(text(parts(result_lines(told, translate), room)[0]))
        return items, () if picture is None else (picture,)


def result_lines(told: ReviewText, translate: Translator) -> list[str]:
    """Return the results of a review besides the curve."""
    called = [plain(name, 40) for name in told.table.names]
    lines = list[str]()
    if (turning := told.turning) is not None:
        who = plain(turning.who, 60)
        chapter, what = plain(turning.chapter, 60), plain(turning.sentence, 400)
        line = (
            msg("**{who}** was never behind.")
            if not turning.sentence
            else msg("**Turning point** ({chapter}): {told} After that, {who} was ahead for good.")
            if turning.led
            else msg("**What decided it** ({chapter}): {told}")
        )
        lines.append(translate(line.filled(chapter=chapter, told=what, who=who)))
    if told.mistakes:
        lines.append(translate.msg("**Clear mistakes**"))
        lines += [mistake_line(one, called[one.seat], translate) for one in told.mistakes]
    elif told.tells_mistakes:
        lines.append(translate.msg("No one made a clear mistake."))
    chosen = [
        translate.msg("{who}: not enough data", who=called[one.seat])
        if one.accuracy is None
        else translate.msg("{who} {n} %", who=called[one.seat], n=round(100 * one.accuracy))
        for one in told.seats
    ]
    if all(one.accuracy is None for one in told.seats):
        lines.append(translate.msg("**Accuracy**: not enough data"))
    else:
        lines.append(translate.msg("**Accuracy**: {each}", each=listed(chosen, translate)))
    lines += _luck(told, called, translate)
    return lines


def mistake_line(one: MistakeText, who: str, translate: Translator) -> str:
    """Return a clear mistake in a sentence: what was done, what was better, and why."""
    why = translate.msg("It can end the match.")
    if one.reason is not None:
        why = translate.msg("Main gain: {feature}.", feature=plain(one.reason, 80)) if one.reason else ""
    return translate.msg(
        "{n}. **{who}**, {chapter}{asked}: {given}. Better: **{better}** (+{points} points). {why}",
        n=one.number,
        who=who,
        chapter=plain(one.chapter, 40),
        asked=translate.msg(", asked “{asked}”", asked=plain(one.question, 100)) if one.question else "",
        given=plain(one.answer, 110),
        better=plain(one.better, 110),
        points=round(100 * one.cost),
        why=why,
    ).rstrip()


def chance_line(told: ReviewText, step: int, translate: Translator) -> str:
    """Return the win chances after a step of the replay."""
    names = told.table.names
    percents = [round(100 * told.curve.chance_of(seat, step)) for seat in range(len(names))]
    if len(names) == 2:
        percents[1] = 100 - percents[0]
    ahead = max(range(len(names)), key=lambda seat: percents[seat])
    if percents.count(percents[ahead]) == len(names):
        return translate.msg("Win chance: even")
    return translate.msg("Win chance: **{who}** {n} %", who=plain(names[ahead], 60), n=percents[ahead])


def _luck(told: ReviewText, called: Sequence[str], translate: Translator) -> list[str]:
    """Return for whom hidden cards and dice did more, and how much; nothing where that was not found out."""
    known = [one for one in told.seats if one.luck is not None]
    if len(known) < 2:
        return []
    lucky = max(known, key=lambda one: one.luck or 0.0)
    points = round(100 * (lucky.luck or 0.0))
    if points <= 0:
        return [translate.msg("**Luck**: even")]
    line = (
        msg("**Luck**: {points} points for {who}")
        if points <= 100
        else msg("**Luck**: more than a whole match is worth, for {who}")
    )
    return [translate(line.filled(points=points, who=called[lucky.seat]))]


def _title(table: MatchTable, translate: Translator) -> str:
    return translate.msg("Review: {title}", title=title(table, translate))


def _what(table: MatchTable, translate: Translator) -> Button:
    return button(translate.msg("What is this?"), control(table, "lookback", "what"))


class ReviewSection(FeatureSection):
    """Remarks on the steps of a match, where its players let it be looked back at."""

    def __init__(self, retelling: ReviewWriter) -> None:
        self._retelling = retelling

    async def remarks(self, match_id: int, step: int, translate: Translator) -> StepComment | None:
        """Return the chances after a step, the mistake that it was, and the way to the next mistake."""
        told = await self._retelling.of_match(match_id, translate.locale)
        if told is None:
            return None
        lines = [chance_line(told, step, translate)]
        if (mistake := told.mistake_at(step)) is not None:
            lines.append(mistake_line(mistake, plain(told.table.names[mistake.seat], 60), translate))
        following = told.mistake_after(step)
        leads = None if following is None else (translate.msg("Next mistake"), following.step)
        return StepComment(tuple(lines), leads)
