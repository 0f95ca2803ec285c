"""`python -m bench.presses`: the number of presses per real decision in whole matches.

Whole matches of every game between computer players, with ready-made decks in turn. Each answer is reached by the
shortest way through the buttons and menus of its question. A real decision has at least two answers and isn't forced
by public knowledge. A question without a choice that is only asked to hide that fact costs presses too.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from discord import ui
from rich.console import Console
from rich.table import Table

from bot.cli.puzzles import setups_of
from bot.discord.components.custom_ids import CustomId, read
from bot.games.playable import PlayableGame
from bot.games.registry import games
from bot.panel.answer_controls import ActionTexts, action_texts
from bot.panel.answers import Decided, Drafted, press
from bot.panel.drafts import PartialAnswer
from bot.panel.questions import beside_whole, draw, on_board
from cards.i18n import ENGLISH, Translator
from cards.i18n import ENGLISH as ENGLISH_TONGUE
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import Choice, Question, QuestionKind, shares
from engine.kernel.simulation import ComputerPlayer

TARGET = 1.1
"""The maximum presses per real decision in whole matches. A choice from a menu counts as two."""
MATCHES = 12
"""Matches per game."""
DEAREST = 20
"""The number of printed questions."""
TYPED = 2
"""Presses for a typed answer: to open the form, and to send it."""
MENUS = frozenset({"menu", "set", "add"})
"""Acts of menus. A menu must be opened before an option is chosen."""
_LONGEST_WAY = 40


@dataclass(slots=True)
class PressCounts:
    """The counts: `by_kind` presses by the kind of the question, `questions` the number of questions of each."""

    matches: int = 0
    decisions: int = 0
    presses: int = 0
    menus: int = 0
    """The number of presses that were choices from menus, each of which must also be opened."""
    unasked: int = 0
    """Answers forced by public knowledge, for which no one had a question."""
    by_kind: Counter[str] = field(default_factory=Counter[str])
    questions: Counter[str] = field(default_factory=Counter[str])
    dear: Counter[str] = field(default_factory=Counter[str])
    """Questions that took more than one press or a menu, by their text."""

    @property
    def rate(self) -> float:
        """Presses per real decision."""
        return self.presses / max(self.decisions, 1)

    @property
    def touches(self) -> float:
        """The same, but a menu counts as two presses: it is opened first."""
        return (self.presses + self.menus) / max(self.decisions, 1)

    def count(self, question: Question, way: Sequence[str]) -> None:
        """Count a question, answered by these presses."""
        self.decisions += is_real(question)
        self.presses += len(way)
        menus = sum(act in MENUS for act in way)
        self.menus += menus
        kind = question.kind.value + ("" if is_real(question) else ", no choice")
        self.by_kind[kind] += len(way)
        self.questions[kind] += 1
        if len(way) + menus > 1:
            self.dear[f"{question.purpose} ({len(question.options)}: {', '.join(way)})"] += 1


def is_real(question: Question) -> bool:
    """Return whether a question has at least two answers."""
    count = len(question.options)
    match question.kind:
        case QuestionKind.NUMBER:
            return question.minimum < question.maximum
        case QuestionKind.DISTRIBUTE:
            return count > 1 and sum(option.limit for option in question.options) > question.maximum > 0
        case QuestionKind.CARDS | QuestionKind.ORDER:
            lower, upper = question.minimum, min(question.maximum, count)
            return lower < upper or 0 < lower < count or (question.ordered and upper > 1)
        case _:
            return count > 1


def way_to(
    question: Question,
    wanted: Choice,
    words: Translator,
    view: object = None,
    game: PlayableGame | None = None,
) -> tuple[str, ...]:
    """Return the acts of the shortest sequence of presses for an answer. Raises AssertionError if there is none.

    With the view and the game, the game's shortcuts for frequent answers are included.
    """
    usual = () if game is None else game.usual_answers(view, question)
    actions = None if game is None else action_texts(game, words)
    visible = frozenset[str]() if game is None else on_board(game, view, question)
    whole = () if game is None else game.whole_answers(view, question, ("", "", "", ""))
    shown = {question.options[i].key for i in beside_whole(question, whole)} if whole else set[str]()
    others = () if not whole or shown.issuperset(wanted) else ("to",)
    goal = _meant(question, wanted)
    seen: set[PartialAnswer | None] = {None}
    ways: list[tuple[PartialAnswer | None, tuple[str, ...]]] = [(None, ())]
    typing: tuple[str, ...] | None = None
    for draft, way in ways:
        for control, values in _presses(question, wanted, draft, words, usual, actions, visible):
            if control.act == "type":
                typing = typing or (*way, *["type"] * TYPED)
                continue
            match press(question, control, values):
                case Decided(choice) if _meant(question, choice) == goal:
                    return (*others, *way, control.act)
                case Drafted(then) if then not in seen and len(way) < _LONGEST_WAY:
                    seen.add(then)
                    ways.append((then, (*way, control.act)))
                case _:
                    pass
    assert typing is not None, f"no way to {wanted} in “{question.purpose}”"
    return (*others, *typing)


def _meant(question: Question, choice: Choice) -> object:
    """Return a key that is equal for two answers with the same meaning."""
    if question.kind is QuestionKind.DISTRIBUTE:
        return {key: n for key, n in shares(choice).items() if n}
    return choice if question.ordered or question.kind is QuestionKind.ORDER else sorted(choice)


def _presses(
    question: Question,
    wanted: Choice,
    draft: PartialAnswer | None,
    words: Translator,
    usual: Sequence[Choice] = (),
    actions: ActionTexts | None = None,
    visible: frozenset[str] = frozenset(),
) -> Iterator[tuple[CustomId, Sequence[str]]]:
    """Yield the controls that could lead to an answer, with the values to choose."""
    places = [str(i) for i, option in enumerate(question.options) if option.key in wanted]
    for item in _walk(draw(question, "1-mark", draft, words, actions, wanted=usual, seen=visible)):
        if isinstance(item, ui.Button) and not item.disabled and (control := read(item.custom_id or "")):
            yield control, ()
        elif isinstance(item, ui.Select) and (control := read(item.custom_id)):
            there = [option.value for option in item.options]
            if control.act == "set":
                yield control, [value for value in there if value in places]
            else:
                values = there if question.kind is QuestionKind.NUMBER else [v for v in there if v in places]
                yield from ((control, [value]) for value in values)


def _numbers(question: Question, words: Translator) -> list[str]:
    """Return the numbers that have buttons. A player who cuts a deck at random chooses one of them."""
    controls = [control for control, _ in _presses(question, (), None, words)]
    return [control.state for control in controls if control.act == "pick"]


def _walk(items: Iterable[ui.Item[Any]]) -> Iterator[ui.Item[Any]]:
    for item in items:
        if isinstance(item, ui.ActionRow | ui.Container):
            yield from _walk(item.children)
        elif isinstance(item, ui.Section):
            yield item.accessory
        else:
            yield item


def measure(counts: PressCounts, game: PlayableGame, setup: bytes, seed: str, words: Translator) -> None:
    """Play a match to its end, and count the presses of all players."""
    match, _ = Match.begin(game.kernel, setup, seed)
    assert game.practice is not None
    players = [game.practice(Chance(f"{seed}, {seat}")) for seat in match.seats]
    names = tuple(f"Player {seat}" for seat in match.seats)
    counts.matches += 1
    answered: dict[int, list[Choice]] = {}
    while match.outcome is None:
        forced = match.forced()
        if forced is not None:
            seat, choice = forced
            counts.unasked += 1
        else:
            seat = min(match.questions)
            question = match.questions_in(ENGLISH_TONGUE)[seat]
            choice = players[seat].answer(question, partial(match.view, seat))
            if question.kind is QuestionKind.NUMBER and (shown := _numbers(question, words)):
                choice = (shown[0],)
            if not answered.get(seat):
                whole = _whole(game, match, seat, question, choice, names, players[seat])
                if whole:
                    counts.count(question, ("whole",))
                    answered[seat] = whole
                else:
                    counts.count(question, way_to(question, choice, words, match.view(seat), game))
            if answered.get(seat):
                choice = answered[seat].pop(0)
        match.answer(seat, match.questions[seat].id, choice)


def _whole(
    game: PlayableGame,
    match: Match[Any, Any],
    seat: int,
    question: Question,
    choice: Choice,
    names: tuple[str, ...],
    player: ComputerPlayer[Any],
) -> list[Choice]:
    """Return a player's consecutive answers that one press gives, in any order; empty if no press does."""
    offered = game.whole_answers(match.view(seat), question, names)
    ahead, answers = Match.load(game.kernel, match.save()), list[Choice]()
    while any(len(one.choices) > len(answers) for one in offered):
        answers.append(choice)
        ahead.answer(seat, ahead.questions[seat].id, choice)
        # Leave out answers whose question is no longer asked, such as that nothing else is added.
        further = {key for one in offered for given in one.choices[len(answers) :] for key in given}
        is_asked = seat in ahead.questions and any(
            option.key in further for option in ahead.questions[seat].options
        )
        given = [one.choices if is_asked else one.choices[: len(answers)] for one in offered]
        if any(sorted(map(sorted, one)) == sorted(map(sorted, answers)) for one in given):
            return answers
        if not is_asked:
            break
        choice = player.answer(ahead.questions[seat], partial(ahead.view, seat))
    return []


def measure_all(game: PlayableGame, matches: int) -> PressCounts:
    """Play matches of a game with the ready-made decks in turn, and count."""
    counts, setups = PressCounts(), setups_of(game)
    for number in range(matches):
        measure(counts, game, setups[number % len(setups)], f"presses {number}", ENGLISH)
    return counts


def main() -> int:
    """Play matches of every game, print the counts, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("matches", nargs="?", type=int, default=MATCHES, help="how many of each game")
    names = parser.parse_args().matches
    console, holds = Console(highlight=False, soft_wrap=True), True
    for game in games().games.values():
        counts = measure_all(game, names)
        holds &= counts.touches <= TARGET
        table = Table("question", "how often", "presses", "each", title=game.title)
        for kind, count in counts.questions.most_common():
            table.add_row(kind, str(count), str(counts.by_kind[kind]), f"{counts.by_kind[kind] / count:.2f}")
        console.print(table)
        for arguments, count in counts.dear.most_common(DEAREST):
            console.print(f"{count} × {arguments}")
        each = max(counts.matches, 1)
        console.print(
            f"{game.title}, {counts.matches} matches: {counts.presses / each:.1f} presses a match for "
            f"{counts.decisions / each:.1f} real decisions, {counts.rate:.3f} each; {counts.touches:.3f} (at most {TARGET}) "
            f"where a menu counts as two, of which there were {counts.menus / each:.1f}; {counts.unasked / each:.1f} answers a "
            "match that nobody was asked for."
        )
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
