"""Choices for the beginning of a match: the button, the form, and their summary. Only their maker learns of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import ui

from bot.discord.components.lengths import field
from bot.discord.components.messages import Item, button, row
from bot.discord.components.plain import plain
from bot.discord.components.submitted import Submitted
from bot.discord.match_text import control
from bot.discord.texts.texts import Texts
from bot.games.playable import PlayableGame
from bot.match.first_answers import BY_LOT, BeforehandWish
from bot.views.types import MatchTable
from cards.numerals import numeral
from engine.kernel.pregame import Foresaid

_ASKS, _LOT = "asks", "lot"


def said_lines(game: PlayableGame, wish: BeforehandWish, words: Texts) -> list[str]:
    """Return what a person has said, a line each; nothing where all is random."""
    if game.beforehand is None or wish == BY_LOT:
        return []
    if wish.asks:
        return [words.before.will_be_asked]
    t = game.translator(words.locale)
    return [
        f"-# {plain(t(thing.label))} **{plain(t(_named(thing, wish.said[thing.key])))}**"
        for thing in game.beforehand.things
        if thing.key in wish.said
    ]


def _named(thing: Foresaid, said: str) -> Any:
    return dict(thing.options).get(said, said)


def wish_row(table: MatchTable, wish: BeforehandWish, words: Texts) -> list[Item]:
    """Return the button that opens the form; nothing where nothing can be said before a match."""
    if table.game.beforehand is None:
        return []
    said = words.before
    label = said.by_lot if wish == BY_LOT else said.asked if wish.asks else said.as_said
    return [row(button(label, control(table, "beforehand")))]


def wish_form(table: MatchTable, wish: BeforehandWish, words: Texts) -> ui.Modal:
    """Return the form in which a person says how the match is to begin for them."""
    said, things = words.before, () if table.game.beforehand is None else table.game.beforehand.things
    t = table.game.translator(words.locale)
    modal = ui.Modal(title=said.form, custom_id=control(table, "foresaid"))
    for thing in things:
        now = wish.said.get(thing.key, "")
        if thing.number is not None:
            low, high = thing.number
            typed = field(thing.key, required=False, default=now or None)
            about = said.number.format(low=low, high=high)
            modal.add_item(ui.Label(text=t(thing.label), description=about, component=typed))
            continue
        modal.add_item(ui.Label(text=t(thing.label), component=_menu(thing.key, now, thing, words, t)))
    asks = ui.Select[Any](custom_id=_ASKS, required=True)
    asks.add_option(label=said.no, value="no", default=not wish.asks)
    asks.add_option(label=said.yes, value="yes", default=wish.asks)
    modal.add_item(ui.Label(text=said.ask, component=asks))
    modal.stop()
    return modal


def _menu(key: str, now: str, thing: Foresaid, words: Texts, t: Any) -> ui.Select[Any]:
    menu = ui.Select[Any](custom_id=key, required=True)
    menu.add_option(label=words.before.lot, value=_LOT, default=not now)
    for value, label in thing.options:
        menu.add_option(label=t(label), value=value, default=value == now)
    return menu


def wished(game: PlayableGame, values: Submitted) -> BeforehandWish:
    """Return what a person has said in the form; whether it can be said is not looked at here."""
    if values.one(_ASKS) == "yes" or game.beforehand is None:
        return BeforehandWish(asks=game.beforehand is not None)
    said: Mapping[str, str] = {thing.key: values.one(thing.key).strip() for thing in game.beforehand.things}
    return BeforehandWish({key: _plain(value) for key, value in said.items() if value not in ("", _LOT)})


def _plain(typed: str) -> str:
    """Return a number as it is kept, however it was written, and anything else as it is."""
    number = numeral(typed)
    return typed if number is None else str(number)
