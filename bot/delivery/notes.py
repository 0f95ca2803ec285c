"""Notes: what to show to whom. The outbox stores them, and they contain no secrets.

A note doesn't contain the message: text and pictures are built from a current view at delivery. Public and private
notes are different types, so a private note can't be delivered in public.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec


class PublicKind(StrEnum):
    """The kinds of public messages. Each is one call to Discord, and repeatable."""

    CHALLENGE = "challenge"
    """The challenge's message in the channel: send it, or update it if it was sent."""
    OPEN = "open"
    """Open the match's thread *on the challenge's message*. Its id is then known, and Discord refuses a second one.

    """
    STATUS = "status"
    """The status message in the thread: send it, or update it if it was sent."""
    PING = "ping"
    """A new message in the thread that mentions `mentions`, who have a question and can't be reached directly."""
    TIME = "time"
    """A new message in the thread about the clocks: a player is out of time or away, or a pause was asked for or
    agreed on. Its text is the state at delivery. It mentions the people in `mentions`."""
    ABSENCE = "absence"
    """A new message in the thread: the bot was unreachable, and the clocks were stopped. Mentions no one."""
    REMIND = "remind"
    """A new message in the thread that reminds `mentions` of their question."""
    OFFER = "offer"
    """A new message in the thread about an offered draw or another request. Mentions `mentions`."""
    ENDED = "ended"
    """A new message in the thread: the match is over. Mentions `mentions`."""
    ROUND = "round"
    """A new message in the thread: the decisive round, animated. Mentions no one."""
    REVIEW = "look-back"
    """The review's message in the thread: send it, or update it if it was sent. Mentions `mentions`."""
    TALK = "talk"
    """The thread for comments: a message in the channel, and a thread on it. Mentions no one."""
    RESULT = "result"
    """A new message in the server's channel for results, if it has one. Mentions no one."""
    VOIDED = "voided"
    """A new message in the thread: a moderator has voided the result. Mentions `mentions`."""
    NAMES = "names"
    """Edit all messages of a match, because a player deleted their data, or its result was voided. Mentions no one.

    """


class PrivateKind(StrEnum):
    """The kinds of direct messages. Each is one call to Discord."""

    ASK = "ask"
    """A new message: another player's act has given the person a question."""
    REMIND = "remind"
    """A new message: their question is still open. It isn't a panel and doesn't replace one."""
    TAKEOVER = "takeover"
    """A new message: they ran out of time, and the bot plays for them. It isn't a panel and doesn't replace one."""
    PANEL = "panel"
    """Update their last panel of this match, if there is one. Mentions no one."""


class PublicNote(msgspec.Struct, frozen=True):
    """A note to show in a match's channel or thread.

    `rev` is the match's revision that caused it. The message shows the position at delivery.
    """

    kind: PublicKind
    match_id: int
    rev: int
    mentions: tuple[int, ...] = ()


class PrivateNote(msgspec.Struct, frozen=True):
    """A note to show to one person, by direct message."""

    kind: PrivateKind
    match_id: int
    rev: int
    person: int
