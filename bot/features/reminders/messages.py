"""Reminders in words: the message itself, and a person's settings."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.clocks import USUAL, Wishes
from bot.clocks.control import DAY, HOUR, MINUTE
from bot.command_keys import with_commands
from bot.delivery.notes import PrivateKind, PrivateNote, PublicKind
from bot.delivery.results import Delivery, Gone, Sent
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import Item, PrivateMessage, PublicMessage, button, link, row, text
from bot.discord.components.plain import capitalised, plain
from bot.discord.match_text import Look, control, named, stage, status_url, title
from bot.discord.outgoing.announcers import Announcement, Announcements, MatchMessages
from bot.discord.outgoing.posts import PostSender
from bot.discord.outgoing.settled_prompts import about_call, about_reminder
from bot.discord.time_format import length, moment
from bot.match.apply import is_last_lapse
from bot.people.locales import translator_for
from bot.store.rows import PersonRow
from bot.views.types import PrivateLook, PublicLook
from cards.i18n import Translator, msg, msg_plural
from cards.numerals import numeral

IN_THREAD = msg("with a mention in the match thread")

BEFORE = (2 * DAY, DAY, 12 * HOUR, 4 * HOUR, 2 * HOUR, HOUR, 15 * MINUTE)
"""The times before the deadline at which one can be reminded."""
AFTER = (12 * HOUR, DAY, 3 * DAY, 7 * DAY)
"""The times after a question, where there is no clock."""
SNOOZED = 4 * HOUR
"""The length of a snooze."""


def private_reminder(look: PrivateLook, translate: Translator) -> PrivateMessage:
    """Return the reminder as a direct message; it says nothing that is not known to everybody."""
    return PrivateMessage(_reminder(look, look.person.id, translate, call=False))


def public_reminder(look: PublicLook, person: int, translate: Translator) -> PublicMessage:
    """Return the reminder as a call in the thread; nothing if the person has nothing to decide any more."""
    items = _reminder(look, person, translate, call=True)
    return PublicMessage(items, mentions=(person,) if items else ())


def _reminder(look: Look, person: int, translate: Translator, *, call: bool) -> tuple[Item, ...]:
    table = look.table
    asked = next((one for one in look.awaited if one.person.id == person), None)
    if asked is None:
        return ()
    lines = [translate.msg("### Reminder: {title}", title=title(table, translate))]
    if now := stage(look):
        lines.append(f"-# {now}")
    decision = translate.msg("Your move: {about}.", about=plain(asked.about, 200))
    lines.append(f"<@{person}> {decision}" if call else decision)
    due = table.times[asked.seat].due_at if table.times else None
    if due is not None:
        lines.append(
            translate.msg("Your deadline is {when} ({left}).", when=moment(due, "f"), left=moment(due))
        )
        if table.game.kernel.lapse is not None:
            last = is_last_lapse(table.times[asked.seat].lapsed, forfeits=table.forfeits)
            lines.append(
                translate(
                    msg("After that you're out of the match.")
                    if last
                    else msg(
                        "After that I answer as if you did nothing. The third time in a row, "
                        "you're out of the match."
                    )
                )
            )
    elif not table.times:
        others = table.others(asked.seat)
        lines.append(
            translate(
                msg_plural(
                    "No clock is running, but **{who}** is waiting for you.",
                    "No clock is running, but **{who}** are waiting for you.",
                    len(others),
                    who=named(table, others, translate),
                )
            )
        )
    turn = button(translate.msg("My turn"), control(table, "remind", "turn"), discord.ButtonStyle.primary)
    buttons = [
        turn,
        button(translate.msg("Snooze 4 h"), control(table, "remind", "snooze")),
        button(translate.msg("Mute this match"), control(table, "remind", "off")),
    ]
    if url := status_url(table):
        buttons.append(link(translate.msg("Go to the match"), url))
    return (text("\n".join(lines)), row(*buttons))


def settings(known: PersonRow, translate: Translator) -> PrivateMessage:
    """Return a person's reminder settings, with menus to change them."""
    wishes = known.wishes
    where = translate(IN_THREAD if wishes.thread else msg("by direct message"))
    lines = [
        translate.msg("## Your reminders"),
        translate.msg("I remind you {where} when a match is waiting for you.", where=where)
        if wishes.on
        else translate.msg("You get no reminders."),
    ]
    if wishes.on:
        if known.dm_closed and not wishes.thread:
            lines.append(
                translate.msg("I can't message you directly, so reminders appear in the match threads.")
            )
        with_clock = [
            named for value, named in _moments(translate) if value in _chosen(wishes) and value[0] != "a"
        ]
        without = [
            named for value, named in _moments(translate) if value in _chosen(wishes) and value[0] == "a"
        ]
        lines += [
            translate.msg(
                "- With a clock: {moments}", moments=", ".join(with_clock) or translate.msg("never")
            ),
            translate.msg(
                "- Without a clock: {moments}", moments=", ".join(without) or translate.msg("never")
            ),
            quiet_line(known, translate),
            translate.msg("-# I stop after three unanswered reminders for the same decision."),
        ]
    items: list[Item] = [text("\n".join(lines))]
    if wishes.on:
        items += [_which(wishes, translate), _where(wishes, translate)]
    turn = (
        button(translate.msg("Turn reminders off"), CustomId("remind", state="all-off").id)
        if wishes.on
        else button(
            translate.msg("Turn reminders on"),
            CustomId("remind", state="all-on").id,
            discord.ButtonStyle.primary,
        )
    )
    items.append(row(turn, button(translate.msg("As usual"), CustomId("remind", state="usual").id)))
    return PrivateMessage(tuple(items))


def quiet_line(known: PersonRow, translate: Translator) -> str:
    """Return a line about a person's quiet hours."""
    quiet = known.wishes.quiet
    if quiet is None:
        return translate(
            with_commands(
                msg("- No quiet hours. Set them with `{/quiet}`. Your time zone is {zone}.", zone=known.zone)
            )
        )
    return translate.msg(
        "- Quiet hours: {start} to {end} in {zone}. Reminders due then arrive when they end.",
        start=hour(quiet.start),
        end=hour(quiet.end),
        zone=known.zone,
    )


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


def _moments(translate: Translator) -> list[tuple[str, str]]:
    """Return the moments that can be chosen, as (value, in words)."""
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


def _which(wishes: Wishes, translate: Translator) -> Item:
    options = [
        discord.SelectOption(label=capitalised(named), value=value, default=value in _chosen(wishes))
        for value, named in _moments(translate)
    ]
    menu = ui.Select[ui.LayoutView](
        custom_id=CustomId("remind", state="which").id,
        placeholder=translate.msg("When to remind me …"),
        options=options,
        min_values=0,
        required=False,
        max_values=len(options),
    )
    return ui.ActionRow(menu)


def _where(wishes: Wishes, translate: Translator) -> Item:
    ways = (
        ("direct", translate.msg("by direct message"), not wishes.thread),
        ("thread", translate(IN_THREAD), wishes.thread),
    )
    options = [
        discord.SelectOption(label=capitalised(named), value=value, default=is_so)
        for value, named, is_so in ways
    ]
    menu = ui.Select[ui.LayoutView](
        custom_id=CustomId("remind", state="where").id,
        placeholder=translate.msg("Where to remind me …"),
        options=options,
    )
    return ui.ActionRow(menu)


class RemindersAnnouncements:
    """Reminds people of their decisions."""

    @property
    def announcements(self) -> Announcements:
        """Everything that it announces."""
        return Announcements(public={PublicKind.REMIND: _in_thread}, private={PrivateKind.REMIND: _directly})


async def _in_thread(to: MatchMessages, told: Announcement, look: PublicLook) -> Sent | Gone:
    [person, *_] = told.note.mentions
    message = public_reminder(look, person, told.translate)
    return await to.ask(told, look, message, about_call(look.table, person))


async def _directly(posting: PostSender, delivery: Delivery, note: PrivateNote, look: PrivateLook) -> Sent:
    message = private_reminder(look, translator_for(delivery.locale))
    channel, sent = await posting.send_directly(delivery, note.person, message)
    return Sent(sent, channel, about_reminder(look, sent))
