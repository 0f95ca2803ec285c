"""Errors: refusals, which are sentences for a person, and internal failures, which get a reference code.

A refusal changes nothing. The engine's own errors (`engine.kernel.errors.GameError`) pass through unchanged, so code
that shows errors handles two kinds: `Refusal` and `GameError`, both with `message` as the sentence for the reader,
and `str(error)` as its English.
"""

from __future__ import annotations

import secrets

from cards.i18n import Message, as_message, msg


class Refusal(Exception):
    """A request that is refused. `message` is a sentence for the person who made it."""

    def __init__(self, sentence: Message) -> None:
        self.message = sentence
        super().__init__(str(sentence))


class TranslatedError(Refusal):
    """A refusal whose text is already translated."""

    def __init__(self, sentence: str) -> None:
        super().__init__(as_message(sentence))


class NotFound(Refusal):
    """The match or challenge doesn't exist."""


class NotYourMatch(Refusal):
    """The person has no seat in that match, or the challenge is not theirs to answer."""


class AlreadyDecided(Refusal):
    """The challenge was already answered, or the match is over."""


class StillGoingOn(Refusal):
    """The match isn't over, and the request would reveal secrets."""


class KeptPrivate(Refusal):
    """A player keeps their hands private, even after the match."""


class ConcurrentUpdate(Refusal):
    """Another transaction has advanced the match since it was read."""

    def __init__(self) -> None:
        super().__init__(msg("The match changed while you were deciding. Check it and try again."))


class LimitReached(Refusal):
    """A limit was reached, such as the maximum of open challenges."""


class BadOpponent(Refusal):
    """The opponent is the person themselves, or a bot that doesn't play."""


class BadDeck(Refusal):
    """An unknown deck, or one that can't be played."""


class NoClock(Refusal):
    """The match has no clocks."""


class TimeNotUp(Refusal):
    """No opponent is out of time."""


class Unwritable(Refusal):
    """The database can't be written at the moment. Nothing has changed; a later attempt may succeed."""


class Busy(Unwritable):
    """Another program has locked the database."""

    def __init__(self) -> None:
        super().__init__(
            msg(
                "I can't save anything right now because my database is busy. Nothing has "
                "changed and nothing is lost. Please try again in a minute."
            )
        )


class Collision(Busy):
    """A deadlock or serialization failure, or a lost connection. The act can be repeated immediately."""


class Uncertain(Unwritable):
    """The connection broke during a commit: all of the transaction is stored, or nothing."""

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
