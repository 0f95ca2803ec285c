"""The texts about what people have played, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec


class ProfileTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    title: str = "{who}"
    nothing: str = "No match has ended yet."
    nothing_here: str = "No match of theirs has ended on this server yet."
    total: str = "**Matches played: {played}** · {tally}"
    practice: str = "Practice against the bot: {played} · {tally}"
    playing: str = "Under way: {n}"
    tally: str = "{won} won, {lost} lost, {drawn} drawn"
    tally_taken_over: str = "{tally}, {n} taken over by the bot"
    by_faction: str = "By faction"
    by_deck: str = "By deck"
    one_of: str = "- {name}: {tally}"
    and_more: str = "- and {n} more"
    private: str = "Factions and decks are kept private."
    reply: str = "Median time to reply: {time}"
    at_once: str = "less than a minute"
    timeouts: str = "Lost on time: {n}"
    past: str = "Matches that are over"
    page: str = "Page {page} of {pages}"
    line: str = "- {title}, {when}: **{result}**, {reason}"
    line_deck: str = "{line}, with {deck}"
    results: Mapping[str, str] = msgspec.field(
        default_factory=lambda: MappingProxyType(
            {"won": "won", "lost": "lost", "drawn": "drawn", "taken over": "taken over by the bot"}
        )
    )
    placed: str = "{result}, place {place} of {n}"
    menu: str = "Replay a match …"
    only_there: str = "You can see another player's record only on a server that you share. Ask there."
    menu_profile: str = "Profile"
    d_profile: str = "A player's record: results, decks, how fast they reply."
    d_person: str = "Whose; without it, your own."
