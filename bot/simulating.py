"""Decks against decks at random: who wins, how long it takes, how it ends, and which cards are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations

from rich.table import Table

from bot.games import Deck
from cards.voidream.decks import Deck as VoidreamDeck
from engine.kernel.event import Event
from engine.kernel.simulation import play_at_random
from engine.voidream.game import VOIDREAM

BATCH = 10
"""Matches that a process plays between two signs of progress."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Matches of the same two decks: the numbers of the decks by seat, their setup, and a seed for each match."""

    decks: tuple[int, int]
    setup: bytes
    seeds: tuple[str, ...]


@dataclass(slots=True)
class Tally:
    """What came of some matches. Decks are numbers, -1 is a draw."""

    matches: int = 0
    answers: int = 0
    hand_offs: int = 0
    rounds: list[int] = field(default_factory=list[int])
    wins: Counter[tuple[int, int, int]] = field(default_factory=Counter[tuple[int, int, int]])
    """How often (the lower deck, the higher deck, the winner)."""
    reasons: Counter[str] = field(default_factory=Counter[str])
    conflicts: int = 0
    nightmares: int = 0
    seen: Counter[tuple[int, str]] = field(default_factory=Counter[tuple[int, str]])
    """In how many matches a deck played a card."""
    of_deck: Counter[int] = field(default_factory=Counter[int])
    """How many seats a deck had."""

    def add(self, other: Tally) -> None:
        """Take another tally into this one."""
        self.matches += other.matches
        self.answers += other.answers
        self.hand_offs += other.hand_offs
        self.conflicts += other.conflicts
        self.nightmares += other.nightmares
        self.rounds += other.rounds
        for mine, theirs in (
            (self.wins, other.wins), (self.reasons, other.reasons), (self.seen, other.seen),
            (self.of_deck, other.of_deck),
        ):  # fmt: skip
            mine.update(theirs)  # type: ignore[arg-type]


def plan(decks: Sequence[Deck], matches: int, seed: str) -> list[Batch]:
    """Return who plays whom: every pair of decks equally often, each as often in the first seat as in the second.

    A single deck plays against itself.
    """
    pairs = list(combinations(range(len(decks)), 2)) or [(0, 0)]
    setups: dict[tuple[int, int], bytes] = {}
    seeds: dict[tuple[int, int], list[str]] = {}
    for number in range(matches):
        low, high = pairs[number % len(pairs)]
        seats = (low, high) if number // len(pairs) % 2 == 0 else (high, low)
        if seats not in setups:
            setups[seats] = VOIDREAM.setup([decks[seat].content for seat in seats])
        seeds.setdefault(seats, []).append(f"{seed} {number}")
    return [
        Batch(seats, setups[seats], tuple(named[at : at + BATCH]))
        for seats, named in seeds.items()
        for at in range(0, len(named), BATCH)
    ]


def play_batch(batch: Batch) -> Tally:
    """Play the matches of a batch, one after the other."""
    tally = Tally()
    for seed in batch.seeds:
        _play(batch, seed, tally)
    return tally


def _play(batch: Batch, seed: str, tally: Tally) -> None:
    played: set[tuple[int, str]] = set()

    def watch(event: Event) -> None:
        if event.kind in ("played", "unveiled"):
            played.add((event.public["seat"], event.public["card"]))

    through = play_at_random(VOIDREAM, batch.setup, seed, watch=watch)
    tally.matches += 1
    tally.answers += through.answers
    tally.hand_offs += through.hand_offs
    tally.rounds.append(through.events["round began"])
    tally.conflicts += through.events["conflict called"]
    tally.nightmares += through.events["entered Nightmare"]
    tally.reasons[through.outcome.reason] += 1
    winners = through.outcome.winners
    low, high = sorted(batch.decks)
    tally.wins[low, high, batch.decks[winners[0]] if len(winners) == 1 else -1] += 1
    tally.of_deck.update(set(batch.decks))
    tally.seen.update({(batch.decks[seat], title) for seat, title in played})


def tallies(batches: Sequence[Batch], jobs: int) -> Iterator[Tally]:
    """Play all batches, `jobs` at a time, and give what came of each as soon as it is known."""
    if jobs == 1:
        yield from map(play_batch, batches)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_batch, batches)


# ------------------------------------------------------------------------------------------------------- tables


def deck_table(decks: Sequence[Deck], tally: Tally) -> Table:
    """Return how each deck fared against each other one: its share of wins, in percent, draws counted as half."""
    table = Table(title="Wins in percent, the deck of the row against the deck of the column")
    table.add_column("deck")
    for deck in decks:
        table.add_column(deck.name, justify="right")
    table.add_column("all", justify="right", style="bold")
    for row, deck in enumerate(decks):
        cells: list[str] = []
        total = games = 0.0
        for column in range(len(decks)):
            low, high = min(row, column), max(row, column)
            won, lost, drawn = (tally.wins[low, high, who] for who in (row, column, -1))
            count = won + drawn if row == column else won + lost + drawn
            if row == column or not count:
                cells.append("–")
                continue
            total += won + drawn / 2
            games += count
            cells.append(f"{100 * (won + drawn / 2) / count:.0f}")
        table.add_row(deck.name, *cells, f"{100 * total / games:.0f}" if games else "–")
    return table


def course_table(tally: Tally) -> Table:
    """Return how the matches went: how long they were and how they ended."""
    table = Table(title=f"{tally.matches} matches", show_header=False)
    table.add_column("what")
    table.add_column("figure", justify="right")
    rounds = sorted(tally.rounds)
    table.add_row("rounds: median, longest", f"{rounds[len(rounds) // 2]}, {rounds[-1]}")
    table.add_row("conflicts a match", f"{tally.conflicts / tally.matches:.1f}")
    table.add_row("entered Nightmare, a match", f"{tally.nightmares / tally.matches:.1f}")
    table.add_row("answers a match", f"{tally.answers / tally.matches:.0f}")
    table.add_row("hand-offs between players, a match", f"{tally.hand_offs / tally.matches:.0f}")
    for reason, count in sorted(tally.reasons.items()):
        table.add_row(f"ended by {reason}", f"{100 * count / tally.matches:.0f} %")
    draws = sum(count for (_, _, winner), count in tally.wins.items() if winner < 0)
    table.add_row("draws", f"{100 * draws / tally.matches:.1f} %")
    return table


def unplayed(decks: Sequence[Deck], tally: Tally) -> dict[str, list[str]]:
    """Return for each deck the cards that it never played."""
    out: dict[str, list[str]] = {}
    for number, deck in enumerate(decks):
        content = deck.content
        assert isinstance(content, VoidreamDeck)
        titles = sorted({card.title for card in (*content.arcana, *content.dream)})
        if tally.of_deck[number]:
            out[deck.name] = [title for title in titles if not tally.seen[number, title]]
    return out


def always_played(decks: Sequence[Deck], tally: Tally) -> dict[str, list[str]]:
    """Return for each deck the cards that it played in every match."""
    return {
        deck.name: sorted(
            title
            for (owner, title), count in tally.seen.items()
            if owner == number and count == tally.of_deck[number]
        )
        for number, deck in enumerate(decks)
        if tally.of_deck[number]
    }
