"""The slash commands, each under a key: what is said anywhere names a command by its key, never by what is typed.

The order is that of need: whoever opens the list sees first what they need first. Of `/voidream` is what only Voidream
has; what every game shares stands apart from it, and exists once. No group has more than `MOST` commands, so that some
can be added: Discord refuses all commands when one group has more than 25.
"""

from __future__ import annotations

import re
from enum import StrEnum

MOST = 20
"""Commands in one group."""


class Command(StrEnum):
    """A command, by what is typed behind the “/”: a group and a name, or a name alone."""

    CHALLENGE = "voidream challenge"
    LEARN = "voidream learn"
    PLAY = "voidream play"
    ACTIVATE = "voidream activate"
    UNVEIL = "voidream unveil"
    PASS = "voidream pass"  # noqa: S105

    MATCHES = "match list"
    ACCEPT = "match accept"
    DECLINE = "match decline"
    DECIDE = "match decide"
    BOARD = "match board"
    HAND = "match hand"
    LOG = "match log"
    WATCH = "match watch"
    UNDO = "match undo"
    DRAW = "match draw"
    RESIGN = "match resign"
    ABORT = "match abort"
    REMATCH = "match rematch"

    HELP = "help"
    RULES = "rules"
    CARD = "card"

    DECKS = "deck list"
    DECK_NEW = "deck new"
    DECK_VIEW = "deck view"
    DECK_EDIT = "deck edit"
    DECK_IMPORT = "deck import"
    DECK_EXPORT = "deck export"
    DECK_DEFAULT = "deck default"
    DECK_DELETE = "deck delete"

    ORDER = "orders give"
    ORDERS = "orders list"
    ORDER_WITHDRAW = "orders withdraw"

    TIME = "time show"
    CLAIM = "time claim"
    GIVE_TIME = "time give"
    PAUSE = "time pause"
    CONTINUE = "time continue"
    AWAY = "time away"
    BACK = "time back"
    ZONE = "time zone"

    REMINDERS = "reminders show"
    QUIET = "reminders quiet"
    SNOOZE = "reminders snooze"
    MUTE = "reminders mute"
    MESSAGES = "reminders messages"

    REPLAY = "replay show"
    ROUND = "replay round"
    RECORD = "replay record"
    VERIFY = "replay verify"

    PROFILE = "profile"
    LEADERBOARD = "leaderboard"

    PRIVACY = "privacy what"
    PRIVACY_HANDS = "privacy hands"
    PRIVACY_EXPORT = "privacy export"
    PRIVACY_DELETE = "privacy delete"
    BLOCK = "privacy block"
    UNBLOCK = "privacy unblock"
    BLOCKED = "privacy blocked"

    SETTINGS = "settings show"
    SETTINGS_CHANNELS = "settings channels"
    SETTINGS_CLOCK = "settings clock"
    SETTINGS_DECK = "settings deck"
    SETTINGS_LIMITS = "settings limits"
    SETTINGS_RATED = "settings rated"
    SETTINGS_CALL_OFF = "settings call-off"
    SETTINGS_MODERATORS = "settings moderators"
    SETTINGS_ANNOUNCEMENTS = "settings announcements"
    SETTINGS_LANGUAGE = "settings language"
    SETTINGS_RESET = "settings reset"

    MODERATE_END = "moderate end"
    MODERATE_VOID = "moderate void"

    @property
    def group(self) -> str:
        """The name of the group in which it stands, "" for one that stands alone."""
        return self.value.rpartition(" ")[0]

    @property
    def own_name(self) -> str:
        """Its name within its group."""
        return self.value.rpartition(" ")[2]

    @property
    def typed(self) -> str:
        """What is typed to use it: “/match board”."""
        return f"/{self.value}"

    @property
    def key(self) -> str:
        """What names it in a text, as `{/deck-new}`."""
        return f"/{self.name.lower().replace('_', '-')}"


_BY_KEY = {command.key: command for command in Command}
_KEY = re.compile(r"\{(/[^{}]*)\}")


def named_in(text: str) -> list[Command]:
    """Return the commands that a text names by their keys, in its order. Raises KeyError for one that there is not."""
    return [_BY_KEY[key] for key in _KEY.findall(text)]


def with_commands(text: str) -> str:
    """Return a text with what is typed in place of the keys of commands. Raises KeyError for one that there is not."""
    return _KEY.sub(lambda found: _BY_KEY[found[1]].typed, text)
