import pickle, msgspec, pytest
from discord import ui
from playwright.async_api import expect
from bot.chat.questions import draw
from bot.chat.words import words_for, ENGLISH
from engine.kernel.question import Question

pytestmark = [pytest.mark.browser]
WANT = [
    ("action", 8, "", False),
    ("action", 9, "", False),
    ("cards", 1, "Att", False),
    ("cards", 2, "Att", True),
    ("cards", 3, "Att", True),
    ("cards", 5, "Att", True),
    ("order", 2, "", True),
    ("order", 4, "", True),
    ("distribute", 2, "", True),
    ("distribute", 3, "", True),
    ("cards", 6, "", False),
    ("one", 6, "", False),
]


@pytest.mark.asyncio(loop_scope="package")
async def test_shots(sit, bot, table):
    page = await sit("Ada", width=390, height=2400)
    qs = {
        tuple(k): msgspec.msgpack.decode(v, type=Question)
        for k, v in pickle.load(open("/tmp/presses/q.pkl", "rb"))
    }
    channel = bot.get_channel(table.channel.id)
    for n, k in enumerate(WANT):
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.Container(*draw(qs[k], "1-abc", None, ENGLISH), accent_colour=0x6D5BD0))
        await channel.send(view=view)
    await page.wait_for_timeout(1500)
    arts = page.get_by_role("article")
    c = await arts.count()
    for i in range(c):
        await arts.nth(i).screenshot(path=f"/tmp/presses/a{i:02}.png")
