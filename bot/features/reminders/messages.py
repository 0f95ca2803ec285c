"""Messages about reminders: the reminder itself, and a player's settings."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.clocks import USUAL, ReminderSettings
from bot.clocks.control import DAY, HOUR, MINUTE
from bot.command_keys import with_commands
from bot.delivery.notes import PrivateKind, PrivateNote, PublicKind
from bot.delivery.results import Delivery, Gone, Sent
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import (
    Item,
    PrivateMessage,
    PublicMessage,
    button,
    link,
    menu,
    menu_option,
    row,
    text,
)
from bot.discord.components.plain import capitalised, plain
from bot.discord.match_text import Snapshot, control, names_at, stage, status_url, title
from bot.discord.outgoing.announcers import Announcement, Announcements, MatchMessages
from bot.discord.outgoing.posts import PostSender
from bot.discord.outgoing.settled_prompts import about_call, about_reminder
from bot.discord.time_format import length, moment
from bot.match.apply import is_last_lapse
from bot.people.locales import translator_for
from bot.store.rows import PersonRow
from bot.views.types import PlayerSnapshot, PublicSnapshot
from cards.i18n import Translator, msg, msg_plural
from cards.numerals import numeral

IN_THREAD = msg("with a mention in the match thread")

BEFORE = (2 * DAY, DAY, 12 * HOUR, 4 * HOUR, 2 * HOUR, HOUR, 15 * MINUTE)
"""The choices for a reminder's time before the deadline."""
AFTER = (12 * HOUR, DAY, 3 * DAY, 7 * DAY)
"""The choices for a reminder's time after the question, in matches without a clock."""


def private_reminder(snapshot: PlayerSnapshot, translate: Translator) -> PrivateMessage:
    """Return a reminder as a direct message. It contains only public information."""
    return PrivateMessage(_reminder(snapshot, snapshot.person.id, translate, call=False))


def public_reminder(snapshot: PublicSnapshot, person: int, translate: Translator) -> PublicMessage:
    """Return a reminder with a mention, for the thread; empty if the player no longer has a question."""
    items = _reminder(snapshot, person, translate, call=True)
    return PublicMessage(items, mentions=(person,) if items else ())


def _reminder(snapshot: Snapshot, person: int, translate: Translator, *, call: bool) -> tuple[Item, ...]:
    table = snapshot.table
    awaited_seat = next((seat for seat in snapshot.awaited if seat.person.id == person), None)
    if awaited_seat is None:
        return ()
    lines = [translate.msg("### Reminder: {title}", title=title(table, translate))]
    if stage_name := stage(snapshot):
        lines.append(f"-# {stage_name}")
    decision = translate.msg("Your move: {about}.", about=plain(awaited_seat.about, 200))
    lines.append(f"<@{person}> {decision}" if call else decision)
    due = table.times[awaited_seat.seat].due_at if table.times else None
    if due is not None:
        lines.append(
            translate.msg("Your deadline is {when} ({left}).", when=moment(due, "f"), left=moment(due))
        )
        if table.game.kernel.lapse is not None:
            is_last = is_last_lapse(table.times[awaited_seat.seat].lapsed, forfeits=table.forfeits)
            lines.append(
                translate(
                    msg("After that you're out of the match.")
                    if is_last
                    else msg(
                        "After that I answer as if you did nothing. The third time in a row, "
                        "you're out of the match."
                    )
                )
            )
    elif not table.times:
        opponents = table.others(awaited_seat.seat)
        lines.append(
            translate(
                msg_plural(
                    "No clock is running, but **{who}** is waiting for you.",
                    "No clock is running, but **{who}** are waiting for you.",
                    len(opponents),
                    who=names_at(table, opponents, translate),
                )
            )
        )
    turn_button = button(
        translate.msg("My turn"), control(table, "remind", "turn"), discord.ButtonStyle.primary
    )
    buttons = [
        turn_button,
        button(translate.msg("Snooze 4 h"), control(table, "remind", "snooze")),
        button(translate.msg("Mute this match"), control(table, "remind", "off")),
    ]
    if url := status_url(table):
        buttons.append(link(translate.msg("Go to the match"), url))
    return (text("\n".join(lines)), row(*buttons))


def settings(person: PersonRow, translate: Translator) -> PrivateMessage:
    """Return a player's reminder settings, with menus to change them."""
    reminder_settings = person.reminder_settings
    where = translate(IN_THREAD if reminder_settings.thread else msg("by direct message"))
    lines = [
        translate.msg("## Your reminders"),
        translate.msg("I remind you {where} when a match is waiting for you.", where=where)
        if reminder_settings.on
        else translate.msg("You get no reminders."),
    ]
    if reminder_settings.on:
        if person.dm_closed and not reminder_settings.thread:
            lines.append(
                translate.msg("I can't message you directly, so reminders appear in the match threads.")
            )
        with_clock = [
            label
            for value, label in _moments(translate)
            if value in _selected_values(reminder_settings) and value[0] != "a"
        ]
        without_clock = [
            label
            for value, label in _moments(translate)
            if value in _selected_values(reminder_settings) and value[0] == "a"
        ]
        lines += [
            translate.msg(
                "- With a clock: {moments}", moments=", ".join(with_clock) or translate.msg("never")
            ),
            translate.msg(
                "- Without a clock: {moments}", moments=", ".join(without_clock) or translate.msg("never")
            ),
            quiet_line(person, translate),
            translate.msg("-# I stop after three unanswered reminders for the same decision."),
        ]
    items: list[Item] = [text("\n".join(lines))]
    if reminder_settings.on:
        items += [_times_menu(reminder_settings, translate), _place_menu(reminder_settings, translate)]
    switch = (
        button(translate.msg("Turn reminders off"), CustomId("remind", state="all-off").id)
        if reminder_settings.on
        else button(
            translate.msg("Turn reminders on"),
            CustomId("remind", state="all-on").id,
            discord.ButtonStyle.primary,
        )
    )
    items.append(row(switch, button(translate.msg("As usual"), CustomId("remind", state="usual").id)))
    return PrivateMessage(tuple(items))


def quiet_line(person: PersonRow, translate: Translator) -> str:
    """Return a line about a player's quiet hours."""
    quiet = person.reminder_settings.quiet
    if quiet is None:
        return translate(
            with_commands(
                msg("- No quiet hours. Set them with `{/quiet}`. Your time zone is {zone}.", zone=person.zone)
            )
        )
    return translate.msg(
        "- Quiet hours: {start} to {end} in {zone}. Reminders due then arrive when they end.",
        start=hour(quiet.start),
        end=hour(quiet.end),
        zone=person.zone,
    )


def hour(minutes: int) -> str:
    """Return minutes since midnight as "22:00"."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def chosen(reminder_settings: ReminderSettings, values: Sequence[str]) -> ReminderSettings:
    """Return the settings with the times chosen in the menu. Raises ValueError for unknown ones."""
    half = "half" in values
    before = tuple(numeral(v[1:]) or -1 for v in values if v.startswith("b"))
    after = tuple(numeral(v[1:]) or -1 for v in values if v.startswith("a"))
    if not (
        set(before) <= {*BEFORE, *reminder_settings.before}
        and set(after) <= {*AFTER, *reminder_settings.after}
    ):
        raise ValueError("no such moment")
    return ReminderSettings(
        reminder_settings.on, half, before, after, reminder_settings.thread, reminder_settings.quiet
    )


def usual(reminder_settings: ReminderSettings) -> ReminderSettings:
    """Return the settings with the default times. The place and the quiet hours stay unchanged."""
    return ReminderSettings(
        True, USUAL.half, USUAL.before, USUAL.after, reminder_settings.thread, reminder_settings.quiet
    )


def _selected_values(reminder_settings: ReminderSettings) -> set[str]:
    half = {"half"} if reminder_settings.half else set[str]()
    return (
        half
        | {f"b{time}" for time in reminder_settings.before}
        | {f"a{time}" for time in reminder_settings.after}
    )


def _moments(translate: Translator) -> list[tuple[str, str]]:
    """Return the possible times, as (value, label)."""
    return [
        ("half", translate.msg("at half the remaining time")),
        *(
            (f"b{time}", translate.msg("{time} before the deadline", time=length(time, translate)))
            for time in BEFORE
        ),
        *(
            (f"a{time}", translate.msg("{time} after it's your move", time=length(time, translate)))
            for time in AFTER
        ),
    ]


def _times_menu(reminder_settings: ReminderSettings, translate: Translator) -> Item:
    selected = _selected_values(reminder_settings)
    options = [
        menu_option(capitalised(label), value, chosen=value in selected)
        for value, label in _moments(translate)
    ]
    id_ = CustomId("remind", state="which").id
    return menu(id_, translate.msg("When to remind me …"), options, least=0, most=len(options))


def _place_menu(reminder_settings: ReminderSettings, translate: Translator) -> Item:
    choices = (
        ("direct", translate.msg("by direct message"), not reminder_settings.thread),
        ("thread", translate(IN_THREAD), reminder_settings.thread),
    )
    options = [
        menu_option(capitalised(label), value, chosen=is_current) for value, label, is_current in choices
    ]
    return menu(CustomId("remind", state="where").id, translate.msg("Where to remind me …"), options)


class RemindersAnnouncements:
    """Posts reminders."""

    @property
    def announcements(self) -> Announcements:
        """The announcers, by kind."""
        return Announcements(public={PublicKind.REMIND: _in_thread}, private={PrivateKind.REMIND: _directly})


async def _in_thread(to: MatchMessages, announcement: Announcement, snapshot: PublicSnapshot) -> Sent | Gone:
    [person, *_] = announcement.note.mentions
    message = public_reminder(snapshot, person, announcement.translate)
    return await to.ask(announcement, snapshot, message, about_call(snapshot.table, person))


async def _directly(
    posting: PostSender, delivery: Delivery, note: PrivateNote, snapshot: PlayerSnapshot
) -> Sent:
    message = private_reminder(snapshot, translator_for(delivery.locale))
    channel, sent = await posting.send_directly(delivery, note.person, message)
    return Sent(sent, channel, about_reminder(snapshot, sent))
