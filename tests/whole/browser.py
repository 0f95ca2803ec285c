"""People at `voidream table` in a browser: they read the page, and click or type."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
from playwright.async_api import Browser, ElementHandle, Locator, Page, Response, expect
from playwright.async_api import Error as PlaywrightError

from bot.app.local_table import DATABASE
from bot.cli.play import DEFAULT_FOLDER
from engine.kernel.chance import Chance
from tests.whole.choices import act_of
from tests.whole.processes import Running, started
from tests.whole.truth import Truth

PATIENT = 120_000
"""The timeout for anything expected, in milliseconds."""
POLLING = 100
"""Milliseconds between two looks at the page: a look at each frame would take a third of a core."""
CONTROLS = """question => [...document.querySelectorAll('#log [data-id]')]
    .map(message => [...message.querySelectorAll('[data-control^="v2:"]')]
        .filter(one => one.dataset.control.split(':')[2] === String(question))
        .filter(one => !one.disabled && one.getAttribute('aria-busy') !== 'true')
        .map(one => ({message: message.dataset.id, control: one.dataset.control,
                      menu: one.classList.contains('select')})))
    .findLast(usable => usable.length)"""
"""The usable controls of a question on the last message with any; nothing while there are none."""
OPTIONS = """menu => {
    const list = menu.isConnected && document.getElementById(menu.getAttribute('aria-controls'));
    return list ? {
        options: [...list.querySelectorAll('[role="option"]')].map(one => ({
            id: one.id,
            chosen: one.getAttribute('aria-selected') === 'true',
            full: one.getAttribute('aria-disabled') === 'true',
        })),
        several: list.getAttribute('aria-multiselectable') === 'true',
    } : null;
}"""
"""The content of a menu's open list, all at one moment; null if no such list is open."""


@dataclass
class Sitting:
    """A person at a page, and everything that reached them, in the stream and in responses."""

    page: Page
    name: str
    wrong: list[str] = field(default_factory=list[str])
    received: list[str] = field(default_factory=list[str])
    read: int = 0
    states: dict[str, str] = field(default_factory=dict[str, str])
    """The states of their interactions."""
    is_there: bool = False
    """Whether they have opened their direct conversation with the bot."""
    told: asyncio.Condition = field(default_factory=asyncio.Condition)

    def news(self) -> str:
        """Return everything that has reached them since the last call."""
        new, self.read = self.received[self.read :], len(self.received)
        return "\n".join(new)

    async def direct(self) -> None:
        """Open the direct conversation with the bot, after its first message there."""
        if self.is_there:
            return
        self.is_there = True
        channels = self.page.get_by_role("button", name=re.compile("^Channel list"))
        if await channels.is_visible():
            await channels.click()
        await self.page.get_by_role("button", name=re.compile(r"^Voidream(,|$)")).click()

    async def controls(self, question: int) -> list[dict[str, Any]]:
        """Return the usable controls of a question on the last message with it, as soon as there are any."""
        handle = await self.page.wait_for_function(CONTROLS, arg=question, polling=POLLING)
        return await handle.json_value()

    def control(self, question: int) -> Locator:
        return self.page.locator(f'#log [data-control^="v2:1-"][data-control*=":{question}:"]')

    async def click_answer(self, question: int, chance: Chance) -> int:
        """Click at random until the question is answered; return the number of presses."""
        for presses in range(1, 40):
            usable = await self.controls(question)
            done_buttons = [target for target in usable if act_of(target["control"]) == "done"]
            rest = [target for target in usable if target not in done_buttons]
            target = (
                chance.pick(done_buttons)
                if done_buttons and (not rest or chance.below(4))
                else chance.pick(rest)
            )
            where = f'#log [data-id="{target["message"]}"] [data-control="{target["control"]}"]'
            pressed = await self.page.query_selector(where)
            if pressed is None or not await self._press(pressed, target, chance):
                # Another message contains the question now, or this one in another form: look again.
                continue
            await expect(self.page.locator(where)).to_have_count(0)
            if not await self.control(question).count():
                return presses
        raise AssertionError(f"no way to an answer of question {question}")

    async def _press(self, pressed: ElementHandle, control: dict[str, Any], chance: Chance) -> bool:
        """Press a control, and choose or type its input; False if it disappeared before that.

        The element is fixed, so that nothing else is pressed in its place.
        """
        try:
            await pressed.click()
            if control["menu"]:
                await self._choose(pressed, act_of(control["control"]), chance)
        except PlaywrightError:
            # Only with its message: a list that closes while a person chooses is a defect.
            if await pressed.evaluate("one => one.isConnected"):
                raise
            return False
        if act_of(control["control"]) == "type":
            await self._fill_in(chance)
        return True

    async def _choose(self, menu: ElementHandle, act: str, chance: Chance) -> None:
        """Choose in the list of a pressed menu. It is read at one moment, and opens in that of the press."""
        read = await menu.evaluate(OPTIONS)
        if read is None:
            raise PlaywrightError("the list is not open")
        if act != "set" or not read["several"]:
            await self._click(chance.pick(read["options"])["id"])
            return
        places = list(range(len(read["options"])))
        chance.shuffle(places)
        is_complete = not any(not option["chosen"] and not option["full"] for option in read["options"])
        if is_complete:
            # Only taking one back changes the answer.
            await self._click(next(o["id"] for o in read["options"] if o["chosen"]))
            places = []
        for place in places:
            option = read["options"][place]
            if option["full"]:
                break
            if not option["chosen"]:
                await self._click(option["id"])
                read = await menu.evaluate(OPTIONS)
                if read is None:
                    raise PlaywrightError("the list is open no more")
        done_button = await self.page.query_selector(".floating button:text-is('Done')")
        if done_button is None:
            raise PlaywrightError("the list is open no more")
        await done_button.click()

    async def _click(self, option: str) -> None:
        """Click an option of the open list."""
        element = await self.page.query_selector(f"#{option}")
        if element is None:
            raise PlaywrightError("the list is open no more")
        await element.click()

    async def _fill_in(self, chance: Chance) -> None:
        form = self.page.get_by_role("dialog")
        field = form.get_by_role("textbox")
        bounds = re.search(r"from (\d+) to (\d+)", await field.get_attribute("placeholder") or "")
        assert bounds is not None, "only numbers are typed"
        low, high = int(bounds[1]), int(bounds[2])
        await field.fill(str(low + chance.below(high - low + 1)))
        await form.get_by_role("button", name="Submit").click()
        await expect(form).to_have_count(0)

    async def command(self, name: str, **options: str) -> str:
        """Send a slash command by keyboard alone, and return its state: "answered" or "failed".

        Each option's name is typed as in the list of suggestions, and accepted with Enter.
        """
        keys = self.page.keyboard
        await self.page.get_by_role("combobox", name=re.compile("^Message")).focus()
        await keys.type(f"/{name} ")
        # The options that it requires are visible from here on.
        await expect(self.page.get_by_role("group", name=f"/{name}", exact=True)).to_be_visible()
        for option, typed in options.items():
            field = self.page.get_by_role("combobox", name=option, exact=True)
            if not await field.count():
                await keys.type(f"{option}:")
            await expect(field).to_be_focused()
            await keys.type(typed)
            # A name over 100 characters is suggested by its end alone.
            await expect(self.page.get_by_role("option", selected=True)).to_contain_text(typed[-40:])
            await keys.press("Enter")
        async with self.page.expect_response(_is_slash) as response:
            await keys.press("Enter")
        interaction_id = (await (await response.value).json())["interaction"]
        async with asyncio.timeout(PATIENT / 1000), self.told:
            await self.told.wait_for(lambda: self.states.get(interaction_id) in ("answered", "failed"))
        return self.states[interaction_id]

    async def hear(self, event: dict[str, Any]) -> None:
        """Record an event of the page."""
        async with self.told:
            self.received.append(json.dumps(event, ensure_ascii=False))
            if event["type"] == "interaction":
                self.states[event["interaction"]] = event["state"]
            self.told.notify_all()


def _is_slash(response: Response) -> bool:
    return response.url.endswith("/ui/act") and '"kind":"slash"' in (response.request.post_data or "")


@dataclass
class Party:
    """The table as a process, its people, and its true state."""

    running: Running
    address: str
    truth: Truth
    browser: Browser
    session: aiohttp.ClientSession
    everybody: list[Sitting] = field(default_factory=list[Sitting])
    listening: list[asyncio.Task[None]] = field(default_factory=list[asyncio.Task[None]])

    async def sit(self, name: str, *, width: int = 1280, height: int = 800) -> Sitting:
        """Open a new page as a new person: choose a name, and join."""
        context = await self.browser.new_context(
            viewport={"width": width, "height": height},
            timezone_id="UTC",
            locale="en-US",
            reduced_motion="reduce",
        )
        page = await context.new_page()
        page.set_default_timeout(PATIENT)
        sitting = Sitting(page, name)
        page.on("pageerror", lambda error: sitting.wrong.append(str(error)))
        page.on(
            "console",
            lambda message: (
                sitting.wrong.append(message.text) if message.type in ("error", "warning") else None
            ),
        )
        page.on("response", lambda response: self._answers(sitting, response))
        await page.goto(self.address)
        await page.get_by_label("Your name at this table").fill(name)
        await page.get_by_role("button", name="Sit down").click()
        await expect(page.get_by_role("combobox", name="Message")).to_be_visible()
        self.listening.append(asyncio.create_task(self._listen(sitting)))
        async with asyncio.timeout(PATIENT / 1000), sitting.told:
            await sitting.told.wait_for(lambda: bool(sitting.received))
        self.everybody.append(sitting)
        return sitting

    def _answers(self, sitting: Sitting, response: Response) -> None:
        async def keep() -> None:
            sitting.received.append(await response.text())

        if response.status >= 400:
            sitting.wrong.append(f"{response.status} for {response.url}")
        if response.url.endswith("/ui/act"):
            self.listening.append(asyncio.create_task(keep()))

    async def _listen(self, sitting: Sitting) -> None:
        """Record the page's events, from the page's own stream."""
        async with self.session.get(f"{self.address}/ui/boot") as response:
            people = (await response.json())["people"]
        person = next(each["id"] for each in people if each["name"] == sitting.name)
        timeout = aiohttp.ClientTimeout(total=None)
        async with self.session.get(
            f"{self.address}/ui/stream", params={"person": person}, timeout=timeout
        ) as stream:
            line = b""
            async for chunk in stream.content.iter_any():
                line += chunk
                *whole, line = line.split(b"\n\n")
                for event in whole:
                    if event.startswith(b"data: "):
                        await sitting.hear(json.loads(event[6:]))


@asynccontextmanager
async def party(
    folder: Path, browser: Browser, *, seed: str, module: str = "tests.whole.dealt"
) -> AsyncGenerator[Party]:
    """Start `voidream table` by a module, with its people in a browser.

    At the end no page may have had an error, and the table ends in order.
    """
    arguments: Sequence[str] = ("table", "--port", "0", "--no-browser")
    async with (
        started(folder, *arguments, module=(module, seed)) as running,
        aiohttp.ClientSession() as session,
    ):
        address = (await running.said("open at ")).split()[-1]
        party_ = Party(running, address, Truth(folder / DEFAULT_FOLDER / DATABASE), browser, session)
        try:
            yield party_
        except BaseException as error:
            error.add_note(_how_it_stands(party_))
            raise
        finally:
            for task in party_.listening:
                task.cancel()
            await asyncio.gather(*(sitting.page.context.close() for sitting in party_.everybody))
        for sitting in party_.everybody:
            assert sitting.wrong == [], sitting.wrong
        assert await running.stop() == 0, running.text
        assert "Traceback" not in running.text and "ERROR" not in running.text, running.text


def _how_it_stands(party_: Party) -> str:
    """Return possible reasons for a missing event: the table's end, its output, and errors of pages."""
    wrong = [f"{sitting.name}: {each}" for sitting in party_.everybody for each in sitting.wrong]
    broken = [repr(task.exception()) for task in party_.listening if task.done() and not task.cancelled()]
    return "\n".join(
        [f"the table's exit code: {party_.running.returncode}", party_.running.text, *wrong, *broken]
    )
