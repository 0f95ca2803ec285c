"""Requests between players of a match that were settled, as a sentence for the one who has just pressed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.match.consent import Said, Settled
from cards.i18n import Message, Translator, msg

AGREED = msg("You agreed. All players must agree, so we're waiting for the others.")
D_AGREE = msg("Your answer. Leave it out for yes.")
DONE_BEFORE = msg("Already done. Nothing happened twice.")


_SETTLED: Mapping[Said, Message] = MappingProxyType(
    {
        Said.UNDONE: msg("You took it back. Here's the match now."),
        Said.UNDO_ASKED: msg("You asked to take that back. {why}"),
        Said.UNDO_REFUSED: msg("Nothing was taken back."),
        Said.DRAWN: msg("You agreed to a draw."),
        Said.DRAW_OFFERED: msg("You offered a draw."),
        Said.DRAW_REFUSED: msg("There's no draw offer any more."),
        Said.ABORTED: msg("The match is cancelled. It counts for no one."),
        Said.ABORT_ASKED: msg("You asked to cancel the match."),
        Said.ABORT_REFUSED: msg("The match isn't cancelled."),
        Said.TAKEN_OVER: msg("All right, I'll play."),
        Said.TAKEOVER_ASKED: msg("You asked me to play."),
        Said.TAKEOVER_REFUSED: msg("I won't play."),
        Said.BACK: msg("Welcome back. You're playing again."),
        Said.AGREED: AGREED,
        Said.ENDED: msg("You ended the match. I tell the players why."),
        Said.VOIDED: msg("You voided the result. I tell the players why, and recompute the ratings."),
        Said.CLOSED: msg("The match ended without a result. It counts for no one."),
        Said.DONE_BEFORE: DONE_BEFORE,
    }
)


def settled_line(done: Settled, translate: Translator) -> str:
    """Return what was done, for the one who did it."""
    message = _SETTLED[done.said]
    if done.said is Said.UNDO_ASKED:
        message = message.filled(why=done.table.game.translator(translate.locale)(done.why))
    return translate(message).strip()
