"""The handlers of the kinds of alarms."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.match.apply import Applier
from bot.match.close_challenge import OPEN_TABLE
from bot.match.context import MatchContext
from bot.match.missing_players import LOOK, looking
from bot.match.prompts import TURN
from bot.match.requests import DRAW, draw_expires, table_expires
from bot.match.timeouts import Timeouts
from bot.store.absences import TELL
from bot.time import reminder_schedule
from bot.time.absences import tell_absence
from bot.time.alarms import Ring
from bot.time.seat_clocks import TIME


def kinds(context: MatchContext, think: Callable[[int], None]) -> Mapping[str, Ring]:
    """Return the handlers of the alarms of matches, by kind; `think` lets the bot think in a match, and answer."""
    deciding = Applier(context, think)
    return {
        TIME: Timeouts(context, deciding).ring,
        TURN: deciding.ring,
        reminder_schedule.REMIND: reminder_schedule.ring,
        DRAW: draw_expires,
        TELL: tell_absence,
        OPEN_TABLE: table_expires,
        LOOK: looking(context.gone_after),
    }
