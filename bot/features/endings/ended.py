"""The public message about the end of a match."""

from __future__ import annotations

import structlog
from msgspec import Struct

from bot.discord.components.messages import PublicMessage, PublicText, button, file, link, row, text
from bot.discord.components.plain import plain
from bot.discord.match_buttons import rematch_button, replay_button, review_button, talk_button
from bot.discord.match_text import (
    control,
    ending_lines,
    names,
    sort_line,
    thread_url,
    title,
    turning_point_lines,
)
from bot.features.endings.messages import WHY_NOT, EndingMessages
from bot.match.replay.records import Records
from bot.people.ratings import LEFT
from bot.store import Store
from bot.store.rows import RatedRow
from bot.views.types import MatchTable, PublicSnapshot
from cards.i18n import Translator, msg, msg_plural


class Results:
    """Statistics of finished matches, read from the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def hand_offs(self, match_id: int) -> int:
        """Return the number of times that the turn passed between players in a match.

        Forced answers don't count, because no player gave them. Answers by standing orders count as their owners'
        answers: otherwise the number would reveal the orders.
        """
        async with self._store.read() as store:
            return await store.acts.hand_offs(match_id)

    async def rated(self, match_id: int) -> RatedRow | None:
        """Return a match's effect on ratings, or why it had none; None for a casual match."""
        async with self._store.read() as store:
            return await store.ratings.rated(match_id)


ENDED_TITLE = msg("{title}: the match is over")

_log = structlog.stdlib.get_logger(__name__)


class EndedMessages(Struct, frozen=True):
    """Builds the messages about the end of a match."""

    records: Records
    results: Results
    ending_messages: EndingMessages

    async def ended(
        self, snapshot: PublicSnapshot, people: tuple[int, ...], translate: Translator, *, instead: str = ""
    ) -> PublicMessage:
        """Return the message about the end of a match, with its record as a file.

        It shows the result, the turning point and rating changes, and mentions `people`. `instead` replaces the file
        with an explanation, where files aren't allowed.
        """
        rated = await self.results.rated(snapshot.table.match_id)
        turning = await self.records.decided(snapshot)
        mentions = " ".join(f"<@{person}>" for person in people)
        lines = [
            f"## {translate(ENDED_TITLE.filled(title=title(snapshot.table, translate)))}",
            *([mentions] if mentions else []),
        ]
        lines += [
            *ending_lines(snapshot, translate),
            *turning_point_lines(turning, translate),
            *await self._detail_lines(snapshot, translate),
        ]
        lines += change_line(snapshot.table, rated, translate)
        is_decided = snapshot.outcome is not None and snapshot.outcome.places
        rows = (
            row(
                rematch_button(snapshot.table, translate),
                replay_button(snapshot.table, translate),
                *(review_button(snapshot.table, translate) if is_decided else ()),
            ),
            row(
                button(translate.msg("Log"), control(snapshot.table, "log")),
                button(translate.msg("Check the deal"), control(snapshot.table, "verify")),
                talk_button(snapshot.table, translate),
            ),
        )
        record = instead or await self._record(snapshot, translate)
        if not isinstance(record, PublicText):
            return PublicMessage((text("\n".join([*lines, record])), *rows), mentions=people)
        lines.append(
            translate.msg(
                "This file holds the whole match, without what players keep private. "
                "`voidream verify {file}` checks the deal.",
                file=record.filename,
            )
        )
        return PublicMessage((text("\n".join(lines)), file(record), *rows), mentions=people, texts=(record,))

    async def result(self, snapshot: PublicSnapshot, translate: Translator) -> PublicMessage:
        """Return the message for the channel in which a server announces results."""
        table = snapshot.table
        rated = await self.results.rated(table.match_id)
        lines = [
            f"### {title(table, translate)}",
            *ending_lines(snapshot, translate),
            *sort_line(table, translate),
            *change_line(table, rated, translate),
        ]
        url = thread_url(table)
        match_link = [link(translate.msg("Go to the match"), url)] if url else []
        return PublicMessage(
            (
                text("\n".join(lines)),
                row(replay_button(table, translate), *match_link, talk_button(table, translate)),
            )
        )

    async def _record(self, snapshot: PublicSnapshot, translate: Translator) -> PublicText | str:
        """Return the record of a finished match as a file; if writing it fails, a sentence that says so."""
        table = snapshot.table
        try:
            record = await self.records.text(table.match_id, None)
        except Exception as error:
            _log.error("the record could not be written", match=table.match_id, exc_info=error)
            return translate.msg("I couldn't write the match record just now. The match itself is safe.")
        return PublicText(record, f"{table.game.name}-{table.match_id}.txt")

    async def _detail_lines(self, snapshot: PublicSnapshot, translate: Translator) -> list[str]:
        """Return details of the end: a moderator's reason, and how often the turn changed hands."""
        lines = list(await self.ending_messages.intervention_lines(snapshot, translate))
        if hand_offs := await self.results.hand_offs(snapshot.table.match_id):
            sentence = msg_plural(
                "The turn changed hands {n} time.", "The turn changed hands {n} times.", hand_offs
            )
            lines.append("-# " + translate(sentence))
        return lines


def change_line(table: MatchTable, rated: RatedRow | None, translate: Translator) -> list[str]:
    """Return the rating changes of a match, or why it didn't count; nothing for a casual match."""
    if rated is None:
        return []
    values = [
        {
            "who": plain(name, 60),
            "after": seat.after,
            "by": f"{seat.after - seat.before:+d}".replace("-", "−"),
        }
        for name, seat in zip(names(table, translate), rated.seats, strict=True)
    ]
    if rated.why_not == LEFT:
        return [
            translate.msg(
                "The match was too short to count. But **{who}** has resigned too many "
                "rated matches early, and loses points: {after} ({by})",
                **each,
            )
            for seat, each in zip(rated.seats, values, strict=True)
            if seat.left_early
        ]
    if rated.why_not:
        return [translate(WHY_NOT[rated.why_not])]
    changes = " · ".join(translate.msg("**{who}** {after} ({by})", **each) for each in values)
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
