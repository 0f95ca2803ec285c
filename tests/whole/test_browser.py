"""Two people in two pages, from the empty table to the end of a match, with a spectator."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from bot.panel.question_text import labels
from engine.kernel.chance import Chance
from engine.kernel.question import Question, QuestionKind, random_choice, shares
from tests.whole import truth
from tests.whole.browser import PATIENT, Party, Sitting, party
from tests.whole.truth import Seen

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
DECKS = ("First Light", "The Unwritten")
SEED = "seed 1"
TYPED = 25
"""The number of answers given by typing: among them actions, passes, orders, no card, and several cards."""
SHOTS = os.environ.get("SHOTS")
UNDRAWN = "tests.whole.dealt" if SHOTS else "tests.whole.undrawn"
"""For the longest test: drawing what three people see of a whole match takes seconds, and other tests do."""


class Secrets:
    """Knows the secrets of each person, and searches everything that reached them."""

    def __init__(self, people: list[Sitting]) -> None:
        self.people = people
        self.known = ["", "", ""]
        self.told = -1

    def check(self, seen: Seen) -> None:
        for place, (seat, person) in enumerate(zip((0, 1, None), self.people, strict=True)):
            self.known[place] += seen.known(seat)
            news = person.news()
            own = truth.deck_titles(DECKS[seat]) if seat is not None else frozenset[str]()
            # A person who chooses a deck sees the leading card of each ready-made deck.
            secret = truth.titles() - own - {deck.face for deck in truth.game().decks.values()}
            leaked = {t for t in secret if t in news and t not in self.known[place]}
            assert not leaked, f"{person.name} was shown {leaked}"
        self.told = seen.public.table.rev


async def shot(person: Sitting, name: str) -> None:
    if SHOTS:
        await person.page.screenshot(path=f"{SHOTS}/{name}.png")


async def test_a_new_players_match_by_clicking(tmp_path: Path, browser: Browser) -> None:
    async with party(tmp_path, browser, seed=SEED, module=UNDRAWN) as table_party:
        ada = await table_party.sit("Ada")
        await shot(ada, "01-empty")
        bo, cy = await table_party.sit("Bo", width=390, height=844), await table_party.sit("Cy")
        await ada.page.locator("ol").get_by_role("button", name="/voidream challenge").click()
        await shot(ada, "02-challenge-opponent")
        await ada.page.get_by_role("option", name=re.compile("^user ")).click()
        await ada.page.get_by_role("option", name="Bo", exact=True).click()
        await ada.page.get_by_role("option", name=re.compile("^deck")).click()
        await expect(ada.page.get_by_role("option", name=DECKS[0])).to_be_visible()
        await shot(ada, "03-challenge-deck")
        await ada.page.get_by_role("option", name=DECKS[0]).click()
        await ada.page.get_by_role("button", name="Send").click()
        await bo.page.get_by_role("button", name="Accept").click()
        await shot(bo, "04-challenged-phone")
        await bo.page.get_by_role("combobox", name="Choose your deck").click()
        await shot(bo, "05-deck-phone")
        await bo.page.get_by_role("option", name=DECKS[1]).click()
        await expect(cy.page.get_by_role("button", name="Open the thread")).to_be_visible()
        await shot(ada, "06-begun")
        await cy.page.get_by_role("button", name="Open the thread").click()
        assert await play(table_party, [ada, bo, cy], click_answer) > 20
        await ended([ada, bo, cy])
        # A spectator is shown the board and, once it is drawn, the decisive round; and no hand.
        await expect(cy.page.get_by_role("img", name="Voidream board")).to_be_visible()
        await expect(cy.page.get_by_text("How it was decided")).to_be_visible()
        await expect(cy.page.get_by_role("img")).to_have_count(2)


async def test_a_match_by_typing(tmp_path: Path, browser: Browser) -> None:
    """No mouse is used: commands with their suggestions, all in the channel."""
    async with party(tmp_path, browser, seed=SEED) as table_party:
        people = [await table_party.sit(name) for name in ("Ada", "Bo", "Cy")]
        ada, bo, _ = people
        assert await ada.command("voidream challenge", user="Bo", deck=DECKS[0]) == "answered"
        await expect(bo.page.get_by_text("challenges you to")).to_be_visible()
        assert await bo.command("match accept", deck=DECKS[1]) == "answered"
        await expect(bo.page.get_by_text("Match on!")).to_be_visible()
        assert await play(table_party, people, type_answer, at_most=TYPED) == TYPED
        assert await ada.command("match resign") == "answered"
        for person in people:
            await expect(person.page.get_by_text("interaction failed")).to_have_count(0)
        assert await ada.command("match board") == "answered"
        await expect(ada.page.get_by_role("img").last).to_be_visible()
        await shot(ada, "typed")


async def test_an_evening_with_the_bot_on_a_phone(tmp_path: Path, browser: Browser) -> None:
    """Practice against the best level: a hint, some answers, the end, its review, and the puzzle of the day."""
    async with party(tmp_path, browser, seed=SEED) as table_party:
        ada = await table_party.sit("Ada", width=390, height=844)
        page = ada.page
        state = await ada.command("voidream challenge", user="Voidream", deck=DECKS[0], level="Hard")
        assert state == "answered"
        await expect(page.get_by_role("log").get_by_text("Voidream (hard)").first).to_be_visible()
        await page.get_by_role("button", name="Open the thread").click()
        await page.get_by_role("button", name="Ada's turn", exact=True).click()
        chance = Chance(SEED)
        answered = 0
        for number in range(4):
            question = await asked(table_party)
            if number == 1:
                await ada.controls(question)
                await page.get_by_role("button", name="Hint", exact=True).last.click()
                hint = page.get_by_text(re.compile("Better than|Both are fine|I'd choose")).last
                await expect(hint).to_be_visible()
                await shot(ada, "bot-1-hint")
            answered += await ada.click_answer(question, chance) > 0
        assert answered == 4
        await shot(ada, "bot-2-answered")
        assert await ada.command("match resign") == "answered"
        await page.get_by_role("button", name="Yes, resign").last.click()
        await expect(page.get_by_text("The last round").last).to_be_visible()
        await page.get_by_role("button", name="Review").last.click()
        await expect(page.get_by_text("Accuracy").last).to_be_visible()
        await shot(ada, "bot-3-looked-back")
        assert await ada.command("voidream puzzle") == "answered"
        await page.get_by_role("combobox", name="Your answer").last.click()
        await page.get_by_role("option").first.click()
        await expect(page.get_by_text("Win chances, estimated").last).to_be_visible()
        await shot(ada, "bot-4-puzzle")


async def asked(table_party: Party) -> int:
    """Return the id of the first seat's question, as soon as the bot has answered its own."""
    async with asyncio.timeout(PATIENT / 1000):
        while True:
            question = (await table_party.truth.seen()).private[0].question
            if question is not None:
                return question.id
            await asyncio.sleep(0.1)


Answer = Callable[[Sitting, Question, Chance], Awaitable[None]]


async def play(table_party: Party, people: list[Sitting], answer: Answer, *, at_most: int = 1_000) -> int:
    """Play to the end, checking that no one receives others' secrets; return the number of answers."""
    secrets = Secrets(people)
    for answers in range(at_most):
        state = await table_party.truth.seen(since=secrets.told)
        secrets.check(state)
        if state.public.outcome is not None:
            return answers
        seat = state.public.awaited[0].seat
        question = state.private[seat].question
        assert question is not None
        await answer(people[seat], question, Chance(f"{SEED}: {question.id}"))
        if answers % 10 == 5:
            for person in people:
                await shot(person, f"{answers:03}-{person.name}")
    return at_most


async def click_answer(person: Sitting, question: Question, chance: Chance) -> None:
    """Click in the direct message, where a new player stays after their first question there."""
    await person.direct()
    await person.click_answer(question.id, chance)


async def type_answer(person: Sitting, question: Question, chance: Chance) -> None:
    """Type the command that a person would use."""
    choice = random_choice(question, chance)
    names = {o.key: label for o, label in zip(question.options, labels(question), strict=True)}
    verb = choice[0].partition(" ")[0] if choice else ""
    if question.kind is QuestionKind.ACTION and verb in ("pass", "unveil"):
        state = await person.command(f"voidream {verb}")
    elif question.kind is QuestionKind.ACTION:
        name, option = {"activate": ("activate", "ability")}.get(verb, ("play", "card"))
        state = await person.command(f"voidream {name}", **{option: names[choice[0]]})
    elif question.kind is QuestionKind.DISTRIBUTE:
        state = await person.command(
            "match decide", answer=", ".join(f"{names[k]} = {n}" for k, n in shares(choice).items())
        )
    else:
        typed = ", ".join(names.get(key, key) for key in choice) or question.none or "None of them"
        state = await person.command("match decide", answer=typed)
    assert state == "answered"


async def ended(people: list[Sitting]) -> None:
    """Check that everyone sees the winner, and that there was no error on the way."""
    for number, person in enumerate(people):
        await expect(person.page.get_by_text(re.compile(" wins:|^You win")).last).to_be_visible()
        await expect(person.page.get_by_text("interaction failed")).to_have_count(0)
        await shot(person, f"9-{number}-{person.name}")
