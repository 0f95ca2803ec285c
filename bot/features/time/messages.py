"""The clocks of a match in words: on the status message, in the panel, and as a message of their own."""

from __future__ import annotations

import discord

from bot.clocks.control import DAY
from bot.discord.components.messages import Button, PublicMessage, button, row, text
from bot.discord.components.plain import plain
from bot.discord.match_text import control, title
from bot.discord.texts.texts import Texts
from bot.discord.time_format import control_in_words, length, moment
from bot.features.takeovers.messages import back_button, let_play_button, played_for_lines
from bot.store.standing import Standing
from bot.views.types import MatchTable

GIVEN = DAY
"""The time that the button gives, in milliseconds."""


def sort_line(table: MatchTable, words: Texts) -> list[str]:
    """Return the lines that say what sort of match it is; none for a casual match without clocks."""
    if table.control.kind == "none" and not table.rated:
        return []
    sort = words.time.rated if table.rated else words.time.casual
    line = words.time.clocks.format(sort=sort, control=control_in_words(table.control, words))
    is_on = table.standing is Standing.PLAYING
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


def time_message(table: MatchTable, people: tuple[int, ...], words: Texts) -> PublicMessage:
    """Return the message for everybody that something about the clocks has changed, as it stands now."""
    if table.standing is not Standing.PLAYING:
        return PublicMessage(())
    lines = time_lines(table, words) or [words.time.goes_on.format(times=_times(table, words))]
    called = " ".join(f"<@{person}>" for person in people)
    head = f"**{title(table, words)}** {called}".strip()
    buttons = time_buttons(table, None, words)
    rows = [row(*buttons)] if buttons else []
    rows += [row(back_button(table, words))] if table.played_for else []
    items = (text("\n".join([head, *lines])), *rows)
    return PublicMessage(items, mentions=people)


def absence_message(table: MatchTable, lasted: int, words: Texts) -> PublicMessage:
    """Return the message for everybody that the bot was out of reach for that many milliseconds; an empty one after the match."""
    if table.standing is not Standing.PLAYING:
        return PublicMessage(())
    lines = [f"**{title(table, words)}**", words.time.was_offline.format(time=length(lasted, words))]
    if times := _times(table, words):
        lines.append(words.time.goes_on.format(times=times))
    return PublicMessage((text("\n".join(lines)),))


def time_buttons(table: MatchTable, seat: int | None, words: Texts) -> list[Button]:
    """Return what can be done about the clocks: by this seat, or (None) by one of the two."""
    out: list[Button] = []
    if seat in table.out or seat in table.played_for:
        return out
    late = [n for n, time in enumerate(table.times) if time.late and n != seat and n not in table.out]
    claim = words.time.claim if len(table.others(None)) == 2 else words.time.claim_of_several
    if table.gone - {seat} and not (late and not table.rated):
        out.append(button(claim, control(table, "claim"), discord.ButtonStyle.danger))
        out.append(button(words.endings.call_off, control(table, "call-off")))
    if late and not table.rated:
        out.append(button(claim, control(table, "claim"), discord.ButtonStyle.danger))
        out.append(button(words.time.give_day, control(table, "give", "late")))
        if table.game.practice is not None:
            out.append(let_play_button(table, words))
    if table.paused:
        out.append(button(words.time.go_on, control(table, "go-on", "paused"), discord.ButtonStyle.primary))
    elif table.pause_asked is not None and table.pause_asked != seat:
        out.append(button(words.time.agree, control(table, "pause", "agree"), discord.ButtonStyle.success))
        out.append(button(words.time.no_pause, control(table, "go-on", "no")))
    return out


def _times(table: MatchTable, words: Texts) -> str:
    said: list[str] = []
    for seat, time in enumerate(table.times):
        if seat in table.out or seat in table.played_for:
            continue
        if time.due_at is not None:
            said.append(words.time.runs_out.format(who=_name(table, seat), when=moment(time.due_at)))
        else:
            said.append(words.time.has_left.format(who=_name(table, seat), time=length(time.left, words)))
    return " · ".join(said)


def _name(table: MatchTable, seat: int) -> str:
    return plain(table.names[seat], 60)
