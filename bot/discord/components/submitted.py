"""The values that a person has chosen in a menu, or filled into a form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import discord

from bot.discord.components.lengths import FIELDS, TOO_LONG
from bot.discord.components.plain import plain
from bot.discord.interaction_data import Payload, data_of
from bot.errors import NotFound, Refusal
from cards.i18n import Translator, msg
from cards.numerals import numeral


class Submitted(tuple[str, ...]):
    """All values, in order. Those of a form also by the ids of its parts: any of them may have been left out."""

    fields: Mapping[str, Sequence[str]]

    def __new__(cls, values: Sequence[str], fields: Mapping[str, Sequence[str]] | None = None) -> Submitted:
        """Make it of all values, and those of a form's parts by their ids."""
        made = super().__new__(cls, values)
        made.fields = fields or {}
        return made

    def __getitem__(self, place: Any) -> Any:
        """Return a value. Raises Refusal where fewer were given: the bot's menus require a choice where one is needed."""
        try:
            return cast("Any", super().__getitem__(place))
        except IndexError:
            raise Refusal(msg("Nothing was chosen.")) from None

    def one(self, name: str) -> str:
        """Return the one value of a part of a form, "" if there is none."""
        values = self.fields.get(name, ())
        return values[0] if values else ""

    def all(self, name: str) -> Sequence[str]:
        """Return the values of a part of a form."""
        return self.fields.get(name, ())


def given(interaction: discord.Interaction[discord.Client], translate: Translator) -> tuple[str, Submitted]:
    """Return the id of the control that was used, and what was given. Raises Refusal for a text that is too long."""
    data = data_of(interaction)
    custom_id = str(data.get("custom_id", ""))
    if interaction.type is not discord.InteractionType.modal_submit:
        values: list[object] = data.get("values", [])
        return custom_id, Submitted([str(value) for value in values])
    rows: list[Payload] = data.get("components", [])
    parts: list[Payload] = [row.get("component", {}) for row in rows]
    fields = {str(part.get("custom_id", "")): _filled(part, translate) for part in parts}
    return custom_id, Submitted([value for values in fields.values() for value in values], fields)


def _filled(part: Payload, translate: Translator) -> list[str]:
    """Return what was chosen in, or typed into, a part of a form."""
    if "values" in part:
        return [str(value) for value in part["values"] or ()]
    typed, name = str(part.get("value") or ""), str(part.get("custom_id", ""))
    most = FIELDS.get(name, 0)
    if len(typed) > most:
        raise Refusal(TOO_LONG.filled(name=plain(name, 20), n=most))
    return [typed]


def number(text: str) -> int:
    """Return a number that a control carries. Raises NotFound: such a control that carries none is unknown."""
    found = numeral(text)
    if found is None:
        raise NotFound(msg("I can't find the match “{named}”.", named=text))
    return found
