"""The content and states of messages on the page: text, order, files, embeds, thinking, failing."""

import pytest
from playwright.async_api import expect

from bot.local_discord.server import LocalTable
from tests.bot.local_discord.page.conftest import Seat, last_message, type_command
from tests.bot.local_discord.page.demo import Demo

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_text_is_shown_as_discord_shows_it(sit: Seat) -> None:
    page = await sit()
    await type_command(page, "show words")
    message = last_message(page)
    await expect(message).to_match_aria_snapshot("""
        - article:
          - paragraph: Ada used /show words
          - heading "The first night" [level=3]
          - paragraph:
            - strong: Ada
            - text: attacks with
            - emphasis: Pale Rider
            - text: ", twice, and never again."
            - code: depth 3
          - blockquote:
            - paragraph: The moon says nothing.
          - list:
            - listitem:
              - text: one entity
              - list:
                - listitem: with an attachment
            - listitem: one construct
          - list:
            - listitem: dawn
            - listitem: dusk
          - paragraph: in small letters
          - paragraph:
            - text: "A secret:"
            - 'button "Spoiler: press to show"'
            - text: ". Escaped: *not italic*, snake_case_stays."
            - link "The rules"
    """)
    await expect(message.locator("pre")).to_have_text("Bo   | 4 charges\nAda  | 2 charges")
    await expect(message.locator("u")).to_have_text("twice")
    await expect(message.locator("s")).to_have_text("never")
    await expect(message).to_contain_text("It ends in 9 hours, which is January 1, 2026.")
    await message.get_by_role("button", name="Spoiler").click()
    await expect(message.get_by_text("the Tower")).to_be_visible()


async def test_people_channels_and_commands_are_mentions(sit: Seat) -> None:
    page = await sit()
    await type_command(page, "show places")
    message = last_message(page)
    await expect(message).to_contain_text("@Ada, see #general, #general, /voidream look.")
    await message.get_by_role("button", name="/voidream look").click()
    await expect(page.get_by_role("group", name="/voidream look")).to_be_visible()
    await page.keyboard.press("Enter")
    await expect(last_message(page)).to_contain_text("You look around.")


async def test_text_is_never_interpreted_as_html(sit: Seat) -> None:
    page = await sit()
    text = "<img src=x onerror=alert(1)> <b>bold</b> [x](javascript:alert(1))"
    await page.get_by_role("combobox", name="Message").fill(text)
    await page.keyboard.press("Enter")
    await expect(last_message(page)).to_contain_text(text)
    await expect(last_message(page).get_by_role("link")).to_have_count(0)


async def test_pictures_have_alt_text_and_enlarge_and_files_can_be_read(sit: Seat) -> None:
    page = await sit()
    await type_command(page, "show files")
    message = last_message(page)
    picture = message.get_by_role("img", name="Ada: mind at 7. Bo: mind at 5. It is Ada's turn.")
    await expect(picture).to_be_visible()
    assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1100
    await message.get_by_role("button", name="Ada: mind at 7").click()
    large = page.get_by_role("dialog", name="Picture")
    await large.get_by_text("In words").click()
    await expect(large.get_by_role("paragraph")).to_contain_text("It is Ada's turn.")
    await page.keyboard.press("Escape")
    await expect(large).to_have_count(0)

    link = message.get_by_role("link", name="match.txt")
    async with page.expect_download() as download:
        await link.click()
    assert (await (await download.value).path()).read_text() == "1. Ada plays Pale Rider\n2. Bo passes\n"
    await message.get_by_text("Read it here").click()
    await expect(message.locator("pre")).to_have_text("1. Ada plays Pale Rider\n2. Bo passes\n")


async def test_an_embed_is_shown(sit: Seat) -> None:
    page = await sit()
    await type_command(page, "show embed")
    await expect(last_message(page)).to_match_aria_snapshot("""
        - article:
          - heading "Pale Rider" [level=4]
          - paragraph:
            - text: It
            - strong: rides
            - text: .
          - term:
            - paragraph: Cost
          - definition:
            - paragraph: "3"
          - term:
            - paragraph: Stability
          - definition:
            - paragraph: "2"
          - paragraph: "Faction: Pale Court"
    """)


async def test_a_slow_response_shows_that_the_bot_is_thinking(sit: Seat, bot: Demo) -> None:
    page = await sit()
    await type_command(page, "show slow")
    await expect(last_message(page)).to_contain_text("Voidream is thinking…")
    bot.release.set()
    await expect(last_message(page)).to_contain_text("At last.")
    await expect(page.get_by_text("is thinking…")).to_have_count(0)


async def test_a_command_without_a_response_fails_after_three_seconds(sit: Seat, table: LocalTable) -> None:
    page = await sit()
    await type_command(page, "show silent")
    await expect(page.get_by_text("/show silent is on its way…")).to_be_visible()
    table.clock.advance(3.1)
    failed = page.get_by_role("alert").filter(has_text="/show silent: the application did not respond.")
    await expect(failed).to_be_visible()
    await failed.get_by_role("button", name="Dismiss").click()
    await expect(failed).to_have_count(0)


async def test_new_messages_do_not_disturb_reading_further_up(sit: Seat) -> None:
    ada, bo = await sit("Ada"), await sit("Bo")
    for number in range(30):
        await ada.get_by_role("combobox", name="Message").fill(f"Message {number}\nand\nmore")
        await ada.keyboard.press("Enter")
        await expect(last_message(ada)).to_contain_text(f"Message {number}")
    log = bo.get_by_role("log", name="Messages in general")
    await expect(log.get_by_text("Message 29").first).to_be_in_viewport()
    await log.focus()
    # A button over the newest message would cover the button pressed there.
    await log.evaluate("log => log.scrollTop -= 60")
    await expect(log.get_by_text("Message 29").first).to_be_in_viewport()
    await expect(bo.get_by_role("button", name="To the newest message")).to_have_count(0)
    await bo.keyboard.press("Home")
    await expect(log.get_by_text("Message 0")).to_be_in_viewport()
    await ada.get_by_role("combobox", name="Message").fill("News")
    await ada.keyboard.press("Enter")
    news, box = bo.get_by_role("button", name="1 new message"), await log.bounding_box()
    back = await news.bounding_box()
    assert box is not None and back is not None
    assert back["y"] >= box["y"] + box["height"], "it covers no button of a message"
    await news.click()
    await expect(log.get_by_text("News")).to_be_in_viewport()
    await expect(bo.get_by_role("button", name="new message")).to_have_count(0)
    # Growth before the scroll event is followed as well.
    await log.evaluate("""log => {
        const grown = document.createElement('div');
        grown.style.height = '500px';
        log.querySelector('.list').append(grown);
        log.dispatchEvent(new Event('scroll'));
    }""")
    await bo.wait_for_function(
        "log => log.scrollHeight - log.scrollTop - log.clientHeight < 2", arg=await log.element_handle()
    )
    await log.evaluate("log => log.querySelector('.list').lastElementChild.remove()")
    # A message taller than the screen is shown from its beginning.
    await ada.get_by_role("combobox", name="Message").fill("\n".join(f"Line {n}" for n in range(120)))
    await ada.keyboard.press("Enter")
    await expect(last_message(bo)).to_contain_text("Line 119")
    begins = """() => {
        const log = document.getElementById('log').getBoundingClientRect();
        const last = [...document.querySelectorAll('#log [data-id]')].at(-1).getBoundingClientRect();
        return last.height > log.height && Math.abs(last.top - log.top) < 40;
    }"""
    await bo.wait_for_function(begins)
