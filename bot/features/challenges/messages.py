"""A challenge's private messages: deck choice, confirmation, form, and choices for the beginning of a match."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import ui
from msgspec.structs import replace

from bot.decks.own_decks import DeckChoices
from bot.discord.boards import draw_in_time
from bot.discord.components.custom_ids import CustomId, Submitted
from bot.discord.components.lengths import field
from bot.discord.components.messages import (
    Item,
    PrivateMessage,
    button,
    menu,
    menu_option,
    row,
    text,
    with_thumbnail,
)
from bot.discord.components.plain import bare, plain
from bot.discord.deck_labels import deck_label
from bot.discord.match_buttons import first_match_button
from bot.discord.match_text import control, names_at
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

_ASKS, _RANDOM = "asks", "lot"


def choice_lines(game: PlayableGame, preferences: PregamePreferences, translate: Translator) -> list[str]:
    """Return a player's choices for the beginning of a match, one per line; none if all are random."""
    if game.pregame is None or preferences == ALL_RANDOM:
        return []
    t = game.translator(translate.locale)
    if preferences.asks:
        note = game.pregame.asked_later
        return [] if note is None else [f"-# {t(note)}"]
    return [
        f"-# {plain(t(thing.label))} **{plain(t(_choice_name(thing, preferences.choices[thing.key])))}**"
        for thing in game.pregame.things
        if thing.key in preferences.choices
    ]


def _choice_name(thing: PregameChoice, value: str) -> Message | str:
    return dict(thing.options).get(value, value)


def pregame_row(table: MatchTable, preferences: PregamePreferences, translate: Translator) -> list[Item]:
    """Return the button that opens the form of pregame choices; none for games without them."""
    rules = table.game.pregame
    if rules is None:
        return []
    label_message = (
        msg("{what}: your choice")
        if preferences.choices
        else msg("{what}: ask me")
        if preferences.asks or rules.asked_later is None
        else msg("{what}: at random")
    )
    label = translate(label_message.filled(what=table.game.translator(translate.locale)(rules.label)))
    return [row(button(label, control(table, "beforehand")))]


def pregame_form(table: MatchTable, preferences: PregamePreferences, translate: Translator) -> ui.Modal:
    """Return the form with a player's choices for the beginning of a match."""
    rules = table.game.pregame
    things = () if rules is None else rules.things
    is_random = rules is not None and rules.asked_later is not None
    default_label = translate.msg("Choose at random") if is_random else translate.msg("No preference")
    t = table.game.translator(translate.locale)
    modal = ui.Modal(title=translate.msg("How the match begins"), custom_id=control(table, "foresaid"))
    for thing in things:
        current = preferences.choices.get(thing.key, "")
        if thing.number is not None:
            low, high = thing.number
            component = field(thing.key, required=False, default=current or None)
            about = translate.msg("{low} to {high}; empty: random. It's luck either way.", low=low, high=high)
            modal.add_item(ui.Label(text=t(thing.label), description=about, component=component))
            continue
        modal.add_item(
            ui.Label(text=t(thing.label), component=_menu(thing.key, current, thing, default_label, t))
        )
    if not is_random:
        modal.stop()
        return modal
    options = [
        menu_option(translate.msg("No: start at once"), "no", chosen=not preferences.asks),
        menu_option(translate.msg("Yes: the match waits for my answers"), "yes", chosen=preferences.asks),
    ]
    asks = ui.Select[ui.LayoutView](custom_id=_ASKS, options=options)
    modal.add_item(ui.Label(text=translate.msg("Ask me in the match instead?"), component=asks))
    modal.stop()
    return modal


def _menu(
    key: str, current: str, thing: PregameChoice, default_label: str, t: Translator
) -> ui.Select[ui.LayoutView]:
    chosen = [menu_option(t(label), value, chosen=value == current) for value, label in thing.options]
    return ui.Select[ui.LayoutView](
        custom_id=key, options=[menu_option(default_label, _RANDOM, chosen=not current), *chosen]
    )


def submitted_preferences(game: PlayableGame, values: Submitted) -> PregamePreferences:
    """Return a player's choices from the submitted form, unchecked."""
    if game.pregame is None or (game.pregame.asked_later is not None and values.one(_ASKS) == "yes"):
        return PregamePreferences(asks=game.pregame is not None)
    choices: Mapping[str, str] = {thing.key: values.one(thing.key).strip() for thing in game.pregame.things}
    return PregamePreferences(
        {key: _plain(value) for key, value in choices.items() if value not in ("", _RANDOM)}
    )


def _plain(typed: str) -> str:
    """Return a number in its stored form, and anything else unchanged."""
    number = numeral(typed)
    return typed if number is None else str(number)


CHALLENGE_FORM = msg("A new match")

TAKEOVER = "takeover"
"""The form's value for having the bot play for players who run out of time."""
MENUS = 3
"""Maximum number of deck menus in one message."""


DESCRIBED_DECKS = 9
"""Maximum number of ready-made decks with a description and a picture. Discord allows 10 pictures per message."""


class ChallengeMessages(Feature, frozen=True):
    """Builds a challenge's private messages."""

    async def deck_choice(self, table: MatchTable, person: int, translate: Translator) -> PrivateMessage:
        """Return the choice of a deck.

        Choosing one accepts the challenge, or asks for the rematch if the match is over.
        """
        deck_choices = await self.services.decks.deck_choices(person, table.game, table.guild_id)
        challenger = f"**{plain(table.challenging.name, 60)}**"
        head, act = (
            translate.msg("Which deck will you play against {challenger}?", challenger=challenger),
            "deck",
        )
        if table.table_for:
            head = translate.msg("Which deck will you play at {host}'s table?", host=challenger)
        if table.status is MatchStatus.OVER:
            head, act = (
                translate.msg("Choose a deck for the rematch. The one you played can no longer be used."),
                "rematch-deck",
            )
        t = deck_choices.game.translator(translate.locale)
        items: list[Item] = [text(head)]
        pictures: list[PublicPicture] = []
        for deck in deck_choices.ready[:DESCRIBED_DECKS]:
            description = f"**{plain(t(deck.title))}** – {plain(t(deck.about), 300)}"
            picture = await self._deck_picture(table.game, deck, person, translate, len(pictures))
            items.append(text(description) if picture is None else with_thumbnail(description, picture))
            pictures += [] if picture is None else [picture]
        # A newcomer need not read about every deck: recommend one for the first match.
        suggested, label_message = deck_choices.first, msg("Play {deck}")
        if not suggested:
            suggested, label_message = deck_choices.offered[0], msg("Play {deck}: good for beginners")
        label = translate(label_message.filled(deck=t(deck_choices.called(suggested))))
        items.append(
            row(button(label[:80], control(table, f"play-{act}", suggested), discord.ButtonStyle.success))
        )
        items += deck_menus(deck_choices, table, act, translate.msg("Choose your deck …"), translate)
        if table.status is MatchStatus.CHALLENGED and table.seat_of(person) is not None:
            preferences = (await self.services.challenges.prepared(table.match_id, person)).wish
            if lines := choice_lines(table.game, preferences, translate):
                items.append(text("\n".join(lines)))
            items += pregame_row(table, preferences, translate)
        return PrivateMessage(tuple(items), tuple(pictures))

    async def _deck_picture(
        self, game: PlayableGame, deck: ReadyMadeDeck[object], person: int, translate: Translator, number: int
    ) -> PublicPicture | None:
        """Return a picture of a ready-made deck's card; None if it has none, or if the player prefers text."""
        if game.reference is None or not deck.face or await self.services.people.text_boards(person):
            return None
        page = game.reference.page(deck.face, game.translator(translate.locale))
        picture = await draw_in_time(self.services.pictures.card(game, page, translate.locale), 0)
        return None if picture is None else replace(picture, filename=f"deck-{number}.png")

    async def sent(
        self, prepared: PreparedSeat, person: int, translate: Translator, note: str = ""
    ) -> PrivateMessage:
        """Return the confirmation for a challenger: the deck and options, which can be changed until it is accepted.

        It begins with `note`.
        """
        table = prepared.table
        if table.table_for:
            return await self._at_table(prepared, person, translate)
        deck_choices = await self.services.decks.deck_choices(person, table.game, table.guild_id)
        sentence = (
            msg("You asked {opponent} for a rematch. You'll play “{deck}”.")
            if table.rematch_of
            else msg("Challenge sent to {opponent}. You're playing {deck}.")
        )
        if not table.game.has_decks:
            sentence = (
                msg("You asked {opponent} for a rematch.")
                if table.rematch_of
                else msg("Challenge sent to {opponent}.")
            )
        opponents = [n for n in range(len(table.people)) if n != table.challenger]
        lines = [
            *filter(None, [note]),
            translate(
                sentence.filled(
                    opponent=f"**{names_at(table, opponents, translate)}**",
                    deck=_deck_name(prepared, translate),
                )
            ),
        ]
        lines += choice_lines(table.game, prepared.wish, translate)
        items: list[Item] = [text("\n".join(lines))]
        if table.game.has_decks:
            items += deck_menus(deck_choices, table, "my-deck", translate.msg("Another deck …"), translate)
        items += pregame_row(table, prepared.wish, translate)
        if await self.services.beginners.is_new(person, table.game):
            items += [
                text(translate.msg("Never played? Learn the game meanwhile. It takes ten minutes.")),
                row(first_match_button(translate, game=table.game.name)),
            ]
        return PrivateMessage(tuple(items))

    async def _at_table(self, prepared: PreparedSeat, person: int, translate: Translator) -> PrivateMessage:
        """Return the message for a player at an open table: their options, which can still be changed."""
        table = prepared.table
        host = f"**{plain(table.challenging.name, 60)}**"
        is_host = table.seat_of(person) == table.challenger
        if is_host:
            sentence = (
                msg("Your table is open until {when}. You're playing {deck}.")
                if table.game.has_decks
                else msg("Your table is open until {when}.")
            )
        else:
            sentence = (
                msg("You have a seat at {host}'s table. You're playing {deck}.")
                if table.game.has_decks
                else msg("You have a seat at {host}'s table.")
            )
        lines = [
            translate(sentence.filled(host=host, deck=_deck_name(prepared, translate), when=until(table)))
        ]
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
        lines += choice_lines(table.game, prepared.wish, translate)
        items: list[Item] = [text("\n".join(lines))]
        if table.game.has_decks:
            deck_choices = await self.services.decks.deck_choices(person, table.game, table.guild_id)
            items += deck_menus(deck_choices, table, "my-deck", translate.msg("Another deck …"), translate)
        leave = button(
            translate(msg("Close table") if is_host else msg("Leave table")), control(table, "decline")
        )
        return PrivateMessage((*items, *pregame_row(table, prepared.wish, translate), row(leave)))

    async def form(
        self,
        game: PlayableGame,
        person: int,
        guild_id: int | None,
        translate: Translator,
        naming: str = "",
        opponent: int | None = None,
    ) -> ui.Modal:
        """Return the challenge form: opponent, deck if the game has decks, clock, and the effect of a timeout.

        `naming` is the game's name in its title, `opponent` the id of a preselected user.
        """
        rules = await self.services.servers.rules(guild_id)
        modal = ui.Modal(
            title=f"{translate(CHALLENGE_FORM)}{naming}"[:45],
            custom_id=CustomId("challenge", game=game.name).id,
        )
        opponents = ui.UserSelect[ui.LayoutView](
            custom_id="user",
            required=False,
            min_values=0,
            max_values=game.seats[-1] - 1,
            default_values=[] if opponent is None else [discord.Object(opponent, type=discord.User)],
        )
        deck_choices = await self.services.decks.deck_choices(person, game, guild_id)
        decks = _fit_in_menu(deck_options(deck_choices, translate), len(deck_choices.ready))
        for option in decks:
            option.default = option.value == deck_choices.first
        clocks = [
            menu_option(label, value, chosen=value == rules.control)
            for label, value in offered_controls(rules.clock, translate)
        ]
        hint = translate.msg("Leave this empty to open a table that anyone can join.")
        modal.add_item(ui.Label(text=translate.msg("Opponent"), description=hint, component=opponents))
        if game.has_decks:
            modal.add_item(
                ui.Label(
                    text=translate.msg("Your deck"), component=ui.Select(custom_id="deck", options=decks)
                )
            )
        modal.add_item(
            ui.Label(text=translate.msg("Clock"), component=ui.Select(custom_id="clock", options=clocks))
        )
        if game.practice is not None:
            options = [
                menu_option(translate.msg("The others can claim the win"), "claim", chosen=True),
                menu_option(translate.msg("The bot plays for them until they're back"), TAKEOVER),
            ]
            on_timeout = ui.Select[ui.LayoutView](custom_id="absent", options=options)
            modal.add_item(ui.Label(text=translate.msg("If a player runs out of time"), component=on_timeout))
        modal.stop()
        return modal


def _deck_name(prepared: PreparedSeat, translate: Translator) -> str:
    game = prepared.table.game
    return plain(game.translator(translate.locale)(game.called(prepared.deck)))


def deck_menus(
    deck_choices: DeckChoices, table: MatchTable, act: str, label: str, translate: Translator
) -> list[Item]:
    """Return menus of a player's decks. Choosing a deck triggers the control `act`.

    If there are several menus, each is labelled with its first and last deck.
    """
    items: list[Item] = []
    choices = deck_options(deck_choices, translate)
    for n, start in enumerate(range(0, min(len(choices), MENUS * MENU), MENU)):
        part = choices[start : start + MENU]
        is_split = len(choices) > MENU
        title = f"{label} {part[0].value} – {part[-1].value}" if is_split else label
        items.append(menu(control(table, act, str(n)), title, part))
    return items


def deck_options(deck_choices: DeckChoices, translate: Translator) -> list[discord.SelectOption]:
    """Return a player's playable decks as menu options: the suggested one, their own, the ready-made."""
    t = deck_choices.game.translator(translate.locale)
    about = {deck.name: bare(t(deck.about)) for deck in deck_choices.ready}
    if (building := deck_choices.game.building) is not None:
        about |= {
            own.name: translate.msg("Your deck: {summary}", summary=t(building.summary(own.deck)))
            for own in deck_choices.own
        }
    return [
        menu_option(deck_label(deck_choices, name, translate), name, about[name])
        for name in deck_choices.offered
    ]


def _fit_in_menu(options: list[discord.SelectOption], ready: int) -> list[discord.SelectOption]:
    """Return the options that fit in one menu: all ready-made decks, and the first of the player's own."""
    if len(options) <= MENU:
        return options
    return [*options[: MENU - ready], *options[-ready:]][:MENU]
