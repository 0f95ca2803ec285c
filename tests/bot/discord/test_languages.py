"""Two people with different languages play a match: each reads everything in their language, the public in the server's.

Received text is compared with the catalogue: none of it may be a text of the other language. The structure (controls,
their values, their number) is the same in every language.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.local_discord.validate.components import ComponentKind
from bot.people.locales import locale_of
from cards.i18n import Locale, translator
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.bot.discord.clicks import walk
from tests.bot.discord.kit import Duel, Room, click_answer
from tests.bot.discord.languages import (
    ENGLISH,
    LATIN,
    SPANISH,
    Received,
    asked,
    begin,
    foreign,
    people,
    press,
    received,
)
from tests.bot.features.time.test_clocks import pass_time
from tests.table.actor import Actor

DECISIONS = 8


async def play_through(running: Room, ada: Actor, bo: Actor) -> Duel:
    """Go through a match from the challenge to its replay, using everything that a person can use."""
    duel = await begin(running, ada, bo)
    for n in range(DECISIONS):
        player, question = await asked(duel)
        panel = (await press(player.actor, await duel.status(), "turn")).reply
        await click_answer(player, panel, question, random_choice(question, Chance(f"languages {n}")))
        await running.quiet()
    thread = duel.ada.thread
    for actor in (ada, bo):
        await look_around(actor, duel)
    await pass_time(running, 3)
    await ada.slash("match undo", channel=thread)
    await running.quiet()
    await ada.slash("match draw", channel=thread)
    await running.quiet()
    await bo.slash("match draw", channel=thread, agree="no")
    await running.quiet()
    await bo.slash("match time pause", channel=thread)
    await running.quiet()
    await ada.slash("match time continue", channel=thread)
    await running.quiet()
    sure = await press(ada, (await ada.slash("match hand", channel=thread)).reply, "turn")
    more = await press(ada, sure.reply, "more")
    sure = await press(ada, more.reply, "give-up")
    await press(ada, sure.reply, "resign")
    await running.quiet()
    for actor in (ada, bo):
        outcome = await actor.slash("match replay show", channel=thread, step=5)
        await press(actor, outcome.reply, "replay")
        await actor.slash("match replay verify", channel=thread)
        await actor.slash("profile")
        await actor.slash("leaderboard")
        await press(actor, await duel.status(), "log")
    await bo.slash("match rematch", channel=thread)
    await running.quiet()
    return duel


async def look_around(actor: Actor, duel: Duel) -> None:
    """Read everything readable, and try actions that are refused."""
    thread = duel.ada.thread
    status = await duel.status()
    helped = (await press(actor, status, "help")).reply
    for menu in [
        component for component in walk(helped.components) if component["type"] == ComponentKind.STRING_SELECT
    ]:
        for option in menu["options"]:
            await actor.select(helped, option["value"], menu=menu["placeholder"])
    await press(actor, status, "log")
    await press(actor, status, "text")
    await press(actor, status, "watch")
    for path, options in (
        ("match board", {}),
        ("match hand", {}),
        ("match log", {"page": 1}),
        ("match list", {}),
        ("me time", {}),
        ("me reminders show", {}),
        ("me reminders quiet", {"start": "22:00"}),
        ("me time", {"zone": "Nowhere"}),
        ("me away", {"for": "soon"}),
        ("match orders list", {}),
        ("deck list", {}),
        ("deck new", {}),
        ("deck view", {"deck": next(iter(duel.room.game.decks))}),
        ("deck view", {"deck": "No such deck"}),
        ("me privacy show", {}),
        ("rules", {"about": "§4"}),
        ("rules", {"about": "no such thing"}),
        ("card", {"title": "no such card"}),
        ("voidream challenge", {"user": actor, "deck": next(iter(duel.room.game.decks))}),
        ("match accept", {}),
        ("match time claim", {}),
        ("match time give", {"time": "1y"}),
        ("voidream play", {"card": "no such card"}),
        ("match decide", {"answer": "no such answer"}),
        ("match abort", {}),
        ("match replay show", {}),
        ("match replay verify", {}),
    ):
        renamed = {{"start": "from"}.get(name, name): value for name, value in options.items()}
        await actor.slash(path, channel=thread, **renamed)


# -- tests


@dataclass
class Lived:
    """Everything that players and a spectator received from a match in these languages."""

    locales: dict[str, str]
    server: str
    got: dict[str, Received]
    names: list[str]
    """The suggestions for Ada's input."""
    values: list[str]
    """The values of the suggestions; only of the first list."""


async def play_in_languages(tmp_path: Path, server: str, adas_locale: str, bos_locale: str) -> Lived:
    async with people(tmp_path, server, adas_locale, bos_locale) as (running, ada, bo, cy):
        duel = await play_through(running, ada, bo)
        offered = [choice for path, option in OFFERED for choice in await offers(ada, duel, path, option)]
        choices = [choice for path, option in SEARCHED for choice in await offers(ada, duel, path, option)]
        return Lived(
            {"ada": adas_locale, "bo": bos_locale},
            server,
            {actor.person.name: received(actor) for actor in (ada, bo, cy)},
            [choice["name"] for choice in (*offered, *choices)],
            [choice["value"] for choice in offered],
        )


OFFERED = (
    ("voidream challenge", "clock"),
    ("voidream challenge", "deck"),
    ("moderate end", "reason"),
    ("match time give", "time"),
)
SEARCHED = (("rules", "about"), ("card", "title"), ("deck view", "deck"))
"""Suggestions sorted by name, so that the first ones differ, or named by a person."""


async def offers(actor: Actor, duel: Duel, path: str, option: str) -> list[dict[str, Any]]:
    needed = {"user": duel.bo.actor} if path == "voidream challenge" else {}
    return await actor.choices(path, option, channel=duel.ada.thread, **needed)


def without_foot(controls: Counter[str]) -> set[str]:
    """Leave out the controls behind "More" if a language leaves no space in the row of the answers.

    Their counts are left out, too: they depend on the timing of edits and sends.
    """
    return {
        control for control in controls if control.split(":", 4)[3:4] not in (["board"], ["hand"], ["look"])
    }


@pytest.mark.slow
async def test_everything_is_in_its_reader_s_language(tmp_path: Path) -> None:
    """In a Spanish server Ada uses Spanish and Bo English, in an English one the reverse."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    spanish_ada = await play_in_languages(tmp_path / "one", SPANISH, SPANISH, ENGLISH)
    two = await play_in_languages(tmp_path / "two", ENGLISH, ENGLISH, LATIN)
    for match in (spanish_ada, two):
        for name, locale in match.locales.items():
            assert len(match.got[name].private) > 250
            assert foreign(match.got[name].private, locale_of(locale)) == []
        assert match.got["cy"].private == []
        assert len(match.got["cy"].public) > 60
        assert foreign(match.got["cy"].public, locale_of(match.server)) == []
        assert foreign([("offered", name) for name in match.names], locale_of(match.locales["ada"])) == []
    for name in ("ada", "bo", "cy"):
        first, second = (without_foot(match.got[name].controls) for match in (spanish_ada, two))
        assert first == second, f"what {name} can press is the same"
        assert set(spanish_ada.got[name].public_controls) == set(two.got[name].public_controls)
    assert sorted(spanish_ada.values) == sorted(two.values)
    assert spanish_ada.names != two.names


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("### Reminder: Ada contra Bo", Locale.SPANISH),
        ("Elige: There is nothing to choose from.", Locale.SPANISH),
        ("Juega **Letter of the Law**", Locale.SPANISH),
        ("Se espera a **Ada**: una acción", Locale.ENGLISH),
        ("Rendirse", Locale.ENGLISH),
        ("Waiting for **Ada**: una acción para el turno", Locale.ENGLISH),
    ],
)
def test_a_text_of_the_wrong_language_is_found(text: str, locale: Locale) -> None:
    assert foreign([("content", text)], locale)
    [other_locale] = [candidate for candidate in Locale if candidate is not locale]
    assert translator(other_locale).locale is other_locale
