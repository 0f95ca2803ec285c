"""The texts about a server's settings, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec


class SettingsTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    # -- the panel
    title: str = "## Settings of this server"
    who_sees: str = "-# Only people who may “Manage Server” can see and change this."
    channels_all: str = "**Challenges** can be made in every channel."
    channels_some: str = "**Challenges** can be made in {channels} only."
    channels_none: str = (
        "**Challenges** can be made nowhere: every channel that was chosen for them has been deleted. "
        "Please choose others, or none for all channels."
    )
    channels_menu: str = "Channels for challenges; none: all"
    clock: str = "**Clock** of a challenge that names none: {clock}."
    clock_menu: str = "Clock of a challenge"
    deck: str = "**Deck** that is offered first: {deck}, to players without a default of their own."
    deck_none: str = "**Deck** that is offered first: the one that each player played last."
    default_here: str = "default here"
    deck_menu: str = "Deck that is offered first"
    deck_last: str = "The one played last"
    moderators_usual: str = "**Moderators**, who can end other people's matches: everyone with “Manage Server” or “Manage Messages”."
    moderators_some: str = (
        "**Moderators**, who can end other people's matches: {roles}, and everyone with “Manage Server”. Discord shows "
        "`{/moderate-end}` to those who may “Manage Messages”; allow it for others in Server Settings, Integrations."
    )
    moderators_menu: str = "Roles that moderate; none: by permission"
    announces_not: str = "**Results** are announced nowhere."
    announces: str = "**Results** are announced in {channel}."
    announces_gone: str = "**Results** are announced nowhere: {channel} has been deleted."
    announces_trouble: str = "The last result could not be announced there: {trouble}"
    announce_troubles: Mapping[str, str] = msgspec.field(
        default_factory=lambda: MappingProxyType(
            {
                "no access": "I lack “View Channel”.",
                "may not write": "I lack “Send Messages”.",
                "deleted": "the channel was deleted.",
            }
        )
    )
    announces_menu: str = "Channel for results; none: nowhere"
    language_automatic: str = (
        "**Language** of what everybody sees: {language}, as Discord tells it of this server."
    )
    language_chosen: str = "**Language** of what everybody sees: {language}."
    language_menu: str = "Language of this server"
    automatic: str = "Automatic"
    languages: Mapping[str, str] = msgspec.field(
        default_factory=lambda: MappingProxyType({"en": "English", "es": "Español"})
    )
    """The name of a language in itself: the same in every language."""
    limits: str = "**Limits** for one person here: {limits}."
    limits_usual: str = "**Limits**: default."
    limit_lines: Mapping[str, str] = msgspec.field(
        default_factory=lambda: MappingProxyType(
            {
                "matches": "matches at once: {n}",
                "challenges": "open challenges: {n}",
                "hourly": "challenges an hour: {n}",
                "gap": "minutes between two calls of the same person: {n}",
            }
        )
    )
    rated: str = "**Rated matches** can be played here."
    rated_not: str = "**Rated matches** can't be played here."
    abort_both: str = "**Calling a match off** takes both players once cards are dealt."
    abort_one: str = "**Calling a match off** takes one player, until someone has acted."
    lapse_third: str = "**When time runs out** I answer for them; the third time in a row, they are out."
    lapse_first: str = "**When time runs out** they are out of the match."
    counting_round: str = (
        "A rated match counts if both have decided something in it and it has reached round {n}."
    )
    counting_pair: str = "The n-th of the same two within {n} days counts as 1/n of one."
    counting_whole: str = "Each counts whole, however often the same two meet."
    counting_daily: str = "Matches of one person that count within a day: {n} at most."
    counting_age: str = "Days that both accounts must be old: {n}."
    gone: str = "-# Skipped, because deleted: {names}."
    is_complete: str = "**In this channel** I may do everything that a match needs."
    is_incomplete: str = "**In this channel** I lack:"
    lacking: Mapping[str, str] = msgspec.field(
        default_factory=lambda: MappingProxyType(
            {
                "view_channel": "“View Channel”: I can show nothing here.",
                "send_messages": "“Send Messages”: I can't post challenges.",
                "create_public_threads": "“Create Public Threads”: I can't open a match's thread.",
                "send_messages_in_threads": "“Send Messages in Threads”: I can't show matches in their threads.",
                "attach_files": "“Attach Files”: boards come in words only, and without the record as a file.",
            }
        )
    )
    no_thread_here: str = "**Here** nobody can challenge. Ask in a text channel to see what I may do there."

    # -- buttons and the form
    limits_button: str = "Limits …"
    allow_rated: str = "Allow rated matches"
    forbid_rated: str = "No rated matches"
    let_one: str = "One may call off"
    let_both: str = "Calling off takes both"
    forfeit: str = "Out the first time"
    forgive: str = "Out the third time"
    rating_button: str = "What counts …"
    rating_form: str = "Which rated matches count"
    rating_fields: Mapping[str, str] = msgspec.field(
        default_factory=lambda: MappingProxyType(
            {
                "rated_round": "From which round on a match counts",
                "rated_pair": "Days in which the n-th of two counts 1/n",
                "rated_daily": "Matches of one person a day",
                "rated_age": "Days that an account must be old",
            }
        )
    )
    """At most 45 characters each."""
    rating_hint: str = "A number from {least} to {most}."
    no_rating_number: str = "“{typed}” can't be: “{field}” is a number from {least} to {most}."
    reset: str = "Set everything back"
    reset_sure: str = "Do you really want to set everything back to what is usual?"
    reset_yes: str = "Yes, set it back"
    reset_no: str = "No, keep it"
    limits_form: str = "Limits for one person"
    limit_fields: Mapping[str, str] = msgspec.field(
        default_factory=lambda: MappingProxyType(
            {
                "matches": "Matches at once",
                "challenges": "Open challenges",
                "hourly": "Challenges within an hour",
                "gap": "Minutes until the same person is called again",
            }
        )
    )
    """At most 45 characters each."""
    field_hint: str = "A number, or nothing for the default."
    no_limit_number: str = (
        "“{typed}” isn't a limit. Write a number from 1 to {most}, or nothing for as many as everywhere."
    )

    # -- what is refused
    only_there: str = "These are the settings of a server. Please ask on a server that you manage."
    not_allowed: str = "Only people with “Manage Server” can see and change this server's settings."
    which_channel: str = "Please say which channel."
    which_role: str = "Please say which role."
    not_listed: str = "{name} is not among them."
    not_a_role: str = (
        "Everybody has that role, so everybody could end other people's matches. Please choose another."
    )
    announce_failed: str = "I can't announce results in {channel}: {trouble}"
    challenge_in: str = "Matches are not begun in this channel. Please challenge in {channels}."
    challenge_nowhere: str = (
        "Matches were to be begun in {channels} only, which is deleted now. Somebody who manages the server can choose "
        "with `{/settings-channels}`."
    )
    challenge_gone: str = "{channels} was one of them, and has been deleted."
    not_moderator: str = (
        "Only people with “Manage Server”, or the role {roles}, can end other people's matches here."
    )

    # -- what is announced
    hello: str = "The results of matches on this server will be announced here."

    # -- the descriptions of commands, at most 100 characters each
    d_settings: str = "What matches on this server are like: for people who manage it."
    d_show: str = "Show all settings, and what the bot may not do in this channel."
    d_channels: str = "Choose the channels in which challenges can be made."
    d_channels_change: str = "Add a channel, take one away, or allow all of them."
    d_channel: str = "The channel; without it, this one."
    d_clock: str = "Choose the clock of a challenge that names none."
    d_clock_clock: str = "Such as “2d each”, “3d+12h up to 7d”, or “none”."
    d_games: str = "Say which games are played here: nothing is shown of any other."
    d_games_change: str = "Play only this one, add or remove one, or play all."
    d_games_game: str = "The game."
    last_game: str = (
        "That is the last game that is played here. Add another one first, or choose `all games`."
    )
    games_here: str = "**Games here**: {names}."
    d_deck: str = "Choose the deck that is offered first, for challenges that name none."
    d_deck_deck: str = "A ready-made deck, or “none”."
    d_limits: str = "Limit how many matches one person may have here, and how often they challenge."
    d_matches: str = "Matches at once; empty for the default."
    d_challenges: str = "Open challenges; empty for the default."
    d_hourly: str = "Challenges within an hour; empty for the default."
    d_minutes: str = "Minutes until the same person can be challenged again; empty for the default."
    d_call_off: str = "Say whether calling a match off, before anybody has acted, takes both players or one."
    d_call_off_by: str = "Both, or one; it counts for nobody either way."
    d_time_up: str = "Say when a player who lets time run out is out, in games that can answer for them."
    d_time_up_out: str = "The first time, or the third in a row. It holds for matches that begin from now on."
    d_moderators: str = "Choose the roles that can end other people's matches."
    d_moderators_change: str = "Add a role, take one away, or leave it to Discord's permissions."
    d_role: str = "The role."
    d_announcements: str = "Announce the results of matches in a channel, or nowhere."
    d_announce: str = "Whether results are announced."
    d_language: str = "Choose the language of what everybody sees here."
    d_language_language: str = "Automatic, or one of the languages."
    d_rated: str = "Say whether rated matches can be played here, and which of them count."
    d_rated_allowed: str = "Whether they can; without it, as it is."
    d_rated_round: str = "From which round on a match counts."
    d_rated_pair: str = "In how many days the n-th match of the same two counts 1/n; 0: all count whole."
    d_rated_daily: str = "How many matches of one person count a day."
    d_rated_age: str = "How many days old an account must be."
    d_reset: str = "Set everything back to what is usual."
