"""Clocks: thinking time, computed in milliseconds since 1970. Nothing here reads the current time.

A *control* determines how much time there is, a *calendar* which time counts, and a *seat clock* how much a
seat has left. Time is conserved: a running clock loses exactly the time that counted, regardless of pauses,
weekends, changes of time zone or restarts.
"""

from bot.clocks.calendar import Calendar, Home, UnknownZone, find_zone, moved_home, reached, worked, zones
from bot.clocks.control import NO_CLOCK, TimeControl, UnreadableControl, read_control
from bot.clocks.reminders import (
    NOTHING,
    USUAL,
    QuietHours,
    ReminderSettings,
    ReminderState,
    after_quiet,
    moments,
    next_reminder,
    reminded,
)
from bot.clocks.seat import SeatClock, begun, due_at, held, left_at, moved_on, settled
from bot.clocks.vacation import AT_HOME, Vacation, budget, home, with_absence

__all__ = [
    "AT_HOME",
    "NOTHING",
    "NO_CLOCK",
    "USUAL",
    "Calendar",
    "Home",
    "QuietHours",
    "ReminderSettings",
    "ReminderState",
    "SeatClock",
    "TimeControl",
    "UnknownZone",
    "UnreadableControl",
    "Vacation",
    "after_quiet",
    "begun",
    "budget",
    "due_at",
    "find_zone",
    "held",
    "home",
    "left_at",
    "moments",
    "moved_home",
    "moved_on",
    "next_reminder",
    "reached",
    "read_control",
    "reminded",
    "settled",
    "with_absence",
    "worked",
    "zones",
]
