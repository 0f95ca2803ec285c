"""The texts about clocks, pauses and vacations, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

import msgspec


class TimeTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    days: str = "{n} d"
    hours: str = "{n} h"
    minutes: str = "{n} min"

    # -- how the clocks stand
    no_clock: str = "no clock"
    each: str = "{time} for each decision"
    bank: str = "a bank of {time}, {increment} more each time the turn passes, {cap} at most"
    weekends_off: str = "{control}, weekends off"
    casual: str = "Casual"
    rated: str = "Rated"
    clocks: str = "-# {sort} · clock: {control}"
    until: str = "Time runs out {when}."
    """`when` is a relative time: “in 2 days”."""
    is_up: str = "**{who}**'s time is up."
    is_late: str = "**{who}**'s time is up: the win can be claimed, or more time be given."
    is_late_of_several: str = (
        "**{who}**'s time is up: the others can play on without them, or give more time."
    )
    is_gone: str = (
        "**{who}** has not come back: you can claim the match, or call it off. It changes no rating."
    )
    is_gone_of_several: str = "**{who}** has not come back: the others can play on without them, or call the match off. It changes no rating."
    is_paused: str = "The match is paused: the clocks stand still until one of you goes on."
    asks_pause: str = "**{who}** asks for a pause. Both clocks would stand still until one of you goes on."
    asks_pause_of_several: str = (
        "**{who}** asks for a pause. All clocks would stand still until one of you goes on."
    )
    is_away: str = "**{who}** is away until {when}; their clock stands still until then."
    was_offline: str = "I was offline for {time}. That time doesn't count for anybody."
    goes_on: str = "The clocks run: {times}."
    runs_out: str = "**{who}**'s time runs out {when}"
    has_left: str = "**{who}** has {time} left"
    claim: str = "Claim the win"
    claim_gone: str = "You have claimed the match. It changes no rating."
    claim_of_several: str = "Play on without them"
    give_day: str = "Give a day"
    agree: str = "Agree to the pause"
    go_on: str = "Go on"
    no_pause: str = "No pause"

    # -- what was done
    claimed: str = "You have claimed the win: the time was up."
    gave: str = "You have given **{who}** {time} more."
    pause_asked: str = "You have asked **{who}** for a pause."
    paused: str = "The match is paused. Either of you can go on at any time."
    went_on: str = "The clocks run again."
    no_pause_now: str = "No pause. The clocks run on."
    went_away: str = (
        "You are away until {when}. Your clocks stand still in all your matches, and your opponents are told."
    )
    came_back: str = "Welcome back. Your clocks run again."
    lives_in: str = "Your time zone is {zone}. It says when your weekend is."
    weekends_move: str = (
        "Where weekends are off, you keep your old weekend until {when}. Each weekend counts once."
    )
    me: str = "Your time zone: {zone}.\nVacation left: {left}. Every day that you are not away earns 3 hours more, up to 30 days."
    me_away: str = "You are away until {when}."

    # -- the descriptions of commands, at most 100 characters each
    d_clock: str = "Time to think: “none”, “2d each”, or a bank such as “3d+12h up to 7d”."
    d_rated: str = (
        "A rated match counts for the leaderboard, and ends by itself when a player is out of time."
    )
    rated_needs_clock: str = (
        "A rated match needs a clock, so that nobody can put off losing it. Name one with `clock:`, or none at all: then it is "
        "the server's, or 3 d for each decision."
    )
    d_claim: str = "Claim the win when your opponent's time is up, or they have not come back."
    d_give: str = "Give your opponent more time."
    d_give_time: str = "How much, such as “1d” or “12h”."
    d_pause: str = "Ask for a pause, or agree to one: all clocks stand still."
    d_go_on: str = "End a pause, or say no to one."
    d_group: str = "The clocks of a match: pauses, more time, a win on time."
    d_show: str = "Show your vacation and your time zone, or say where you live."
    d_away: str = "Go on vacation: your clocks stand still in all your matches."
    d_away_for: str = "For how long, such as “3d” or “12h”."
    d_back: str = "Come back from your vacation early."
    d_zone_name: str = "The time zone in which you live, such as Europe/Berlin, or a city."
