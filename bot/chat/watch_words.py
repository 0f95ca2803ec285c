"""The texts about following matches, in English; see `bot.chat.words`."""

from __future__ import annotations

import msgspec


class WatchWords(msgspec.Struct, frozen=True):
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
    d_watch: str = "What happened since you last looked; as a spectator, be called at the end."
    d_watch_match: str = "Which match; needed only when it isn't clear."
