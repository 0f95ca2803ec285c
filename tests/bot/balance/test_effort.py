"""Hand-offs and presses: what a match costs its players."""

from __future__ import annotations

from io import StringIO
from statistics import median

from click.testing import CliRunner
from rich.console import Console

from bot.balance.effort import OTHERS, OWN, effort, effort_table
from bot.cli import main
from bot.games.dreams_of_dystopia import dreams_of_dystopia
from bot.panel.presses import TYPED, presses
from bot.panel.questions import draw
from cards.i18n import ENGLISH
from engine.kernel.question import Choice, Option, Question, QuestionKind


def asked(kind: QuestionKind, count: int, *, most: int = 1, group: str = "") -> Question:
    options = tuple(
        Option(f"{n}", f"Number {n}", verb="take", subject=f"{n}", group=group and f"{group} {n // 2}")
        for n in range(count)
    )
    return Question(1, 0, kind, "Which?", "topic", options, minimum=0 if most > 1 else 1, maximum=most)


def counted(question: Question, *keys: str) -> int:
    choice: Choice = keys
    return presses(question, choice, lambda draft: draw(question, "1-x", draft, ENGLISH))


def test_presses_are_the_fewest_that_lead_to_an_answer() -> None:
    assert counted(asked(QuestionKind.ONE, 3), "2") == 1, "a button"
    assert counted(asked(QuestionKind.ACTION, 30), "20") == 2, "a menu is opened first"
    assert counted(asked(QuestionKind.ACTION, 30, group="Pile"), "21") == 3, (
        "then the pile's button is pressed"
    )
    assert counted(asked(QuestionKind.CARDS, 12, most=12), "3", "8") == 4, "a menu, two of it, and done"
    number = Question(1, 0, QuestionKind.NUMBER, "How many?", "topic", (), minimum=0, maximum=90)
    assert counted(number, "77") == TYPED


def test_a_duel_of_dystopia_takes_few_presses_and_waits_seldom() -> None:
    """The figures wanted of many matches are 6 presses for a turn, 2 for a block, 1.15 hand-offs a turn; one has more room."""
    game, console = dreams_of_dystopia(), Console(record=True, width=120, file=StringIO())
    found = effort(game, game.kernel.setup([None, None]), "duel 0", 2)
    assert median(found.presses[OWN]) <= 8 and median(found.presses[OTHERS]) <= 3
    assert found.waits[True] / found.turns[True] <= 1.25 < 1.5 < found.waits[False] / found.turns[False]
    console.print(effort_table(game, found, 2))
    printed = console.export_text()
    assert "hand-offs a turn by the rules alone" in printed and "presses in one's own turn" in printed


def test_the_command_says_how_many_can_play() -> None:
    result = CliRunner().invoke(main, ["effort", "--game", "dreams-of-dystopia", "--seats", "9"])
    assert result.exit_code == 2 and "can't be played by 9" in result.output
