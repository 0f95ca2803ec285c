"""Requests between players of a match that were settled, as a sentence for the one who has just pressed."""

from __future__ import annotations

from bot.match.consent import Said, Settled
from cards.i18n import Translator, msg

AGREED = msg("You have agreed. It takes everybody, so it waits for the others.")
D_AGREE = msg("What you say to it; without it, yes.")
DONE_BEFORE = msg("That had been done already; nothing was done twice.")


def settled_line(done: Settled, translate: Translator) -> str:  # noqa: C901
    """Return what was done, for the one who did it."""
    match done.said:
        case Said.UNDONE:
            return translate.msg("It has been taken back. This is how the match stands now.")
        case Said.UNDO_ASKED:
            return translate.msg(
                "You have asked whether you may take that back. {why}",
                why=done.table.game.translator(translate.locale)(done.why),
            ).strip()
        case Said.UNDO_REFUSED:
            return translate.msg("Nothing is taken back.")
        case Said.DRAWN:
            return translate.msg("You have agreed on a draw.")
        case Said.DRAW_OFFERED:
            return translate.msg("You have offered a draw.")
        case Said.DRAW_REFUSED:
            return translate.msg("No draw is offered any more.")
        case Said.ABORTED:
            return translate.msg("The match has been called off. It counts for nobody.")
        case Said.ABORT_ASKED:
            return translate.msg("You have asked to call the match off.")
        case Said.ABORT_REFUSED:
            return translate.msg("The match is not called off.")
        case Said.TAKEN_OVER:
            return translate.msg("All right: I play on.")
        case Said.TAKEOVER_ASKED:
            return translate.msg("You have asked that I play on.")
        case Said.TAKEOVER_REFUSED:
            return translate.msg("I don't play on.")
        case Said.BACK:
            return translate.msg("Welcome back. You play yourself again.")
        case Said.AGREED:
            return translate(AGREED)
        case Said.ENDED:
            return translate.msg("You have ended the match. Both players are told why.")
        case Said.VOIDED:
            return translate.msg(
                "You voided the result. Both players are told why, and the ratings are computed again."
            )
        case Said.CLOSED:
            return translate.msg("The match has ended without a result. It counts for nobody.")
        case Said.DONE_BEFORE:
            return translate(DONE_BEFORE)
