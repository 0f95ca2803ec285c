"""A person's record, as a message for one person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.clocks.control import MINUTE
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import Item, PrivateMessage, button, gallery, row, text
from bot.discord.components.plain import plain, shorten
from bot.discord.match_resolver import name_of
from bot.discord.match_text import thread_url, title
from bot.discord.texts.texts import Texts
from bot.discord.time_format import length, moment
from bot.features.profiles.service import Past, Profile, ResultTally
from bot.games.playable import PlayableGame
from bot.views.pictures import PrivatePicture
from cards.i18n import Translator, Value
from render.match_history import PlayedProfile, ResultCounts

LISTED = 8
"""Factions or decks that are listed."""


def played_by(profile: Profile, name: str) -> PlayedProfile:
    """Return what the picture of a profile shows: nothing that its text does not tell."""
    factions = tuple((faction, _score(tally)) for faction, tally in profile.by_faction[:LISTED])
    return PlayedProfile(profile.name or name, _score(profile.total), factions)


def profile_message(  # noqa: PLR0913
    profile: Profile,
    game: PlayableGame,
    added: Sequence[str],
    name: str,
    words: Texts,
    translator: Translator,
    picture: PrivatePicture | None = None,
    *,
    own: bool,
    naming: str = "",
) -> PrivateMessage:
    """Return a person's profile with a page of their matches, and a menu to replay one of them.

    `added` are lines of sections. `translator` says what factions and decks are called, `naming` is what the heading says of the game. The text is whole with the picture and without.
    """
    said = words.profiles
    lines = [f"## {said.title.format(who=plain(profile.name or name, 60))}{naming}"]
    if profile.total.played:
        lines.append(said.total.format(played=profile.total.played, tally=_tally(profile.total, words)))
    elif not profile.practice.played:
        lines.append(said.nothing if own else said.nothing_here)
    if profile.practice.played:
        practice = _tally(profile.practice, words)
        lines.append(said.practice.format(played=profile.practice.played, tally=practice))
    lines += added
    if profile.playing:
        lines.append(said.playing.format(n=profile.playing))
    if profile.median_reply is not None:
        is_quick = profile.median_reply < MINUTE
        took = said.at_once if is_quick else length(profile.median_reply, words)
        lines.append(said.reply.format(time=took))
    if profile.total.played:
        lines.append(said.timeouts.format(n=profile.timeouts))
    if profile.decks_private:
        lines.append(f"-# {said.private}")
    lines += _listed(said.by_faction, profile.by_faction, words, translator)
    lines += _listed(said.by_deck, profile.by_deck, words, translator)
    items: list[Item] = [] if picture is None else [gallery(picture)]
    items.append(text("\n".join(lines)))
    if profile.past:
        items += _past(profile, game, words)
    return PrivateMessage(tuple(items), () if picture is None else (picture,))


def _listed(
    head: str, tallies: Sequence[tuple[Value, ResultTally]], words: Texts, translator: Translator
) -> list[str]:
    if not tallies:
        return []
    said = words.profiles
    lines = [f"**{head}**"]
    lines += [
        said.one_of.format(name=plain(translator(name), 60), tally=_tally(tally, words))
        for name, tally in tallies[:LISTED]
    ]
    if len(tallies) > LISTED:
        lines.append(said.and_more.format(n=len(tallies) - LISTED))
    return lines


def _past(profile: Profile, game: PlayableGame, words: Texts) -> list[Item]:
    said = words.profiles
    lines = [f"**{said.past}**", *(_line(one, words) for one in profile.past)]
    menu = ui.Select[Any](custom_id=CustomId("again").id, placeholder=said.menu)
    for one in profile.past:
        menu.add_option(label=shorten(name_of(one.table, words), 100), value=one.table.key)
    items: list[Item] = [text("\n".join(lines)), ui.ActionRow[Any](menu)]
    if profile.pages > 1:
        older, newer = (
            button(label, CustomId("profile", state=f"{profile.person}.{page}", game=game.name).id)
            for label, page in ((words.older, profile.page + 1), (words.newer, profile.page - 1))
        )
        older.disabled, newer.disabled = profile.page == profile.pages, profile.page == 1
        items += [text("-# " + said.page.format(page=profile.page, pages=profile.pages)), row(older, newer)]
    return items


def _line(past: Past, words: Texts) -> str:
    said = words.profiles
    name = title(past.table, words)
    url = thread_url(past.table)
    game = past.table.game
    said_so = game.translator(words.locale)
    ended = game.kernel.endings.get(past.reason)
    result, people = said.results[past.result], len(past.table.people)
    if people > 2:
        result = said.placed.format(result=result, place=past.place, n=people)
    line = said.line.format(
        title=f"[{name}]({url})" if url else name,
        when=moment(past.table.changed_at),
        result=result,
        reason=plain(past.reason if ended is None else said_so(ended.name), 60),
    )
    said_deck = said_so(past.deck)
    return said.line_deck.format(line=line, deck=plain(said_deck, 60)) if said_deck else line


def _score(tally: ResultTally) -> ResultCounts:
    return ResultCounts(tally.won, tally.drawn, tally.lost)


def _tally(tally: ResultTally, words: Texts) -> str:
    said = words.profiles
    line = said.tally.format(won=tally.won, lost=tally.lost, drawn=tally.drawn)
    return said.tally_taken_over.format(tally=line, n=tally.taken_over) if tally.taken_over else line
