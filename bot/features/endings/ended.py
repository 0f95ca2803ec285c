"""The message that a match is over, for everybody in its thread."""

from __future__ import annotations

from msgspec import Struct

from bot.discord.components.messages import PublicMessage, PublicText, button, file, link, row, text
from bot.discord.match_text import control, ending, thread_url, title, turned
from bot.discord.texts.texts import Texts
from bot.features.comments.messages import talk_button
from bot.features.endings.messages import EndingMessages
from bot.features.matches.status import StatusMessages, rematch_button
from bot.features.profiles.service import Profiles
from bot.features.ratings.messages import change_line
from bot.features.ratings.service import Leaderboards
from bot.features.replays.messages import replay_button
from bot.features.review.messages import look_back_button
from bot.features.time.messages import sort_line
from bot.views.types import PublicLook


class EndedMessages(Struct, frozen=True):
    """Makes the message that a match is over."""

    status_messages: StatusMessages
    ending_messages: EndingMessages
    ladder: Leaderboards
    histories: Profiles

    async def ended(
        self, look: PublicLook, people: tuple[int, ...], words: Texts, *, instead: str = ""
    ) -> PublicMessage:
        """Return how a match ended and what decided it, what it did to ratings, and its record as a file.

        It calls `people`. `instead` says why there is no record where files may not be sent.
        """
        rated = await self.ladder.of_match(look.table.match_id)
        turning = await self.status_messages.turning(look)
        called = " ".join(f"<@{person}>" for person in people)
        lines = [
            f"## {words.ended_title.format(title=title(look.table, words))}",
            *([called] if called else []),
        ]
        lines += [*ending(look, words), *turned(turning, words), *await self._why(look, words)]
        lines += change_line(look.table, rated, words)
        is_decided = look.outcome is not None and look.outcome.places
        shown = (
            row(
                rematch_button(look.table, words),
                replay_button(look.table, words),
                *(look_back_button(look.table, words) if is_decided else ()),
            ),
            row(
                button(words.log, control(look.table, "log")),
                button(words.replays.verify, control(look.table, "verify")),
                talk_button(look.table, words),
            ),
        )
        record = instead or await self.status_messages.record(look, words)
        if not isinstance(record, PublicText):
            return PublicMessage((text("\n".join([*lines, record])), *shown), mentions=people)
        lines.append(words.record.format(file=record.filename))
        return PublicMessage((text("\n".join(lines)), file(record), *shown), mentions=people, texts=(record,))

    async def result(self, look: PublicLook, words: Texts) -> PublicMessage:
        """Return the message for the channel in which a server announces results."""
        table = look.table
        rated = await self.ladder.of_match(table.match_id)
        lines = [
            f"### {title(table, words)}",
            *ending(look, words),
            *sort_line(table, words),
            *change_line(table, rated, words),
        ]
        url = thread_url(table)
        there = [link(words.open_match, url)] if url else []
        return PublicMessage(
            (text("\n".join(lines)), row(replay_button(table, words), *there, talk_button(table, words)))
        )

    async def _why(self, look: PublicLook, words: Texts) -> list[str]:
        """Return what else there is to say of the end: a moderator's reason, how often the ball was passed."""
        lines = list(await self.ending_messages.intervention_lines(look, words))
        if passed := await self.histories.hand_offs(look.table.match_id):
            said = words.orders
            times = said.hand_offs if len(look.table.people) == 2 else said.hand_offs_of_several
            lines.append("-# " + times.format(n=passed))
        return lines
