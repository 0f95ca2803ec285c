"""Settings that are numbers, typed into forms: the limits of one person, and which rated matches count."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from discord import app_commands, ui

from bot.command_keys import Command
from bot.discord.commands.layout import Parameter
from bot.discord.components.lengths import YesNo, field
from bot.discord.components.messages import Button, button
from bot.discord.components.plain import plain
from bot.discord.components.submitted import Submitted
from bot.errors import Refusal
from bot.features.server_settings.setting import Edit, Now, Setting, control
from bot.servers.rules import MOST, MOST_DAILY, MOST_DAYS, MOST_GAP, MOST_ROUND, RATED_BOUNDS
from bot.store.servers import ServerRules
from cards.i18n import Message, Translator, msg, msg_plural

Limit = app_commands.Range[int, 1, MOST]
Gap = app_commands.Range[int, 1, MOST_GAP]
Round = app_commands.Range[int, 1, MOST_ROUND]
Daily = app_commands.Range[int, 1, MOST_DAILY]
Days = app_commands.Range[int, 0, MOST_DAYS]

LIMITS: Mapping[str, tuple[int, Message, Message]] = MappingProxyType(
    {
        "matches": (MOST, msg("Matches at once"), msg("matches at once: {n}")),
        "challenges": (MOST, msg("Open challenges"), msg("open challenges: {n}")),
        "hourly": (MOST, msg("Challenges within an hour"), msg("challenges an hour: {n}")),
        "gap": (
            MOST_GAP,
            msg("Minutes until the same person is called again"),
            msg("minutes between two calls of the same person: {n}"),
        ),
    }
)
"""The limits of one person by their names in `ServerRules`: the highest that can be set, the field, and the line."""
RATING_FIELDS: Mapping[str, Message] = MappingProxyType(
    {
        "rated_round": msg("From which round on a match counts"),
        "rated_pair": msg("Days in which the n-th of two counts 1/n"),
        "rated_daily": msg("Matches of one person a day"),
        "rated_age": msg("Days that an account must be old"),
    }
)
"""The fields of the form, at most 45 characters each."""


async def _set_rated(
    edit: Edit,
    allowed: YesNo | None = None,
    least: Round | None = None,
    days: Days | None = None,
    daily: Daily | None = None,
    age: Days | None = None,
) -> None:
    given = zip(RATED_BOUNDS, (least, days, daily, age), strict=True)
    numbers = {name: number for name, number in given if number is not None}
    await edit.servers.rate_by(*edit.by, numbers, allowed=None if allowed is None else allowed == "yes")


def _rated_lines(now: Now) -> list[str]:
    rules = now.rules
    if not rules.rated:
        return [now.translate.msg("**Rated matches** can't be played here.")]
    sentences = (
        msg("**Rated matches** can be played here."),
        msg(
            "A rated match counts if both have decided something in it and it has reached round {n}.",
            n=rules.rated_round,
        ),
        msg_plural(
            "The n-th of the same two within {n} day counts as 1/n of one.",
            "The n-th of the same two within {n} days counts as 1/n of one.",
            rules.rated_pair,
        )
        if rules.rated_pair
        else msg("Each counts whole, however often the same two meet."),
        msg("Matches of one person that count within a day: {n} at most.", n=rules.rated_daily),
        msg("Days that both accounts must be old: {n}.", n=rules.rated_age),
    )
    return [" ".join(map(now.translate, sentences))]


def _rated_buttons(now: Now) -> list[Button]:
    is_on = now.rules.rated
    turn = now.translate(msg("No rated matches") if is_on else msg("Allow rated matches"))
    return [
        button(turn, control(f"rated.{0 if is_on else 1}")),
        button(now.translate.msg("What counts …"), control("rating")),
    ]


async def _count(edit: Edit, values: Submitted, rest: str) -> None:
    """Store the numbers of the form for which rated matches count."""
    numbers: dict[str, int] = {}
    for name, (least, most) in RATED_BOUNDS.items():
        typed = values.one(name).strip()
        number = _number(typed, 3)
        if number is None or not least <= number <= most:
            raise Refusal(
                msg(
                    "“{typed}” can't be: “{field}” is a number from {least} to {most}.",
                    typed=plain(typed, 40),
                    field=RATING_FIELDS[name],
                    least=least,
                    most=most,
                )
            )
        numbers[name] = number
    await edit.servers.rate_by(*edit.by, numbers)


async def _set_limits(
    edit: Edit,
    matches: Limit | None = None,
    challenges: Limit | None = None,
    hourly: Limit | None = None,
    minutes: Gap | None = None,
) -> None:
    await edit.servers.limit(*edit.by, matches, challenges, hourly, minutes)


def _limit_lines(now: Now) -> list[str]:
    numbers = {name: getattr(now.rules, name) for name in LIMITS}
    limits = [
        now.translate(line.filled(n=numbers[name]))
        for name, (_, _, line) in LIMITS.items()
        if numbers[name] is not None
    ]
    if not limits:
        return [now.translate.msg("**Limits**: default.")]
    return [now.translate.msg("**Limits** for one person here: {limits}.", limits=", ".join(limits))]


async def _limit(edit: Edit, values: Submitted, rest: str) -> None:
    """Store the numbers of the form for the limits of one person."""
    chosen: list[int | None] = []
    for name, (most, _, _) in LIMITS.items():
        typed = values.one(name).strip()
        number = _number(typed, 4)
        if typed and (number is None or not 1 <= number <= most):
            raise Refusal(
                msg(
                    "“{typed}” isn't a limit. Write a number from 1 to {most}, or nothing for as many as everywhere.",
                    typed=plain(typed, 40),
                    most=most,
                )
            )
        chosen.append(number)
    matches, challenges, hourly, gap = chosen
    await edit.servers.limit(*edit.by, matches, challenges, hourly, gap)


def limits_form(rules: ServerRules, translate: Translator) -> ui.Modal:
    """Return the form for the limits of one person."""
    modal = ui.Modal(title=translate.msg("Limits for one person"), custom_id=control("limited"))
    hint = translate.msg("A number, or nothing for the default.")
    for name, (_, label, _) in LIMITS.items():
        number = getattr(rules, name)
        entry = field(name, required=False, default=None if number is None else str(number))
        modal.add_item(ui.Label(text=translate(label), description=hint, component=entry))
    modal.stop()
    return modal


def rating_form(rules: ServerRules, translate: Translator) -> ui.Modal:
    """Return the form for which rated matches count."""
    modal = ui.Modal(title=translate.msg("Which rated matches count"), custom_id=control("counting"))
    for name, (least, most) in RATED_BOUNDS.items():
        entry = field(name, default=str(getattr(rules, name)))
        hint = translate.msg("A number from {least} to {most}.", least=least, most=most)
        modal.add_item(ui.Label(text=translate(RATING_FIELDS[name]), description=hint, component=entry))
    modal.stop()
    return modal


def _number(typed: str, digits: int) -> int | None:
    """Return a typed number of at most `digits` digits, None for anything else."""
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) <= digits else None


RATED = Setting(
    command=Command.SETTINGS_RATED,
    about=msg("Say whether rated matches can be played here, and which of them count."),
    change=_set_rated,
    parameters={
        "allowed": msg("Whether they can; without it, as it is."),
        "least": Parameter(msg("From which round on a match counts."), name="round"),
        "days": msg("In how many days the n-th match of the same two counts 1/n; 0: all count whole."),
        "daily": msg("How many matches of one person count a day."),
        "age": msg("How many days old an account must be."),
    },
    lines=_rated_lines,
    buttons=_rated_buttons,
    presses={
        "rated": lambda edit, values, rest: edit.servers.allow_rated(*edit.by, allowed=values[0] == "1"),
        "counting": _count,
    },
    forms={"rating": rating_form},
)
LIMITED = Setting(
    command=Command.SETTINGS_LIMITS,
    about=msg("Limit how many matches one person may have here, and how often they challenge."),
    change=_set_limits,
    parameters={
        "matches": msg("Matches at once; empty for the default."),
        "challenges": msg("Open challenges; empty for the default."),
        "hourly": msg("Challenges within an hour; empty for the default."),
        "minutes": msg("Minutes until the same person can be challenged again; empty for the default."),
    },
    lines=_limit_lines,
    buttons=lambda now: [button(now.translate.msg("Limits …"), control("limits"))],
    presses={"limited": _limit},
    forms={"limits": limits_form},
)
