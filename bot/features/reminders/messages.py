"""Reminders in words: the one that is sent, and what a person has chosen about them."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.clocks import USUAL, Wishes
from bot.clocks.control import DAY, HOUR, MINUTE
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import Item, PrivateMessage, PublicMessage, button, link, row, text
from bot.discord.components.plain import plain
from bot.discord.match_text import Look, control, stage, status_url, title
from bot.discord.texts.texts import Texts
from bot.discord.time_format import length, moment
from bot.match import lapses
from bot.store.rows import PersonRow
from bot.views.types import PrivateLook, PublicLook
from cards.numerals import numeral

BEFORE = (2 * DAY, DAY, 12 * HOUR, 4 * HOUR, 2 * HOUR, HOUR, 15 * MINUTE)
"""The times before the deadline at which one can be reminded."""
AFTER = (12 * HOUR, DAY, 3 * DAY, 7 * DAY)
"""The times after a question, where there is no clock."""
SNOOZED = 4 * HOUR
"""The length of a snooze."""


def private_reminder(look: PrivateLook, words: Texts) -> PrivateMessage:
    """Return the reminder as a direct message; it says nothing that is not known to everybody."""
    return PrivateMessage(_reminder(look, look.person.id, words, call=False))


def public_reminder(look: PublicLook, person: int, words: Texts) -> PublicMessage:
    """Return the reminder as a call in the thread; nothing if the person has nothing to decide any more."""
    items = _reminder(look, person, words, call=True)
    return PublicMessage(items, mentions=(person,) if items else ())


def _reminder(look: Look, person: int, words: Texts, *, call: bool) -> tuple[Item, ...]:
    table, said = look.table, words.reminders
    asked = next((one for one in look.awaited if one.person.id == person), None)
    if asked is None:
        return ()
    lines = [said.title.format(title=title(table, words))]
    if now := stage(look):
        lines.append(f"-# {now}")
    decision = said.yours.format(about=plain(asked.about, 200))
    lines.append(f"<@{person}> {decision}" if call else decision)
    due = table.times[asked.seat].due_at if table.times else None
    if due is not None:
        lines.append(said.until.format(when=moment(due, "f"), left=moment(due)))
        if table.game.kernel.lapse is not None:
            last = lapses.is_last(table.times[asked.seat].lapsed, forfeits=table.forfeits)
            lines.append(said.last_lapse if last else said.lapse)
    elif not table.times:
        others = [plain(one.name, 60) for one in table.people if one.id != person]
        lines.append(said.no_clock.format(who=" & ".join(others)))
    turn = button(words.my_turn, control(table, "remind", "turn"), discord.ButtonStyle.primary)
    buttons = [
        turn,
        button(said.snooze, control(table, "remind", "snooze")),
        button(said.off, control(table, "remind", "off")),
    ]
    if url := status_url(table):
        buttons.append(link(words.open_match, url))
    return (text("\n".join(lines)), row(*buttons))


def settings(known: PersonRow, words: Texts) -> PrivateMessage:
    """Return what a person has chosen about reminders, with menus to change it."""
    said, wishes = words.reminders, known.wishes
    where = said.in_thread if wishes.thread else said.by_message
    lines = [said.yours_title, said.are_on.format(where=where) if wishes.on else said.are_off]
    if wishes.on:
        if known.dm_closed and not wishes.thread:
            lines.append(said.closed)
        with_clock = [
            named for value, named in _moments(words) if value in _chosen(wishes) and value[0] != "a"
        ]
        without = [named for value, named in _moments(words) if value in _chosen(wishes) and value[0] == "a"]
        lines += [
            said.when_clock.format(moments=", ".join(with_clock) or said.never),
            said.when_none.format(moments=", ".join(without) or said.never),
            quiet_line(known, words),
            said.stops,
        ]
    items: list[Item] = [text("\n".join(lines))]
    if wishes.on:
        items += [_which(wishes, words), _where(wishes, words)]
    turn = (
        button(said.turn_off, CustomId("remind", state="all-off").id)
        if wishes.on
        else button(said.turn_on, CustomId("remind", state="all-on").id, discord.ButtonStyle.primary)
    )
    items.append(row(turn, button(said.usual, CustomId("remind", state="usual").id)))
    return PrivateMessage(tuple(items))


def quiet_line(known: PersonRow, words: Texts) -> str:
    """Return a line about a person's quiet hours."""
    quiet = known.wishes.quiet
    if quiet is None:
        return words.reminders.no_quiet.format(zone=known.zone)
    return words.reminders.quiet.format(start=hour(quiet.start), end=hour(quiet.end), zone=known.zone)


def hour(minutes: int) -> str:
    """Return minutes since midnight as "22:00"."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def chosen(wishes: Wishes, values: Sequence[str]) -> Wishes:
    """Return the wishes with the moments that were chosen in the menu. Raises ValueError for unknown ones."""
    half = "half" in values
    before = tuple(numeral(v[1:]) or -1 for v in values if v.startswith("b"))
    after = tuple(numeral(v[1:]) or -1 for v in values if v.startswith("a"))
    if not (set(before) <= {*BEFORE, *wishes.before} and set(after) <= {*AFTER, *wishes.after}):
        raise ValueError("no such moment")
    return Wishes(wishes.on, half, before, after, wishes.thread, wishes.quiet)


def usual(wishes: Wishes) -> Wishes:
    """Return the wishes with the usual moments; where, and the quiet hours, stay as they are."""
    return Wishes(True, USUAL.half, USUAL.before, USUAL.after, wishes.thread, wishes.quiet)


def _chosen(wishes: Wishes) -> set[str]:
    half = {"half"} if wishes.half else set[str]()
    return half | {f"b{time}" for time in wishes.before} | {f"a{time}" for time in wishes.after}


def _moments(words: Texts) -> list[tuple[str, str]]:
    """Return the moments that can be chosen, as (value, in words)."""
    said = words.reminders
    return [
        ("half", said.half),
        *((f"b{time}", said.before.format(time=length(time, words))) for time in BEFORE),
        *((f"a{time}", said.after.format(time=length(time, words))) for time in AFTER),
    ]


def _which(wishes: Wishes, words: Texts) -> Item:
    options = [
        discord.SelectOption(
            label=named[:1].upper() + named[1:], value=value, default=value in _chosen(wishes)
        )
        for value, named in _moments(words)
    ]
    menu = ui.Select[ui.LayoutView](
        custom_id=CustomId("remind", state="which").id,
        placeholder=words.reminders.which_menu,
        options=options,
        min_values=0,
        required=False,
        max_values=len(options),
    )
    return ui.ActionRow(menu)


def _where(wishes: Wishes, words: Texts) -> Item:
    said = words.reminders
    ways = (("direct", said.by_message, not wishes.thread), ("thread", said.in_thread, wishes.thread))
    options = [
        discord.SelectOption(label=named[:1].upper() + named[1:], value=value, default=is_so)
        for value, named, is_so in ways
    ]
    menu = ui.Select[ui.LayoutView](
        custom_id=CustomId("remind", state="where").id, placeholder=said.where_menu, options=options
    )
    return ui.ActionRow(menu)
