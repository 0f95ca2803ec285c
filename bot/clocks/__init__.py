"""Clocks: thinking time, computed in milliseconds since 1970. Nothing here reads the current time.

A *control* determines how much time there is, a *calendar* which time counts, and a *seat clock* how much a
seat has left. Time is conserved: a running clock loses exactly the time that counted, regardless of pauses,
weekends, changes of time zone or restarts.
"""

from bot.clocks.calendar import (
    Calendar,
    Home,
    UnknownZone,
    counted_time,
    find_zone,
    moment_after,
    with_zone,
    zones,
)
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
from bot.clocks.seat import (
    SeatClock,
    after_question_change,
    clock_at,
    due_at,
    initial_clock,
    left_at,
    with_hold,
)
from bot.clocks.vacation import AT_HOME, Vacation, budget, ended_vacation, with_absence

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
    "after_question_change",
    "after_quiet",
    "budget",
    "clock_at",
    "counted_time",
    "due_at",
    "ended_vacation",
    "find_zone",
    "initial_clock",
    "left_at",
    "moment_after",
    "moments",
    "next_reminder",
    "read_control",
    "reminded",
    "with_absence",
    "with_hold",
    "with_zone",
    "zones",
]
