"""Notes: what to show to whom. The outbox stores them, and they contain no secrets.

A note doesn't contain the message: text and pictures are built from a current view at delivery. Public and private
notes are different types, so a private note can't be delivered in public.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec


class PublicKind(StrEnum):
    """The kinds of public messages. Each is one call to Discord, and can be repeated."""

    CHALLENGE = "challenge"
    """The challenge's message in the channel: send it, or if it has been sent, edit it to be current."""
    OPEN = "open"
    """Begin the match's thread *on the challenge's message*: its id is then known, and a repeat is refused."""
    STATUS = "status"
    """The one message in the thread that is always current: send it, or if it has been sent, edit it."""
    PING = "ping"
    """A new message in the thread that calls `mentions`, who can't be reached by direct message: their decision
    is awaited, and `/match decide` or My turn shows it."""
    TIME = "time"
    """A new message in the thread about the clocks: a player is out of time or away, or a pause was asked for or
    agreed on. Its text is the state at delivery. It mentions the people in `mentions`."""
    ABSENCE = "absence"
    """A new message in the thread: the bot was out of reach, and clocks stood still meanwhile. It calls nobody."""
    REMIND = "remind"
    """A new message in the thread that reminds `mentions` of their decision: they are not reached directly, or want it
    there."""
    OFFER = "offer"
    """A new message in the thread: a draw is offered, or a player asks to take back a move. It mentions the people in `mentions`."""
    ENDED = "ended"
    """A new message in the thread: the match is over. It calls `mentions`."""
    ROUND = "round"
    """A new message in the thread: the round in which the match was decided, in moving pictures. It calls nobody."""
    LOOK_BACK = "look-back"
    """The one message in the thread about looking back at a match that is over: send it, or if it has been sent, edit it. It
    calls `mentions`."""
    TALK = "talk"
    """The thread for comments: a message in the channel, and a thread on it. It calls nobody."""
    RESULT = "result"
    """A new message in the channel in which the server announces results, if it does. It calls nobody."""
    VOIDED = "voided"
    """A new message in the thread: a moderator has voided the result. It calls `mentions`."""
    NAMES = "names"
    """Edit all messages of a match: a player was forgotten, or its result voided. It mentions nobody."""


class PrivateKind(StrEnum):
    """The kinds of direct messages. Each is one call to Discord."""

    ASK = "ask"
    """A new message: it is the person's decision now, because of another player's act."""
    REMIND = "remind"
    """A new message: their decision is still awaited. It isn't a panel and doesn't replace one."""
    TAKEOVER = "takeover"
    """A new message: they ran out of time, and the bot plays on for them. It isn't a panel and doesn't replace one."""
    PANEL = "panel"
    """Edit their last direct message of this match, if there is one, to be current. It calls nobody."""


class PublicNote(msgspec.Struct, frozen=True):
    """Something to be shown to everybody in a match's channel or thread.

    `rev` is the match's revision that caused it; what is shown is the position at delivery.
    """

    kind: PublicKind
    match_id: int
    rev: int
    mentions: tuple[int, ...] = ()


class PrivateNote(msgspec.Struct, frozen=True):
    """Something to be shown to one person alone, by direct message."""

    kind: PrivateKind
    match_id: int
    rev: int
    person: int
