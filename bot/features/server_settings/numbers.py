"""Settings that are numbers or switches: limits per person, rated matches, and how matches end."""

from __future__ import annotations

from typing import Any

from bot.command_keys import Command
from bot.discord.components.lengths import YesNo
from bot.discord.components.messages import Button, button
from bot.features.server_settings.kinds import (
    CurrentSettings,
    Edit,
    NumberField,
    NumberForm,
    Setting,
    control,
    switch,
)
from cards.i18n import msg, msg_plural

COUNTING = NumberForm(
    "counting",
    msg("Which rated matches count"),
    (
        NumberField(
            "rated_round",
            "round",
            msg("The first round from which a match counts."),
            msg("From which round on a match counts"),
        ),
        NumberField(
            "rated_pair",
            "days",
            msg("Days within which the n-th match of the same two players counts 1/n. 0: all count fully."),
            msg("Days in which the n-th of a pair counts 1/n"),
        ),
        NumberField(
            "rated_daily",
            "daily",
            msg("Matches per person that count each day."),
            msg("Matches of one person a day"),
        ),
        NumberField(
            "rated_age", "age", msg("Minimum account age in days."), msg("Minimum account age in days")
        ),
    ),
    hint=msg("A number from {least} to {most}."),
    wrong=msg("“{field}” must be a number from {least} to {most}, not “{typed}”."),
)


async def _set_rated(edit: Edit, allowed: YesNo | None = None, **numbers: Any) -> None:
    is_allowed = None if allowed is None else allowed == "yes"
    await edit.servers.rate_by(*edit.by, COUNTING.given(numbers), allowed=is_allowed)


def _rated_lines(current: CurrentSettings) -> list[str]:
    rules = current.rules
    if not rules.rated:
        return [current.translate.msg("**Rated matches** are not allowed.")]
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
    return [" ".join(map(current.translate, sentences))]


def _rated_buttons(current: CurrentSettings) -> list[Button]:
    is_on = current.rules.rated
    label = current.translate(msg("No rated matches") if is_on else msg("Allow rated matches"))
    return [
        button(label, control(f"rated.{0 if is_on else 1}")),
        button(current.translate.msg("What counts …"), control("rating")),
    ]


RATED = Setting(
    command=Command.SETTINGS_RATED,
    about=msg("Allow rated matches here or not, and choose which ones count."),
    change=_set_rated,
    parameters={
        "allowed": msg("Allow rated matches. Leave it out to change nothing."),
        **COUNTING.parameters,
    },
    types={"allowed": YesNo | None, **COUNTING.types},
    lines=_rated_lines,
    buttons=_rated_buttons,
    presses={
        "rated": lambda edit, values, argument: edit.servers.rate_by(*edit.by, allowed=values[0] == "1"),
        "counting": lambda edit, values, argument: edit.servers.rate_by(*edit.by, COUNTING.numbers(values)),
    },
    forms={"rating": COUNTING.modal},
)

LIMITS = NumberForm(
    "limited",
    msg("Limits per person"),
    (
        NumberField(
            "matches", "matches", msg("Matches at once. Empty: the default."), msg("Matches at once")
        ),
        NumberField(
            "challenges", "challenges", msg("Open challenges. Empty: the default."), msg("Open challenges")
        ),
        NumberField(
            "hourly",
            "hourly",
            msg("Challenges per hour. Empty: the default."),
            msg("Challenges within an hour"),
        ),
        NumberField(
            "gap",
            "minutes",
            msg("Minutes until the same person can be challenged again. Empty: the default."),
            msg("Minutes before re-challenging a person"),
        ),
    ),
    hint=msg("A number, or nothing for the default."),
    wrong=msg("“{typed}” isn't a limit. Enter a number from 1 to {most}, or nothing for the default."),
    is_optional=True,
)


async def _set_limits(edit: Edit, **numbers: Any) -> None:
    await edit.servers.put(*edit.by, "limits", **LIMITS.given(numbers))


def _limit_lines(current: CurrentSettings) -> list[str]:
    rules = current.rules
    limits = [
        current.translate(line.filled(n=number))
        for number, line in (
            (rules.matches, msg("matches at once: {n}")),
            (rules.challenges, msg("open challenges: {n}")),
            (rules.hourly, msg("challenges an hour: {n}")),
            (rules.gap, msg("minutes between two challenges of the same person: {n}")),
        )
        if number is not None
    ]
    if not limits:
        return [current.translate.msg("**Limits**: default.")]
    return [current.translate.msg("**Limits** per person: {limits}.", limits=", ".join(limits))]


LIMITED = Setting(
    command=Command.SETTINGS_LIMITS,
    about=msg("Limit the matches and challenges of each person here."),
    change=_set_limits,
    parameters=LIMITS.parameters,
    types=LIMITS.types,
    lines=_limit_lines,
    buttons=lambda current: [button(current.translate.msg("Limits …"), control("limits"))],
    presses={
        "limited": lambda edit, values, argument: edit.servers.put(
            *edit.by, "limits", **LIMITS.numbers(values)
        )
    },
    forms={"limits": LIMITS.modal},
)

CALL_OFF = switch(
    Command.SETTINGS_CALL_OFF,
    msg("Choose who can cancel a match before anyone acts: one player, or only all together."),
    ("takes", msg("All or one. The match counts for no one either way."), ("both", "one")),
    "abort_alone",
    "abort",
    shown=(
        msg("**Cancelling a match** needs all players once cards are dealt."),
        msg("**Cancelling a match** needs one player, until someone acts."),
    ),
    leave=(msg("One player cancels"), msg("All must agree")),
)
TIME_UP = switch(
    Command.SETTINGS_TIME_UP,
    msg("Choose when a player who runs out of time is out, in games where I can answer for them."),
    (
        "out",
        msg("The first time, or the third in a row. It applies to new matches only."),
        ("third", "first"),
    ),
    "forfeits",
    "time-up",
    shown=(
        msg("**Out of time**: I answer for the player. The third time in a row, they're out."),
        msg("**Out of time**: the player is out of the match."),
    ),
    leave=(msg("Out the first time"), msg("Out the third time")),
    is_shown=lambda current: any(game.kernel.lapse for game in current.games),
)
RESET = Setting(
    buttons=lambda current: [button(current.translate.msg("Reset all"), control("reset"))],
    presses={"reset-yes": lambda edit, values, argument: edit.servers.reset(*edit.by)},
)
"""Its command is in `commands`, because it asks for confirmation."""

NUMBERS_AND_SWITCHES = (RATED, CALL_OFF, LIMITED, RESET, TIME_UP)
"""In display order. Buttons of neighbouring settings share a row of at most five."""
