"""The page's API over real HTTP, as in a browser: everything that a person gets, and must never get."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import discord
import pytest

from bot.local_discord.records import User
from bot.local_discord.server import LocalTable
from tests.bot.local_discord.sample import Sample

Event = dict[str, Any]


class Browser:
    """One person's page."""

    def __init__(self, table: LocalTable, session: aiohttp.ClientSession, person: User) -> None:
        self.table = table
        self.session = session
        self.person = person
        self.events: list[Event] = []
        self._came = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        address = f"{self.table.address}/ui/stream?person={self.person.id}"
        async with self.session.get(address) as response:
            assert response.status == 200 and response.content_type == "text/event-stream"
            async for line in response.content:
                if line.startswith(b"data: "):
                    self.events.append(json.loads(line[6:]))
                    self._came.set()

    async def until(
        self, type_: str, *, where: Callable[[Event], bool] = lambda event: True, **fields: Any
    ) -> Event:
        """Wait for an event with these fields, and return it."""
        async with asyncio.timeout(60):
            while True:
                for event in self.events:
                    same = event["type"] == type_ and all(event[k] == v for k, v in fields.items())
                    if same and where(event):
                        return event
                self._came.clear()
                await self._came.wait()

    async def act(self, kind: str, **body: Any) -> tuple[int, Any]:
        """Send an action, and return status and response."""
        body_ = {"person": str(self.person.id), "kind": kind, **body}
        async with self.session.post(f"{self.table.address}/ui/act", json=body_) as response:
            return response.status, await response.json()

    async def slash(self, command: str, channel: int | None = None, **options: Any) -> str:
        """Use a slash command, and return the interaction's id."""
        place = str(channel or self.table.channel.id)
        status, answer = await self.act("slash", channel=place, command=command, options=options)
        assert status == 200, answer
        return answer["interaction"]

    def everything(self) -> str:
        """Return everything that has reached this page."""
        return json.dumps(self.events)

    async def close(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.fixture
async def ada(table: LocalTable, session: aiohttp.ClientSession) -> AsyncIterator[Browser]:
    browser = Browser(table, session, table.person("Ada"))
    await browser.until("snapshot")
    yield browser
    await browser.close()


@pytest.fixture
async def bo(table: LocalTable, session: aiohttp.ClientSession) -> AsyncIterator[Browser]:
    browser = Browser(table, session, table.person("Bo"))
    await browser.until("snapshot")
    yield browser
    await browser.close()


async def test_boot_lists_people_channels_and_commands(
    table: LocalTable, bot: Sample, session: aiohttp.ClientSession, ada: Browser
) -> None:
    async with session.get(f"{table.address}/ui/boot") as response:
        boot = await response.json()
    assert [each["name"] for each in boot["people"]] == ["Voidream", "Ada"]
    assert boot["guild"]["name"] == "The Local Table" and boot["channels"][0]["name"] == "voidream"
    assert boot["bot"]["username"] == boot["bot"]["name"] == "Voidream"
    commands = {each["name"]: each for each in boot["commands"]}
    challenge = commands["voidream"]["options"][0]
    assert challenge["name"] == "challenge" and challenge["type"] == 1
    deck = challenge["options"][1]
    assert (deck["name"], deck["autocomplete"], deck["min_length"]) == ("deck", True, 2)


async def test_private_response_reaches_no_one_else(bot: Sample, ada: Browser, bo: Browser) -> None:
    interaction = await ada.slash("board")
    await ada.until("interaction", interaction=interaction, state="answered")
    event = await ada.until("message")
    assert event["message"]["ephemeral"] and event["message"]["flags"] & (1 << 15)
    media = event["message"]["components"][0]["components"][2]["items"][0]
    assert media["description"] == "the board" and media["media"]["width"] == 8
    async with ada.session.get(media["media"]["url"]) as response:
        assert response.status == 200
    # something public afterwards, so that everything before it has reached Bo's page
    await ada.act("message", channel=event["channel"], content="done")
    await bo.until("message")
    for secret in ("the board", "board.png", event["message"]["id"], interaction):
        assert secret not in bo.everything()
    status, answer = await bo.act(
        "component", channel=event["channel"], message=event["message"]["id"], custom_id="play:7"
    )
    assert (status, answer) == (400, {"error": "This message is no longer there."})


async def test_direct_conversation_reaches_its_person_only(
    table: LocalTable, bot: Sample, ada: Browser, bo: Browser
) -> None:
    user = await bot.fetch_user(ada.person.id)
    message = await user.send("your hand: Ember")
    event = await ada.until("message")
    assert event["message"]["content"] == "your hand: Ember"
    await message.edit(content="your hand: Frost")
    await message.delete()
    await ada.until("message_delete", message=str(message.id))
    status, _ = await bo.act("message", channel=event["channel"], content="hello?")
    assert status == 400
    ada.table.acting.say(ada.person, table.channel, "done")
    await bo.until("message")
    for secret in ("Ember", "Frost", event["channel"], str(message.id)):
        assert secret not in bo.everything()
    later = Browser(table, bo.session, bo.person)
    await later.until("snapshot")
    assert event["channel"] not in later.everything() and "Frost" not in later.everything()
    await later.close()


async def test_autocompletion_answers_at_once(table: LocalTable, bot: Sample, ada: Browser) -> None:
    action = {"channel": str(table.channel.id), "command": "voidream challenge", "focused": "deck"}
    _, answer = await ada.act("autocomplete", **action, options={"deck": "em"})
    assert answer == {"choices": [{"name": "em-1", "value": "1"}, {"name": "em-2", "value": "2"}]}
    assert all(each["type"] != "interaction" for each in ada.events)


async def test_unanswered_autocompletion_fails(table: LocalTable, ada: Browser, bot: Sample) -> None:
    await bot.close()
    action = {"channel": str(table.channel.id), "command": "voidream challenge", "focused": "deck"}
    arrived = asyncio.Event()
    table.world.listen(lambda change: arrived.set() if change.kind == "interaction" else None)
    asking = asyncio.create_task(ada.act("autocomplete", **action, options={}))
    async with asyncio.timeout(60):
        await arrived.wait()
    table.clock.advance(3)
    assert await asking == (200, {"choices": [], "failed": True})


async def test_form_is_opened_filled_in_and_sent(bot: Sample, ada: Browser) -> None:
    await ada.slash("resign")
    form = await ada.until("modal")
    async with asyncio.timeout(60):
        await bot.acted.wait()
    why, pick = (each["component"]["custom_id"] for each in form["components"])
    wrong = {why: "", pick: []}
    assert await ada.act("modal", interaction=form["interaction"], fields=wrong) == (
        400,
        {"error": "Choose 1."},
    )
    status, _ = await ada.act("modal", interaction=form["interaction"], fields={why: "tired", pick: ["Now"]})
    assert status == 200
    assert (await ada.until("message"))["message"]["content"] == "tired, Now"


async def test_open_form_survives_a_reload_for_fifteen_minutes(
    table: LocalTable, bot: Sample, ada: Browser
) -> None:
    await ada.slash("resign")
    form = await ada.until("modal")
    again = Browser(table, ada.session, ada.person)
    assert (await again.until("snapshot"))["modals"][0]["interaction"] == form["interaction"]
    table.clock.advance(15 * 60)
    status, answer = await again.act("modal", interaction=form["interaction"], fields={})
    assert (status, answer["error"]) == (400, "This form is out of date.")
    await again.close()


async def test_silent_bot_is_reported_as_failed(table: LocalTable, bot: Sample, ada: Browser) -> None:
    async def act(interaction: discord.Interaction[Any]) -> None:
        return None

    bot.on_act = act
    interaction = await ada.slash("act")
    async with asyncio.timeout(60):
        await bot.acted.wait()
    await session_clock(ada, 3)
    await ada.until("interaction", interaction=interaction, state="failed")


async def session_clock(browser: Browser, seconds: Any) -> tuple[int, Any]:
    address = f"{browser.table.address}/ui/clock"
    async with browser.session.post(address, json={"seconds": seconds}) as response:
        return response.status, await response.json()


async def test_clock_moves_forward_only(table: LocalTable, ada: Browser) -> None:
    assert await session_clock(ada, 86400) == (200, {"now": "2026-01-02T12:00:00.000000+00:00"})
    await ada.until("clock")
    for wrong in (-1, "soon", None, True, 1e12):
        status, answer = await session_clock(ada, wrong)
        assert status == 400 and answer["error"].startswith("The clock can be moved forward")


async def test_settings_close_direct_messages_and_choose_a_language(
    table: LocalTable, bot: Sample, ada: Browser
) -> None:
    status, answer = await ada.act("settings", direct_messages_open=False, locale="de")
    assert status == 200 and answer["person"]["locale"] == "de"
    assert table.guild.locale == answer["guild"]["locale"] == "en-US"
    status, answer = await ada.act("settings", server_locale="es-419")
    assert status == 200 and (answer["person"]["locale"], answer["guild"]["locale"]) == ("de", "es-419")
    assert table.guild.locale == "es-419"
    with pytest.raises(discord.Forbidden):
        await (await bot.fetch_user(ada.person.id)).send("hello")


async def test_the_first_person_at_the_table_manages_the_server(
    table: LocalTable, bot: Sample, session: aiohttp.ClientSession
) -> None:
    """Only that person sees the commands for it, and its role can be chosen."""
    visible_commands: list[list[str]] = []
    for name in ("Cy", "Di"):
        async with session.post(f"{table.address}/ui/people", json={"name": name}) as response:
            person = (await response.json())["person"]
        async with session.get(f"{table.address}/ui/boot?person={person['id']}") as response:
            boot = await response.json()
        visible_commands.append([each["name"] for each in boot["commands"]])
        assert [role["name"] for role in boot["guild"]["roles"]] == ["@everyone", "Keepers of the table"]
    async with session.get(f"{table.address}/ui/boot") as response:
        everything = [each["name"] for each in (await response.json())["commands"]]
    assert "settings" in everything
    assert visible_commands == [everything, [name for name in everything if name != "settings"]]


async def test_people_join_by_name_and_keep_their_place(
    table: LocalTable, session: aiohttp.ClientSession, ada: Browser
) -> None:
    async def join(name: Any) -> tuple[int, Any]:
        async with session.post(f"{table.address}/ui/people", json={"name": name}) as response:
            return response.status, await response.json()

    status, answer = await join("  Cy  ")
    assert status == 200 and answer["person"]["name"] == "Cy"
    event = await ada.until("people")
    assert [each["name"] for each in event["people"]] == ["Voidream", "Ada", "Cy"]
    assert (await join("Cy"))[1] == answer
    for wrong in ("", "   ", "x" * 33, None):
        assert (await join(wrong))[0] == 400


async def test_threads_appear_and_disappear(
    table: LocalTable, bot: Sample, ada: Browser, bo: Browser
) -> None:
    channel = bot.get_channel(table.channel.id)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="match", type=discord.ChannelType.public_thread)
    event = await ada.until("channel")
    assert event["channel"]["thread"] and event["channel"]["parent_id"] == str(channel.id)
    async with channel.typing():
        await ada.until("typing", channel=str(channel.id))
    await thread.edit(archived=True)
    await ada.until("channel", where=lambda event: event["channel"]["archived"])
    table.world.delete_channel(table.world.channels[thread.id])
    await ada.until("channel_delete", channel=str(thread.id))
    hidden = await channel.create_thread(name="hidden", type=discord.ChannelType.private_thread)
    await hidden.add_user(discord.Object(ada.person.id))
    await hidden.send("between us")
    await ada.until("message")
    table.acting.say(bo.person, table.channel, "done")
    await bo.until("message")
    assert "between us" not in bo.everything() and "hidden" not in bo.everything()


@pytest.mark.parametrize(
    ("kind", "body", "says"),
    [
        ("dance", {}, "'dance' is nothing that can be done"),
        ("slash", {"channel": "5", "command": "act"}, "There is no such channel."),
        ("slash", {"command": "nonsense"}, "There is no command /nonsense here."),
        (
            "slash",
            {"command": "voidream challenge", "options": {}},
            "/voidream challenge still needs: user, deck.",
        ),
        ("slash", {"command": "act", "options": []}, "Options must be a JSON object."),
        ("component", {"message": "5", "custom_id": "x"}, "This message is no longer there."),
        ("modal", {"interaction": "5"}, "This form is out of date."),
        ("message", {"content": ""}, "Cannot send an empty message."),
        ("message", {"content": "x" * 2001}, "Invalid Form Body."),
    ],
)
async def test_impossible_actions_are_explained(
    bot: Sample, ada: Browser, kind: str, body: dict[str, Any], says: str
) -> None:
    status, answer = await ada.act(kind, **{"channel": str(ada.table.channel.id), **body})
    assert status == 400 and answer["error"].startswith(says)


async def test_no_one_can_act_as_the_bot_or_an_unknown_person(
    table: LocalTable, session: aiohttp.ClientSession
) -> None:
    for person in (str(table.world.bot.id), "12345", None, "x"):
        body = {"person": person, "kind": "message", "channel": str(table.channel.id), "content": "x"}
        async with session.post(f"{table.address}/ui/act", json=body) as response:
            assert response.status == 400
        async with session.get(f"{table.address}/ui/stream", params={"person": str(person)}) as response:
            assert response.status == 404
    assert table.channel.messages == {}


async def test_only_pages_and_files_are_served(table: LocalTable, session: aiohttp.ClientSession) -> None:
    async with session.get(f"{table.address}/") as response:
        assert response.status == 200 and response.content_type == "text/html"
    for name in ("/nothing.js", "/server.py", "/..%2fserver.py", "/page/../server.py"):
        async with session.get(f"{table.address}{name}") as response:
            assert response.status in (404, 501), name
    table.record.failures.clear()


async def test_open_page_ends_with_the_table(table: LocalTable, ada: Browser) -> None:
    await table.stop()
    async with asyncio.timeout(60):
        await asyncio.gather(ada._reading, return_exceptions=True)
