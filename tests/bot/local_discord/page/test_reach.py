"""Narrow screens, the keyboard order of the page, and accessibility."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.bot.local_discord.page.conftest import Seat, last_message, type_command

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CONTRAST = """
() => {
  const channel = (part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
  const read = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const over = ([r, g, b, a = 1], under) => [r, g, b].map((part, index) => part * a + under[index] * (1 - a));
  const behind = (element) => {
    const layers = [];
    for (let each = element; each; each = each.parentElement) layers.unshift(read(getComputedStyle(each).backgroundColor));
    return layers.reduce((under, layer) => over(layer, under), [17, 20, 46]);
  };
  const poor = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest(":disabled, .skip, .when-grouped")) continue;
    const under = behind(element);
    const text = over(read(getComputedStyle(element).color), under);
    const [dark, bright] = [light(under), light(text)].sort((a, b) => a - b);
    const ratio = (bright + 0.05) / (dark + 0.05);
    if (ratio < 4.5) poor.push(`${element.className || element.tagName} "${element.textContent.trim().slice(0, 30)}" ${ratio.toFixed(2)}`);
  }
  return poor;
}
"""


async def sideways(page: Page) -> bool:
    """Return whether anything overflows the page on the right."""
    return await page.evaluate(
        "document.documentElement.scrollWidth > innerWidth || log.scrollWidth > log.clientWidth"
    )


async def test_a_phone_can_open_the_list_and_nothing_is_cut_off(sit: Seat) -> None:
    page = await sit("Ada", width=350, height=700)
    for command in ("show words", "show panel", "show menu", "show files", "show thread"):
        await type_command(page, command)
        await expect(last_message(page)).to_contain_text(f"used /{command}")
    assert not await sideways(page)
    opener = page.get_by_role("button", name="Channel list, 1 for you")
    await expect(page.get_by_role("navigation", name="Channels")).to_have_count(0)
    await opener.click()
    await expect(opener).to_have_attribute("aria-expanded", "true")
    await expect(page.get_by_role("button", name="general")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(opener).to_be_focused()
    await opener.click()
    await page.get_by_role("button", name="Voidream, 1 for you").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Voidream")
    await expect(page.get_by_role("navigation", name="Channels")).to_have_count(0)
    assert not await sideways(page)
    board = page.get_by_role("img", name="The whole board")
    assert await board.evaluate("image => image.getBoundingClientRect().width") >= 290
    small = (
        "els => els.filter(each => each.offsetParent && each.offsetHeight < 40).map(each => each.textContent)"
    )
    assert await page.locator(".button, .select").evaluate_all(small) == []
    await page.get_by_role("button", name="Channel list").click()
    await page.get_by_role("button", name=re.compile("thread")).first.click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Ada against Bo")
    assert not await sideways(page)
    assert await page.locator("#clock").evaluate("clock => clock.scrollWidth <= clock.clientWidth")


async def test_every_control_has_a_name_and_every_region_a_landmark(sit: Seat) -> None:
    page = await sit("Ada")
    await type_command(page, "show words")
    await expect(last_message(page)).to_contain_text("The first night")
    await expect(page.locator("body")).to_match_aria_snapshot("""
        - link "Skip to the message box"
        - link "Skip to the messages"
        - complementary "Channels and you":
          - navigation "Channels":
            - heading "Channels" [level=2]
            - list:
              - listitem:
                - button "general"
            - heading "Direct messages" [level=2]
            - list:
              - listitem:
                - button "Write to Voidream"
          - button "You are Ada"
        - main:
          - heading "general" [level=1]
          - button /The table's clock/
          - log "Messages in general":
            - article "Voidream, 12:00 PM"
          - form "Write":
            - button "Commands"
            - 'combobox "Message #general"'
            - button "Send"
    """)
    await expect(page.get_by_role("log")).to_have_attribute("aria-live", "polite")


async def test_the_keyboard_reaches_everything_in_a_sensible_order(sit: Seat) -> None:
    page = await sit("Ada")
    await page.get_by_role("link", name="Skip to the message box").focus()
    reached: list[str] = []
    for _ in range(11):
        await page.keyboard.press("Tab")
        reached.append(
            await page.evaluate(
                "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText.replace(/\\s+/g, ' ')"
            )
        )
        seen = "getComputedStyle(document.activeElement).outlineStyle !== 'none' || document.activeElement.closest('.write')"
        assert await page.evaluate(seen), f"nothing shows that the keyboard is at {reached[-1]}"
    clock = next(each for each in reached if each.startswith("The table's clock"))
    assert reached == [
        "Skip to the messages",
        "general",
        "Write to Voidream",
        "A You are Ada",
        clock,
        "Messages in general",
        "Bo",
        "/voidream challenge",
        "Commands",
        "Message #general",
        "Send",
    ]
    await page.get_by_role("link", name="Skip to the message box").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("combobox", name="Message #general")).to_be_focused()


async def test_alt_and_arrows_change_the_channel(sit: Seat) -> None:
    page = await sit("Ada")
    await type_command(page, "show thread")
    await expect(page.get_by_role("button", name="Ada against Bo, thread, unread")).to_be_visible()
    await page.keyboard.press("Alt+ArrowDown")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Ada against Bo")
    await page.keyboard.press("Alt+ArrowUp")
    await expect(page.get_by_role("heading", level=1)).to_have_text("general")


async def test_every_text_has_enough_contrast(sit: Seat) -> None:
    page = await sit("Ada")
    for command in ("show words", "show panel", "show menu", "show embed", "voidream look", "show places"):
        await type_command(page, command)
        await expect(last_message(page)).to_contain_text(f"used /{command}")
    assert await page.evaluate(CONTRAST) == []
    await page.keyboard.type("/voidream challenge ")
    await expect(page.get_by_role("option").first).to_be_visible()
    assert await page.evaluate(CONTRAST) == []
    await page.get_by_role("button", name="You are Ada").click()
    await expect(page.get_by_role("dialog", name="You are Ada")).to_be_visible()
    assert await page.evaluate(CONTRAST) == []


async def test_reduced_motion_is_respected(sit: Seat) -> None:
    page = await sit("Ada", reduced_motion="reduce")
    await type_command(page, "show slow")
    dot = last_message(page).locator("i").first
    await expect(dot).to_have_css("animation-duration", "1e-05s")
    await expect(dot).to_have_css("animation-iteration-count", "1")


async def test_without_motion_the_list_takes_the_focus_too(sit: Seat) -> None:
    page = await sit("Ada", width=350, height=700, reduced_motion="reduce")
    await page.get_by_role("button", name="Channel list").click()
    await expect(page.get_by_role("button", name="general")).to_be_focused()


async def test_on_a_phone_the_focus_stays_when_a_thread_is_opened(sit: Seat) -> None:
    page = await sit("Ada", width=390)
    await expect(page.locator("body")).to_be_focused()
    await type_command(page, "show thread")
    await page.get_by_role("button", name="Open the thread").press("Enter")
    await expect(page.get_by_role("log", name="Messages")).to_be_focused()
