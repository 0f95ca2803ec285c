"""Questions of every kind, and helpers to find their components."""

from __future__ import annotations

from discord import ui
from msgspec.structs import replace

from bot.panel.answer_controls import ActionTexts
from bot.panel.drafts import PartialAnswer
from bot.panel.questions import draw
from bot.people.locales import translator_for
from cards.i18n import ENGLISH, Translator
from engine.kernel.question import Option, Question, QuestionKind
from tests.bot.discord.clicks import BUTTON, Component, controls

SPANISH = translator_for("es-ES")
COUNTS = (0, 1, 2, 5, 6, 25, 26, 60)
MATCH = "123456"


def does(verb: str, subject: str, label: str, detail: str = "") -> Option:
    return Option(f"{verb} {subject}".strip(), label, detail, verb=verb, subject=subject)


def cards(count: int, *, limit: int = 0) -> tuple[Option, ...]:
    return tuple(Option(f"card {i}", f"Card No {i}", f"what card {i} does", limit) for i in range(count))


def market(piles: int) -> tuple[Option, ...]:
    """Return a turn in which both sides of each pile's card can be bought."""
    sides = ((f"Pile {n} by {time}", f"Pile {n}") for n in range(piles) for time in ("day", "night"))
    bought = (
        replace(does("buy", side, f"Buy {side}", f"needs {len(side)} gold"), group=pile)
        for side, pile in sides
    )
    return (*bought, does("play", "Coin", "Play Coin"), does("pass", "", "Pass"))


def questions() -> dict[str, Question]:
    """Return every kind, ordered or not, with few and with many options."""
    out: dict[str, Question] = {}

    def add(name: str, kind: QuestionKind, options: tuple[Option, ...] = (), **rest: object) -> None:
        fields = {"purpose": "What now?", "topic": "choice", "options": options, "cause": "§4"}
        out[name] = Question(id=7, seat=0, kind=kind, **{**fields, **rest})  # type: ignore[arg-type]

    for n in COUNTS:
        options = cards(n)
        add(f"several, any number of {n}", QuestionKind.CARDS, options, minimum=0, maximum=n)
        add(f"none or one of {n}", QuestionKind.CARDS, options, minimum=0, maximum=min(n, 1))
        add(f"order {n}", QuestionKind.ORDER, options, minimum=n, maximum=n, ordered=True)
        add(f"in order, up to all of {n}", QuestionKind.CARDS, options, minimum=0, maximum=n, ordered=True)
        points = min(3 * n, 40)
        add(
            f"share {points} among {n}", QuestionKind.DISTRIBUTE, cards(n, limit=5), minimum=0, maximum=points
        )
        if n:
            verbs = [("play", 0), ("invert", 1), ("activate", 2)]
            acts = tuple(does(verbs[i % 3][0], f"Card {i}", f"Do {i}") for i in range(n - 1))
            add(f"action, {n}", QuestionKind.ACTION, (*acts, does("pass", "", "Pass")))
            add(f"one of {n}", QuestionKind.ONE, options)
            add(f"all of {n}", QuestionKind.CARDS, options, minimum=n, maximum=n)
        if n >= 5:
            add(f"2 to 4 of {n}", QuestionKind.CARDS, options, minimum=2, maximum=4)
            add(f"2 to 4 of {n} in order", QuestionKind.CARDS, options, minimum=2, maximum=4, ordered=True)
            later = tuple(replace(option, later=i != 3) for i, option in enumerate(options))
            add(f"4 of {n}, one of them first", QuestionKind.CARDS, later, minimum=4, maximum=4, ordered=True)
            add(f"1 to {n}, one of them first", QuestionKind.CARDS, later, minimum=1, maximum=n, ordered=True)
    for n in (3, 24, 110):
        add(f"a market of {n} piles", QuestionKind.ACTION, market(n))
    add("yes or no", QuestionKind.YES_NO, (Option("yes", "Yes, play it"), Option("no", "No")))
    for low, high in ((1, 1), (0, 4), (1, 6), (1, 25), (0, 25), (1, 39), (1, 1000)):
        add(f"number {low} to {high}", QuestionKind.NUMBER, minimum=low, maximum=high)
    return out


QUESTIONS = questions()


OF_THE_GAME = ActionTexts(
    buttons={"play": "Play", "invert": "Invert", "activate": "Activate"}, rare=frozenset({"unveil"})
)


async def components(
    question: Question, draft: PartialAnswer | None = None, words: Translator = ENGLISH
) -> list[Component]:
    view = ui.LayoutView(timeout=None)
    for item in draw(question, MATCH, draft, words, OF_THE_GAME):
        view.add_item(item)
    return view.to_components()  # type: ignore[return-value]


def buttons(components_: list[Component], question_id: int = 9) -> list[str]:
    return [c["label"] for c in controls(components_, question_id) if c["type"] == BUTTON]
