"""Choices for the beginning of a match: the button, the form, and their summary. Only their maker learns of them."""

from __future__ import annotations

from collections.abc import Mapping

from discord import ui

from bot.discord.components.custom_ids import Submitted
from bot.discord.components.lengths import field
from bot.discord.components.messages import Item, button, row
from bot.discord.components.plain import plain
from bot.discord.match_text import control
from bot.games.playable import PlayableGame
from bot.match.first_answers import BY_LOT, BeforehandWish
from bot.views.types import MatchTable
from cards.i18n import Message, Translator, msg
from cards.numerals import numeral
from engine.kernel.pregame import Foresaid

_ASKS, _LOT = "asks", "lot"


def said_lines(game: PlayableGame, wish: BeforehandWish, translate: Translator) -> list[str]:
    """Return a person's choices, one per line; none if they chose nothing."""
    if game.beforehand is None or wish == BY_LOT:
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


def _named(thing: Foresaid, said: str) -> Message | str:
    return dict(thing.options).get(said, said)


def wish_row(table: MatchTable, wish: BeforehandWish, translate: Translator) -> list[Item]:
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


def wish_form(table: MatchTable, wish: BeforehandWish, translate: Translator) -> ui.Modal:
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


def _menu(key: str, now: str, thing: Foresaid, unsaid: str, t: Translator) -> ui.Select[ui.LayoutView]:
    menu = ui.Select[ui.LayoutView](custom_id=key, required=True)
    menu.add_option(label=unsaid, value=_LOT, default=not now)
    for value, label in thing.options:
        menu.add_option(label=t(label), value=value, default=value == now)
    return menu


def wished(game: PlayableGame, values: Submitted) -> BeforehandWish:
    """Return a person's choices in the form, without checking them."""
    if game.beforehand is None or (game.beforehand.asked_later is not None and values.one(_ASKS) == "yes"):
        return BeforehandWish(asks=game.beforehand is not None)
    said: Mapping[str, str] = {thing.key: values.one(thing.key).strip() for thing in game.beforehand.things}
    return BeforehandWish({key: _plain(value) for key, value in said.items() if value not in ("", _LOT)})


def _plain(typed: str) -> str:
    """Return a number in its stored form, and anything else unchanged."""
    number = numeral(typed)
    return typed if number is None else str(number)
