"""Requests between players of a match that were settled, as a sentence for the one who has just pressed."""

from __future__ import annotations

from bot.discord.texts.texts import Texts
from bot.match.consent import Said, Settled


def settled_line(done: Settled, words: Texts) -> str:  # noqa: C901
    """Return what was done, for the one who did it."""
    said = words.endings
    match done.said:
        case Said.UNDONE:
            return said.undone
        case Said.UNDO_ASKED:
            return said.undo_asked.format(why=done.table.game.translator(words.locale)(done.why)).strip()
        case Said.UNDO_REFUSED:
            return said.undo_refused
        case Said.DRAWN:
            return said.is_drawn
        case Said.DRAW_OFFERED:
            return said.draw_offered
        case Said.DRAW_REFUSED:
            return said.draw_refused
        case Said.ABORTED:
            return said.aborted
        case Said.ABORT_ASKED:
            return said.abort_asked
        case Said.ABORT_REFUSED:
            return said.abort_refused
        case Said.TAKEN_OVER:
            return words.takeovers.taken_over
        case Said.TAKEOVER_ASKED:
            return words.takeovers.asked
        case Said.TAKEOVER_REFUSED:
            return words.takeovers.refused
        case Said.BACK:
            return words.takeovers.came_back
        case Said.AGREED:
            return said.agreed
        case Said.ENDED:
            return said.ended
        case Said.VOIDED:
            return said.voided
        case Said.CLOSED:
            return said.closed
        case Said.DONE_BEFORE:
            return words.done_before
