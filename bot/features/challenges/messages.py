"""Challenges as messages for one person: deck choice, confirmation, form, and choices for the beginning of a match."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import ui
from msgspec.structs import replace

from bot.decks.own_decks import Shelf
from bot.discord.boards import drawn
from bot.discord.components.custom_ids import CustomId, Submitted
from bot.discord.components.lengths import field
from bot.discord.components.messages import (
    Item,
    PrivateMessage,
    beside,
    button,
    row,
    text,
)
from bot.discord.components.plain import bare, plain, shorten
from bot.discord.deck_labels import deck_label
from bot.discord.match_buttons import first_match_button
from bot.discord.match_text import control, named
from bot.discord.time_format import offered_controls
from bot.features.challenges.public_message import until
from bot.games.playable import PlayableGame, ReadyMadeDeck
from bot.installation import Feature
from bot.match.challenge_types import PreparedSeat
from bot.match.first_answers import ALL_RANDOM, PregamePreferences
from bot.panel.question_text import MENU
from bot.store.match_status import MatchStatus
from bot.views.pictures import PublicPicture
from bot.views.types import MatchTable
from cards.i18n import Message, Translator, msg
from cards.numerals import numeral
from engine.kernel.pregame import PregameChoice

_ASKS, _LOT = "asks", "lot"


def said_lines(game: PlayableGame, wish: PregamePreferences, translate: Translator) -> list[str]:
    """Return a person's choices, one per line; none if they chose nothing."""
    if game.beforehand is None or wish == ALL_RANDOM:
        return []
    t = game.translator(translate.locale)
    if wish.asks:
        later = game.beforehand.asked_later
        return [] if later is None else [f"-# {t(later)}"]
    return [
        f"-# {plain(t(thing.label))} **{plain(t(_named(thing, wish.said[thing.key])))}**"
        for thing in game.beforehand.things
        if thing.key in wish.said
    ]


def _named(thing: PregameChoice, said: str) -> Message | str:
    return dict(thing.options).get(said, said)


def wish_row(table: MatchTable, wish: PregamePreferences, translate: Translator) -> list[Item]:
    """Return the button that opens the form; none for games without choices before a match."""
    rules = table.game.beforehand
    if rules is None:
        return []
    said = (
        msg("{what}: your choice")
        if wish.said
        else msg("{what}: ask me")
        if wish.asks or rules.asked_later is None
        else msg("{what}: at random")
    )
    label = translate(said.filled(what=table.game.translator(translate.locale)(rules.label)))
    return [row(button(label, control(table, "beforehand")))]


def wish_form(table: MatchTable, wish: PregamePreferences, translate: Translator) -> ui.Modal:
    """Return the form in which a person says how the match is to begin for them."""
    rules = table.game.beforehand
    things = () if rules is None else rules.things
    is_random = rules is not None and rules.asked_later is not None
    unsaid = translate.msg("Choose at random") if is_random else translate.msg("No preference")
    t = table.game.translator(translate.locale)
    modal = ui.Modal(title=translate.msg("How the match begins"), custom_id=control(table, "foresaid"))
    for thing in things:
        now = wish.said.get(thing.key, "")
        if thing.number is not None:
            low, high = thing.number
            typed = field(thing.key, required=False, default=now or None)
            about = translate.msg("{low} to {high}; empty: random. It's luck either way.", low=low, high=high)
            modal.add_item(ui.Label(text=t(thing.label), description=about, component=typed))
            continue
        modal.add_item(ui.Label(text=t(thing.label), component=_menu(thing.key, now, thing, unsaid, t)))
    if not is_random:
        modal.stop()
        return modal
    asks = ui.Select[ui.LayoutView](custom_id=_ASKS, required=True)
    asks.add_option(label=translate.msg("No: start at once"), value="no", default=not wish.asks)
    asks.add_option(
        label=translate.msg("Yes: the match waits for my answers"), value="yes", default=wish.asks
    )
    modal.add_item(ui.Label(text=translate.msg("Ask me in the match instead?"), component=asks))
    modal.stop()
    return modal


def _menu(key: str, now: str, thing: PregameChoice, unsaid: str, t: Translator) -> ui.Select[ui.LayoutView]:
    menu = ui.Select[ui.LayoutView](custom_id=key, required=True)
    menu.add_option(label=unsaid, value=_LOT, default=not now)
    for value, label in thing.options:
        menu.add_option(label=t(label), value=value, default=value == now)
    return menu


def wished(game: PlayableGame, values: Submitted) -> PregamePreferences:
    """Return a person's choices in the form, without checking them."""
    if game.beforehand is None or (game.beforehand.asked_later is not None and values.one(_ASKS) == "yes"):
        return PregamePreferences(asks=game.beforehand is not None)
    said: Mapping[str, str] = {thing.key: values.one(thing.key).strip() for thing in game.beforehand.things}
    return PregamePreferences({key: _plain(value) for key, value in said.items() if value not in ("", _LOT)})


def _plain(typed: str) -> str:
    """Return a number in its stored form, and anything else unchanged."""
    number = numeral(typed)
    return typed if number is None else str(number)


CHALLENGE_FORM = msg("A new match")

TAKEOVER = "takeover"
"""The choice in the form of a challenge by which the bot plays on for players who are out of time."""
MENUS = 3
"""Menus of decks at a time."""


MOST_READ = 9
"""Ready-made decks that are read about, each with its picture: one message holds ten of these."""


class ChallengeMessages(Feature, frozen=True):
    """The messages of a challenge that are for one person."""

    async def deck_choice(self, table: MatchTable, person: int, translate: Translator) -> PrivateMessage:
        """Return the choice of a deck to accept a challenge with, or to play a match again with; choosing one does it."""
        shelf = await self.services.decks.shelf(person, table.game, table.guild_id)
        challenger = f"**{plain(table.challenging.name, 60)}**"
        head, act = (
            translate.msg("Which deck will you play against {challenger}?", challenger=challenger),
            "deck",
        )
        if table.table_for:
            head = translate.msg("Which deck will you play at {host}'s table?", host=challenger)
        if table.standing is MatchStatus.OVER:
            head, act = (
                translate.msg("Choose a deck for the rematch. The one you played can no longer be used."),
                "rematch-deck",
            )
        t = shelf.game.translator(translate.locale)
        items: list[Item] = [text(head)]
        pictures: list[PublicPicture] = []
        for deck in shelf.ready[:MOST_READ]:
            said = f"**{plain(t(deck.title))}** – {plain(t(deck.about), 300)}"
            face = await self._face(table.game, deck, person, translate, len(pictures))
            items.append(text(said) if face is None else beside(said, face))
            pictures += [] if face is None else [face]
        # Who has never played need not read about all of them before the first match.
        first, said = shelf.first, msg("Play {deck}")
        if not first:
            first, said = shelf.offered[0], msg("Play {deck}: good for beginners")
        label = translate(said.filled(deck=t(shelf.called(first))))
        items.append(
            row(button(label[:80], control(table, f"play-{act}", first), discord.ButtonStyle.success))
        )
        items += deck_menus(shelf, table, act, translate.msg("Choose your deck …"), translate)
        if table.standing is MatchStatus.CHALLENGED and table.seat_of(person) is not None:
            wish = (await self.services.challenges.prepared(table.match_id, person)).wish
            if said := said_lines(table.game, wish, translate):
                items.append(text("\n".join(said)))
            items += wish_row(table, wish, translate)
        return PrivateMessage(tuple(items), tuple(pictures))

    async def _face(
        self, game: PlayableGame, deck: ReadyMadeDeck[object], person: int, translate: Translator, number: int
    ) -> PublicPicture | None:
        """Return the card that represents a ready-made deck; None if only words are possible."""
        if game.reference is None or not deck.face or await self.services.people.text_boards(person):
            return None
        page = game.reference.page(deck.face, game.translator(translate.locale))
        found = await drawn(self.services.pictures.card(game, page, translate.locale), 0)
        return None if found is None else replace(found, filename=f"deck-{number}.png")

    async def sent(
        self, prepared: PreparedSeat, person: int, translate: Translator, note: str = ""
    ) -> PrivateMessage:
        """Return the confirmation for a challenger: the deck and options, which can be changed until it is accepted.

        `note` comes first.
        """
        table = prepared.table
        if table.table_for:
            return await self._at_table(prepared, person, translate)
        shelf = await self.services.decks.shelf(person, table.game, table.guild_id)
        head = (
            msg("You asked {opponent} for a rematch. You'll play “{deck}”.")
            if table.rematch_of
            else msg("Challenge sent to {opponent}. You're playing {deck}.")
        )
        if not table.game.has_decks:
            head = (
                msg("You asked {opponent} for a rematch.")
                if table.rematch_of
                else msg("Challenge sent to {opponent}.")
            )
        others = [n for n in range(len(table.people)) if n != table.challenger]
        lines = [
            *filter(None, [note]),
            translate(
                head.filled(
                    opponent=f"**{named(table, others, translate)}**", deck=_deck_name(prepared, translate)
                )
            ),
        ]
        lines += said_lines(table.game, prepared.wish, translate)
        items: list[Item] = [text("\n".join(lines))]
        if table.game.has_decks:
            items += deck_menus(shelf, table, "my-deck", translate.msg("Another deck …"), translate)
        items += wish_row(table, prepared.wish, translate)
        if await self.services.beginners.is_new(person, table.game):
            items += [
                text(translate.msg("Never played? Learn the game meanwhile. It takes ten minutes.")),
                row(first_match_button(translate, game=table.game.name)),
            ]
        return PrivateMessage(tuple(items))

    async def _at_table(self, prepared: PreparedSeat, person: int, translate: Translator) -> PrivateMessage:
        """Return the message for a person at an open table: their options, which can still be changed."""
        table = prepared.table
        host = f"**{plain(table.challenging.name, 60)}**"
        is_host = table.seat_of(person) == table.challenger
        if is_host:
            head = (
                msg("Your table is open until {when}. You're playing {deck}.")
                if table.game.has_decks
                else msg("Your table is open until {when}.")
            )
        else:
            head = (
                msg("You have a seat at {host}'s table. You're playing {deck}.")
                if table.game.has_decks
                else msg("You have a seat at {host}'s table.")
            )
        lines = [translate(head.filled(host=host, deck=_deck_name(prepared, translate), when=until(table)))]
        lines += (
            []
            if is_host
            else [
                translate.msg(
                    "The match starts when the table is full, or when {host} starts it. I'll "
                    "tell you in its thread.",
                    host=host,
                )
            ]
        )
        lines += said_lines(table.game, prepared.wish, translate)
        items: list[Item] = [text("\n".join(lines))]
        if table.game.has_decks:
            shelf = await self.services.decks.shelf(person, table.game, table.guild_id)
            items += deck_menus(shelf, table, "my-deck", translate.msg("Another deck …"), translate)
        leave = button(
            translate(msg("Close table") if is_host else msg("Leave table")), control(table, "decline")
        )
        return PrivateMessage((*items, *wish_row(table, prepared.wish, translate), row(leave)))

    async def form(
        self,
        game: PlayableGame,
        person: int,
        guild_id: int | None,
        translate: Translator,
        naming: str = "",
        opponent: int | None = None,
    ) -> ui.Modal:
        """Return the form to challenge people to a game: opponent, deck if the game has any, clock, and the effect of
        a timeout.

        `naming` is the game in its title, `opponent` a preselected opponent.
        """
        rules = await self.services.servers.rules(guild_id)
        modal = ui.Modal(
            title=f"{translate(CHALLENGE_FORM)}{naming}"[:45],
            custom_id=CustomId("challenge", game=game.name).id,
        )
        whom = ui.UserSelect[ui.LayoutView](
            custom_id="user",
            required=False,
            min_values=0,
            max_values=game.seats[-1] - 1,
            default_values=[] if opponent is None else [discord.Object(opponent, type=discord.User)],
        )
        deck = ui.Select[ui.LayoutView](custom_id="deck", required=True)
        clock = ui.Select[ui.LayoutView](custom_id="clock", required=True)
        shelf = await self.services.decks.shelf(person, game, guild_id)
        for option in _most_wanted(deck_options(shelf, translate), len(shelf.ready)):
            option.default = option.value == shelf.first
            deck.append_option(option)
        for label, value in offered_controls(rules.clock, translate):
            clock.add_option(label=label[:100], value=value, default=value == rules.control)
        hint = translate.msg("Leave this empty to open a table that anyone can join.")
        modal.add_item(ui.Label(text=translate.msg("Opponent"), description=hint, component=whom))
        if game.has_decks:
            modal.add_item(ui.Label(text=translate.msg("Your deck"), component=deck))
        modal.add_item(ui.Label(text=translate.msg("Clock"), component=clock))
        if game.practice is not None:
            absent = ui.Select[ui.LayoutView](custom_id="absent", required=True)
            absent.add_option(
                label=translate.msg("The others can claim the win"), value="claim", default=True
            )
            absent.add_option(
                label=translate.msg("The bot plays for them until they're back"), value=TAKEOVER
            )
            modal.add_item(ui.Label(text=translate.msg("If a player runs out of time"), component=absent))
        modal.stop()
        return modal


def _deck_name(prepared: PreparedSeat, translate: Translator) -> str:
    game = prepared.table.game
    return plain(game.translator(translate.locale)(game.called(prepared.deck)))


def deck_menus(shelf: Shelf, table: MatchTable, act: str, label: str, translate: Translator) -> list[Item]:
    """Return menus of a person's decks; choosing one does `act`. Each is labelled with its first and last deck if there are
    several.
    """
    items: list[Item] = []
    choices = deck_options(shelf, translate)
    for n, start in enumerate(range(0, min(len(choices), MENUS * MENU), MENU)):
        part = choices[start : start + MENU]
        called = f"{label} {part[0].value} – {part[-1].value}" if len(choices) > MENU else label
        menu = ui.Select[ui.LayoutView](custom_id=control(table, act, str(n)), placeholder=called[:150])
        for option in part:
            menu.append_option(option)
        items.append(ui.ActionRow[ui.LayoutView](menu))
    return items


def deck_options(shelf: Shelf, translate: Translator) -> list[discord.SelectOption]:
    """Return a person's playable decks as menu options: the suggested one, their own, the ready-made."""
    t = shelf.game.translator(translate.locale)
    about = {deck.name: bare(t(deck.about)) for deck in shelf.ready}
    if (building := shelf.game.building) is not None:
        about |= {
            own.name: translate.msg("Your deck: {summary}", summary=t(building.summary(own.deck)))
            for own in shelf.own
        }
    return [
        discord.SelectOption(
            label=deck_label(shelf, name, translate),
            value=name,
            description=shorten(about[name], 100) or None,
        )
        for name in shelf.offered
    ]


def _most_wanted(options: list[discord.SelectOption], ready: int) -> list[discord.SelectOption]:
    """Return the options that fit one menu: the first own decks, and all ready-made ones."""
    if len(options) <= MENU:
        return options
    return [*options[: MENU - ready], *options[-ready:]][:MENU]
