"""The handlers of the kinds of alarms."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.games.playable import Games
from bot.match.apply import Applier
from bot.match.close_challenge import OPEN_TABLE
from bot.match.missing_players import AFTER, LOOK, looking
from bot.match.offers import DRAW
from bot.match.prompts import TURN, Quick
from bot.match.request_expiry import draw_expires, table_expires
from bot.match.timeouts import Timeouts
from bot.platform.randomness import Lot
from bot.store.absences import TELL
from bot.time import reminder_schedule
from bot.time.absences import tell_absence
from bot.time.alarms import Ring
from bot.time.seat_clocks import TIME


def kinds(
    games: Games,
    quick: Quick,
    lot: Lot,
    think: Callable[[int], None],
    gone_after: int = AFTER,
) -> Mapping[str, Ring]:
    """Return the handlers of the alarms of matches, by kind.

    `quick` draws how long a quick player takes to answer, `lot` draws what is random on a player's behalf; `think` lets the
    bot think in a match, and answer. A player who does nothing counts as gone after `gone_after` milliseconds.
    """
    deciding = Applier(games, quick, lot, think)
    return {
        TIME: Timeouts(deciding, games, quick).ring,
        TURN: deciding.ring,
        reminder_schedule.REMIND: reminder_schedule.ring,
        DRAW: draw_expires,
        TELL: tell_absence,
        OPEN_TABLE: table_expires,
        LOOK: looking(gone_after),
    }
