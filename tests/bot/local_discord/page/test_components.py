"""Every component of messages, pressed and chosen in a browser."""

import asyncio
from collections.abc import Awaitable, Callable

import discord
import pytest
from discord import ui
from playwright.async_api import Locator, Page, expect

from bot.local_discord.server import LocalTable
from tests.bot.local_discord.page.conftest import Seat, last_message, type_command
from tests.bot.local_discord.page.demo import Demo, Panel, board, menus, panel_files

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_message_made_of_components_has_every_part(sit: Seat) -> None:
    page = await sit()
    await type_command(page, "show panel")
    message = last_message(page)
    await expect(message).to_match_aria_snapshot("""
        - article:
          - heading "Round 3 · Ada's main phase" [level=4]
          - paragraph:
            - strong: Pale Rider
            - text: Entity, stability 3
          - button "A rider on a pale horse":
            - img "A rider on a pale horse"
          - separator
          - button "The whole board":
            - img "The whole board"
          - link "match.txt 37 bytes"
          - paragraph: The top card?
          - button "Look"
          - button "Play"
          - button "Pass"
          - button "Resign"
          - button "Undo" [disabled]
          - link "Rules"
          - paragraph:
            - text: Deadline
            - time: in 1 day
    """)
    # Several buttons of a panel may have the same name.
    look = message.get_by_role("button", name="Look")
    await expect(look).to_have_accessible_description("The top card?")
    await expect(message.get_by_role("link", name="Rules")).to_have_attribute(
        "href", "https://example.org/rules"
    )
    for picture in await message.get_by_role("img").all():
        assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1100


async def test_buttons_work_and_update_the_message_in_place(sit: Seat, bot: Demo) -> None:
    ada, bo = await sit("Ada"), await sit("Bo")
    await type_command(ada, "show panel")
    await ada.get_by_role("button", name="Look").click()
    await expect(last_message(ada)).to_contain_text("look: pressed")
    await expect(last_message(bo)).to_contain_text("The top card?")

    await bo.get_by_role("button", name="Play").focus()
    await bo.keyboard.press("Enter")
    for page in (ada, bo):
        await expect(page.get_by_text("Ada has played Pale Rider.")).to_be_visible()
        await expect(page.get_by_role("button", name="Play")).to_have_count(0)
    await expect(last_message(bo)).to_be_focused()
    await expect(last_message(bo).locator(".who")).to_contain_text("(edited)")
    await expect(last_message(bo).get_by_text("(edited)")).to_have_count(1)
    assert bot.pressed == [("look", []), ("play", [])]


async def reached(table: LocalTable, interactions: int) -> None:
    """Wait until this many interactions have reached the table, where their time limit starts."""
    async with asyncio.timeout(60):
        await table.until(lambda: len(table.interactions) == interactions)


async def news(page: Page) -> Callable[[], Awaitable[None]]:
    """Return a function that waits until the page has received a new event."""
    received = asyncio.Event()
    browser = await page.context.new_cdp_session(page)
    browser.on("Network.eventSourceMessageReceived", lambda _: received.set())
    await browser.send("Network.enable")

    async def wait() -> None:
        async with asyncio.timeout(60):
            await received.wait()
        # The page's own listeners run in a separate task.
        await page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    return wait


LONG_PRESS = 400
"""A duration in milliseconds, well below Chromium's limit for a click by touch."""
HELD = """
window.held = Infinity;
addEventListener("pointerdown", event => { window.held = Infinity; window.since = event.timeStamp; }, true);
addEventListener("pointerup", event => { window.held = event.timeStamp - window.since; }, true);
"""


@pytest.mark.parametrize(
    ("how", "changed"),
    [("mouse", "itself"), ("space bar", "itself"), ("mouse", "the one above"), ("finger", "the one above")],
)
async def test_a_press_survives_a_change_of_its_message(
    sit: Seat, bot: Demo, table: LocalTable, how: str, changed: str
) -> None:
    page = await sit("Ada", width=390, height=844, has_touch=how == "finger")
    place = bot.get_partial_messageable(table.channel.id)
    above = await place.send("It is your turn.")
    own = await place.send(view=Panel(), files=panel_files())
    # A reader who has scrolled up stays there when messages grow.
    await place.send("\n".join(["Much is said here."] * 40))
    button = page.get_by_role("button", name="Look")
    await expect(page.get_by_text("Much is said here.").last).to_be_visible()
    await button.scroll_into_view_if_needed()
    # On a busy machine the press must not be cancelled for lasting too long.
    await page.evaluate(
        "const real = setTimeout; window.setTimeout = (what, after, ...more) => real(what, after ? 60_000 : 0, ...more)"
    )
    await page.evaluate(HELD)
    for lines in range(4, 9):
        wait_for_news = await news(page)
        lift = await press(page, button, how)
        if changed == "itself":
            await own.edit(view=Panel())
        else:
            await above.edit(content="\n".join(["It is your turn.", *["Much has happened."] * lines]))
        await wait_for_news()
        await lift()
        # On a busy machine a touch may last so long that the browser doesn't count it as a press.
        if how != "finger" or await page.evaluate("window.held") < LONG_PRESS:
            break
    await expect(page.get_by_text("look: pressed").last).to_be_visible()
    if changed == "the one above":
        await expect(page.get_by_text("Much has happened.")).to_have_count(1)
    assert bot.pressed == [("look", [])]


async def press(page: Page, button: Locator, how: str) -> Callable[[], Awaitable[None]]:
    """Begin to press a button, and return a function that ends the press."""
    if how == "mouse":
        await button.hover()
        await page.mouse.down()
        return page.mouse.up
    if how == "space bar":
        await button.focus()
        await page.keyboard.down("Space")
        return lambda: page.keyboard.up("Space")
    box = await button.bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    screen = await page.context.new_cdp_session(page)
    await screen.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})

    async def lift() -> None:
        await screen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    return lift


async def test_a_button_without_a_response_waits_and_then_fails(
    sit: Seat, bot: Demo, table: LocalTable
) -> None:
    page = await sit()
    await type_command(page, "show deaf")
    button = page.get_by_role("button", name="Deaf")
    await button.click()
    await expect(button).to_have_attribute("aria-busy", "true")
    await reached(table, 2)
    table.clock.advance(3.1)
    failure = page.get_by_role("alert").filter(has_text="This interaction failed")
    await expect(failure).to_be_visible()
    await expect(button).not_to_have_attribute("aria-busy", "true")
    await button.click()
    await expect(failure).to_have_count(0)
    await reached(table, 3)
    table.clock.advance(3.1)
    await expect(failure).to_be_visible()
    message = table.world.visible_messages(table.person("Ada"), table.channel)[-1]
    await (
        bot.get_partial_messageable(table.channel.id)
        .get_partial_message(message.id)
        .edit(content="It is over.")
    )
    await expect(last_message(page)).to_contain_text("It is over.")
    await expect(failure).to_have_count(0)


async def test_every_menu_works_by_keyboard(sit: Seat, bot: Demo, table: LocalTable) -> None:
    page = await sit()
    await type_command(page, "show menu")
    keys = page.keyboard
    await page.get_by_role("combobox", name="Choose a card").focus()
    await keys.press("ArrowDown")
    options = page.get_by_role("listbox", name="Choose a card").get_by_role("option")
    await expect(options).to_have_text(["🐎 Pale RiderEntity", "TidewaterConstruct"])
    await keys.press("Escape")
    await expect(page.get_by_role("combobox", name="Choose a card")).to_be_focused()
    assert bot.pressed == []
    await keys.press("Enter")
    await keys.type("ti")
    await keys.press("Enter")
    await expect(last_message(page)).to_contain_text("one: Tidewater")
    await expect(page.get_by_role("combobox", name="Choose a card")).to_be_focused()

    for name, choice in (("a person", "Ada"), ("a role", "@everyone"), ("a channel", "#general")):
        await page.get_by_role("combobox", name=f"Choose {name}").focus()
        await keys.press("Enter")
        await keys.type(choice)
        await keys.press("Enter")
        await expect(last_message(page)).to_contain_text(f"{name.split()[1]}: ")
    ada = table.person("Ada")
    assert bot.pressed[1:] == [
        ("person", [str(ada.id)]),
        ("role", [str(table.guild.id)]),
        ("channel", [str(table.channel.id)]),
    ]


async def test_multiple_choices_are_limited(sit: Seat, bot: Demo) -> None:
    page = await sit()
    await type_command(page, "show menu")
    keys = page.keyboard
    await page.get_by_role("combobox", name="Choose two or three").click()
    done_button = page.get_by_role("button", name="Done")
    await expect(page.get_by_role("searchbox", name="Search: Choose two or three")).to_be_focused()
    await keys.press("Enter")
    await expect(page.get_by_text("1 chosen of 2 to 3")).to_be_visible()
    await expect(done_button).to_be_disabled()
    await keys.type("14")
    await keys.press("Enter")
    await keys.press("Control+A")
    await keys.type("9")
    await keys.press("Enter")
    await expect(page.get_by_text("3 chosen of 2 to 3")).to_be_visible()
    await keys.press("Control+A")
    await keys.type("7")
    await keys.press("Enter")
    await expect(page.get_by_role("option", name="Card 7")).to_be_disabled()
    await expect(page.get_by_text("3 chosen of 2 to 3")).to_be_visible()
    await keys.press("Tab")
    await expect(done_button).to_be_focused()
    await keys.press("Enter")
    await expect(last_message(page)).to_contain_text("several: Card 1, Card 9, Card 14")
    assert bot.pressed == [("several", ["Card 1", "Card 9", "Card 14"])]


async def begin_choosing(page: Page) -> Locator:
    """Choose one of two or three cards, and return the list, which stays open."""
    await page.get_by_role("combobox", name="Choose two or three").click()
    options = page.get_by_role("listbox", name="Choose two or three")
    await options.get_by_role("option", name="Card 3").click()
    await expect(page.get_by_text("1 chosen of 2 to 3")).to_be_visible()
    return options


async def finish_choosing(page: Page) -> None:
    """Choose another card in the open list, and confirm."""
    await page.get_by_role("listbox").get_by_role("option", name="Card 5").click()
    await expect(page.get_by_text("2 chosen of 2 to 3")).to_be_visible()
    await page.get_by_role("button", name="Done").click()
    await expect(last_message(page)).to_contain_text("several: Card 3, Card 5")


async def test_a_list_stays_open_when_the_message_above_is_deleted(
    sit: Seat, bot: Demo, table: LocalTable
) -> None:
    page, place = await sit(), bot.get_partial_messageable(table.channel.id)
    before = await place.send("It is your decision.")
    await place.send("It is your decision again.", view=menus())
    message = page.get_by_role("article").filter(has_text="again")
    names = page.locator(".who")
    await expect(names).to_have_count(1)
    options = await begin_choosing(page)
    await before.delete()
    await expect(page.get_by_role("article")).to_have_count(1)
    await expect(message.locator(".who")).to_contain_text("Voidream")
    await expect(names).to_have_count(1)
    await expect(options.get_by_role("option", name="Card 3")).to_have_attribute("aria-selected", "true")
    await finish_choosing(page)


async def test_a_list_stays_open_while_its_menu_stays_the_same(
    sit: Seat, bot: Demo, table: LocalTable
) -> None:
    page, place = await sit(), bot.get_partial_messageable(table.channel.id)
    message = await place.send("Choose.", view=menus())
    options = await begin_choosing(page)
    await message.edit(content="Choose: there is one hour left.", view=menus())
    await expect(page.get_by_text("one hour left")).to_be_visible()
    await expect(options.get_by_role("option", name="Card 3")).to_have_attribute("aria-selected", "true")
    await finish_choosing(page)


async def test_a_list_closes_when_its_options_change(sit: Seat, bot: Demo, table: LocalTable) -> None:
    page, place = await sit(), bot.get_partial_messageable(table.channel.id)
    message = await place.send("Choose.", view=menus())
    options = await begin_choosing(page)
    fewer = menus()
    several = next(each for each in fewer.children if isinstance(each, ui.Select) and each.max_values == 3)
    del several.options[-1]
    await message.edit(view=fewer)
    await expect(options).to_have_count(0)


async def test_a_form_can_be_filled_in_by_keyboard(sit: Seat) -> None:
    page = await sit()
    await type_command(page, "show form")
    form = page.get_by_role("dialog", name="Before the match")
    keys = page.keyboard
    await expect(form.get_by_label("Name of the match")).to_be_focused()
    await keys.type("No")
    await keys.press("Enter")
    await expect(form.get_by_label("Name of the match")).to_have_accessible_description(
        "Please write at least 3 characters."
    )
    await expect(form.get_by_text("Please choose one.")).to_have_count(2)
    await expect(form.get_by_text("Please tick at least one.")).to_be_visible()
    await expect(form.get_by_label("A few words")).to_have_accessible_description("Everybody will read them.")

    await keys.type("ctober")
    await keys.press("Tab")
    await keys.type("Be kind")
    await keys.press("Tab")
    await keys.press("ArrowDown")
    await keys.type("Moon")
    await keys.press("Enter")
    await keys.press("Tab")
    await keys.press("Space")
    await keys.press("ArrowDown")
    await keys.press("Tab")
    await keys.press("Space")
    await keys.press("Tab")
    await keys.press("Tab")
    await keys.press("Space")
    await keys.press("Tab")
    await expect(form.get_by_role("button", name="Cancel")).to_be_focused()
    await keys.press("Tab")
    await keys.press("Enter")
    await expect(last_message(page)).to_contain_text("Noctober / Be kind / Moon / fast / clock, text")
    await expect(form).to_have_count(0)


async def test_a_form_can_be_dismissed(sit: Seat) -> None:
    page = await sit()
    await type_command(page, "show form")
    form = page.get_by_role("dialog", name="Before the match")
    await expect(form.locator(":focus")).to_have_count(1)
    await page.keyboard.press("Escape")
    # A closed dialog loses its role before its `close` event, in which the page records that the form was dismissed.
    await expect(page.locator("dialog")).to_have_count(0)
    await page.reload()
    await expect(page.get_by_role("button", name="You are Ada")).to_be_visible()
    await expect(form).to_have_count(0)


async def test_the_question_beside_a_card_is_in_sight_with_its_buttons(
    sit: Seat, bot: Demo, table: LocalTable
) -> None:
    page = await sit("Ada", height=480)
    view = ui.LayoutView(timeout=None)
    view.add_item(
        ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="The board"))
    )
    card: ui.Thumbnail[ui.LayoutView] = ui.Thumbnail("attachment://rider.png", description="A rider")
    view.add_item(ui.Section(ui.TextDisplay("Pale Rider: Discard a card."), accessory=card))
    view.add_item(ui.ActionRow(ui.Button(label="Curse", custom_id="curse")))
    await bot.get_partial_messageable(table.channel.id).send(
        view=view, files=[board(), board("rider.png", "x")]
    )
    await expect(page.get_by_text("Discard a card.")).to_be_in_viewport()
    await expect(page.get_by_role("button", name="Curse")).to_be_in_viewport()
