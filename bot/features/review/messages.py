"""Messages about reviews: the request for consent, the progress, and the results."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from msgspec.structs import replace

from bot.discord.boards import draw_in_time
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
from bot.discord.match_text import control, joined_names, names_at, title
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
"""Characters of a message that are kept in reserve."""


class ReviewMessages(Feature, frozen=True):
    """Builds the messages about reviews."""

    reviews: Reviews
    writer: ReviewWriter

    async def progress(self, table: MatchTable) -> ReviewProgress:
        """Return the progress of a review. It is open if the data needed for it no longer exists."""
        try:
            return await self.reviews.of(table.match_id)
        except NotFound:
            return ReviewProgress(table, ReviewStage.OPEN)

    async def public(
        self,
        progress: ReviewProgress,
        translate: Translator,
        mentions: tuple[int, ...] = (),
        *,
        in_words: bool = False,
    ) -> PublicMessage:
        """Return the public message about a review; with `in_words`, without the picture."""
        progress, review = await self._results(progress, translate)
        if review is not None:
            items, pictures = await self._result(review, translate, in_words=in_words)
            return PublicMessage((*items, row(_explain_button(progress.table, translate))), pictures)
        lines = [f"### {_title(progress.table, translate)}"]
        if progress.stage is not ReviewStage.ASKED:
            return PublicMessage((text("\n".join([*lines, self._progress(progress, translate)])),))
        askers, others = (
            names_at(progress.table, seats, translate) for seats in (progress.agreed, progress.missing)
        )
        mention_line = " ".join(f"<@{person}>" for person in mentions)
        lines += [
            *([mention_line] if mention_line else []),
            translate.msg(
                "**{who}** asked for a review of this match. **{other}**, do you agree?",
                who=askers,
                other=others,
            ),
            translate.msg(
                "-# You all see each player's win chance, the turning point, and clear "
                "mistakes. It shows your hidden cards where they mattered."
            ),
        ]
        buttons = row(
            button(
                translate.msg("Review together"),
                control(progress.table, "lookback", "ask"),
                discord.ButtonStyle.primary,
            ),
            button(translate.msg("No review"), control(progress.table, "lookback", "no")),
            _explain_button(progress.table, translate),
        )
        return PublicMessage((text("\n".join(lines)), buttons), mentions=mentions)

    async def private(self, progress: ReviewProgress, person: int, translate: Translator) -> PrivateMessage:
        """Return the private message about a review for one person."""
        table = progress.table
        progress, review = await self._results(progress, translate)
        buttons = [_explain_button(table, translate)]
        if table.seat_of(person) in progress.agreed and progress.stage is ReviewStage.FAILED:
            buttons.insert(0, button(translate.msg("Try again"), control(table, "lookback", "yes")))
        if table.seat_of(person) in progress.agreed:
            buttons.append(button(translate.msg("Withdraw"), control(table, "lookback", "no")))
        if review is not None:
            in_words = await self.services.people.text_boards(person)
            items, pictures = await self._result(review, translate, in_words=in_words)
            return PrivateMessage((*items, row(*buttons)), pictures)
        lines = [f"### {_title(table, translate)}"]
        if progress.stage is ReviewStage.ASKED:
            lines.append(
                translate.msg(
                    "You agreed. The review starts with the agreement of **{other}**.",
                    other=names_at(table, progress.missing, translate),
                )
            )
        else:
            lines.append(self._progress(progress, translate))
        if progress.stage is ReviewStage.WORKING and table.thread_id is not None:
            lines.append(translate.msg("I'll post the review in the match thread."))
        return PrivateMessage((text("\n".join(lines)), row(*buttons)))

    def private_hands_question(self, table: MatchTable, translate: Translator) -> PrivateMessage:
        """Return the confirmation question for a player who keeps their hands private."""
        buttons = row(
            button(
                translate.msg("Review together"),
                control(table, "lookback", "yes"),
                discord.ButtonStyle.primary,
            ),
            button(translate.msg("No review"), control(table, "lookback", "stay")),
            _explain_button(table, translate),
        )
        return PrivateMessage((text(f"### {_title(table, translate)}\n{translate(SURE)}"), buttons))

    def explained(self, translate: Translator) -> PrivateMessage:
        """Return the explanation of the terms of a review."""
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
        self, progress: ReviewProgress, translate: Translator
    ) -> tuple[ReviewProgress, ReviewText | None]:
        """Return a review's progress, and its text if it is done.

        If the match can no longer be replayed, the progress is `FAILED`.
        """
        try:
            return progress, await self.writer.of(progress, translate.locale)
        except NotFound:
            return replace(progress, stage=ReviewStage.FAILED), None

    def _progress(self, progress: ReviewProgress, translate: Translator) -> str:
        match progress.stage:
            case ReviewStage.WORKING if progress.judged:
                return translate.msg(
                    "Reviewed so far: {n} of {all} decisions.", n=progress.judged, all=progress.decisions
                )
            case ReviewStage.WORKING:
                return translate.msg("I'll review the whole match as soon as I can. It takes a few minutes.")
            case ReviewStage.FAILED:
                return translate.msg("I couldn't review this match.")
            case _:
                return translate(REFUSED)

    async def _result(
        self, review: ReviewText, translate: Translator, *, in_words: bool
    ) -> tuple[list[Item], tuple[PublicPicture, ...]]:
        """Return the results of a review: the curve as a picture, and the rest as text."""
        picture = None
        if not in_words:
            curve = self.services.pictures.curve(review.table.game, review.curve, translate.locale)
            picture = await draw_in_time(curve, review.table.match_id)
        lines = [f"## {_title(review.table, translate)}"]
        if picture is None:
            lines.append(plain(alt_curve(review.curve, review.table.game.translator(translate.locale)), 1100))
        items: list[Item] = [text("\n".join(lines))]
        if picture is not None:
            items.append(gallery(picture))
        room = TEXT - len("\n".join(lines)) - ROOM
        items.append(text(parts(result_lines(review, translate), room)[0]))
        return items, () if picture is None else (picture,)


def result_lines(review: ReviewText, translate: Translator) -> list[str]:
    """Return the results of a review as lines, without the curve."""
    player_names = [plain(name, 40) for name in review.table.names]
    lines = list[str]()
    if (turning := review.turning) is not None:
        leader = plain(turning.who, 60)
        chapter, sentence = plain(turning.chapter, 60), plain(turning.sentence, 400)
        line = (
            msg("**{who}** was never behind.")
            if not turning.sentence
            else msg("**Turning point** ({chapter}): {told} After that, {who} was ahead for good.")
            if turning.led
            else msg("**What decided it** ({chapter}): {told}")
        )
        lines.append(translate(line.filled(chapter=chapter, told=sentence, who=leader)))
    if review.mistakes:
        lines.append(translate.msg("**Clear mistakes**"))
        lines += [mistake_line(mistake, player_names[mistake.seat], translate) for mistake in review.mistakes]
    elif review.tells_mistakes:
        lines.append(translate.msg("No one made a clear mistake."))
    accuracies = [
        translate.msg("{who}: not enough data", who=player_names[seat.seat])
        if seat.accuracy is None
        else translate.msg("{who} {n} %", who=player_names[seat.seat], n=round(100 * seat.accuracy))
        for seat in review.seats
    ]
    if all(seat.accuracy is None for seat in review.seats):
        lines.append(translate.msg("**Accuracy**: not enough data"))
    else:
        lines.append(translate.msg("**Accuracy**: {each}", each=joined_names(accuracies, translate)))
    lines += _luck(review, player_names, translate)
    return lines


def mistake_line(mistake: MistakeText, name: str, translate: Translator) -> str:
    """Return a clear mistake as a sentence: the answer, the better one, and the main reason."""
    why = translate.msg("It can end the match.")
    if mistake.reason is not None:
        why = (
            translate.msg("Main gain: {feature}.", feature=plain(mistake.reason, 80))
            if mistake.reason
            else ""
        )
    return translate.msg(
        "{n}. **{who}**, {chapter}{asked}: {given}. Better: **{better}** (+{points} points). {why}",
        n=mistake.number,
        who=name,
        chapter=plain(mistake.chapter, 40),
        asked=translate.msg(", asked “{asked}”", asked=plain(mistake.question, 100))
        if mistake.question
        else "",
        given=plain(mistake.answer, 110),
        better=plain(mistake.better, 110),
        points=round(100 * mistake.cost),
        why=why,
    ).rstrip()


def chance_line(review: ReviewText, step: int, translate: Translator) -> str:
    """Return the win chances after a step of the replay."""
    names = review.table.names
    percents = [round(100 * review.curve.chance_of(seat, step)) for seat in range(len(names))]
    if len(names) == 2:
        percents[1] = 100 - percents[0]
    ahead = max(range(len(names)), key=lambda seat: percents[seat])
    if percents.count(percents[ahead]) == len(names):
        return translate.msg("Win chance: even")
    return translate.msg("Win chance: **{who}** {n} %", who=plain(names[ahead], 60), n=percents[ahead])


def _luck(review: ReviewText, player_names: Sequence[str], translate: Translator) -> list[str]:
    """Return a line about the luckiest player, and by how many points; nothing if luck wasn't computed."""
    seats = [seat for seat in review.seats if seat.luck is not None]
    if len(seats) < 2:
        return []
    luckiest = max(seats, key=lambda seat: seat.luck or 0.0)
    points = round(100 * (luckiest.luck or 0.0))
    if points <= 0:
        return [translate.msg("**Luck**: even")]
    line = (
        msg("**Luck**: {points} points for {who}")
        if points <= 100
        else msg("**Luck**: more than a whole match is worth, for {who}")
    )
    return [translate(line.filled(points=points, who=player_names[luckiest.seat]))]


def _title(table: MatchTable, translate: Translator) -> str:
    return translate.msg("Review: {title}", title=title(table, translate))


def _explain_button(table: MatchTable, translate: Translator) -> Button:
    return button(translate.msg("What is this?"), control(table, "lookback", "what"))


class ReviewSection(FeatureSection):
    """A review's comments on the steps of a replay."""

    def __init__(self, writer: ReviewWriter) -> None:
        self._writer = writer

    async def remarks(self, match_id: int, step: int, translate: Translator) -> StepComment | None:
        """Return the win chances after a step, the mistake made in it, and a button to the next mistake."""
        review = await self._writer.of_match(match_id, translate.locale)
        if review is None:
            return None
        lines = [chance_line(review, step, translate)]
        if (mistake := review.mistake_at(step)) is not None:
            lines.append(mistake_line(mistake, plain(review.table.names[mistake.seat], 60), translate))
        next_mistake = review.mistake_after(step)
        leads = None if next_mistake is None else (translate.msg("Next mistake"), next_mistake.step)
        return StepComment(tuple(lines), leads)
