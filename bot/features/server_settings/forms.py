"""Forms about the settings of a server, and reading them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from discord import ui

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import field
from bot.discord.components.plain import plain
from bot.discord.components.submitted import Submitted
from bot.errors import Refusal
from bot.servers.rules import MOST, MOST_GAP, RATED_BOUNDS
from bot.store.servers import ServerRules
from cards.i18n import Message, Translator, msg

LIMIT_FIELDS: Mapping[str, Message] = MappingProxyType(
    {
        "matches": msg("Matches at once"),
        "challenges": msg("Open challenges"),
        "hourly": msg("Challenges within an hour"),
        "gap": msg("Minutes until the same person is called again"),
    }
)
RATING_FIELDS: Mapping[str, Message] = MappingProxyType(
    {
        "rated_round": msg("From which round on a match counts"),
        "rated_pair": msg("Days in which the n-th of two counts 1/n"),
        "rated_daily": msg("Matches of one person a day"),
        "rated_age": msg("Days that an account must be old"),
    }
)
_LIMITS = {"matches": MOST, "challenges": MOST, "hourly": MOST, "gap": MOST_GAP}
"""The highest limits of one person that can be set, in the order of the form."""


def limits_form(rules: ServerRules, translate: Translator) -> ui.Modal:
    """Return the form for the limits of one person."""
    modal = ui.Modal(title=translate.msg("Limits for one person"), custom_id=settings_control("limited"))
    for name, label, number in zip(_LIMITS, LIMIT_FIELDS.values(), limits_of(rules), strict=True):
        entry = field(name, required=False, default=None if number is None else str(number))
        modal.add_item(
            ui.Label(
                text=translate(label),
                description=translate.msg("A number, or nothing for the default."),
                component=entry,
            )
        )
    modal.stop()
    return modal


def rating_form(rules: ServerRules, translate: Translator) -> ui.Modal:
    """Return the form for which rated matches count."""
    modal = ui.Modal(title=translate.msg("Which rated matches count"), custom_id=settings_control("counting"))
    for name, (least, most) in RATED_BOUNDS.items():
        entry = field(name, default=str(getattr(rules, name)))
        hint = translate.msg("A number from {least} to {most}.", least=least, most=most)
        modal.add_item(ui.Label(text=translate(RATING_FIELDS[name]), description=hint, component=entry))
    modal.stop()
    return modal


def read_rating(typed: Submitted, translate: Translator) -> dict[str, int]:
    """Return the numbers that a person typed about rated matches, by their names. Raises Refusal."""
    numbers: dict[str, int] = {}
    for name, (least, most) in RATED_BOUNDS.items():
        one = typed.one(name).strip()
        if not (one.isascii() and one.isdecimal() and len(one) <= 3 and least <= int(one) <= most):
            called = translate(RATING_FIELDS[name])
            raise Refusal(
                msg(
                    "“{typed}” can't be: “{field}” is a number from {least} to {most}.",
                    typed=plain(one, 40),
                    field=called,
                    least=least,
                    most=most,
                )
            )
        numbers[name] = int(one)
    return numbers


def read_limits(typed: Submitted, translate: Translator) -> list[int | None]:
    """Return the limits that a person typed in the form, in its order; None for none. Raises Refusal."""
    found: list[int | None] = []
    for name, most in _LIMITS.items():
        one = typed.one(name).strip()
        if one and not (one.isascii() and one.isdecimal() and len(one) <= 4 and 1 <= int(one) <= most):
            raise Refusal(
                msg(
                    "“{typed}” isn't a limit. Write a number from 1 to {most}, or nothing for as many as everywhere.",
                    typed=plain(one, 40),
                    most=most,
                )
            )
        found.append(int(one) if one else None)
    return found


def limits_of(rules: ServerRules) -> tuple[int | None, ...]:
    """Return the limits of one person, in the order of the form."""
    return (rules.matches, rules.challenges, rules.hourly, rules.gap)


def settings_control(state: str) -> str:
    """Return the id of a control of the settings."""
    return CustomId("settings", state=state).id
