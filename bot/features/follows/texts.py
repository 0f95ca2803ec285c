"""The texts about following matches, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec


class WatchTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    since: str = "Since you last looked"
    so_far: str = "What happened so far"
    nothing_new: str = "Nothing has happened since you last looked."
    called: str = "-# You will be called in the match's thread when it is over."
    watch: str = "What's new?"
    again: str = "Look again"
    call: str = "Call me at the end"
    stop: str = "Don't call me"
    stopped: str = "You won't be called when this match is over."

    # -- talking about a match
    talk: str = "Talk about it"
    talk_name: str = "Talk: {title}"
    """The name of the thread for comments."""
    talk_here: str = "**Talk about {title}** here. In [the match's own thread]({url}) it stays quiet."
    talk_open: str = "Everybody can talk about {title} in <#{thread}>."
    talk_closed: str = "The thread for talking about {title} is closed, but can be read: <#{thread}>."
    talk_later: str = "The thread is being opened. Press again in a moment."
    talk_there: str = "Open the thread"
    talk_troubles: Mapping[str, str] = msgspec.field(
        default_factory=lambda: MappingProxyType(
            {
                "no access": "I can't open a thread to talk in: I lack “View Channel” in {channel}.",
                "may not open threads": "I can't open a thread to talk in: I lack “Create Public Threads” in {channel}.",
                "may not write": "I can't open a thread to talk in: I lack “Send Messages” in {channel}.",
                "deleted": "This match's channel was deleted, so there is nowhere to open a thread.",
                "too many": "There are too many open threads on the server for another one.",
            }
        )
    )

    d_watch: str = "What happened since you last looked; as a spectator, be called at the end."
    d_watch_match: str = "Which match; needed only when it isn't clear."
