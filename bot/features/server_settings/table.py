"""The settings of a server, in display order. Add an entry here to add a setting."""

from __future__ import annotations

from bot.command_keys import Command
from bot.discord.components.messages import button
from bot.discord.game_resolver import WhichGame
from bot.features.server_settings.kinds import switch
from bot.features.server_settings.matches import CLOCK, LANGUAGE, first_deck, played_games
from bot.features.server_settings.numbers import LIMITED, RATED
from bot.features.server_settings.places import ANNOUNCEMENTS, CHANNELS, MODERATORS
from bot.features.server_settings.setting import Setting, control
from cards.i18n import msg

CALL_OFF = switch(
    Command.SETTINGS_CALL_OFF,
    msg("Choose who can cancel a match before anyone acts: one player, or only all together."),
    ("takes", msg("All or one. The match counts for no one either way."), ("both", "one")),
    "abort_alone",
    "abort",
    shown=(
        msg("**Cancelling a match** needs all players once cards are dealt."),
        msg("**Cancelling a match** needs one player, until someone acts."),
    ),
    leave=(msg("One player cancels"), msg("All must agree")),
)
TIME_UP = switch(
    Command.SETTINGS_TIME_UP,
    msg("Choose when a player who runs out of time is out, in games where I can answer for them."),
    (
        "out",
        msg("The first time, or the third in a row. It applies to new matches only."),
        ("third", "first"),
    ),
    "forfeits",
    "time-up",
    shown=(
        msg("**Out of time**: I answer for the player. The third time in a row, they're out."),
        msg("**Out of time**: the player is out of the match."),
    ),
    leave=(msg("Out the first time"), msg("Out the third time")),
    is_shown=lambda now: any(game.kernel.lapse for game in now.games),
)
RESET = Setting(
    buttons=lambda now: [button(now.translate.msg("Reset all"), control("reset"))],
    presses={"reset-yes": lambda edit, values, rest: edit.servers.reset(*edit.by)},
)
"""Its command asks first: see `commands`."""


def settings(which: WhichGame) -> tuple[Setting, ...]:
    """Return the settings. Buttons of neighbours stand in one row, of at most five."""
    return (
        *(played_games(which), CHANNELS, CLOCK, first_deck(which), MODERATORS, ANNOUNCEMENTS, LANGUAGE),
        *(RATED, CALL_OFF, LIMITED, RESET, TIME_UP),
    )
