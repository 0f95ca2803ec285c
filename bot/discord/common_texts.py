"""Messages that several rooms of the bot show."""

from __future__ import annotations

from bot.command_keys import with_commands
from cards.i18n import msg

AGREED = msg("You have agreed. It takes everybody, so it waits for the others.")
D_AGREE = msg("What you say to it; without it, yes.")
FIRST_MATCH = msg("First match, with explanations")
PLAN_STOP_THIS = msg("Ends if {stop}")
PLAN_STOPS = msg("It also ends if … (any of these)")
LOOK_TITLE = msg("Cards in sight")
OUT_OF_SIGHT = msg("That card is not in sight any more.")
D_REPLAY_MATCH = msg("Which match; without it the one of this thread, or your last one.")
DEFAULT_HERE = msg("default here")
PLAYED_ON = msg("-# I played on for **{who}**, whose time was up.")
PLAYS_FOR_YOU = msg(
    "Your time was up, so I am playing for you. Press “I'm back”, and your next decision is yours again."
)
D_MATCH = msg("Which match; needed only when it isn't clear.")
DECIDED_ALREADY = msg("That has been decided already. This is how the match stands now.")
DM_TRYING = msg("I will send you a direct message the next time it is your decision.")
DONE_BEFORE = msg("That had been done already; nothing was done twice.")
FOLLOWING = msg("Page {page} of {pages}: next")
MATCH_NAME = msg("Match {id}")
MATCHES_YOURS = msg("your decision")
MISSING_PERMISSIONS = msg(
    "I can't play here: in this channel I lack {names}. Somebody who manages the server can allow it."
)
MORE_TEXT = msg("Next part ({page} of {pages})")
PICTURE_FAILED = msg("The picture could not be drawn just now; here it is in words.")
QUOTED = msg("“{name}”")
TOO_LONG = msg("This is too long: “{name}” has room for {n} characters.")
UNKNOWN_CONTROL = with_commands(msg("This control does nothing any more. `{/matches}` shows your matches."))
IS_UP = msg("**{who}**'s time is up.")
