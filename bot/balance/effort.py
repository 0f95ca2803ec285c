"""The effort of a match for its players: waits for other players, and presses per decision."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import median

import msgspec
from rich.table import Table

from bot.balance.simulation import GREEDY, RANDOM, player_of
from bot.games.playable import PlayableGame
from bot.panel.answer_controls import action_texts
from bot.panel.presses import presses
from bot.panel.questions import draw
from cards.i18n import ENGLISH, Locale
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import Choice, Question
from engine.kernel.simulation import IN_CIRCLES, AnyPlayer, KnowingPlayer, play

OWN, OTHERS, ANY = "in one's own turn", "each time in another's turn", "each time"
"""The labels by which presses are counted. The last one is for decisions outside all turns."""


class Effort(msgspec.Struct):
    """The effort of several matches: presses by label, and hand-offs and turns without and with orders."""

    presses: defaultdict[str, list[int]] = msgspec.field(
        default_factory=lambda: defaultdict[str, list[int]](list)
    )
    waits: Counter[bool] = msgspec.field(default_factory=Counter[bool])
    turns: Counter[bool] = msgspec.field(default_factory=Counter[bool])
    matches: int = 0

    def add(self, other: Effort) -> None:
        """Add the effort of other matches."""
        for label, counts in other.presses.items():
            self.presses[label] += counts
        self.waits += other.waits
        self.turns += other.turns
        self.matches += other.matches


class _Decision(msgspec.Struct, frozen=True):
    question: Question
    view: object
    choice: Choice


def effort(game: PlayableGame, setup: bytes, seed: str, seats: int) -> Effort:
    """Play a match without and with orders, and return its effort.

    Players are greedy if the game has such, else random.
    """
    kind, total = RANDOM if game.practice is None else GREEDY, Effort(matches=1)

    def players() -> list[AnyPlayer]:
        return [player_of(game, kind, Chance(f"{seed}, answers of {seat}")) for seat in range(seats)]

    for orders in (False, True):
        playthrough = play(game.kernel, setup, seed, players(), orders=orders, longest=IN_CIRCLES)
        total.waits[orders] += playthrough.hand_offs
        total.turns[orders] += playthrough.turns
    _count(game, setup, seed, players(), total)
    return total


def _count(game: PlayableGame, setup: bytes, seed: str, players: Sequence[AnyPlayer], total: Effort) -> None:
    """Play a match in which every answer is given by hand, and count its presses."""
    match, _ = Match.begin(game.kernel, setup, seed)
    names = tuple(f"Player {n}" for n in range(1, len(players) + 1))
    translate = game.translator(Locale.ENGLISH)
    turn = active = last_seat = -1
    decisions_by_turn: defaultdict[int, list[_Decision]] = defaultdict(list)
    groups: list[tuple[str, list[_Decision]]] = []
    while match.outcome is None and match.turn_count < IN_CIRCLES:
        active_now = -1 if game.kernel.active is None else game.kernel.active(match.machine)
        if active_now not in (-1, active):
            turn, active = turn + 1, active_now
        seat = min(match.pending_questions)
        question, player = match.questions_in(translate, names)[seat], players[seat]
        if isinstance(player, KnowingPlayer):
            choice = player.decide(question, lambda seat=seat: match.known_to(seat))
        else:
            choice = player.answer(match.questions[seat], lambda seat=seat: match.view(seat))
        if match.forced() != (seat, choice):
            decision = _Decision(question, match.view(seat, translate), choice)
            if seat == active:
                decisions_by_turn[turn].append(decision)
            else:
                if seat != last_seat or not groups:
                    groups.append((ANY if active < 0 else OTHERS, []))
                groups[-1][1].append(decision)
        last_seat = seat
        match.answer(seat, question.id, choice)
    for decisions in decisions_by_turn.values():
        total.presses[OWN].append(_presses(game, decisions, names))
    for label, decisions in groups:
        total.presses[label].append(_presses(game, decisions, names))


def _presses(game: PlayableGame, decisions: Sequence[_Decision], names: tuple[str, ...]) -> int:
    """Return the minimum presses for successive decisions. A whole answer covers several decisions with one press."""
    count = index = 0
    while index < len(decisions):
        decision = decisions[index]
        choices = [each.choice for each in decisions[index:]]
        answers = game.whole_answers(decision.view, decision.question, names)
        # The order of helpers doesn't matter.
        lengths = [
            n for each in answers if sorted(each.choices) == sorted(choices[: (n := len(each.choices))])
        ]
        if lengths:
            count, index = count + 1, index + max(lengths)
            continue
        count, index = count + _presses_of_question(game, decision) + bool(answers), index + 1
    return count


def _presses_of_question(game: PlayableGame, decision: _Decision) -> int:
    question, texts = decision.question, action_texts(game, game.translator(Locale.ENGLISH))
    usual = game.usual_answers(decision.view, question)
    return presses(
        question, decision.choice, lambda draft: draw(question, "1-x", draft, ENGLISH, texts, wanted=usual)
    )


def effort_table(game: PlayableGame, total: Effort, seats: int) -> Table:
    """Return the results as a table: hand-offs per turn or per match, and presses."""
    table = Table(title=f"{game.title}, {seats} players, {total.matches} matches", title_justify="left")
    for column in ("", "mean", "median", "90th percentile"):
        table.add_column(column, justify="left" if not column else "right")
    for orders, label in ((False, "hand-offs a {} by the rules alone"), (True, "with orders and plans")):
        divisor, unit = (total.turns[orders], "turn") if total.turns[orders] else (total.matches, "match")
        table.add_row(label.format(unit), f"{total.waits[orders] / max(1, divisor):.2f}", "", "")
    for purpose, counts in sorted(total.presses.items()):
        ninth_decile = sorted(counts)[min(len(counts) - 1, 9 * len(counts) // 10)]
        mean = sum(counts) / len(counts)
        table.add_row(f"presses {purpose}", f"{mean:.1f}", f"{median(counts):g}", f"{ninth_decile}")
    return table
