"""Finished matches as data: replayable records, record files, and turning points."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from datetime import UTC, datetime

import structlog

from bot.command_keys import with_commands
from bot.errors import NotFound, StillGoingOn
from bot.games.playable import Games, PlayableGame
from bot.match.replay.turning_point import TurningPoint, steps_of, turning_point
from bot.platform.places import run_in_thread
from bot.store import Store
from bot.store.rows import MatchRow
from bot.views import build_views
from bot.views.load_match import load
from bot.views.types import MatchTable, PlayerSnapshot, PublicSnapshot
from cards.i18n import Locale, msg
from engine.kernel.match import Match
from engine.kernel.match_state import MatchRecord
from engine.kernel.records.sealed_writer import write_sealed
from engine.kernel.records.writer import write_record

_log = structlog.stdlib.get_logger(__name__)

REMEMBERED = 64
"""Turning points kept in memory."""


class Records:
    """Finished matches. Every method can raise NotFound and StillGoingOn."""

    def __init__(self, store: Store, games: Games) -> None:
        self.store = store
        self.games = games
        self._turned: OrderedDict[tuple[int, Locale, int | None, tuple[str, ...]], TurningPoint | None] = (
            OrderedDict()
        )

    async def finished(self, match_id: int) -> tuple[MatchRow, Match, PlayableGame]:
        """Return a match that is over: its row, the match itself, and its game. Raises NotFound, StillGoingOn."""
        async with self.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
        game = self.games.find(row.game)
        if row.data is None:
            raise NotFound(msg("This challenge didn't become a match, so there's nothing to replay."))
        match = load(self.games, row)
        if match.outcome is None:
            raise StillGoingOn(
                with_commands(
                    msg(
                        "This match is still in progress. You can replay it and get its record "
                        "when it's over. `{/log}` shows what has happened so far."
                    )
                )
            )
        return row, match, game

    async def over(self, match_id: int) -> tuple[MatchTable, MatchRecord]:
        """Return a finished match with its replayable record. Raises NotFound, StillGoingOn."""
        row, match, game = await self.finished(match_id)
        return build_views.table_of(row, game), match.record

    async def text(self, match_id: int, person: int | None) -> str:
        """Return the record file of a finished match, for one person, or for everyone (None).

        It contains all decks and answers. If it would show the hand of another player who keeps it private,
        the record is sealed: it contains and proves only what everyone has seen. Raises StillGoingOn.
        """
        row, match, game = await self.finished(match_id)
        keeping = seats_kept_private(row, person)
        if keeping:
            return await run_in_thread(person or 0, sealed_text, row, match, game, keeping)
        # This replays the whole match, so it runs where no move waits for it.
        return await run_in_thread(person or 0, record_text, row, match, game)

    async def turning_point(
        self, match_id: int, locale: Locale = Locale.ENGLISH, reader: int | None = None
    ) -> TurningPoint | None:
        """Return the event after which the winner led until the end, for a seat or everyone; None if unknown.

        Raises StillGoingOn, and NotFound for a match that can't be replayed.
        """
        table, record = await self.over(match_id)
        key = (match_id, locale, reader, table.names)
        if key not in self._turned:
            translator = table.game.translator(locale)
            point = await run_in_thread(
                0, turning_point, table.game, table.names_in(translator), record, translator, reader
            )
            self._turned[key] = point
            while len(self._turned) > REMEMBERED:
                self._turned.popitem(last=False)
        return self._turned[key]

    async def decided(self, snapshot: PublicSnapshot | PlayerSnapshot) -> TurningPoint | None:
        """Return the turning point of a match; None during it, or if unknown. Never raises."""
        if snapshot.outcome is None:
            return None
        reader = snapshot.seat if isinstance(snapshot, PlayerSnapshot) else None
        try:
            return await self.turning_point(snapshot.table.match_id, snapshot.translator.locale, reader)
        except Exception as error:
            _log.error("the turning point could not be found", match=snapshot.table.match_id, exc_info=error)
            return None


def can_be_looked_back_at(table: MatchTable) -> bool:
    """Return whether a match can be reviewed, now or when it is over."""
    return (
        table.game.thinking is not None and not table.lesson and all(person.id > 0 for person in table.people)
    )


def seats_kept_private(row: MatchRow, person: int | None) -> frozenset[int]:
    """Return the seats whose players keep their hands private from a person."""
    return frozenset(
        number for number, seat in enumerate(row.seats) if seat.hands_kept and seat.person_id != person
    )


def sealed_text(row: MatchRow, match: Match, game: PlayableGame, keeping: Collection[int]) -> str:
    """Return the sealed record of a match, always the same. Raises NotFound if the match does not replay."""
    for _ in steps_of(game, match.record):
        pass
    names = [seat.name for seat in row.seats]
    return write_sealed(match, names, keeping, date=_day(row))


def record_text(row: MatchRow, match: Match, game: PlayableGame) -> str:
    """Return a match's record file, with names, decks, and the day it ended (UTC). Always the same.

    Raises NotFound if the match does not replay.
    """
    for _ in steps_of(game, match.record):
        pass
    names, decks = [seat.name for seat in row.seats], [seat.deck or "" for seat in row.seats]
    return write_record(match, names, game.phrasing, date=_day(row), decks=decks)


def _day(row: MatchRow) -> str:
    return datetime.fromtimestamp(row.changed_at / 1000, UTC).date().isoformat()
