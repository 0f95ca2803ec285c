"""The texts about looking back at matches, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

import msgspec


class LookBackTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    look_back: str = "Look back"
    title: str = "Looking back: {title}"

    # -- asking
    asks: str = "**{who}** wants to look back at this match. **{other}**, do you agree?"
    about: str = (
        "-# You all see how likely each of you was to win, where the match turned, and where somebody clearly missed something "
        "better. What you held shows where it mattered."
    )
    agree: str = "Look back together"
    refuse: str = "Rather not"
    sure: str = (
        "You keep your hands private. Looking back tells what you held where it mattered, in this match alone, to everybody "
        "who sees the match. Do you agree?"
    )
    waits: str = "You agree. It begins when **{other}** agrees, too."
    refused: str = "Nobody looks back at this match."
    take_back: str = "Take it back"
    only_players: str = "Nobody looks back at this match yet. Only its players can ask for it."

    # -- how far it is
    begins: str = "I go through the whole match as soon as I can. That takes a few minutes."
    progress: str = "I look back: {n} of {all} decisions."
    shown_there: str = "What I find comes into the thread of the match."
    failed: str = "I could not look back at this match."
    try_again: str = "Try again"

    # -- what it tells
    turning: str = "**Turning point** ({chapter}): {told} After that, {who} was ahead for good."
    decided: str = "**What decided it** ({chapter}): {told}"
    led_throughout: str = "**{who}** was never behind."
    mistakes: str = "**Clear mistakes**"
    mistake: str = (
        "{n}. **{who}**, {chapter}{asked}: {given}. Better: **{better}**, worth {points} points more. {why}"
    )
    asked: str = ", asked “{asked}”"
    why: str = "What it gains above all: {feature}."
    why_end: str = "The match can end by it."
    no_mistakes: str = "Nobody made a clear mistake."
    chosen: str = "**How well you chose**: {each}"
    chosen_by: str = "{who} {n} %"
    chosen_nothing: str = "{who}: too little to tell"
    luck: str = "**Luck**: {points} points for {who}"
    much_luck: str = "**Luck**: more than a whole match is worth, for {who}"
    no_luck: str = "**Luck**: even"
    what: str = "What is this?"
    explained: str = (
        "## Looking back\n"
        "**The curve** is each player's chance to win, as my best computer player sees it from what that player knew then. "
        "Grey: too early to say.\n"
        "**A point** is one percent of a match.\n"
        "**A clear mistake** cost more than 2 points for certain. I tell three of each player at most.\n"
        "**How well you chose**: 100 % less what your choices lost, out of all that was at stake. At 0 % you might as well have "
        "drawn lots; at 100 % you took the best each time.\n"
        "**Luck** is the rest: hidden cards, shuffles, lots, and whatever came too early to be judged.\n"
        "-# I can be wrong: a plan that takes long may look like a mistake to me."
    )

    # -- in a replay
    ahead: str = "Chance to win: **{who}** {n} %"
    even: str = "Chance to win: even"
    next_mistake: str = "Next mistake"

    # -- the descriptions of commands, at most 100 characters each
    d_look_back: str = "See where a match that is over was won and lost, if all its players agree."
