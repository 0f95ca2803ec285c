"""The message box: slash commands with options and autocompletion, by keyboard alone."""

import asyncio
import re

import pytest
from playwright.async_api import Route, expect

from bot.local_discord.server import LocalTable
from tests.bot.local_discord.page.conftest import Seat, last_message
from tests.bot.local_discord.page.demo import Demo

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_challenge_by_keyboard_alone(sit: Seat, table: LocalTable, bot: Demo) -> None:
    table.person("Bo")
    page = await sit("Ada")
    keys = page.keyboard
    await page.get_by_role("log").focus()
    await keys.press("/")
    line = page.get_by_role("combobox", name="Message #general")
    await expect(line).to_be_focused()
    await expect(page.get_by_role("option")).to_have_count(13)
    await keys.type("cha")
    await expect(page.get_by_role("option")).to_have_text(
        ["/voidream challengeopponent deckChallenge somebody to a match"]
    )
    await keys.press("Tab")

    opponent, deck = page.get_by_role("combobox", name="opponent"), page.get_by_role("combobox", name="deck")
    await expect(opponent).to_be_focused()
    await expect(opponent).to_have_accessible_description("opponent: Whom to challenge")
    await expect(page.get_by_role("option")).to_have_text(["Bo", "VoidreamApp", "Adayou"])
    await keys.press("Enter")
    await expect(opponent).to_have_value("Bo")
    await expect(deck).to_be_focused()
    await expect(page.get_by_role("option")).to_have_count(3)
    # Typed quickly in one go: the bot is queried once.
    await deck.evaluate(
        """field => {
            for (const letter of "tide") {
                field.value += letter;
                field.dispatchEvent(new InputEvent("input", { bubbles: true }));
            }
        }"""
    )
    await expect(page.get_by_role("option")).to_have_text(["Dusk Over Tidewater"])
    await expect(page.get_by_role("option", selected=True)).to_have_text("Dusk Over Tidewater")
    await keys.press("Enter")
    assert bot.asked[0] == "" and set(bot.asked) <= {"", "tide"}

    more = page.get_by_role("combobox", name="Add an option, or press Enter to send")
    await expect(more).to_be_focused()
    await expect(page.get_by_role("option")).to_have_count(3)
    await keys.press("ArrowDown")
    await keys.press("Enter")
    charges = page.get_by_role("combobox", name="charges")
    await expect(charges).to_be_focused()
    await keys.type("12")
    await keys.press("Enter")
    await expect(page.get_by_role("alert")).to_have_text("charges must be at most 9.")
    await keys.press("Backspace")
    await keys.type(" ranked:t")
    await expect(page.get_by_role("option", selected=True)).to_have_text("True")
    await keys.press("Enter")
    await keys.press("Enter")
    await expect(last_message(page)).to_contain_text(
        "@Ada challenges @Bo with dusk, 1 charges, slow, ranked True."
    )
    await expect(line).to_be_focused()

    await keys.press("ArrowUp")
    await expect(page.get_by_role("combobox", name="deck")).to_have_value("Dusk Over Tidewater")
    await keys.press("Enter")
    await expect(page.get_by_text("with dusk, 1 charges, slow, ranked True.")).to_have_count(2)


async def test_a_whole_command_can_be_typed_or_pasted_as_text(sit: Seat, table: LocalTable) -> None:
    table.person("Bo")
    page = await sit("Ada")
    line = page.get_by_role("combobox", name="Message #general")
    await line.fill("/voidream challenge opponent:@Bo deck:Lanterns of the Deep pace:fast charges: 3")
    await expect(page.get_by_role("combobox", name="pace")).to_have_value("fast")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(last_message(page)).to_contain_text(
        "@Ada challenges @Bo with Lanterns of the Deep, 3 charges, fast, ranked False."
    )


async def test_words_without_an_option_belong_to_the_next_option(sit: Seat, table: LocalTable) -> None:
    table.person("Bo")
    page = await sit("Ada", width=350)
    await page.get_by_role("combobox", name="Message #general").focus()
    await page.keyboard.type(
        "/voidream challenge opponent:Bo deck:Lanterns of the Deep and everything below "
    )
    more = page.get_by_role("combobox", name="Add an option, or press Enter to send")
    await more.focus()
    await page.keyboard.type("7")
    charges = page.get_by_role("combobox", name="charges")
    await expect(charges).to_have_value("7")
    await expect(charges).to_be_focused()
    name = page.locator(".option label", has_text="opponent")
    assert await name.evaluate("label => label.getClientRects().length && label.offsetHeight < 40")
    assert not await page.evaluate("document.documentElement.scrollWidth > innerWidth")
    await page.keyboard.press("Enter")
    await expect(last_message(page)).to_contain_text("7 charges")


async def test_missing_or_wrong_input_is_explained(sit: Seat) -> None:
    page = await sit("Ada")
    keys = page.keyboard
    await page.get_by_role("combobox", name="Message #general").focus()
    await keys.type("/nothing")
    await expect(page.get_by_text("There is no such command.")).to_be_visible()
    await keys.press("Enter")
    await expect(page.get_by_role("alert")).to_have_text(
        "There is no command /nothing. Type / to see which there are."
    )
    await keys.press("Control+A")
    await keys.type("/voidream challenge Zed")
    await expect(page.get_by_text("That is none of the choices.")).to_be_visible()
    await keys.press("Enter")
    await expect(page.get_by_role("alert")).to_have_text("opponent: “Zed” is not one of the choices.")
    await keys.press("Control+A")
    await keys.press("Delete")
    await page.get_by_role("button", name="Send").click()
    await expect(page.get_by_role("alert")).to_have_text("opponent is required.")
    await expect(page.get_by_role("combobox", name="opponent")).to_be_focused()


async def test_a_command_can_be_cancelled(sit: Seat) -> None:
    page = await sit("Ada")
    keys = page.keyboard
    line = page.get_by_role("combobox", name="Message #general")
    await line.focus()
    await keys.type("/voidream challenge ")
    await expect(page.get_by_role("combobox", name="opponent")).to_be_focused()
    await keys.press("Backspace")
    await expect(line).to_have_value("/voidream challenge")
    await keys.press("Enter")
    await expect(page.get_by_role("combobox", name="opponent")).to_be_focused()
    await keys.press("Escape")
    await keys.press("Escape")
    await expect(line).to_be_focused()
    await expect(line).to_have_value("")


async def test_enter_ignores_outdated_suggestions(sit: Seat, table: LocalTable) -> None:
    """Someone who types faster than the bot responds gets the text they typed."""
    table.person("Bo")
    page = await sit("Ada")
    keys = page.keyboard
    await page.get_by_role("combobox", name="Message #general").focus()
    await keys.type("/voidream challenge Bo")
    await expect(page.get_by_role("option", selected=True)).to_have_text("Bo")
    await keys.press("Enter")
    await expect(page.get_by_role("option")).to_have_count(3)
    await keys.type("tide")
    await keys.press("Enter")
    await expect(page.get_by_role("combobox", name="deck")).to_have_value("Dusk Over Tidewater")


async def test_a_message_typed_during_a_send_is_sent_next(sit: Seat) -> None:
    page = await sit("Ada")
    on_its_way = asyncio.Event()

    async def held(route: Route) -> None:
        await on_its_way.wait()
        await route.continue_()

    await page.route("**/ui/act", held)
    line = page.get_by_role("combobox", name="Message #general")
    await line.fill("First this.")
    await page.keyboard.press("Enter")
    await line.fill("Then that.")
    await page.keyboard.press("Enter")
    await line.fill("And this is still being written")
    on_its_way.set()
    messages = page.get_by_role("log").get_by_role("article")
    await expect(messages).to_have_text([re.compile(r"First this\."), re.compile(r"Then that\.")])
    await expect(line).to_have_value("And this is still being written")


async def test_a_refused_message_returns_to_the_text_box(sit: Seat) -> None:
    page = await sit("Ada")

    async def refused(route: Route) -> None:
        await route.fulfill(status=400, json={"error": "The table is being wiped."})

    await page.route("**/ui/act", refused)
    line = page.get_by_role("combobox", name="Message #general")
    await line.fill("Not lost.")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert")).to_have_text("The table is being wiped.")
    await expect(line).to_have_value("Not lost.")


async def test_commands_of_servers_are_not_offered_in_direct_messages(sit: Seat, table: LocalTable) -> None:
    [command] = [each for each in table.registration.usable(table.guild.id) if each["name"] == "voidream"]
    command["contexts"] = [0]
    page = await sit("Ada")
    await page.get_by_role("combobox", name="Message #general").fill("/")
    await expect(page.get_by_role("option", name="/voidream challenge")).to_be_visible()
    await page.get_by_role("button", name="Write to Voidream").click()
    line = page.get_by_role("combobox", name="Message @Voidream")
    await line.fill("/voidream challenge")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("There is no command /voidream challenge.")).to_be_visible()
    await line.fill("/show")
    await expect(page.get_by_role("option").first).to_be_visible()
