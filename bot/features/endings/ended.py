"""The message that a match is over, for everybody in its thread."""

from __future__ import annotations

import structlog
from msgspec import Struct

from bot.discord.components.messages import PublicMessage, PublicText, button, file, link, row, text
from bot.discord.components.plain import plain
from bot.discord.match_buttons import look_back_button, rematch_button, replay_button, talk_button
from bot.discord.match_clocks import sort_line
from bot.discord.match_text import control, ending, names, thread_url, title, turned
from bot.discord.texts.texts import Texts
from bot.features.endings.messages import EndingMessages
from bot.features.endings.service import Results
from bot.match.replay.records import Records
from bot.people.ratings import LEFT
from bot.store.rows import RatedRow
from bot.views.types import MatchTable, PublicLook

_log = structlog.stdlib.get_logger(__name__)


class EndedMessages(Struct, frozen=True):
    """Makes the message that a match is over."""

    records: Records
    results: Results
    ending_messages: EndingMessages

    async def ended(
        self, look: PublicLook, people: tuple[int, ...], words: Texts, *, instead: str = ""
    ) -> PublicMessage:
        """Return how a match ended and what decided it, what it did to ratings, and its record as a file.

        It calls `people`. `instead` says why there is no record where files may not be sent.
        """
        rated = await self.results.rated(look.table.match_id)
        turning = await self.records.decided(look)
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
        record = instead or await self._record(look, words)
        if not isinstance(record, PublicText):
            return PublicMessage((text("\n".join([*lines, record])), *shown), mentions=people)
        lines.append(words.record.format(file=record.filename))
        return PublicMessage((text("\n".join(lines)), file(record), *shown), mentions=people, texts=(record,))

    async def result(self, look: PublicLook, words: Texts) -> PublicMessage:
        """Return the message for the channel in which a server announces results."""
        table = look.table
        rated = await self.results.rated(table.match_id)
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

    async def _record(self, look: PublicLook, words: Texts) -> PublicText | str:
        """Return the record of a match that is over; should it fail to be written, a sentence that says so."""
        table = look.table
        try:
            written = await self.records.text(table.match_id, None)
        except Exception as error:
            _log.error("the record could not be written", match=table.match_id, exc_info=error)
            return words.record_failed
        return PublicText(written, f"{table.game.name}-{table.match_id}.txt")

    async def _why(self, look: PublicLook, words: Texts) -> list[str]:
        """Return what else there is to say of the end: a moderator's reason, how often the ball was passed."""
        lines = list(await self.ending_messages.intervention_lines(look, words))
        if passed := await self.results.hand_offs(look.table.match_id):
            said = words.orders
            times = said.hand_offs if len(look.table.people) == 2 else said.hand_offs_of_several
            lines.append("-# " + times.format(n=passed))
        return lines


def change_line(table: MatchTable, rated: RatedRow | None, words: Texts) -> list[str]:
    """Return what a match has done to the ratings of its people, or why it did not count; nothing for a casual one."""
    if rated is None:
        return []
    said = words.ratings
    moved = [
        {"who": plain(name, 60), "after": one.after, "by": f"{one.after - one.before:+d}".replace("-", "−")}
        for name, one in zip(names(table, words), rated.seats, strict=True)
    ]
    if rated.why_not == LEFT:
        return [said.left.format(**by) for one, by in zip(rated.seats, moved, strict=True) if one.left_early]
    if rated.why_not:
        return [said.why_not[rated.why_not]]
    changes = " · ".join(said.change.format(**one) for one in moved)
    if rated.part == 1:
        return [said.changed.format(changes=changes)]
    in_part = said.changed_in_part if len(rated.seats) == 2 else said.changed_in_part_of_more
    return [in_part.format(changes=changes, n=round(1 / rated.part))]
