"""Loading a match from its row, which may be damaged or from another version."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

import structlog
from msgspec.structs import replace

from bot.command_keys import with_commands
from bot.errors import NotFound, Refusal
from bot.games.playable import Games
from bot.store.match_status import MatchStatus
from bot.store.rows import MatchRow
from cards.i18n import msg
from engine.kernel.endings import UNREADABLE
from engine.kernel.errors import UnreadableMatch
from engine.kernel.game import Game
from engine.kernel.match import Match

CACHED_POSITIONS = 16
"""Maximum positions cached for viewing."""

log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.unreadable")


class CannotBeRead(Refusal):
    """The position of a match can't be loaded. `row` is the match without it, `problem` the reason, for operators."""

    def __init__(self, row: MatchRow, problem: str) -> None:
        self.row = row
        self.problem = problem
        super().__init__(
            msg(
                "I can't load match {id}: its data is damaged or from another version. It "
                "ended without a result. Ask the person who runs the bot about it.",
                id=row.id,
            )
            if row.status is MatchStatus.OVER
            else with_commands(
                msg(
                    "I can't load match {id}: its data is damaged or from another version. Ask "
                    "the person who runs the bot to repair it. Any player can end it without a "
                    "result, and so can a moderator with `{/moderate-end}`.",
                    id=row.id,
                )
            )
        )


def load(games: Games, row: MatchRow) -> Match:
    """Return the match of a row that has its saved position. Raises CannotBeRead."""
    return _loaded(games, row, Match.load)


def load_shared(games: Games, row: MatchRow) -> Match:
    """Return the match of a row for viewing only, because callers may share it. Raises CannotBeRead.

    After a press, the same position is shown to several people, and on the board.
    """
    return _loaded(games, row, _load_once)


def cache_for_reading(games: Games, row: MatchRow, match: Match) -> None:
    """Cache a match saved as this row, for viewing. It must not be changed afterwards."""
    assert row.data is not None
    _store_in_cache((games.find(row.game).kernel, row.data, row.setup), match)


_Key = tuple[Game, bytes, bytes | None]
_cache: OrderedDict[_Key, Match] = OrderedDict()
_cache_lock = Lock()
"""Held while `_cache` changes, because some readers are in threads."""


def _store_in_cache(key: _Key, match: Match) -> None:
    with _cache_lock:
        _cache[key] = match
        _cache.move_to_end(key)
        while len(_cache) > CACHED_POSITIONS:
            _cache.popitem(last=False)


def clear_cache() -> None:
    """Clear the cache of matches."""
    with _cache_lock:
        _cache.clear()


def _load_once(kernel: Game, data: bytes, setup: bytes | None) -> Match:
    key = (kernel, data, setup)
    match = _cache.get(key) or Match.load(*key)
    _store_in_cache(key, match)
    return match


def _loaded(games: Games, row: MatchRow, read: Callable[[Game, bytes, bytes | None], Match]) -> Match:
    assert row.data is not None
    if row.reason == UNREADABLE.key:
        # It has ended as unreadable, even if a later version could load it again.
        raise CannotBeRead(replace(row, data=None), "it was ended because it can't be read")
    try:
        return read(games.find(row.game).kernel, row.data, row.setup)
    except (UnreadableMatch, NotFound) as error:
        log.error("match_unreadable", match=row.id, problem=str(error))
        raise CannotBeRead(replace(row, data=None), str(error)) from error
