"""The effort of a match for its players: waits for another player, and presses per decision."""

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
"""The keys that presses are counted by; the last one is for moments outside all turns."""


class Effort(msgspec.Struct):
    """The effort of some matches: presses by their purpose, and hand-offs and turns without and with orders."""

    presses: defaultdict[str, list[int]] = msgspec.field(
        default_factory=lambda: defaultdict[str, list[int]](list)
    )
    waits: Counter[bool] = msgspec.field(default_factory=Counter[bool])
    turns: Counter[bool] = msgspec.field(default_factory=Counter[bool])
    matches: int = 0

    def add(self, other: Effort) -> None:
        """Take what other matches cost into this."""
        for what, counts in other.presses.items():
            self.presses[what] += counts
        self.waits += other.waits
        self.turns += other.turns
        self.matches += other.matches


class _Decision(msgspec.Struct, frozen=True):
    question: Question
    view: object
    choice: Choice


def effort(game: PlayableGame, setup: bytes, seed: str, seats: int) -> Effort:
    """Play a match between the game's own players, or random ones, without and with orders; return what it costs."""
    kind, found = RANDOM if game.practice is None else GREEDY, Effort(matches=1)

    def players() -> list[AnyPlayer]:
        return [player_of(game, kind, Chance(f"{seed}, answers of {seat}")) for seat in range(seats)]

    for orders in (False, True):
        through = play(game.kernel, setup, seed, players(), orders=orders, longest=IN_CIRCLES)
        found.waits[orders] += through.hand_offs
        found.turns[orders] += through.turns
    _count(game, setup, seed, players(), found)
    return found


def _count(game: PlayableGame, setup: bytes, seed: str, players: Sequence[AnyPlayer], found: Effort) -> None:
    """Play a match, every answer given by hand, and count its presses."""
    match, _ = Match.begin(game.kernel, setup, seed)
    names = tuple(f"Player {n}" for n in range(1, len(players) + 1))
    said = game.translator(Locale.ENGLISH)
    turn = active = asked = -1
    own: defaultdict[int, list[_Decision]] = defaultdict(list)
    times: list[tuple[str, list[_Decision]]] = []
    while match.outcome is None and match.turn_count < IN_CIRCLES:
        now = -1 if game.kernel.active is None else game.kernel.active(match.machine)
        if now not in (-1, active):
            turn, active = turn + 1, now
        seat = min(match.pending_questions)
        question, player = match.questions_in(said, names)[seat], players[seat]
        if isinstance(player, KnowingPlayer):
            choice = player.decide(question, lambda seat=seat: match.known_to(seat))
        else:
            choice = player.answer(match.questions[seat], lambda seat=seat: match.view(seat))
        if match.forced() != (seat, choice):
            decision = _Decision(question, match.view(seat, said), choice)
            if seat == active:
                own[turn].append(decision)
            else:
                if seat != asked or not times:
                    times.append((ANY if active < 0 else OTHERS, []))
                times[-1][1].append(decision)
        asked = seat
        match.answer(seat, question.id, choice)
    for decisions in own.values():
        found.presses[OWN].append(_presses(game, decisions, names))
    for what, decisions in times:
        found.presses[what].append(_presses(game, decisions, names))


def _presses(game: PlayableGame, decisions: Sequence[_Decision], names: tuple[str, ...]) -> int:
    """Return the fewest presses for some decisions, one after the other: a whole answer is one press for several."""
    count = place = 0
    while place < len(decisions):
        one = decisions[place]
        left = [each.choice for each in decisions[place:]]
        whole = game.whole_answers(one.view, one.question, names)
        # Helpers come to the same in any order.
        taken = [n for each in whole if sorted(each.choices) == sorted(left[: (n := len(each.choices))])]
        if taken:
            count, place = count + 1, place + max(taken)
            continue
        count, place = count + _of_question(game, one) + bool(whole), place + 1
    return count


def _of_question(game: PlayableGame, one: _Decision) -> int:
    question, texts = one.question, action_texts(game, game.translator(Locale.ENGLISH))
    wanted = game.usual_answers(one.view, question)
    return presses(
        question, one.choice, lambda draft: draw(question, "1-x", draft, ENGLISH, texts, wanted=wanted)
    )


def effort_table(game: PlayableGame, found: Effort, seats: int) -> Table:
    """Return the figures as a table: hand-offs a turn, or a match, and presses."""
    table = Table(title=f"{game.title}, {seats} players, {found.matches} matches", title_justify="left")
    for column in ("", "mean", "median", "9 in 10 at most"):
        table.add_column(column, justify="left" if not column else "right")
    for orders, called in ((False, "hand-offs a {} by the rules alone"), (True, "with orders and plans")):
        of, what = (found.turns[orders], "turn") if found.turns[orders] else (found.matches, "match")
        table.add_row(called.format(what), f"{found.waits[orders] / max(1, of):.2f}", "", "")
    for what, counts in sorted(found.presses.items()):
        most = sorted(counts)[min(len(counts) - 1, 9 * len(counts) // 10)]
        mean = sum(counts) / len(counts)
        table.add_row(f"presses {what}", f"{mean:.1f}", f"{median(counts):g}", f"{most}")
    return table
