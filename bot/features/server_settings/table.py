"""The settings of a server, in the order in which they are shown. To add one is to add an entry here."""

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
    msg("Say whether calling a match off, before anybody has acted, takes both players or one."),
    ("takes", msg("Both, or one; it counts for nobody either way."), ("both", "one")),
    "abort_alone",
    "abort",
    shown=(
        msg("**Calling a match off** takes both players once cards are dealt."),
        msg("**Calling a match off** takes one player, until someone has acted."),
    ),
    leave=(msg("One may call off"), msg("Calling off takes both")),
)
TIME_UP = switch(
    Command.SETTINGS_TIME_UP,
    msg("Say when a player who lets time run out is out, in games that can answer for them."),
    (
        "out",
        msg("The first time, or the third in a row. It holds for matches that begin from now on."),
        ("third", "first"),
    ),
    "forfeits",
    "time-up",
    shown=(
        msg("**When time runs out** I answer for them; the third time in a row, they are out."),
        msg("**When time runs out** they are out of the match."),
    ),
    leave=(msg("Out the first time"), msg("Out the third time")),
    is_shown=lambda now: any(game.kernel.lapse for game in now.games),
)
RESET = Setting(
    buttons=lambda now: [button(now.translate.msg("Set everything back"), control("reset"))],
    presses={"reset-yes": lambda edit, values, rest: edit.servers.reset(*edit.by)},
)
"""Its command asks first: see `commands`."""


def settings(which: WhichGame) -> tuple[Setting, ...]:
    """Return the settings. Buttons of neighbours stand in one row, of at most five."""
    return (
        *(played_games(which), CHANNELS, CLOCK, first_deck(which), MODERATORS, ANNOUNCEMENTS, LANGUAGE),
        *(RATED, CALL_OFF, LIMITED, RESET, TIME_UP),
    )
