"""Errors: refusals, which are sentences for a person, and internal failures, which get a reference code.

A refusal changes nothing. The engine's own errors (`engine.kernel.errors.GameError`) pass through unchanged, so code
that shows errors handles two kinds: `Refusal` and `GameError`, both with `message` as the sentence for the reader,
and `str(error)` as its English.
"""

from __future__ import annotations

import secrets

from cards.i18n import Message, as_message, msg


class Refusal(Exception):
    """Something that a person asked for and can't have. `message` is a sentence for that person."""

    def __init__(self, sentence: Message) -> None:
        self.message = sentence
        super().__init__(str(sentence))


class TranslatedError(Refusal):
    """A refusal by a text that is in the reader's language already."""

    def __init__(self, sentence: str) -> None:
        super().__init__(as_message(sentence))


class NotFound(Refusal):
    """There is no such match or challenge."""


class NotYourMatch(Refusal):
    """The person has no seat in that match, or the challenge is not theirs to answer."""


class AlreadyDecided(Refusal):
    """The challenge has been answered, or the match is over."""


class StillGoingOn(Refusal):
    """The match is not over yet, and what was asked for would tell secrets."""


class KeptPrivate(Refusal):
    """Someone keeps their hands to themselves, also when a match is over."""


class ConcurrentUpdate(Refusal):
    """Someone else advanced the match between looking and writing."""

    def __init__(self) -> None:
        super().__init__(msg("The match changed while you were deciding. Check it and try again."))


class LimitReached(Refusal):
    """As many open challenges or matches as the settings allow."""


class BadOpponent(Refusal):
    """Oneself, or a bot."""


class BadDeck(Refusal):
    """An unknown deck, or one that can't be played."""


class NoClock(Refusal):
    """The match has no clocks."""


class TimeNotUp(Refusal):
    """Nobody's time is up that could be claimed."""


class Unwritable(Refusal):
    """Nothing can be written down just now. Nothing has changed; later it may be possible again."""


class Busy(Unwritable):
    """Another program holds the database."""

    def __init__(self) -> None:
        super().__init__(
            msg(
                "I can't save anything right now because my database is busy. Nothing has "
                "changed and nothing is lost. Please try again in a minute."
            )
        )


class Collision(Busy):
    """Two transactions wanted what the other one held, or the connection broke. It can be carried out again at once."""


class Uncertain(Unwritable):
    """The connection broke while a transaction was committed: perhaps all of it is kept, perhaps nothing."""

    def __init__(self) -> None:
        super().__init__(
            msg(
                "My database was interrupted, and I can't tell whether this counted. "
                "Please check before you try again."
            )
        )


class DiskFull(Unwritable):
    """The disk with the database is full."""

    def __init__(self) -> None:
        super().__init__(
            msg(
                "I can't save anything right now because my disk is full. Nothing has "
                "changed and nothing is lost. Please tell the person who runs the bot, and "
                "try again later."
            )
        )


class StartError(Exception):
    """The bot can't start or go on: a bad setting, a database of a newer version, a token that was reset.

    `str(error)` says which, and what to do.

    The command line prints it and ends with exit code 2.
    """


_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def reference() -> str:
    """Return a new reference code for an internal failure: eight characters that can be read aloud."""
    return "".join(secrets.choice(_LETTERS) for _ in range(8))
