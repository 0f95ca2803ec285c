"""The texts about reminders, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

import msgspec


class ReminderTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    # -- a reminder
    title: str = "### Reminder: {title}"
    yours: str = "It is your decision: {about}."
    until: str = "You have time until {when} ({left})."
    lapse: str = (
        "After that I answer as if you did nothing. The third time in a row, you are out of the match."
    )
    last_lapse: str = "After that you are out of the match."
    no_clock: str = "No clock is running, but **{who}** is waiting for you."
    snooze: str = "Snooze 4 h"
    off: str = "Off for this match"
    on: str = "On again for this match"

    # -- what was done
    snoozed: str = "I will remind you again {when}."
    snoozed_past: str = "Your time is up before that; I will remind you as usual."
    is_off: str = "You no longer get reminders in {title}."
    is_on: str = "You get reminders in {title} again."

    # -- one's own settings
    yours_title: str = "## Your reminders"
    are_on: str = "You are reminded of decisions that wait for you, {where}."
    are_off: str = "You get no reminders."
    by_message: str = "by direct message"
    in_thread: str = "by a call in the match's thread"
    closed: str = "Your direct messages are closed, so reminders come in the threads."
    when_clock: str = "- With a clock: {moments}"
    when_none: str = "- Without a clock: {moments}"
    never: str = "never"
    quiet: str = "- Quiet hours: {start} to {end} in {zone}. What falls into them comes when they end."
    no_quiet: str = "- No quiet hours. `{/quiet}` sets them; your time zone is {zone}."
    stops: str = "-# After three reminders for the same decision that you don't react to, I leave you alone."
    half: str = "at half of the time left"
    before: str = "{time} before the deadline"
    after: str = "{time} after you were asked"
    which_menu: str = "When to remind me …"
    where_menu: str = "Where to remind me …"
    turn_off: str = "Turn reminders off"
    turn_on: str = "Turn reminders on"
    usual: str = "As usual"
    quiet_set: str = "No reminders from {start} to {end} in {zone}."
    quiet_off: str = "You have no quiet hours any more."
    quiet_same: str = "Quiet hours need a beginning and an end that differ. `{/quiet} from:off` ends them."
    quiet_both: str = "Please say from when and until when, as in `{/quiet} from:22:00 to:08:00`."
    no_hours: str = "none"
    no_hour: str = "“{typed}” isn't a time of day. Write it as 22:00, or 10 pm."

    # -- the descriptions of commands, at most 100 characters each
    d_group: str = "When and where you are reminded of decisions that wait for you."
    d_reminders: str = "Choose when and where you are reminded of decisions that wait for you."
    d_send: str = "Where, or not at all."
    d_quiet: str = "Set the hours in which you want no reminders, in your own time zone."
    d_from: str = "From when, such as 22:00; “off” ends your quiet hours."
    d_to: str = "Until when, such as 08:00."
    d_snooze: str = "Be reminded of a match later."
    d_snooze_for: str = "After how long, such as “4h”."
    d_mute: str = "Turn the reminders of one match off, or on again."
    d_mute_on: str = "Whether you want reminders in this match."
