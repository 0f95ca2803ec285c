"""Joining, two people in two tabs, and a new person's first messages."""

import json
import re
import socket
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from bot.local_discord import server
from bot.local_discord.server import HOST, LocalTable
from tests.bot.local_discord.page.conftest import Seat, last_message, type_command

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_new_person_chooses_a_name_and_reads_how_to_begin(sit: Seat) -> None:
    page = await sit(None)
    dialog = page.get_by_role("dialog", name="Welcome to the local table")
    await expect(dialog.get_by_label("Your name at this table")).to_be_focused()
    await expect(dialog.get_by_label("Your name at this table")).to_have_value("Ada")
    await page.keyboard.press("Enter")

    await expect(page).to_have_url(re.compile(r"\?person=Ada$"))
    await expect(page.get_by_role("button", name="You are Ada")).to_be_visible()
    steps = page.get_by_role("listitem").filter(has_text="Open a second tab as Bo")
    await expect(steps.get_by_role("link", name="Bo")).to_have_attribute("href", "?person=Bo")
    await page.get_by_role("button", name="/voidream challenge").click()
    await expect(page.get_by_role("combobox", name="opponent")).to_be_focused()
    await expect(page.get_by_text("nobody else is here yet")).to_be_visible()
    # The bot is the opponent of a person alone, and comes before the person in the list.
    offered = page.get_by_role("listbox").get_by_role("option")
    await expect(offered).to_have_count(2)
    await expect(offered.first).to_contain_text("App")
    await expect(offered.last).to_contain_text("you")
    await expect(page.get_by_text("plays against you at once")).to_be_visible()


async def test_an_existing_person_can_be_chosen(sit: Seat) -> None:
    await sit("Ada")
    page = await sit(None)
    await page.get_by_role("group", name="People who are here").get_by_role("button", name="Ada").click()
    await expect(page.get_by_role("button", name="You are Ada")).to_be_visible()


async def test_the_welcome_cannot_be_dismissed_without_a_name(sit: Seat) -> None:
    page = await sit(None)
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog", name="Welcome to the local table")).to_be_visible()


async def test_two_tabs_are_two_people_with_private_messages(sit: Seat) -> None:
    ada, bo = await sit("Ada"), await sit("Bo")
    await type_command(ada, "voidream look")
    await expect(last_message(ada)).to_contain_text("You look around.")
    await expect(last_message(ada)).to_contain_text("Only you can see this")
    await ada.get_by_role("combobox", name="Message").fill("Hello @Bo!")
    await ada.keyboard.press("Enter")

    await expect(last_message(bo)).to_contain_text("Hello @Bo!")
    await expect(bo.get_by_text("You look around.")).to_have_count(0)
    await ada.get_by_role("button", name="Dismiss message").click()
    await expect(ada.get_by_text("You look around.")).to_have_count(0)
    await ada.reload()
    await expect(last_message(ada)).to_contain_text("Hello @Bo!")
    await expect(ada.get_by_text("You look around.")).to_have_count(0)


async def test_threads_and_direct_messages_are_announced(sit: Seat) -> None:
    ada, bo = await sit("Ada"), await sit("Bo")
    await type_command(ada, "show thread")
    channels = ada.get_by_role("navigation", name="Channels")
    await expect(channels.get_by_role("button", name="Voidream, 1 for you")).to_be_visible()
    await expect(ada).to_have_title("(1) Ada · general")

    thread = bo.get_by_role("navigation", name="Channels").get_by_role(
        "button", name="Ada against Bo, thread, unread"
    )
    await thread.click()
    await expect(last_message(bo)).to_contain_text("The board will stand here.")
    await expect(bo.get_by_role("heading", level=1)).to_have_text("Ada against Bo")
    await expect(bo.get_by_role("navigation", name="Channels")).not_to_contain_text("Voidream1")

    await channels.get_by_role("button", name="Voidream, 1 for you").click()
    await expect(last_message(ada)).to_contain_text("Round 3")
    await expect(ada).to_have_title("• Ada · Voidream")
    await channels.get_by_role("button", name="general").click()
    await last_message(ada).get_by_role("button", name="Open the thread").click()
    await expect(last_message(ada)).to_contain_text("The board will stand here.")
    await expect(ada).to_have_title("Ada · Ada against Bo")


async def test_closed_direct_messages_and_the_locale_reach_the_table(sit: Seat, table: LocalTable) -> None:
    page = await sit("Ada")
    await page.get_by_role("button", name="You are Ada").click()
    sheet = page.get_by_role("dialog", name="You are Ada")
    await sheet.get_by_label("Let the bot write to me directly").uncheck()
    await sheet.get_by_label(re.compile("^Language(?! of)")).select_option("de")
    await page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)
    # The clock in the heading uses the chosen language.
    await expect(page.get_by_role("button", name="The table's clock: Do")).to_be_visible()
    ada = table.person("Ada")
    assert (ada.direct_messages_open, ada.locale) == (False, "de")


async def test_commands_are_described_in_the_readers_language(sit: Seat, table: LocalTable) -> None:
    """The descriptions of commands are in the chosen language; names are the same for everyone."""
    [command] = [each for each in table.registration.usable(table.guild.id) if each["name"] == "voidream"]
    [challenge] = [each for each in command["options"] if each["name"] == "challenge"]
    challenge["description_localizations"] = {"es-ES": "Desafía a alguien"}
    challenge["options"][0]["description_localizations"] = {"es-ES": "A quién desafías"}
    page = await sit("Ada")
    await page.get_by_role("button", name="You are Ada").click()
    sheet = page.get_by_role("dialog", name="You are Ada")
    await sheet.get_by_label("Language").select_option("es-ES")
    async with page.expect_response(lambda answer: "es-419" in (answer.request.post_data or "")):
        await sheet.get_by_label("Public messages are written in").select_option("es-419")
    await page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)
    # The clock in the heading uses the chosen language.
    await expect(page.get_by_role("button", name="El reloj de la mesa: jue")).to_be_visible()
    assert (table.person("Ada").locale, table.guild.locale) == ("es-ES", "es-419")
    await page.get_by_role("combobox", name="Escribir en #general").fill("/cha")
    await expect(page.get_by_role("option")).to_have_text(
        ["/voidream challengeopponent deckDesafía a alguien"]
    )
    await page.keyboard.press("Tab")
    opponent = page.get_by_role("combobox", name="opponent")
    await expect(opponent).to_have_accessible_description("opponent: A quién desafías")


async def test_the_clock_moves_for_everyone(sit: Seat) -> None:
    ada, bo = await sit("Ada"), await sit("Bo")
    await type_command(ada, "show words")
    await expect(last_message(bo)).to_contain_text("It ends in 9 hours")
    await ada.get_by_role("button", name="The table's clock").click()
    await ada.get_by_role("button", name="+ 6 hours").click()
    await expect(ada.get_by_role("status").filter(has_text="Thursday, January 1, 2026")).to_be_visible()
    await expect(bo.get_by_role("button", name="The table's clock: Thu 6:")).to_be_visible()
    await expect(last_message(bo)).to_contain_text("It ends in 3 hours")
    await ada.get_by_role("button", name="To the next moment named here").click()
    await expect(last_message(bo)).to_contain_text("It ends in 0 seconds")
    await expect(bo.get_by_role("button", name="The table's clock: Thu 9:")).to_be_visible()


def reserved_port(port: int) -> socket.socket:
    """Reserve a port that no one else on this machine gets, and that a table can use later."""
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind((HOST, port))
    return reserved


async def test_the_page_rejoins_after_a_restart_of_the_table(browser: Browser) -> None:
    first = LocalTable()
    address = await first.start()
    port = int(address.rpartition(":")[2])
    async with await browser.new_context() as context:
        page = await context.new_page()
        await page.goto(f"{address}/?person=Ada")
        await expect(page.get_by_role("button", name="You are Ada")).to_be_visible()
        await first.stop()
        with reserved_port(port):
            await expect(page.get_by_text("can't be reached")).to_be_visible()

            second = LocalTable()
            await second.start(port)
        await expect(page.get_by_text("can't be reached")).to_be_hidden()
        await page.get_by_role("combobox", name="Message").fill("Still here")
        await page.keyboard.press("Enter")
        await expect(last_message(page)).to_contain_text("Still here")
    await second.stop()


PAGE = Path(server.__file__).parent / "page"


async def test_every_text_of_the_page_is_translated_into_spanish() -> None:
    texts = {
        json.loads(text)
        for file in PAGE.glob("*.js")
        for text in re.findall(r'\bt\(\s*("(?:[^"\\]|\\.)*")', file.read_text())
    }
    texts |= {"{names} are typing…", "{option} must be a whole number."}
    spanish = dict(
        json.loads(f"[{line.strip().rstrip(',')}]".replace('": "', '", "', 1))
        for line in (PAGE / "spanish.js").read_text().splitlines()
        if line.startswith('  "')
    )
    assert len(texts) > 100
    assert texts - spanish.keys() == set()
    places = re.compile(r"\{\w+\}")
    assert [
        each for each, es in spanish.items() if sorted(places.findall(each)) != sorted(places.findall(es))
    ] == []


async def test_the_page_is_in_its_readers_language(sit: Seat) -> None:
    """The browser's language for a new person, then the one that they choose."""
    page = await sit(None, locale="es-ES")
    await expect(page.get_by_role("heading", name="Te damos la bienvenida a la mesa local")).to_be_visible()
    await page.get_by_label("Tu nombre en esta mesa").fill("Ada")
    await page.get_by_role("button", name="Siéntate").click()
    await expect(page.get_by_role("heading", name="Te damos la bienvenida a #general")).to_be_visible()
    await page.get_by_role("button", name="Eres Ada").click()
    await page.get_by_label("Idioma").select_option("en-US")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("heading", name="Welcome to #general")).to_be_visible()
    await expect(page.get_by_role("combobox", name="Message #general")).to_be_visible()
