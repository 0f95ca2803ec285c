"""The texts about how a match begins, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

import msgspec


class TableTexts(msgspec.Struct, frozen=True):
    """The texts about open tables."""

    wanted: str = "{host} wants to play {game}. Who joins?"
    seated: str = "At the table: {names}. {free}"
    one_free: str = "1 seat is free."
    more_free: str = "{n} seats are free."
    how: str = "Pick a deck and sit down. The match is played in a thread here, over hours or days. Open until {when}."
    how_plain: str = "The match is played in a thread here, over hours or days. Open until {when}."
    take: str = "Take a seat"
    leave: str = "Leave table"
    close: str = "Close table"
    begin: str = "Begin now"
    closed: str = "{host} closed this table."
    expired: str = "This table of {host} is closed: not enough players joined in time."
    opened: str = "Your table is open until {when}. You play {deck}."
    opened_plain: str = "Your table is open until {when}."
    not_shown: str = "I can't show your table in this channel, so I closed it."
    pick_deck: str = "Which deck do you play at {host}'s table?"
    sat: str = "You have a seat at {host}'s table. You play {deck}."
    sat_plain: str = "You have a seat at {host}'s table."
    waits: str = (
        "The match begins when the table is full, or when {host} begins it. I'll tell you in its thread."
    )
    left: str = "You left {host}'s table."
    you_closed: str = "You closed your table."
    form_hint: str = "Leave this empty to open a table that anyone can join."
    mine: str = "your table: {free} `{/decline}` closes it"
    mine_too: str = "you have a seat. {free} `{/decline}` leaves the table"
    name: str = "{host}'s open table"
    cut_needs_deck: str = "To cut the deck, name your own deck too, with `deck:`."
    menu: str = "Challenge"
    d_seats: str = "Players at an open table, you included. Only if you name nobody."
    seats_with_names: str = "`seats:` is for an open table. Leave it out, or name nobody."


class BeforeTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    another_deck: str = "Another deck …"
    by_lot: str = "Cut and guess: at random"
    as_said: str = "Cut and guess: as you said"
    asked: str = "Cut and guess: ask me"
    will_be_asked: str = "-# You will be asked for your cut, and for your guess, when the match begins."
    form: str = "How the match begins"
    number: str = "{low} to {high}; empty: random. It's luck either way."
    lot: str = "Draw it for me"
    ask: str = "Ask me for both in the match?"
    no: str = "No: begin at once"
    yes: str = "Yes: the match waits until I have answered"
    d_cut: str = "How many cards to cut off their deck; random if left out. Only you know."
    yours_directly: str = "Your first decision is in your direct messages."
    yours_here: str = "The first decision is yours."
    theirs: str = "{who} decides first; you are told when it is your turn."
