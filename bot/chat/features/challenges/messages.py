"""Challenges: the message in the channel, and the choice of a deck for whoever accepts."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.chat.components.custom_ids import CustomId
from bot.chat.components.messages import Item, PrivateMessage, PublicMessage, button, link, row, text
from bot.chat.components.plain import bare, plain, shorten
from bot.chat.core import Core
from bot.chat.features.challenges.how_it_begins import said_lines, wish_row
from bot.chat.features.deciding.questions import MENU
from bot.chat.features.lessons.coaching import first_match_button
from bot.chat.features.matches.comments import talk_button
from bot.chat.features.time.messages import sort_line
from bot.chat.match_text import control, ending, thread_url
from bot.chat.texts.texts import Texts
from bot.chat.time_format import offered_controls
from bot.decks.own_decks import Shelf
from bot.match.challenges import Prepared
from bot.match.views import MatchTable, PublicLook, Standing

MENUS = 3
"""Menus of decks at a time."""


def challenge(shown: PublicLook | MatchTable, words: Texts, *, for_newcomer: bool = False) -> PublicMessage:
    """Return the message of a challenge, as it stands now. It calls whoever is challenged.

    `for_newcomer`: they have never played, and are offered a first match with explanations.
    Once the match has begun it holds the fingerprint of the seed: posted here, it can't be changed unseen.
    """
    look = None if isinstance(shown, MatchTable) else shown
    table = shown if isinstance(shown, MatchTable) else shown.table
    challenger, opponent = table.challenging, table.challenged[0]
    names = {"challenger": f"**{plain(challenger.name, 60)}**", "opponent": f"**{plain(opponent.name, 60)}**"}
    sentence = {
        Standing.CHALLENGED: (
            words.endings.rematch_text if table.rematch_of else words.challenge_text
        ).format(challenger=names["challenger"], opponent=f"<@{opponent.id}>", game=table.game.title),
        Standing.DECLINED: words.challenge_declined.format(**names),
        Standing.WITHDRAWN: words.challenge_withdrawn.format(**names),
        Standing.PLAYING: words.challenge_accepted.format(**names),
        Standing.OVER: words.challenge_over.format(**names),
    }[table.standing]
    if look is not None and look.outcome is not None:
        sentence += f" {ending(look, words)[0]}"
    sort = "".join(f"\n{line}" for line in sort_line(table, words))
    head = ui.TextDisplay[Any](f"## {words.challenge_title.format(game=table.game.title)}\n{sentence}{sort}")
    if table.standing is not Standing.CHALLENGED:
        url = thread_url(table)
        if look is not None:
            fixed = words.commitment if look.outcome is None else words.commitment_then
            head.content += f"\n-# {fixed.format(commitment=look.commitment)}"
        begun = table.standing in (Standing.PLAYING, Standing.OVER)
        leads = [
            *([link(words.open_match, url)] if url else []),
            *([talk_button(table, words)] if begun else []),
        ]
        return PublicMessage((head, row(*leads)) if leads else (head,))
    buttons = row(
        button(words.accept, control(table, "accept"), discord.ButtonStyle.success),
        *([button(words.learn.first_match, control(table, "taught"))] if for_newcomer else ()),
        button(words.decline, control(table, "decline")),
        button(words.help, control(table, "help")),
    )
    return PublicMessage((head, text("-# " + words.challenge_how), buttons), mentions=(opponent.id,))


async def decks(core: Core, table: MatchTable, person: int, words: Texts) -> PrivateMessage:
    """Return the choice of a deck to accept a challenge with, or to play a match again with; choosing one does it."""
    shelf = await core.decks.shelf(person, table.game, table.guild_id)
    head, act = words.pick_deck.format(challenger=f"**{plain(table.challenging.name, 60)}**"), "deck"
    if table.standing is Standing.OVER:
        head, act = words.endings.rematch_other_deck, "rematch-deck"
    t = shelf.game.translator(words.locale)
    lines = [f"**{plain(t(deck.title))}** – {plain(t(deck.about), 300)}" for deck in shelf.ready]
    items: list[Item] = [text("\n".join([head, *lines])[:3900])]
    # Who has never played need not read about all of them before the first match.
    first, said = shelf.first, words.pick_deck_first
    if not first:
        first, said = shelf.offered[0], words.pick_deck_begin
    label = said.format(deck=t(shelf.called(first)))
    items.append(row(button(label[:80], control(table, f"play-{act}", first), discord.ButtonStyle.success)))
    items += deck_menus(shelf, table, act, words.pick_deck_menu, words)
    if table.standing is Standing.CHALLENGED:
        wish = (await core.matches.prepared(table.match_id, person)).wish
        if said := said_lines(table.game, wish, words):
            items.append(text("\n".join(said)))
        items += wish_row(table, wish, words)
    return PrivateMessage(tuple(items))


async def sent(core: Core, prepared: Prepared, person: int, words: Texts, note: str = "") -> PrivateMessage:
    """Return what somebody is told who has challenged: with which deck, and how, both to be changed until it is accepted.

    `note` stands in front.
    """
    table = prepared.table
    shelf = await core.decks.shelf(person, table.game, table.guild_id)
    head = words.endings.rematch_sent if table.rematch_of else words.challenge_sent
    lines = [
        *filter(None, [note]),
        head.format(opponent=f"**{plain(table.challenged[0].name, 60)}**", deck=_deck_name(prepared, words)),
    ]
    lines += said_lines(table.game, prepared.wish, words)
    items: list[Item] = [text("\n".join(lines))]
    items += deck_menus(shelf, table, "my-deck", words.before.another_deck, words)
    items += wish_row(table, prepared.wish, words)
    if await core.learning.is_new(person, table.game):
        items += [text(words.learn.try_first), row(first_match_button(words))]
    return PrivateMessage(tuple(items))


def _deck_name(prepared: Prepared, words: Texts) -> str:
    game = prepared.table.game
    return plain(game.translator(words.locale)(game.called(prepared.deck)))


def deck_menus(shelf: Shelf, table: MatchTable, act: str, label: str, words: Texts) -> list[Item]:
    """Return menus of somebody's decks by what they are like; choosing one does `act`."""
    items: list[Item] = []
    choices = deck_options(shelf, words)
    for n, start in enumerate(range(0, min(len(choices), MENUS * MENU), MENU)):
        part = choices[start : start + MENU]
        called = f"{label} {part[0].value} – {part[-1].value}" if len(choices) > MENU else label
        menu = ui.Select[Any](custom_id=control(table, act, str(n)), placeholder=called[:150])
        for option in part:
            menu.append_option(option)
        items.append(ui.ActionRow[Any](menu))
    return items


def deck_options(shelf: Shelf, words: Texts) -> list[discord.SelectOption]:
    """Return somebody's playable decks as options of menus: the one to be offered first, their own, the ready-made."""
    t = shelf.game.translator(words.locale)
    about = {deck.name: bare(t(deck.about)) for deck in shelf.ready}
    if (building := shelf.game.building) is not None:
        about |= {own.name: words.deck_own.format(summary=t(building.summary(own.deck))) for own in shelf.own}
    return [
        discord.SelectOption(
            label=deck_label(shelf, name, words), value=name, description=shorten(about[name], 100) or None
        )
        for name in shelf.offered
    ]


def deck_label(shelf: Shelf, name: str, words: Texts) -> str:
    """Return a deck's name, with a word on why it stands first."""
    called = shelf.game.translator(words.locale)(shelf.called(name))
    if name == shelf.preferred:
        return f"{called} ({words.deck_default})"
    if name == shelf.here:
        return f"{called} ({words.settings.default_here})"
    return f"{called} ({words.deck_last_time})" if name == shelf.last else called


async def form(core: Core, person: int, guild_id: int | None, words: Texts) -> ui.Modal:
    """Return the form to challenge somebody with, without typing: whom, with which deck, and with which clocks."""
    game = core.games.default
    rules = await core.servers.rules(guild_id)
    modal = ui.Modal(title=words.challenge_form, custom_id=CustomId("challenge").id)
    whom = ui.UserSelect[Any](custom_id="user", required=True)
    deck = ui.Select[Any](custom_id="deck", required=True)
    clock = ui.Select[Any](custom_id="clock", required=True)
    shelf = await core.decks.shelf(person, game, guild_id)
    for option in _most_wanted(deck_options(shelf, words), len(shelf.ready)):
        option.default = option.value == shelf.first
        deck.append_option(option)
    for label, value in offered_controls(rules.clock, words):
        clock.add_option(label=label[:100], value=value, default=value == rules.control)
    modal.add_item(ui.Label(text=words.challenge_whom, component=whom))
    modal.add_item(ui.Label(text=words.challenge_deck, component=deck))
    modal.add_item(ui.Label(text=words.challenge_clock, component=clock))
    modal.stop()
    return modal


def _most_wanted(options: list[discord.SelectOption], ready: int) -> list[discord.SelectOption]:
    """Return as many options as fit one menu: the first own decks, and all ready-made ones."""
    if len(options) <= MENU:
        return options
    return [*options[: MENU - ready], *options[-ready:]][:MENU]
