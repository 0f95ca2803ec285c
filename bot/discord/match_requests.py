"""Requests between players of a match that were settled, as a sentence for the one who has just pressed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.match.consent import Said, Settled
from cards.i18n import Message, Translator, msg

AGREED = msg("You have agreed. It takes everybody, so it waits for the others.")
D_AGREE = msg("What you say to it; without it, yes.")
DONE_BEFORE = msg("That had been done already; nothing was done twice.")


_SETTLED: Mapping[Said, Message] = MappingProxyType(
    {
        Said.UNDONE: msg("It has been taken back. This is how the match stands now."),
        Said.UNDO_ASKED: msg("You have asked whether you may take that back. {why}"),
        Said.UNDO_REFUSED: msg("Nothing is taken back."),
        Said.DRAWN: msg("You have agreed on a draw."),
        Said.DRAW_OFFERED: msg("You have offered a draw."),
        Said.DRAW_REFUSED: msg("No draw is offered any more."),
        Said.ABORTED: msg("The match has been called off. It counts for nobody."),
        Said.ABORT_ASKED: msg("You have asked to call the match off."),
        Said.ABORT_REFUSED: msg("The match is not called off."),
        Said.TAKEN_OVER: msg("All right: I play on."),
        Said.TAKEOVER_ASKED: msg("You have asked that I play on."),
        Said.TAKEOVER_REFUSED: msg("I don't play on."),
        Said.BACK: msg("Welcome back. You play yourself again."),
        Said.AGREED: AGREED,
        Said.ENDED: msg("You have ended the match. Both players are told why."),
        Said.VOIDED: msg(
            "You voided the result. Both players are told why, and the ratings are computed again."
        ),
        Said.CLOSED: msg("The match has ended without a result. It counts for nobody."),
        Said.DONE_BEFORE: DONE_BEFORE,
    }
)


def settled_line(done: Settled, translate: Translator) -> str:
    """Return what was done, for the one who did it."""
    message = _SETTLED[done.said]
    if done.said is Said.UNDO_ASKED:
        message = message.filled(why=done.table.game.translator(translate.locale)(done.why))
    return translate(message).strip()
