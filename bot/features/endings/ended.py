"""The public message about the end of a match."""

from __future__ import annotations

import structlog
from msgspec import Struct

from bot.discord.components.messages import PublicMessage, PublicText, button, file, link, row, text
from bot.discord.components.plain import plain
from bot.discord.match_buttons import look_back_button, rematch_button, replay_button, talk_button
from bot.discord.match_text import control, ending, names, sort_line, thread_url, title, turned
from bot.features.endings.messages import WHY_NOT, EndingMessages
from bot.match.replay.records import Records
from bot.people.ratings import LEFT
from bot.store import Store
from bot.store.rows import RatedRow
from bot.views.types import MatchTable, PublicLook
from cards.i18n import Translator, msg, msg_plural


class Results:
    """Facts about matches that are over."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def hand_offs(self, match_id: int) -> int:
        """Return how often the turn has passed between players in a match.

        Answers forced by public knowledge don't count, because no one gave them. Answers of standing orders count as
        their owners', because a different number would reveal them.
        """
        async with self._store.read() as store:
            return await store.acts.hand_offs(match_id)

    async def rated(self, match_id: int) -> RatedRow | None:
        """Return the effect of a match on ratings, or why it didn't count; None for a casual one."""
        async with self._store.read() as store:
            return await store.ratings.rated(match_id)


ENDED_TITLE = msg("{title}: the match is over")

_log = structlog.stdlib.get_logger(__name__)


class EndedMessages(Struct, frozen=True):
    """Makes the message that a match is over."""

    records: Records
    results: Results
    ending_messages: EndingMessages

    async def ended(
        self, look: PublicLook, people: tuple[int, ...], translate: Translator, *, instead: str = ""
    ) -> PublicMessage:
        """Return the message about the end of a match: its result and turning point, rating changes, and its record
        as a file.

        It mentions `people`. `instead` explains a missing record where files aren't allowed.
        """
        rated = await self.results.rated(look.table.match_id)
        turning = await self.records.decided(look)
        called = " ".join(f"<@{person}>" for person in people)
        lines = [
            f"## {translate(ENDED_TITLE.filled(title=title(look.table, translate)))}",
            *([called] if called else []),
        ]
        lines += [*ending(look, translate), *turned(turning, translate), *await self._why(look, translate)]
        lines += change_line(look.table, rated, translate)
        is_decided = look.outcome is not None and look.outcome.places
        shown = (
            row(
                rematch_button(look.table, translate),
                replay_button(look.table, translate),
                *(look_back_button(look.table, translate) if is_decided else ()),
            ),
            row(
                button(translate.msg("Log"), control(look.table, "log")),
                button(translate.msg("Check the deal"), control(look.table, "verify")),
                talk_button(look.table, translate),
            ),
        )
        record = instead or await self._record(look, translate)
        if not isinstance(record, PublicText):
            return PublicMessage((text("\n".join([*lines, record])), *shown), mentions=people)
        lines.append(
            translate.msg(
                "This file holds the whole match, without what players keep private. "
                "`voidream verify {file}` checks the deal.",
                file=record.filename,
            )
        )
        return PublicMessage((text("\n".join(lines)), file(record), *shown), mentions=people, texts=(record,))

    async def result(self, look: PublicLook, translate: Translator) -> PublicMessage:
        """Return the message for the channel in which a server announces results."""
        table = look.table
        rated = await self.results.rated(table.match_id)
        lines = [
            f"### {title(table, translate)}",
            *ending(look, translate),
            *sort_line(table, translate),
            *change_line(table, rated, translate),
        ]
        url = thread_url(table)
        there = [link(translate.msg("Go to the match"), url)] if url else []
        return PublicMessage(
            (
                text("\n".join(lines)),
                row(replay_button(table, translate), *there, talk_button(table, translate)),
            )
        )

    async def _record(self, look: PublicLook, translate: Translator) -> PublicText | str:
        """Return the record of a match that is over; should it fail to be written, a sentence that says so."""
        table = look.table
        try:
            written = await self.records.text(table.match_id, None)
        except Exception as error:
            _log.error("the record could not be written", match=table.match_id, exc_info=error)
            return translate.msg("I couldn't write the match record just now. The match itself is safe.")
        return PublicText(written, f"{table.game.name}-{table.match_id}.txt")

    async def _why(self, look: PublicLook, translate: Translator) -> list[str]:
        """Return further lines about the end: a moderator's reason, and the number of turns passed."""
        lines = list(await self.ending_messages.intervention_lines(look, translate))
        if passed := await self.results.hand_offs(look.table.match_id):
            times = msg_plural(
                "The turn changed hands {n} time.", "The turn changed hands {n} times.", passed
            )
            lines.append("-# " + translate(times))
        return lines


def change_line(table: MatchTable, rated: RatedRow | None, translate: Translator) -> list[str]:
    """Return the rating changes of a match, or why it didn't count; nothing for a casual one."""
    if rated is None:
        return []
    moved = [
        {"who": plain(name, 60), "after": one.after, "by": f"{one.after - one.before:+d}".replace("-", "−")}
        for name, one in zip(names(table, translate), rated.seats, strict=True)
    ]
    if rated.why_not == LEFT:
        return [
            translate.msg(
                "The match was too short to count. But **{who}** has resigned too many "
                "rated matches early, and loses points: {after} ({by})",
                **by,
            )
            for one, by in zip(rated.seats, moved, strict=True)
            if one.left_early
        ]
    if rated.why_not:
        return [translate(WHY_NOT[rated.why_not])]
    changes = " · ".join(translate.msg("**{who}** {after} ({by})", **one) for one in moved)
    if rated.part == 1:
        return [translate.msg("Ratings: {changes}", changes=changes)]
    in_part = (
        msg("Ratings: {changes}. The match counts 1/{n}, as number {n} between these two.")
        if len(rated.seats) == 2
        else msg(
            "Ratings: {changes}. The match counts 1/{n}, as number {n} between the two "
            "of you who have met most often."
        )
    )
    return [translate(in_part.filled(changes=changes, n=round(1 / rated.part)))]
