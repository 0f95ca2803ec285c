"""Challenges: the message in the channel, and the choice of a deck for the one who accepts."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.decks.own_decks import Decks, Shelf
from bot.discord.boards import drawn
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import (
    Item,
    PrivateMessage,
    PublicMessage,
    beside,
    button,
    link,
    row,
    text,
)
from bot.discord.components.plain import bare, plain, shorten
from bot.discord.deck_labels import deck_label
from bot.discord.match_buttons import talk_button
from bot.discord.match_clocks import agreed_lines, sort_line
from bot.discord.match_text import control, ending, free_line, listed, named, thread_url
from bot.discord.match_text import names as called_at
from bot.discord.start_buttons import first_match_button
from bot.discord.texts.texts import Texts
from bot.discord.time_format import offered_controls
from bot.features.challenges.first_answers import said_lines, wish_row
from bot.games.playable import PlayableGame, ReadyMadeDeck
from bot.match.challenges import Prepared
from bot.match.matches import Matches
from bot.panel.questions import MENU
from bot.people.beginners import Beginners
from bot.people.people import People
from bot.servers.servers import Servers
from bot.store.match_status import Invited, MatchStatus
from bot.views.pictures import PictureService, PublicPicture
from bot.views.types import MatchTable, PublicLook

TAKEOVER = "takeover"
"""What is chosen in the form of a challenge in which the bot plays on for players who are out of time."""
DIGITS = 16
"""Digits of the fingerprint in the message: 64 bits, so that nobody finds another deal that begins with them. *Check the deal* shows all."""
MENUS = 3
"""Menus of decks at a time."""


def challenge(shown: PublicLook | MatchTable, words: Texts, *, for_newcomer: bool = False) -> PublicMessage:
    """Return the message of a challenge, as it stands now. It calls the one who is challenged.

    `for_newcomer`: they have never played, and are offered a first match with explanations.
    Once the match has begun it holds the first digits of the seed's fingerprint: posted here, they can't be changed unseen.
    """
    look = None if isinstance(shown, MatchTable) else shown
    table = shown if isinstance(shown, MatchTable) else shown.table
    sentence = _table_sentence(table, words) if table.table_for else challenge_sentence(table, words)
    if look is not None and look.outcome is not None:
        sentence += f" {ending(look, words)[0]}"
    sort = "".join(f"\n{line}" for line in (*sort_line(table, words), *agreed_lines(table, words)))
    head = ui.TextDisplay[Any](f"## {words.challenge_title.format(game=table.game.title)}\n{sentence}{sort}")
    if table.standing is not MatchStatus.CHALLENGED:
        url = thread_url(table)
        if look is not None:
            fixed = words.commitment if look.outcome is None else words.commitment_then
            head.content += f"\n-# {fixed.format(commitment=look.commitment[:DIGITS])}"
        begun = table.standing in (MatchStatus.PLAYING, MatchStatus.OVER)
        leads = [
            *([link(words.open_match, url)] if url else []),
            *([talk_button(table, words)] if begun else []),
            *([button(words.replays.verify, control(table, "verify"))] if look is not None else []),
        ]
        return PublicMessage((head, row(*leads)) if leads else (head,))
    if table.table_for:
        return PublicMessage((head, *_seats(table, words)))
    several = len(table.people) > 2
    buttons = row(
        button(words.accept, control(table, "accept"), discord.ButtonStyle.success),
        *([button(words.learn.first_match, control(table, "taught"))] if for_newcomer else ()),
        button(words.decline, control(table, "decline")),
        *([button(words.challenge_start, control(table, "start"))] if may_start(table) else ()),
        button(words.help, control(table, "help")),
    )
    how = words.challenge_how if table.game.has_decks else words.challenge_how_plain
    lines = [*(answered_lines(table, words) if several else ()), f"-# {how}"]
    called = tuple(person.id for person in table.challenged if not person.is_house)
    return PublicMessage((head, text("\n".join(lines)), buttons), mentions=called)


def _table_sentence(table: MatchTable, words: Texts) -> str:
    """Return how an open table stands."""
    host, said = f"**{plain(table.challenging.name, 60)}**", words.tables
    match table.standing:
        case MatchStatus.CHALLENGED:
            return said.wanted.format(host=host, game=table.game.title)
        case MatchStatus.EXPIRED:
            return said.expired.format(host=host)
        case MatchStatus.PLAYING:
            return words.challenge_begun.format(names=named(table, range(len(table.people)), words))
        case MatchStatus.OVER:
            return words.challenge_over.format(challenger=host, opponent=f"**{_others(table, words)}**")
        case _:
            return said.closed.format(host=host)


def _others(table: MatchTable, words: Texts) -> str:
    """Return the names of all but the challenger."""
    return named(table, [n for n in range(len(table.people)) if n != table.challenger], words)


def _seats(table: MatchTable, words: Texts) -> list[Item]:
    """Return who sits at an open table, and the buttons to join it, to leave it and to begin."""
    said = words.tables
    names = f"**{named(table, range(len(table.people)), words)}**"
    how = (said.how if table.game.has_decks else said.how_plain).format(when=_until(table))
    lines = [said.seated.format(names=names, free=free_line(table, words)), f"-# {how}"]
    return [
        text("\n".join(lines)),
        row(
            button(said.take, control(table, "accept"), discord.ButtonStyle.success),
            *([button(said.begin, control(table, "start"))] if may_start(table) else ()),
            button(said.leave, control(table, "decline")),
            button(words.help, control(table, "help")),
        ),
    ]


def _until(table: MatchTable) -> str:
    """Return when an open table is closed, in each reader's own time."""
    return f"<t:{table.table_until // 1000}:f>"


def challenge_sentence(table: MatchTable, words: Texts) -> str:
    """Return how a challenge stands."""
    challenger, several = table.challenging, len(table.people) > 2
    opponents = named(table, [n for n in range(len(table.people)) if n != table.challenger], words)
    names = {"challenger": f"**{plain(challenger.name, 60)}**", "opponent": f"**{opponents}**"}
    match table.standing:
        case MatchStatus.CHALLENGED:
            called = listed([f"<@{person.id}>" for person in table.challenged], words)
            if table.rematch_of:
                said = words.endings.rematch_text_all if several else words.endings.rematch_text
            else:
                said = words.challenge_text_all if several else words.challenge_text
            return said.format(challenger=names["challenger"], opponent=called, game=table.game.title)
        case MatchStatus.DECLINED:
            return (words.challenge_failed if several else words.challenge_declined).format(**names)
        case MatchStatus.WITHDRAWN | MatchStatus.EXPIRED:
            return words.challenge_withdrawn.format(**names)
        case MatchStatus.PLAYING if several:
            every = listed([plain(name, 60) for name in called_at(table, words)], words)
            return words.challenge_begun.format(names=every)
        case MatchStatus.PLAYING:
            called = [
                plain(name, 80) for n, name in enumerate(called_at(table, words)) if n != table.challenger
            ]
            return words.challenge_accepted.format(**names | {"opponent": f"**{listed(called, words)}**"})
        case MatchStatus.OVER:
            return words.challenge_over.format(**names)


def answered_lines(table: MatchTable, words: Texts) -> list[str]:
    """Return who has accepted a challenge, who has declined it, and who has yet to answer."""
    lines: list[str] = []
    for invited in (Invited.ACCEPTED, Invited.OPEN, Invited.DECLINED):
        if seats := [n for n, one in enumerate(table.invited) if one is invited]:
            lines.append(words.challenge_answers[invited].format(names=f"**{named(table, seats, words)}**"))
    return lines


def may_start(table: MatchTable) -> bool:
    """Whether those who have accepted are enough to begin without those who have not."""
    accepted = sum(one is Invited.ACCEPTED for one in table.invited)
    return accepted < max(len(table.people), table.table_for) and accepted in table.game.seats


MOST_READ = 9
"""Ready-made decks that are read about, each with its picture: one message holds ten of these."""


class ChallengeMessages(Struct, frozen=True):
    """The messages of a challenge that are for one person."""

    decks: Decks
    matches: Matches
    beginners: Beginners
    servers: Servers
    people: People
    pictures: PictureService

    async def deck_choice(self, table: MatchTable, person: int, words: Texts) -> PrivateMessage:
        """Return the choice of a deck to accept a challenge with, or to play a match again with; choosing one does it."""
        shelf = await self.decks.shelf(person, table.game, table.guild_id)
        challenger = f"**{plain(table.challenging.name, 60)}**"
        head, act = words.pick_deck.format(challenger=challenger), "deck"
        if table.table_for:
            head = words.tables.pick_deck.format(host=challenger)
        if table.standing is MatchStatus.OVER:
            head, act = words.endings.rematch_other_deck, "rematch-deck"
        t = shelf.game.translator(words.locale)
        items: list[Item] = [text(head)]
        pictures: list[PublicPicture] = []
        for deck in shelf.ready[:MOST_READ]:
            said = f"**{plain(t(deck.title))}** – {plain(t(deck.about), 300)}"
            face = await self._face(table.game, deck, person, words, len(pictures))
            items.append(text(said) if face is None else beside(said, face))
            pictures += [] if face is None else [face]
        # Who has never played need not read about all of them before the first match.
        first, said = shelf.first, words.pick_deck_first
        if not first:
            first, said = shelf.offered[0], words.pick_deck_begin
        label = said.format(deck=t(shelf.called(first)))
        items.append(
            row(button(label[:80], control(table, f"play-{act}", first), discord.ButtonStyle.success))
        )
        items += deck_menus(shelf, table, act, words.pick_deck_menu, words)
        if table.standing is MatchStatus.CHALLENGED and table.seat_of(person) is not None:
            wish = (await self.matches.prepared(table.match_id, person)).wish
            if said := said_lines(table.game, wish, words):
                items.append(text("\n".join(said)))
            items += wish_row(table, wish, words)
        return PrivateMessage(tuple(items), tuple(pictures))

    async def _face(
        self, game: PlayableGame, deck: ReadyMadeDeck[Any], person: int, words: Texts, number: int
    ) -> PublicPicture | None:
        """Return the card that stands for a ready-made deck; None where words must do."""
        if game.reference is None or not deck.face or await self.people.text_boards(person):
            return None
        page = game.reference.page(deck.face, game.translator(words.locale))
        found = await drawn(self.pictures.card(game, page, words.locale), 0)
        return None if found is None else replace(found, filename=f"deck-{number}.png")

    async def sent(self, prepared: Prepared, person: int, words: Texts, note: str = "") -> PrivateMessage:
        """Return what a person is told who has challenged: with which deck, and how, both to be changed until it is accepted.

        `note` stands in front.
        """
        table = prepared.table
        if table.table_for:
            return await self._at_table(prepared, person, words)
        shelf = await self.decks.shelf(person, table.game, table.guild_id)
        head = words.endings.rematch_sent if table.rematch_of else words.challenge_sent
        if not table.game.has_decks:
            head = words.endings.rematch_sent_plain if table.rematch_of else words.challenge_sent_plain
        others = [n for n in range(len(table.people)) if n != table.challenger]
        lines = [
            *filter(None, [note]),
            head.format(opponent=f"**{named(table, others, words)}**", deck=_deck_name(prepared, words)),
        ]
        lines += said_lines(table.game, prepared.wish, words)
        items: list[Item] = [text("\n".join(lines))]
        if table.game.has_decks:
            items += deck_menus(shelf, table, "my-deck", words.before.another_deck, words)
        items += wish_row(table, prepared.wish, words)
        if await self.beginners.is_new(person, table.game):
            items += [text(words.learn.try_first), row(first_match_button(words, game=table.game.name))]
        return PrivateMessage(tuple(items))

    async def _at_table(self, prepared: Prepared, person: int, words: Texts) -> PrivateMessage:
        """Return what someone with a seat at an open table is told: how they play, which can still be changed."""
        table, said = prepared.table, words.tables
        host = f"**{plain(table.challenging.name, 60)}**"
        is_host = table.seat_of(person) == table.challenger
        if is_host:
            head = said.opened if table.game.has_decks else said.opened_plain
        else:
            head = said.sat if table.game.has_decks else said.sat_plain
        lines = [head.format(host=host, deck=_deck_name(prepared, words), when=_until(table))]
        lines += [] if is_host else [said.waits.format(host=host)]
        lines += said_lines(table.game, prepared.wish, words)
        items: list[Item] = [text("\n".join(lines))]
        if table.game.has_decks:
            shelf = await self.decks.shelf(person, table.game, table.guild_id)
            items += deck_menus(shelf, table, "my-deck", words.before.another_deck, words)
        leave = button(said.close if is_host else said.leave, control(table, "decline"))
        return PrivateMessage((*items, *wish_row(table, prepared.wish, words), row(leave)))

    async def form(
        self,
        game: PlayableGame,
        person: int,
        guild_id: int | None,
        words: Texts,
        naming: str = "",
        opponent: int | None = None,
    ) -> ui.Modal:
        """Return the form to challenge people to a game: whom, with which deck if any, with which clocks, and what happens
        when a person's time is up.

        `naming` is what its title says of the game, `opponent` who is chosen already.
        """
        rules = await self.servers.rules(guild_id)
        modal = ui.Modal(
            title=f"{words.challenge_form}{naming}"[:45], custom_id=CustomId("challenge", game=game.name).id
        )
        whom = ui.UserSelect[Any](
            custom_id="user",
            required=False,
            min_values=0,
            max_values=game.seats[-1] - 1,
            default_values=[] if opponent is None else [discord.Object(opponent, type=discord.User)],
        )
        deck = ui.Select[Any](custom_id="deck", required=True)
        clock = ui.Select[Any](custom_id="clock", required=True)
        shelf = await self.decks.shelf(person, game, guild_id)
        for option in _most_wanted(deck_options(shelf, words), len(shelf.ready)):
            option.default = option.value == shelf.first
            deck.append_option(option)
        for label, value in offered_controls(rules.clock, words):
            clock.add_option(label=label[:100], value=value, default=value == rules.control)
        hint = words.tables.form_hint
        modal.add_item(ui.Label(text=words.challenge_whom, description=hint, component=whom))
        if game.has_decks:
            modal.add_item(ui.Label(text=words.challenge_deck, component=deck))
        modal.add_item(ui.Label(text=words.challenge_clock, component=clock))
        if game.practice is not None:
            absent = ui.Select[Any](custom_id="absent", required=True)
            absent.add_option(label=words.takeovers.form_no, value="claim", default=True)
            absent.add_option(label=words.takeovers.form_yes, value=TAKEOVER)
            modal.add_item(ui.Label(text=words.takeovers.form, component=absent))
        modal.stop()
        return modal


def _deck_name(prepared: Prepared, words: Texts) -> str:
    game = prepared.table.game
    return plain(game.translator(words.locale)(game.called(prepared.deck)))


def deck_menus(shelf: Shelf, table: MatchTable, act: str, label: str, words: Texts) -> list[Item]:
    """Return menus of a person's decks by what they are like; choosing one does `act`."""
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
    """Return a person's playable decks as options of menus: the one to be offered first, their own, the ready-made."""
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


def _most_wanted(options: list[discord.SelectOption], ready: int) -> list[discord.SelectOption]:
    """Return as many options as fit one menu: the first own decks, and all ready-made ones."""
    if len(options) <= MENU:
        return options
    return [*options[: MENU - ready], *options[-ready:]][:MENU]
