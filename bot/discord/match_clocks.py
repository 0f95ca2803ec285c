"""Lines about the time of a match that several messages share: with which clocks it is played, and who is late."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from bot.discord.components.plain import plain
from bot.discord.match_text import named
from bot.discord.time_format import control_in_words, moment
from bot.store.match_status import MatchStatus
from bot.views.types import MatchTable
from cards.i18n import Message, Translator, msg

IS_UP = msg("**{who}** is out of time.")

CHANGES_NONE: Mapping[str, Message] = MappingProxyType(
    {
        "daily": msg(
            "This match won't change ratings: a player had already reached the daily "
            "limit of rated matches when it began."
        ),
    }
)


def sort_line(table: MatchTable, translate: Translator) -> list[str]:
    """Return the lines that say what sort of match it is; none for a casual match without clocks."""
    if table.control.kind == "none" and not table.rated:
        return []
    sort = translate(msg("Rated") if table.rated else msg("Casual"))
    line = translate.msg(
        "-# {sort} · clock: {control}", sort=sort, control=control_in_words(table.control, translate)
    )
    is_on = table.standing is MatchStatus.PLAYING
    return [line, f"-# {translate(CHANGES_NONE[table.unrated])}"] if table.unrated and is_on else [line]


def time_lines(table: MatchTable, translate: Translator) -> list[str]:
    """Return what there is to say about time: who is late or away, a pause. Nothing where the clocks just run."""
    lines: list[str] = []
    for seat, time in enumerate(table.times):
        if time.late and seat not in table.out:
            late = (
                msg("**{who}** is out of time. You can claim the win or give more time.")
                if len(table.others(None)) == 2
                else msg("**{who}** is out of time. The others can play on without them or give more time.")
            )
            lines.append(translate((IS_UP if table.rated else late).filled(who=_name(table, seat))))
        if time.away_until is not None:
            lines.append(
                translate.msg(
                    "**{who}** is away until {when}. Their clock is stopped until then.",
                    who=_name(table, seat),
                    when=moment(time.away_until, "f"),
                )
            )
    gone = (
        msg("**{who}** hasn't come back. You can claim the match or cancel it. Ratings don't change.")
        if len(table.others(None)) == 2
        else msg(
            "**{who}** hasn't come back. The others can play on without them or cancel "
            "the match. Ratings don't change."
        )
    )
    lines += [translate(gone.filled(who=_name(table, seat))) for seat in sorted(table.gone)]
    lines += played_for_lines(table, translate)
    if table.paused:
        lines.append(translate.msg("The match is paused. The clocks are stopped until one of you continues."))
    elif table.pause_asked is not None:
        asks = (
            msg("**{who}** asks for a pause. It stops both clocks until one of you continues.")
            if len(table.others(None)) == 2
            else msg("**{who}** asks for a pause. It stops all clocks until one of you continues.")
        )
        lines.append(translate(asks.filled(who=_name(table, table.pause_asked))))
    return lines


def agreed_lines(table: MatchTable, translate: Translator) -> list[str]:
    """Return the line that says that the bot plays on for players who are out of time, where that is agreed; until the end."""
    is_open = table.standing in (MatchStatus.CHALLENGED, MatchStatus.PLAYING)
    return (
        [translate.msg("-# If a player runs out of time, I play for them until they're back.")]
        if table.takes_over and is_open
        else []
    )


def played_for_lines(table: MatchTable, translate: Translator) -> list[str]:
    """Return for whom the bot plays now, a line each."""
    seats = sorted(table.played_for)
    return [
        translate.msg(
            "**{who}** ran out of time. I'm playing for them until they're back.",
            who=plain(table.names[seat], 60),
        )
        for seat in seats
    ]


def late_names(table: MatchTable, besides: Iterable[int], translate: Translator) -> str:
    """Return the names of those whose time is up, without some seats."""
    return named(table, sorted(late_seats(table) - set(besides)), translate)


def late_seats(table: MatchTable) -> set[int]:
    """Return the seats of those who still play and whose time is up."""
    return {seat for seat, time in enumerate(table.times) if time.late and seat not in table.out}


def _name(table: MatchTable, seat: int) -> str:
    return plain(table.names[seat], 60)
