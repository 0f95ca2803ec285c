"""Settings that are numbers, typed into forms: the limits of one person, and which rated matches count."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from discord import app_commands

from bot.command_keys import Command
from bot.discord.commands.layout import Parameter
from bot.discord.components.custom_ids import Submitted
from bot.discord.components.lengths import YesNo
from bot.discord.components.messages import Button, button
from bot.features.server_settings.kinds import NumberField, NumberForm
from bot.features.server_settings.setting import CurrentSettings, Edit, Setting, control
from bot.servers.rules import MOST, MOST_DAILY, MOST_DAYS, MOST_GAP, MOST_ROUND, RATED_BOUNDS
from cards.i18n import Message, msg, msg_plural

Limit = app_commands.Range[int, 1, MOST]
Gap = app_commands.Range[int, 1, MOST_GAP]
Round = app_commands.Range[int, 1, MOST_ROUND]
Daily = app_commands.Range[int, 1, MOST_DAILY]
Days = app_commands.Range[int, 0, MOST_DAYS]

LIMITS = NumberForm(
    "limited",
    msg("Limits per person"),
    (
        NumberField("matches", msg("Matches at once"), 1, MOST),
        NumberField("challenges", msg("Open challenges"), 1, MOST),
        NumberField("hourly", msg("Challenges within an hour"), 1, MOST),
        NumberField("gap", msg("Minutes before re-challenging a person"), 1, MOST_GAP),
    ),
    hint=msg("A number, or nothing for the default."),
    wrong=msg("“{typed}” isn't a limit. Enter a number from 1 to {most}, or nothing for the default."),
    is_optional=True,
)
LIMIT_LINES: Mapping[str, Message] = MappingProxyType(
    {
        "matches": msg("matches at once: {n}"),
        "challenges": msg("open challenges: {n}"),
        "hourly": msg("challenges an hour: {n}"),
        "gap": msg("minutes between two challenges of the same person: {n}"),
    }
)
COUNTING = NumberForm(
    "counting",
    msg("Which rated matches count"),
    (
        NumberField("rated_round", msg("From which round on a match counts"), *RATED_BOUNDS["rated_round"]),
        NumberField(
            "rated_pair", msg("Days in which the n-th of a pair counts 1/n"), *RATED_BOUNDS["rated_pair"]
        ),
        NumberField("rated_daily", msg("Matches of one person a day"), *RATED_BOUNDS["rated_daily"]),
        NumberField("rated_age", msg("Minimum account age in days"), *RATED_BOUNDS["rated_age"]),
    ),
    hint=msg("A number from {least} to {most}."),
    wrong=msg("“{field}” must be a number from {least} to {most}, not “{typed}”."),
)


async def _set_rated(
    edit: Edit,
    allowed: YesNo | None = None,
    least: Round | None = None,
    days: Days | None = None,
    daily: Daily | None = None,
    age: Days | None = None,
) -> None:
    numbers = dict(zip(RATED_BOUNDS, (least, days, daily, age), strict=True))
    await edit.servers.rate_by(*edit.by, numbers, allowed=None if allowed is None else allowed == "yes")


async def _count(edit: Edit, values: Submitted, rest: str) -> None:
    await edit.servers.rate_by(*edit.by, COUNTING.numbers(values))


async def _set_limits(
    edit: Edit,
    matches: Limit | None = None,
    challenges: Limit | None = None,
    hourly: Limit | None = None,
    minutes: Gap | None = None,
) -> None:
    await edit.servers.put(
        *edit.by, "limits", matches=matches, challenges=challenges, hourly=hourly, gap=minutes
    )


async def _limit(edit: Edit, values: Submitted, rest: str) -> None:
    await edit.servers.put(*edit.by, "limits", **LIMITS.numbers(values))


def _rated_lines(now: CurrentSettings) -> list[str]:
    rules = now.rules
    if not rules.rated:
        return [now.translate.msg("**Rated matches** are not allowed.")]
    sentences = (
        msg("**Rated matches** are allowed."),
        msg(
            "A rated match counts if both players made a decision and it reached round {n}.",
            n=rules.rated_round,
        ),
        msg_plural(
            "The n-th match of the same two players within {n} day counts 1/n.",
            "The n-th match of the same two players within {n} days counts 1/n.",
            rules.rated_pair,
        )
        if rules.rated_pair
        else msg("Each counts fully, however often the same two players meet."),
        msg_plural(
            "At most {n} match per person counts each day.",
            "At most {n} matches per person count each day.",
            rules.rated_daily,
        ),
        msg_plural("Minimum account age: {n} day.", "Minimum account age: {n} days.", rules.rated_age),
    )
    return [" ".join(map(now.translate, sentences))]


def _rated_buttons(now: CurrentSettings) -> list[Button]:
    is_on = now.rules.rated
    turn = now.translate(msg("No rated matches") if is_on else msg("Allow rated matches"))
    return [
        button(turn, control(f"rated.{0 if is_on else 1}")),
        button(now.translate.msg("What counts …"), control("rating")),
    ]


def _limit_lines(now: CurrentSettings) -> list[str]:
    limits = [
        now.translate(line.filled(n=number))
        for name, line in LIMIT_LINES.items()
        if (number := getattr(now.rules, name)) is not None
    ]
    if not limits:
        return [now.translate.msg("**Limits**: default.")]
    return [now.translate.msg("**Limits** per person: {limits}.", limits=", ".join(limits))]


RATED = Setting(
    command=Command.SETTINGS_RATED,
    about=msg("Allow rated matches here or not, and choose which ones count."),
    change=_set_rated,
    parameters={
        "allowed": msg("Allow rated matches. Leave it out to change nothing."),
        "least": Parameter(msg("The first round from which a match counts."), name="round"),
        "days": msg(
            "Days within which the n-th match of the same two players counts 1/n. 0: all count fully."
        ),
        "daily": msg("Matches per person that count each day."),
        "age": msg("Minimum account age in days."),
    },
    lines=_rated_lines,
    buttons=_rated_buttons,
    presses={
        "rated": lambda edit, values, rest: edit.servers.rate_by(*edit.by, allowed=values[0] == "1"),
        "counting": _count,
    },
    forms={"rating": COUNTING.modal},
)
LIMITED = Setting(
    command=Command.SETTINGS_LIMITS,
    about=msg("Limit the matches and challenges of each person here."),
    change=_set_limits,
    parameters={
        "matches": msg("Matches at once. Empty: the default."),
        "challenges": msg("Open challenges. Empty: the default."),
        "hourly": msg("Challenges per hour. Empty: the default."),
        "minutes": msg("Minutes until the same person can be challenged again. Empty: the default."),
    },
    lines=_limit_lines,
    buttons=lambda now: [button(now.translate.msg("Limits …"), control("limits"))],
    presses={"limited": _limit},
    forms={"limits": LIMITS.modal},
)
