"""Every text that can be typed has a maximum length, and is read in a bounded number of steps.

The commands and forms are taken from their registration, so new ones are included.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from bot.decks.own_decks import TOO_LONG_TO_READ
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import FIELDS, TYPED
from bot.errors import Refusal
from bot.games.voidream import voidream
from bot.games.voidream.decks import understand
from bot.games.voidream.reference import VoidreamReference
from bot.local_discord.interactions import InteractionType
from bot.local_discord.permissions import Permission
from bot.panel.drafts import AnswerShape, shape
from bot.panel.typed import complete, read_typed
from bot.servers.rules import RATED_BOUNDS
from cards.deck_builder import BuildingError
from cards.i18n import ENGLISH, Locale, translator
from engine.kernel.question import Option, Question, QuestionKind
from tests.bot.discord.clicks import walk
from tests.bot.discord.kit import Room, begin_match, room
from tests.games.registry import undrawn
from tests.table import transcript
from tests.table.actor import Actor, UploadedFile

ROOT = Path(__file__).parents[3]
STRING, SUBCOMMAND, GROUP = 3, 1, 2
FEW = 150_000
"""The function calls that reading a text may take beyond reading one letter; well under 20 milliseconds."""

SHAPES: dict[str, Callable[[int], str]] = {
    "blanks": lambda n: "x" + " " * (n - 2) + "x",
    "only blanks": lambda n: "\u2003 " * (n // 2),
    "commas": lambda n: "," * n,
    "commas and blanks": lambda n: " ,;" * (n // 3),
    "one letter": lambda n: "a" * n,
    "digits": lambda n: "1" * n,
    "foreign digits": lambda n: "٣" * n,
    "alternating": lambda n: "1 a" * (n // 3),
    "lengths": lambda n: "1d and " * (n // 7) + "!",
    "brackets": lambda n: "(" * (n // 2) + ")" * (n // 2),
    "equals": lambda n: "= " * (n // 2),
    "combining": lambda n: ("\u0301\u0323" * n)[:n],
    "no width": lambda n: "\u200b\u200d" * (n // 2),
    "grows": lambda n: "\ufdfa" * n,
    "capitals": lambda n: "ßİ" * (n // 2),
    "marks": lambda n: "*_~`|<>@#" * (n // 9),
    "words": lambda n: ("stone night quiet harbour " * n)[:n],
}
"""Known expensive inputs, at their maximum length."""


FORMS = {"limits": ("matches", "challenges", "hourly", "gap"), "rating": tuple(RATED_BOUNDS)}
"""The settings forms by their buttons, with their fields."""


@contextmanager
def counted() -> Iterator[list[int]]:
    """Yield a counter of this thread's function calls, in a list."""
    count = [0]

    def called(frame: Any, event: str, argument: Any) -> None:
        count[0] += 1

    sys.setprofile(called)
    try:
        yield count
    finally:
        sys.setprofile(None)


def steps(work: Callable[..., Any], *arguments: Any) -> int:
    """Return the number of function calls that some work takes, even if it raises."""
    with counted() as count, suppress(Refusal, BuildingError, LookupError):
        work(*arguments)
    return count[0]


@pytest.fixture
async def club(tmp_path: Path) -> AsyncGenerator[Room]:
    """The bot at a table, with Voidream."""
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream())) as lobby:
        yield lobby


def commands(club: Room, actor: Actor) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Return all commands visible to a person, with their options."""

    def inside(path: str, options: list[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        below = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
        for subcommand in below:
            yield from inside(f"{path} {subcommand['name']}", subcommand.get("options") or [])
        if not below:
            yield path, options

    for command in club.table.acting.commands(actor.person, club.table.channel):
        if command.get("type", 1) == 1:
            yield from inside(command["name"], command.get("options") or [])


def strings(club: Room, actor: Actor) -> list[tuple[str, dict[str, Any]]]:
    """Return all text options, with the paths of their commands."""
    return [
        (path, option)
        for path, options in commands(club, actor)
        for option in options
        if option["type"] == STRING and not option.get("choices")
    ]


async def send(club: Room, actor: Actor, path: str, option: str, text: str, *, typing: bool) -> Any:
    """Send a text of any length, which no Discord client would send. All other required options are short."""
    acting = club.table.acting
    command, options = acting._find(actor.person, club.table.channel, path)
    values = {option["name"]: some(option, actor) for option in options if option.get("required")} | {
        option: "x"
    }
    data = acting._data(
        club.table.channel, command, path, options, values, focused=option if typing else None
    )
    inner = data["options"]
    while inner and inner[0]["type"] in (SUBCOMMAND, GROUP):
        inner = inner[0]["options"]
    next(part for part in inner if part["name"] == option)["value"] = text
    kind = InteractionType.AUTOCOMPLETE if typing else InteractionType.SLASH
    started = acting._interactions.start(
        kind, actor.person, club.table.channel, data, command=path, option_type=STRING if typing else None
    )
    return await actor._watch(started, "answer")


def some(option: dict[str, Any], actor: Actor) -> Any:
    if option.get("choices"):
        return option["choices"][0]["value"]
    return {3: "x", 4: 1, 5: True, 6: actor.person}.get(option["type"], "x")


def manager(club: Room) -> Actor:
    """Return a person who sees all commands."""
    actor, guild = Actor(club.table, "Mo"), club.table.guild
    role = club.table.world.add_role(guild, "Keepers", Permission.MANAGE_GUILD)
    guild.members[actor.person.id].roles.append(role.id)
    return actor


def test_every_field_of_a_form_has_its_length() -> None:
    """Fields are only created in one function, which sets their lengths."""
    for file in (ROOT / "bot").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute | ast.Name):
                name = node.attr if isinstance(node, ast.Attribute) else node.id
                assert name != "TextInput" or file.name == "lengths.py", f"{file}:{node.lineno}"


# -- questions


def _question(kind: QuestionKind, count: int) -> Question:
    options = tuple(
        Option(f"card {n}", f"Chalk Sentinel, the {n}th of its name", limit=9) for n in range(count)
    )
    low, high = (0, 999) if kind is QuestionKind.NUMBER else (1, 9)
    return Question(1, 0, kind, "Which?", "", options, low, high)


@pytest.mark.parametrize("kind", [*QuestionKind])
@pytest.mark.parametrize("bad", SHAPES)
def test_the_cost_of_reading_an_answer_depends_only_on_its_length(kind: QuestionKind, bad: str) -> None:
    question = _question(kind, 40)
    assert shape(question) in AnswerShape
    for work in (read_typed, complete):
        arguments = [
            (question, text, ENGLISH) if work is read_typed else (question, text[:TYPED], ENGLISH)
            for text in (SHAPES[bad](n) for n in (FIELDS["answer"] // 2, FIELDS["answer"]))
        ]
        steps(work, *arguments[0])
        half, whole = (steps(work, *argument) for argument in arguments)
        assert whole <= 2.2 * half + 2_000, work
        assert whole <= FEW, work


# -- decks and pages


@pytest.mark.parametrize("bad", SHAPES)
def test_the_cost_of_reading_a_deck_depends_only_on_its_length(bad: str) -> None:
    for many in (
        lambda n: SHAPES[bad](n),
        lambda n: f"{SHAPES[bad](40)}\n" * (n // 41),
        lambda n: "VD1" + SHAPES[bad](n),
    ):
        steps(understand, many(400))
        half, whole = (steps(understand, many(n)) for n in (TOO_LONG_TO_READ // 2, TOO_LONG_TO_READ))
        assert whole <= 2.2 * half + 20_000
        assert whole <= 1_500_000


@pytest.mark.parametrize("bad", SHAPES)
def test_pages_are_found_in_few_steps(bad: str) -> None:
    reference = VoidreamReference()
    for locale in Locale:
        for work in (reference.topic, reference.card, reference.suggest_topics, reference.suggest_cards):
            steps(work, "x", translator(locale))
            assert steps(work, SHAPES[bad](6_000), translator(locale)) <= FEW, work


# -- the bot itself


async def test_every_text_of_every_command_has_a_length(club: Room) -> None:
    options = strings(club, manager(club))
    assert len(options) > 50
    without = [
        (path, option["name"]) for path, option in options if not 0 < (option.get("max_length") or 0) <= 4000
    ]
    assert without == []


async def test_too_long_input_is_refused_everywhere(club: Room, caplog: pytest.LogCaptureFixture) -> None:
    actor = manager(club)
    for path, option in strings(club, actor):
        most = option["max_length"]
        outcome = await send(club, actor, path, option["name"], "a" * (most + 1), typing=False)
        assert f"“{option['name']}” holds at most {most} characters" in outcome.text.replace("\\", ""), path
        if option.get("autocomplete"):
            await send(club, actor, path, option["name"], "1 , " * 1500, typing=True)
    assert [record for record in caplog.records if record.levelname in ("ERROR", "WARNING")] == []


@pytest.mark.slow
async def test_no_input_delays_other_people(club: Room, caplog: pytest.LogCaptureFixture) -> None:
    """Long and malformed input takes few more calls than one letter, for every option.

    Each option gets some of the inputs, in turn, because many options share a parser.
    """
    actor = manager(club)
    for place, (path, option) in enumerate(strings(club, actor)):
        for typing in (False, True) if option.get("autocomplete") else (False,):
            name, most = option["name"], 6_000 if typing else option["max_length"]
            await send(club, actor, path, name, "x", typing=typing)
            with counted() as usual:
                await send(club, actor, path, name, "x", typing=typing)
            for bad in (
                list(SHAPES)[place % 3 :: 3]
                if typing
                else ("blanks", "commas", "alternating", "combining", "grows")
            ):
                with counted() as count:
                    await send(club, actor, path, name, SHAPES[bad](most), typing=typing)
                assert count[0] <= usual[0] + FEW, (path, name, bad, typing)
    assert [record for record in caplog.records if record.levelname in ("ERROR", "WARNING")] == []


async def test_forms_and_files_delay_no_one(club: Room, caplog: pytest.LogCaptureFixture) -> None:
    actor = manager(club)
    deck = (await actor.slash("deck new", name="Mine")).reply
    used = {
        "answer",
        "reason",
        "cut",
    }  # Driven where there is a match: here, and in the tests of endings and of challenges.

    async def fill(opened: Any, **fields: str) -> None:
        assert opened.modal
        used.update(fields)
        with counted() as count:
            await actor.submit(fields, form=opened)
        assert count[0] <= 2 * FEW, fields

    for bad in ("blanks", "commas", "alternating", "combining", "grows"):
        long = SHAPES[bad]
        await fill(await actor.slash("deck import"), list=long(FIELDS["list"]), name=long(FIELDS["name"]))
        reply = (await actor.slash("settings show")).reply
        for button, names in FORMS.items():
            opened = await actor.click(reply, custom_id=CustomId("settings", state=button).id)
            await fill(opened, **{name: long(9)[: FIELDS[name]] for name in names})
        file = UploadedFile("deck.txt", long(TOO_LONG_TO_READ).encode())
        with counted() as count:
            await actor.slash("deck import", file=file)
        assert count[0] <= 2 * FEW, bad
    assert transcript.text(deck)
    assert used == set(FIELDS)
    assert [record for record in caplog.records if record.levelname in ("ERROR", "WARNING")] == []


async def test_an_answer_is_typed_into_a_form(lobby: Room, ada: Actor, bo: Actor) -> None:
    """The form's only field: an answer over its maximum length is refused and changes nothing."""
    duel = await begin_match(lobby, ada, bo)
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "turn")).reply
    menu = next(
        component for component in walk(panel.components) if ":pick:" in component.get("custom_id", "")
    )
    named = menu["custom_id"].split(":pick:")[0]
    acting = lobby.table.acting
    opened = await player.actor._watch(
        acting._interactions.start(
            InteractionType.COMPONENT, player.actor.person, player.thread,
            {"custom_id": f"{named}:type:", "component_type": 2, "id": 1}, source=panel,
        ),
        "answer",
    )  # fmt: skip
    assert opened.modal
    typed = {"type": 4, "id": 2, "custom_id": "answer", "value": "1 ," * 5000}
    data = {"custom_id": f"{named}:typed:", "components": [{"type": 18, "id": 1, "component": typed}]}
    started = acting._interactions.start(
        InteractionType.MODAL,
        player.actor.person,
        player.thread,
        data,
        source=panel,
        opened_by=opened.interaction,
    )
    outcome = await player.actor._watch(started, "answer")
    assert f"holds at most {FIELDS['answer']} characters" in outcome.text
    assert await player.question() == question
