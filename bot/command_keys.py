"""The slash commands, each under a key. Texts refer to commands by key, never by their typed form.

Discord's menu lists every command in full, grouped by first word. So related commands share a first word: `/voidream`
is for starting matches, `/match` for one match of any game, `/deck` for decks, `/me` for personal settings; server
settings are only visible to those who can change them. Within a first word, frequent commands come first, and related
ones share a second word. No group has more than `MOST` parts, which leaves room for additions: Discord rejects all
commands if one has more than 25.

Commands of a single game have no key here: the game names them itself (`bot.games.playable.ActionCommand`), under its
own word.
"""

from __future__ import annotations

import re
from enum import StrEnum

from cards.i18n import Message

MOST = 20
"""Maximum number of commands and subgroups in a group."""


class Command(StrEnum):
    """A command. Its value is the typed text after the “/”: the groups, if any, and the name."""

    CHALLENGE = "voidream challenge"
    LEARN = "voidream learn"
    PUZZLE = "voidream puzzle"

    MATCHES = "match list"
    DECIDE = "match decide"
    BOARD = "match board"
    HAND = "match hand"
    LOG = "match log"
    WATCH = "match watch"
    UNDO = "match undo"
    ACCEPT = "match accept"
    DECLINE = "match decline"
    REMATCH = "match rematch"
    DRAW = "match draw"
    RESIGN = "match resign"
    ABORT = "match abort"

    ORDER = "match orders give"
    ORDERS = "match orders list"
    ORDER_WITHDRAW = "match orders withdraw"

    CLAIM = "match time claim"
    GIVE_TIME = "match time give"
    TAKEOVER = "match time takeover"
    RETURN = "match time back"
    PAUSE = "match time pause"
    CONTINUE = "match time continue"

    REPLAY = "match replay show"
    ROUND = "match replay round"
    RECORD = "match replay record"
    VERIFY = "match replay verify"
    LOOK_BACK = "match replay look-back"

    HELP = "help"
    RULES = "rules"
    CARD = "card"

    DECKS = "deck list"
    DECK_NEW = "deck new"
    DECK_VIEW = "deck view"
    DECK_EDIT = "deck edit"
    DECK_DEFAULT = "deck default"
    DECK_IMPORT = "deck import"
    DECK_EXPORT = "deck export"
    DECK_DELETE = "deck delete"

    PROFILE = "profile"
    LEADERBOARD = "leaderboard"

    AWAY = "me away"
    BACK = "me back"
    TIME = "me time"

    REMINDERS = "me reminders show"
    QUIET = "me reminders quiet"
    SNOOZE = "me reminders snooze"
    MUTE = "me reminders mute"
    MESSAGES = "me reminders messages"

    BLOCK = "me block"
    UNBLOCK = "me unblock"
    BLOCKED = "me blocked"

    PRIVACY = "me privacy show"
    PRIVACY_HANDS = "me privacy hands"
    PRIVACY_EXPORT = "me privacy export"
    PRIVACY_DELETE = "me privacy delete"

    SETTINGS = "settings show"
    SETTINGS_CHANNELS = "settings channels"
    SETTINGS_CLOCK = "settings clock"
    SETTINGS_GAMES = "settings games"
    SETTINGS_DECK = "settings deck"
    SETTINGS_LIMITS = "settings limits"
    SETTINGS_RATED = "settings rated"
    SETTINGS_CALL_OFF = "settings call-off"
    SETTINGS_TIME_UP = "settings time-up"
    SETTINGS_MODERATORS = "settings moderators"
    SETTINGS_ANNOUNCEMENTS = "settings announcements"
    SETTINGS_LANGUAGE = "settings language"
    SETTINGS_RESET = "settings reset"

    MODERATE_END = "moderate end"
    MODERATE_VOID = "moderate void"
    MODERATE_BAR = "moderate bar"
    MODERATE_UNBAR = "moderate unbar"
    MODERATE_BARRED = "moderate barred"

    @property
    def group(self) -> str:
        """The name of its group, such as "match orders" for a nested one; "" without a group."""
        return self.value.rpartition(" ")[0]

    @property
    def family(self) -> str:
        """The first word of its group; "" without a group."""
        return self.group.partition(" ")[0]

    @property
    def own_name(self) -> str:
        """The name within the group."""
        return self.value.rpartition(" ")[2]

    @property
    def typed(self) -> str:
        """The typed text: “/match board”."""
        return f"/{self.value}"

    @property
    def key(self) -> str:
        """The placeholder's name in messages, as in `{/deck-new}`."""
        return f"/{self.name.lower().replace('_', '-')}"


ONLY_WITH_SEVERAL_GAMES = frozenset({Command.SETTINGS_GAMES})
"""Commands that only exist with several games."""

ONLY_WITH_LAPSES = frozenset({Command.SETTINGS_TIME_UP})
"""Commands that only exist with a game that has default answers for players who run out of time."""

ONLY_ON_SERVERS = frozenset({Command.LEADERBOARD})
"""Commands outside groups that are useless in direct messages."""

_BY_KEY = {command.key: command for command in Command}
_KEY = re.compile(r"\{(/[^{}]*)\}")


def named_in(text: str) -> list[Command]:
    """Return the commands in a text, by their keys and in order. Raises KeyError for an unknown one."""
    return [_BY_KEY[key] for key in _KEY.findall(text)]


def with_commands(message: Message) -> Message:
    """Return a message with commands' typed texts filled in for their keys. Raises KeyError for an unknown one."""
    return message.filled(**{key: _BY_KEY[key].typed for key in dict.fromkeys(_KEY.findall(message.message))})
