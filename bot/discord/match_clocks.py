"""Lines about the time of a match that several messages share: with which clocks it is played, and who is late."""

from __future__ import annotations

from collections.abc import Iterable

from bot.discord.components.plain import plain
from bot.discord.match_text import named
from bot.discord.texts.texts import Texts
from bot.discord.time_format import control_in_words, moment
from bot.store.match_status import MatchStatus
from bot.views.types import MatchTable


def sort_line(table: MatchTable, words: Texts) -> list[str]:
    """Return the lines that say what sort of match it is; none for a casual match without clocks."""
    if table.control.kind == "none" and not table.rated:
        return []
    sort = words.time.rated if table.rated else words.time.casual
    line = words.time.clocks.format(sort=sort, control=control_in_words(table.control, words))
    is_on = table.standing is MatchStatus.PLAYING
    return [line, f"-# {words.ratings.changes_none[table.unrated]}"] if table.unrated and is_on else [line]


def time_lines(table: MatchTable, words: Texts) -> list[str]:
    """Return what there is to say about time: who is late or away, a pause. Nothing where the clocks just run."""
    said = words.time
    lines: list[str] = []
    for seat, time in enumerate(table.times):
        if time.late and seat not in table.out:
            late = said.is_late if len(table.others(None)) == 2 else said.is_late_of_several
            lines.append((said.is_up if table.rated else late).format(who=_name(table, seat)))
        if time.away_until is not None:
            lines.append(said.is_away.format(who=_name(table, seat), when=moment(time.away_until, "f")))
    gone = said.is_gone if len(table.others(None)) == 2 else said.is_gone_of_several
    lines += [gone.format(who=_name(table, seat)) for seat in sorted(table.gone)]
    lines += played_for_lines(table, words)
    if table.paused:
        lines.append(said.is_paused)
    elif table.pause_asked is not None:
        asks = said.asks_pause if len(table.others(None)) == 2 else said.asks_pause_of_several
        lines.append(asks.format(who=_name(table, table.pause_asked)))
    return lines


def agreed_lines(table: MatchTable, words: Texts) -> list[str]:
    """Return the line that says that the bot plays on for players who are out of time, where that is agreed; until the end."""
    is_open = table.standing in (MatchStatus.CHALLENGED, MatchStatus.PLAYING)
    return [words.takeovers.is_agreed] if table.takes_over and is_open else []


def played_for_lines(table: MatchTable, words: Texts) -> list[str]:
    """Return for whom the bot plays now, a line each."""
    seats = sorted(table.played_for)
    return [words.takeovers.plays_on.format(who=plain(table.names[seat], 60)) for seat in seats]


def late_names(table: MatchTable, besides: Iterable[int], words: Texts) -> str:
    """Return the names of those whose time is up, without some seats."""
    return named(table, sorted(late_seats(table) - set(besides)), words)


def late_seats(table: MatchTable) -> set[int]:
    """Return the seats of those who still play and whose time is up."""
    return {seat for seat, time in enumerate(table.times) if time.late and seat not in table.out}


def _name(table: MatchTable, seat: int) -> str:
    return plain(table.names[seat], 60)
