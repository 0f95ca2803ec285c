"""The texts about puzzles, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

import msgspec


class PuzzleTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    d_puzzle: str = "Today's puzzle: find the best answer. Only you see it."

    # -- a puzzle
    of_today: str = "## Puzzle of the day{naming}"
    another: str = "## Puzzle{naming}"
    for_beginners: str = "## Puzzle for beginners{naming}"
    about: str = "One answer is clearly the best. Which? Your first one counts."
    about_first: str = "One answer is clearly the best. Which? A wrong one costs you nothing yet."
    opponent: str = "Opponent"
    opponent_of_more: str = "Opponent {n}"
    menu: str = "Your answer …"

    # -- what came of it
    solved: str = "✅ **Solved: {best}**"
    not_solved: str = "**Not quite.** Better: **{best}**"
    yours: str = "{line} (your answer)"
    why_counted: str = "What speaks for it: {reasons}."
    why: str = "What speaks for it most: {feature}."
    how: str = "-# Win chances, estimated from what this seat knows."
    rated: str = "Your puzzle rating: {after} ({by}) · this puzzle: {puzzle}"
    streak: str = "{n} days in a row"
    longest: str = "your longest: {n}"
    here: str = "solved here today: {n}"
    kept: str = "Your puzzle rating stays {after} · this puzzle: {puzzle}"
    one_more: str = "Another puzzle"
    todays: str = "Puzzle of the day"
    play_out: str = "Play it out"
    step: str = "## The solution, step {n} of {of}"
    step_back: str = "Back"
    step_on: str = "Next step"
    stands: str = "Chance to win then: {best} %. The next best answer comes to {other} %."
    none_left: str = "You have been through all puzzles of {game}. Tomorrow there is one again."

    # -- in the profile
    profile: str = "Puzzles: {n} · puzzle rating {rating} (only you see this)"
    profile_streak: str = (
        "Puzzles: {n} · puzzle rating {rating} · {longest} days in a row (only you see this)"
    )
