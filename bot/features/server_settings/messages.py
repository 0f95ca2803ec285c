"""A server's settings as one message: everything as it stands, and under each a control to change it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui
from msgspec import Struct

from bot.discord.channels import WITH_THREADS, Places, places
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import field
from bot.discord.components.messages import Item, PrivateMessage, button, row, text
from bot.discord.components.plain import plain
from bot.discord.components.replies import Interaction, Reply
from bot.discord.components.submitted import Submitted
from bot.discord.permissions import missing_lines
from bot.discord.texts.texts import Texts
from bot.discord.time_format import control_in_words, offered_controls
from bot.errors import Told
from bot.servers.game_choice import GameChoice
from bot.servers.rules import MOST, MOST_CHANNELS, MOST_GAP, RATED_BOUNDS
from bot.servers.servers import Servers, ServerSettings
from bot.store.servers import NamedSetting, ServerRules
from cards.i18n import Locale

NO_DECK = "-"
AUTOMATIC = "-"
"""The menu's values for no deck, and for Discord's language: Discord accepts no empty values."""

_LIMITS = {"matches": MOST, "challenges": MOST, "hourly": MOST, "gap": MOST_GAP}
"""The highest limits of one person that can be set, in the order of the form."""


def check_manager(reply: Reply) -> int:
    """Return the id of the server that a person manages, from where they ask. Raises Refusal."""
    interaction, said = reply.interaction, reply.words.settings
    if interaction.guild_id is None:
        raise Told(said.only_there)
    if not interaction.permissions.manage_guild:
        raise Told(said.not_allowed)
    return interaction.guild_id


class SettingsMessages(Struct, frozen=True):
    """The message that shows the settings of a server."""

    choice: GameChoice
    servers: Servers

    async def settings_message(self, reply: Reply, guild_id: int) -> PrivateMessage:
        """Return everything that is set for a server, with controls to change it."""
        interaction, words = reply.interaction, reply.words
        there = await places(interaction, guild_id)
        found = await self.servers.of(guild_id)
        rules, said = found.rules, words.settings
        game = (await self.choice.offered(guild_id))[0]
        t = game.translator(words.locale)
        played = await self.choice.offered(guild_id)
        games_line = (
            [said.games_here.format(names=", ".join(one.title for one in played))]
            if len(played) > 1 or rules.games
            else []
        )
        deck = rules.decks.get(game.name, "")
        return PrivateMessage(
            (
                text("\n".join([said.title, said.who_sees, _here(interaction, words), *games_line])),
                text(_channels_line(rules, there, words)),
                _channel_menu("channels", said.channels_menu, there.parted(rules.channels)[0], MOST_CHANNELS),
                text(said.clock.format(clock=control_in_words(rules.clock, words))),
                _menu("clock", said.clock_menu, offered_controls(rules.clock, words), str(rules.clock)),
                text(said.deck.format(deck=f"**{plain(t(game.called(deck)))}**") if deck else said.deck_none),
                _menu(
                    f"deck-{game.name}",
                    said.deck_menu,
                    [
                        (said.deck_last, NO_DECK),
                        *((t(one.title), one.name) for one in list(game.decks.values())[:24]),
                    ],
                    deck or NO_DECK,
                ),
                text(_moderators_line(rules, there, words)),
                _role_menu(said.moderators_menu, there.parted(rules.moderators, roles=True)[0]),
                text(_results_line(found, there, words)),
                _channel_menu(
                    "announcements",
                    said.announces_menu,
                    there.parted([rules.announces] if rules.announces else [])[0],
                    1,
                ),
                text(_language_line(found, words)),
                _menu(
                    "language",
                    said.language_menu,
                    [
                        (said.automatic, AUTOMATIC),
                        *((said.languages[one.value], one.value) for one in Locale),
                    ],
                    found.language.value if found.language else AUTOMATIC,
                ),
                text(
                    f"{_rated_line(rules, words)}\n{said.abort_one if rules.abort_alone else said.abort_both}\n{_limits_line(rules, words)}"
                ),
                row(
                    button(
                        said.forbid_rated if rules.rated else said.allow_rated,
                        _control(f"rated.{0 if rules.rated else 1}"),
                    ),
                    button(said.rating_button, _control("rating")),
                    button(
                        said.let_both if rules.abort_alone else said.let_one,
                        _control(f"abort.{0 if rules.abort_alone else 1}"),
                    ),
                    button(said.limits_button, _control("limits")),
                    button(said.reset, _control("reset")),
                ),
                *(_lapses(rules, words) if any(one.kernel.lapse for one in played) else ()),
            )
        )


def _lapses(rules: ServerRules, words: Texts) -> tuple[Item, ...]:
    """The consequence of running out of time, in games in which doing nothing is an answer."""
    said, forfeits = words.settings, rules.forfeits
    change = button(said.forgive if forfeits else said.forfeit, _control(f"time-up.{0 if forfeits else 1}"))
    return (text(said.lapse_first if forfeits else said.lapse_third), row(change))


def reset_question(words: Texts) -> PrivateMessage:
    """Return the question whether everything is really to be set back."""
    said = words.settings
    buttons = row(
        button(said.reset_yes, _control("reset-yes"), discord.ButtonStyle.danger),
        button(said.reset_no, _control("show")),
    )
    return PrivateMessage((text(said.reset_sure), buttons))


def limits_form(rules: ServerRules, words: Texts) -> ui.Modal:
    """Return the form for the limits of one person."""
    said = words.settings
    modal = ui.Modal(title=said.limits_form, custom_id=_control("limited"))
    for name, label, number in zip(_LIMITS, said.limit_fields.values(), _limits(rules), strict=True):
        entry = field(name, required=False, default=None if number is None else str(number))
        modal.add_item(ui.Label(text=label, description=said.field_hint, component=entry))
    modal.stop()
    return modal


def rating_form(rules: ServerRules, words: Texts) -> ui.Modal:
    """Return the form for which rated matches count."""
    said = words.settings
    modal = ui.Modal(title=said.rating_form, custom_id=_control("counting"))
    for name, (least, most) in RATED_BOUNDS.items():
        entry = field(name, default=str(getattr(rules, name)))
        hint = said.rating_hint.format(least=least, most=most)
        modal.add_item(ui.Label(text=said.rating_fields[name], description=hint, component=entry))
    modal.stop()
    return modal


def read_rating(typed: Submitted, words: Texts) -> dict[str, int]:
    """Return the numbers that a person typed about rated matches, by their names. Raises Refusal."""
    numbers: dict[str, int] = {}
    for name, (least, most) in RATED_BOUNDS.items():
        one = typed.one(name).strip()
        if not (one.isascii() and one.isdecimal() and len(one) <= 3 and least <= int(one) <= most):
            called = words.settings.rating_fields[name]
            raise Told(
                words.settings.no_rating_number.format(
                    typed=plain(one, 40), field=called, least=least, most=most
                )
            )
        numbers[name] = int(one)
    return numbers


def read_limits(typed: Submitted, words: Texts) -> list[int | None]:
    """Return the limits that a person typed in the form, in its order; None for none. Raises Refusal."""
    found: list[int | None] = []
    for name, most in _LIMITS.items():
        one = typed.one(name).strip()
        if one and not (one.isascii() and one.isdecimal() and len(one) <= 4 and 1 <= int(one) <= most):
            raise Told(words.settings.no_limit_number.format(typed=plain(one, 40), most=most))
        found.append(int(one) if one else None)
    return found


# -- lines


def _here(interaction: Interaction, words: Texts) -> str:
    """Return what the bot may not do in the channel where a person asks, each with the consequence."""
    said, allowed = words.settings, interaction.app_permissions
    if interaction.channel is not None and interaction.channel.type not in WITH_THREADS:
        return said.no_thread_here
    missing = missing_lines(allowed, words)
    return "\n".join([said.is_incomplete, *missing]) if missing else said.is_complete


def _channels_line(rules: ServerRules, there: Places, words: Texts) -> str:
    said = words.settings
    if not rules.channels:
        return said.channels_all
    found, gone = there.parted(rules.channels)
    line = (
        said.channels_some.format(channels=", ".join(f"<#{one.id}>" for one in found))
        if found
        else said.channels_none
    )
    return _with_gone(line, gone, words)


def _moderators_line(rules: ServerRules, there: Places, words: Texts) -> str:
    said = words.settings
    found, gone = there.parted(rules.moderators, roles=True)
    if not found:
        return _with_gone(said.moderators_usual, gone, words)
    roles = ", ".join(f"<@&{one.id}>" for one in found)
    return _with_gone(said.moderators_some.format(roles=roles), gone, words)


def _results_line(found: ServerSettings, there: Places, words: Texts) -> str:
    said, chosen = words.settings, found.rules.announces
    if chosen is None:
        return said.announces_not
    if there.parted([chosen])[1]:
        return said.announces_gone.format(channel=f"#{plain(chosen.name, 60)}")
    line = said.announces.format(channel=f"<#{chosen.id}>")
    if found.trouble in said.announce_troubles:
        line += "\n" + said.announces_trouble.format(trouble=said.announce_troubles[found.trouble])
    return line


def _language_line(found: ServerSettings, words: Texts) -> str:
    said = words.settings
    if found.language is not None:
        return said.language_chosen.format(language=said.languages[found.language.value])
    return said.language_automatic.format(language=said.languages[found.told.value])


def _rated_line(rules: ServerRules, words: Texts) -> str:
    said = words.settings
    if not rules.rated:
        return said.rated_not
    often = said.counting_pair if rules.rated_pair else said.counting_whole
    return " ".join(
        (
            said.rated,
            said.counting_round.format(n=rules.rated_round),
            often.format(n=rules.rated_pair),
            said.counting_daily.format(n=rules.rated_daily),
            said.counting_age.format(n=rules.rated_age),
        )
    )


def _limits(rules: ServerRules) -> tuple[int | None, ...]:
    """Return the limits of one person, in the order of the form."""
    return (rules.matches, rules.challenges, rules.hourly, rules.gap)


def _limits_line(rules: ServerRules, words: Texts) -> str:
    said = words.settings
    named = zip(said.limit_lines.values(), _limits(rules), strict=True)
    limits = [line.format(n=n) for line, n in named if n is not None]
    return said.limits.format(limits=", ".join(limits)) if limits else said.limits_usual


def _with_gone(line: str, gone: Sequence[NamedSetting], words: Texts) -> str:
    if not gone:
        return line
    return f"{line}\n{words.settings.gone.format(names=', '.join(plain(one.name, 60) for one in gone))}"


# -- controls


def _control(state: str) -> str:
    return CustomId("settings", state=state).id


def _menu(act: str, placeholder: str, options: Sequence[tuple[str, str]], chosen: str) -> Item:
    menu = ui.Select[Any](custom_id=_control(act), placeholder=placeholder)
    for label, value in options:
        menu.add_option(label=label[:100], value=value, default=value == chosen)
    return ui.ActionRow[Any](menu)


def _channel_menu(act: str, placeholder: str, chosen: Sequence[NamedSetting], most: int) -> Item:
    menu = ui.ChannelSelect[Any](
        custom_id=_control(act),
        placeholder=placeholder,
        channel_types=list(WITH_THREADS),
        min_values=0,
        required=False,
        max_values=most,
        default_values=[
            discord.SelectDefaultValue(id=one.id, type=discord.SelectDefaultValueType.channel)
            for one in chosen
        ],
    )
    return ui.ActionRow[Any](menu)


def _role_menu(placeholder: str, chosen: Sequence[NamedSetting]) -> Item:
    menu = ui.RoleSelect[Any](
        custom_id=_control("moderators"),
        placeholder=placeholder,
        min_values=0,
        required=False,
        max_values=MOST_CHANNELS,
        default_values=[
            discord.SelectDefaultValue(id=one.id, type=discord.SelectDefaultValueType.role) for one in chosen
        ],
    )
    return ui.ActionRow[Any](menu)
