"""The effort of a match for its players: hand-offs and presses."""

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


def question_of(kind: QuestionKind, count: int, *, most: int = 1, group: str = "") -> Question:
    options = tuple(
        Option(f"{n}", f"Number {n}", verb="take", subject=f"{n}", group=group and f"{group} {n // 2}")
        for n in range(count)
    )
    return Question(1, 0, kind, "Which?", "topic", options, minimum=0 if most > 1 else 1, maximum=most)


def presses_for(question: Question, *keys: str) -> int:
    choice: Choice = keys
    return presses(question, choice, lambda draft: draw(question, "1-x", draft, ENGLISH))


def test_the_minimum_number_of_presses_is_counted() -> None:
    assert presses_for(question_of(QuestionKind.ONE, 3), "2") == 1, "a button"
    assert presses_for(question_of(QuestionKind.ACTION, 30), "20") == 2, "a menu is opened first"
    assert presses_for(question_of(QuestionKind.ACTION, 30, group="Pile"), "21") == 3, (
        "then a press of the pile's button"
    )
    assert presses_for(question_of(QuestionKind.CARDS, 12, most=12), "3", "8") == 4, (
        "a menu, two choices, and a button"
    )
    number = Question(1, 0, QuestionKind.NUMBER, "How many?", "topic", (), minimum=0, maximum=90)
    assert presses_for(number, "77") == TYPED


def test_a_duel_of_dystopia_takes_few_presses_and_rarely_waits() -> None:
    """The targets for many matches are 6 presses per turn, 2 per block and 1.15 hand-offs per turn; one match gets leeway."""
    game, console = dreams_of_dystopia(), Console(record=True, width=120, file=StringIO())
    total = effort(game, game.kernel.setup([None, None]), "duel 0", 2)
    assert median(total.presses[OWN]) <= 8 and median(total.presses[OTHERS]) <= 3
    assert total.waits[True] / total.turns[True] <= 1.25 < 1.5 < total.waits[False] / total.turns[False]
    console.print(effort_table(game, total, 2))
    printed = console.export_text()
    assert "hand-offs a turn by the rules alone" in printed and "presses in one's own turn" in printed


def test_an_impossible_number_of_players_is_refused() -> None:
    result = CliRunner().invoke(main, ["effort", "--game", "dreams-of-dystopia", "--seats", "9"])
    assert result.exit_code == 2 and "can't be played by 9" in result.output
