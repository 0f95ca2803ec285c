from itertools import count
from pathlib import Path
import pytest
from engine.kernel.chance import Chance
from engine.kernel.question import QuestionKind
from tests.whole.browsing import chromium, party
from tests.whole.test_browser import DECKS, SEED

S = "/tmp/plans-shots"
pytestmark = pytest.mark.browser


async def test_it(tmp_path: Path):
    async with party(tmp_path, chromium(), seed=SEED) as made:
        ada = await made.sit("Ada", width=390, height=844)
        bo = await made.sit("Bo", width=390, height=844)
        p = ada.page

        async def shot(name):
            await p.wait_for_timeout(400)
            await p.screenshot(path=f"{S}/{name}.png")

        assert await ada.command("voidream challenge", user="Bo", deck=DECKS[0]) == "answered"
        assert await bo.command("match accept", deck=DECKS[1]) == "answered"
        people = [ada, bo]
        told = -1
        for n in count():
            seen = await made.truth.seen(since=told)
            told = seen.public.table.rev
            seat = seen.public.awaited[0].seat
            q = seen.private[seat].question
            v = seen.private[0].view
            if (
                seat == 0
                and q.kind is QuestionKind.ACTION
                and v.conflict is None
                and (len(v.sides[0].play) >= 1 or n > 25)
            ):
                break
            await people[seat].direct()
            await people[seat].click_answer(q.id, Chance(f"{SEED}: {q.id}"))
        print("steps", n, q.purpose, [c for c in v.sides[0].play])
        await ada.direct()
        p.set_default_timeout(15000)
        await shot("00")
        await p.get_by_role("button", name="Orders").last.click()
        await p.wait_for_timeout(1500)
        await p.get_by_role("button", name="Plan ahead").last.click()
        await p.wait_for_timeout(1500)
        await shot("02-empty")

        async def pick(k, name, s=""):
            box = p.locator(".select").nth(k)
            await box.scroll_into_view_if_needed()
            await box.click()
            await p.wait_for_timeout(400)
            if s:
                await shot(s)
            o = p.get_by_role("option", name=name).first if name else p.get_by_role("option").first
            await o.click()
            await p.keyboard.press("Escape")
            await p.wait_for_timeout(1800)

        await pick(0, "If your opponent attacks", "03-when")
        await shot("04-attacks")
        if v.sides[0].play:
            await pick(2, "", "05-cards")
            await shot("06-picked")
        await p.get_by_role("button", name="Then, if").last.click()
        await p.wait_for_timeout(1500)
        await shot("07-then")
        await pick(0, "If it is your turn in a conflict")
        await pick(1, "Pass in all", "08-acts")
        await p.get_by_role("button", name="Or, if").last.click()
        await p.wait_for_timeout(1500)
        await pick(0, "If it is your turn in the main phase")
        await pick(1, "Play …")
        await pick(2, "", "09-arcana")
        await shot("10-whole")
        await p.set_viewport_size({"width": 390, "height": 1700})
        await shot("11-tall")
        await p.set_viewport_size({"width": 390, "height": 844})
        b = p.get_by_role("button", name="Answer now, and go on")
        if await b.count() == 0:
            b = p.get_by_role("button", name="Give this plan")
        if await b.count():
            await b.last.click()
            await p.wait_for_timeout(2500)
            await shot("12-given")
            await p.get_by_role("button", name="Orders").last.click()
            await p.wait_for_timeout(2000)
            await shot("13-standing")
