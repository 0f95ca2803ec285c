"""The texts about taking back and ending, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec


class EndingTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    # -- how things stand
    offers_draw: str = "**{who}** offers a draw (ends when **{other}** moves, or {when})."
    offers_draw_to_all: str = (
        "**{who}** offers everyone a draw (ends when a player who hasn't agreed moves, or {when})."
    )
    missing: str = "-# It takes everybody: **{missing}** can agree."
    agreed_so_far: str = "-# Agreed: **{agreed}**. Still to agree: **{missing}**."
    asks_abort: str = "**{who}** asks to call the match off. It would count for nobody."
    asks_undo: str = "**{who}** asks to take back their last decision."
    asks_undo_late: str = (
        "**{who}** asks **{other}** to let them take their last decision back, although it is too late for it: what was seen "
        "since then stays seen."
    )
    for_nobody: str = "It counts for nobody."
    voided_by: str = "**{who}**, who moderates here, has voided the result: {reason}"
    intervention: str = "**{who}**, who moderates here, has ended it: {reason}"

    # -- how what was asked for was settled
    was_asked: Mapping[str, str] = msgspec.field(
        default_factory=lambda: MappingProxyType(
            {
                "draw": "**{who}** offered a draw: {answer}.",
                "undo": "**{who}** asked to take a decision back: {answer}.",
                "pause": "**{who}** asked for a pause: {answer}.",
                "abort": "**{who}** asked to call the match off: {answer}.",
                "takeover": "**{who}** asked that I play on: {answer}.",
            }
        )
    )
    answers: Mapping[str, str] = msgspec.field(
        default_factory=lambda: MappingProxyType(
            {
                "yes": "agreed",
                "no": "declined",
                "withdrawn": "taken back",
                "none": "no answer",
            }
        )
    )
    was_late: str = "**{who}**'s time was up; play goes on."
    was_paused: str = "The pause is over."
    was_called: str = "**{who}** was called here."

    # -- buttons
    take_back: str = "Take back"
    agree_undo: str = "Let them take it back"
    refuse_undo: str = "It stands"
    ask_late: str = "**{who}** can let you take it back all the same. The match would go back as it was; what was seen stays seen."
    ask_late_all: str = "**{who}** can let you take it back all the same, if all agree. The match would go back as it was; what was seen stays seen."
    ask_undo: str = "Ask {who}"
    ask_all: str = "Ask everybody"
    ask_no: str = "Leave it"
    agree_abort: str = "Call it off"
    refuse_abort: str = "Play it"
    agree_draw: str = "Agree to a draw"
    refuse_draw: str = "No draw"
    offer_draw: str = "Offer a draw"
    call_off: str = "Call the match off"

    # -- what was done
    undone: str = "It has been taken back. This is how the match stands now."
    undo_asked: str = "You have asked whether you may take that back. {why}"
    agreed: str = "You have agreed. It takes everybody, so it waits for the others."
    undo_refused: str = "Nothing is taken back."
    draw_offered: str = "You have offered a draw."
    draw_refused: str = "No draw is offered any more."
    is_drawn: str = "You have agreed on a draw."
    unreadable: str = (
        "This match can't be read any more: what is kept of it is damaged, or of another version. Whoever runs the bot may "
        "be able to repair it; tell them that it is match {id}. Every player can also end it without a result."
    )
    ended_unreadable: str = (
        "This match could not be read any more, and has ended without a result. It counts for nobody."
    )
    close: str = "End it without a result"
    closed: str = "The match has ended without a result. It counts for nobody."
    aborted: str = "The match has been called off. It counts for nobody."
    abort_asked: str = "You have asked to call the match off."
    abort_refused: str = "The match is not called off."
    voided: str = "You voided the result. Both players are told why, and the ratings are computed again."
    ended: str = "You have ended the match. Both players are told why."
    abort_sure: str = "Do you really want to call off {title}? It would count for nobody."
    abort_yes: str = "Yes, call it off"
    abort_ask: str = "Do you want to call off {title}? The cards are dealt, so your opponent has to agree. It would count for nobody."
    abort_ask_yes: str = "Yes, ask for it"
    void_sure: str = (
        "Do you really want to void the result of {title}? All ratings here become what they were if this match had not been "
        "rated, those of later matches too. It can't be taken back, and both players are told why."
    )
    void_yes: str = "Yes, and why …"
    void_no: str = "No, it stands"
    void_not: str = "The result stands."
    void_form: str = "Void a result"
    void_reason: str = "Why"
    void_reason_hint: str = "Both players will read it."
    end_which: str = "Which match? Please type this in its thread, or say which with `match:`, by its number."
    not_moderator: str = (
        "Only people with “Manage Server” or “Manage Messages” here can end other people's matches."
    )

    # -- reasons that moderators are offered
    reasons: tuple[str, ...] = (
        "Both players agreed.",
        "One of the players has left the server.",
        "It was begun by mistake.",
        "It broke the rules of this server.",
    )

    # -- the descriptions of commands, at most 100 characters each
    d_undo: str = "Take your last decision back, or answer when your opponent asks to."
    d_draw: str = "Offer a draw, or answer the one that is offered."
    d_agree: str = "What you say to it; without it, yes."
    rematch: str = "Rematch"
    rematch_text: str = "{challenger} asks {opponent} to play {game} again, with the seats swapped."
    rematch_text_all: str = "{opponent}: {challenger} asks you to play {game} again, everybody one seat on."
    rematch_sent_plain: str = "You have asked {opponent} for a rematch."
    rematch_sent: str = "You have asked {opponent} for a rematch. You will play “{deck}”."
    rematch_other_deck: str = "Choose a deck for the rematch: the one of last time can't be played any more."
    rematch_not_yours: str = (
        "Only {who} can play this match again. `{/challenge}` begins one of your own, in {channel}."
    )
    d_rematch: str = "Play a match that is over once more with the seats swapped, or accept the wish to."
    d_rematch_deck: str = "Your deck; without it, the one that you played."
    d_rematch_match: str = "Which match; without it, this thread's or your last one."
    d_abort: str = "Call a match off in which nobody has acted yet; once cards are dealt, both have to agree."
    d_moderate: str = "For moderators: other people's matches on this server."
    d_end: str = "End other people's match. It counts for nobody, and both are told why."
    d_reason: str = "Why. Both players will read it."
    d_void: str = "Void the result of a rated match: ratings become as if it had not been rated."
    d_void_match: str = "Which match, by its number; in a match's thread, that one."
    d_end_match: str = "Which match, by its number; in a match's thread, that one."
