"""Decks against decks, played by programs: who plays whom, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from enum import StrEnum
from itertools import combinations
from typing import Any

import msgspec

from cards.voidream.decks import Deck
from engine.kernel.chance import Chance
from engine.kernel.event import Event
from engine.kernel.simulation import Player, RandomPlayer, play
from engine.voidream.facts import (
    ConflictCalled,
    EnteredNightmare,
    FirstPlayer,
    Played,
    RoundBegan,
    Unveiled,
    Voided,
)
from engine.voidream.game import VOIDREAM
from engine.voidream.players.greedy.player import Greedy

BATCH = 10
"""Matches that a process plays between two signs of progress."""


class PlayerKind(StrEnum):
    """Who plays: somebody who draws lots, or somebody who takes what looks best."""

    RANDOM = "random"
    GREEDY = "greedy"


_PLAYERS: dict[PlayerKind, Callable[[Chance], Player]] = {
    PlayerKind.RANDOM: RandomPlayer,
    PlayerKind.GREEDY: Greedy,
}


class Batch(msgspec.Struct, frozen=True):
    """Matches of the same two decks: the numbers of the decks by seat, who plays them, and a seed for each match."""

    decks: tuple[int, int]
    players: tuple[PlayerKind, PlayerKind]
    setup: bytes
    seeds: tuple[str, ...]
    orders: bool = False
    """Whether each match is played a second time, with standing orders and forced answers."""


class PairingTally(msgspec.Struct):
    """What came of some matches. Decks are numbers; a winner of -1 is a draw."""

    matches: int = 0
    rounds: list[int] = msgspec.field(default_factory=list[int])
    conflicts: list[int] = msgspec.field(default_factory=list[int])
    nightmares: list[int] = msgspec.field(default_factory=list[int])
    answers: list[int] = msgspec.field(default_factory=list[int])
    hand_offs: list[int] = msgspec.field(default_factory=list[int])
    with_orders: list[int] = msgspec.field(default_factory=list[int])
    """The hand-offs of those that were played again with standing orders and forced answers."""
    by_order: list[int] = msgspec.field(default_factory=list[int])
    """How many answers of those came by order."""
    forced: list[int] = msgspec.field(default_factory=list[int])
    """How many of their answers were forced."""
    wins: Counter[tuple[int, int, int]] = msgspec.field(default_factory=Counter[tuple[int, int, int]])
    """How often (the lower deck, the higher deck, the winner), of two different decks."""
    by_player: Counter[tuple[int, str]] = msgspec.field(default_factory=Counter[tuple[int, str]])
    """How often a deck was played to a win by a kind of player, "" for a draw, of two different kinds."""
    endings: Counter[str] = msgspec.field(default_factory=Counter[str])
    first_seat: Counter[str] = msgspec.field(default_factory=Counter[str])
    """How often the first seat, and whoever was active first, "won", "lost" and "drew": "seat won", "active won", …"""
    seen: Counter[tuple[int, str]] = msgspec.field(default_factory=Counter[tuple[int, str]])
    """In how many seats a deck played a card: see `Plays`."""
    of_deck: Counter[int] = msgspec.field(default_factory=Counter[int])
    """How many seats a deck had."""
    played: list[tuple[tuple[int, int], str]] = msgspec.field(
        default_factory=list[tuple[tuple[int, int], str]]
    )
    """The decks and the seed of each match, in the order of `answers`."""

    def add(self, other: PairingTally) -> None:
        """Take another tally into this one."""
        for name in self.__struct_fields__:
            mine: int | Counter[object] | list[object] = getattr(self, name)
            theirs: Any = getattr(other, name)
            if isinstance(mine, int):
                setattr(self, name, mine + theirs)
            elif isinstance(mine, Counter):
                mine.update(theirs)
            else:
                mine.extend(theirs)


class Plays:
    """Counts which cards a seat played in a match: Dream cards that resolved or entered play, arcana that were played.

    A veiled card is played when it is unveiled, and a Prototype that goes to the Void instead of resolving is not.
    """

    def __init__(self) -> None:
        self.times: Counter[tuple[int, str]] = Counter()
        self.first_active = -1

    def __call__(self, event: Event) -> None:
        """Take note of an event."""
        match event.fact:
            case Played() | Unveiled() as played:
                self.times[played.seat, played.card] += 1
            case Voided() as voided if event.cause == "§6 Prototype":
                self.times[voided.of, voided.card] -= 1
            case FirstPlayer() as first if self.first_active < 0:
                self.first_active = first.seat
            case _:
                pass

    def played(self) -> list[tuple[int, str]]:
        """Return the seats and titles of the cards that were played."""
        return [card for card, times in self.times.items() if times > 0]


# ------------------------------------------------------------------------------------------------------------ the plan


def plan(
    decks: Sequence[Deck],
    matches: int,
    seed: str,
    player: PlayerKind,
    against: PlayerKind | None = None,
    *,
    orders: bool = False,
) -> list[Batch]:
    """Return who plays whom.

    Two players of a kind play every pair of decks equally often, each deck as often in the first seat as in the
    second; a single deck plays against itself. Two different kinds play the same deck against each other. With
    `orders`, each match is played again with standing orders and forced answers, to see how seldom it waits then.
    """
    pairs = list(combinations(range(len(decks)), 2)) or [(0, 0)]
    if against is not None:
        pairs = [(number, number) for number in range(len(decks))]
    setups: dict[tuple[int, int], bytes] = {}
    seeds: dict[tuple[tuple[int, int], tuple[PlayerKind, PlayerKind]], list[str]] = {}
    for number in range(matches):
        low, high = pairs[number // 2 % len(pairs)]
        seats, players = (low, high), (player, against or player)
        if number % 2:
            seats, players = (high, low), (players[1], players[0])
        if seats not in setups:
            setups[seats] = VOIDREAM.setup([decks[seat] for seat in seats])
        seeds.setdefault((seats, players), []).append(f"{seed} {number}")
    return [
        Batch(seats, players, setups[seats], tuple(named[at : at + BATCH]), orders)
        for (seats, players), named in seeds.items()
        for at in range(0, len(named), BATCH)
    ]


def play_batch(batch: Batch) -> PairingTally:
    """Play the matches of a batch, one after the other. Raises Endless."""
    tally = PairingTally()
    for seed in batch.seeds:
        _play(batch, seed, tally)
    return tally


def _play(batch: Batch, seed: str, tally: PairingTally) -> None:
    plays = Plays()
    through = play(VOIDREAM, batch.setup, seed, _players(batch, seed), watch=plays)
    tally.matches += 1
    tally.answers.append(through.answers)
    tally.played.append((batch.decks, seed))
    tally.hand_offs.append(through.hand_offs)
    tally.rounds.append(through.events[RoundBegan])
    tally.conflicts.append(through.events[ConflictCalled])
    tally.nightmares.append(through.events[EnteredNightmare])
    tally.endings[through.outcome.ending] += 1
    winners = through.outcome.winners
    winner = winners[0] if len(winners) == 1 else -1
    low, high = sorted(batch.decks)
    if low != high:
        tally.wins[low, high, batch.decks[winner] if winner >= 0 else -1] += 1
    if batch.players[0] is not batch.players[1]:
        tally.by_player[low, batch.players[winner].value if winner >= 0 else ""] += 1
    for what, seat in (("seat", 0), ("active", plays.first_active)):
        tally.first_seat[f"{what} {'drew' if winner < 0 else 'won' if winner == seat else 'lost'}"] += 1
    tally.of_deck.update(batch.decks)
    tally.seen.update((batch.decks[seat], title) for seat, title in plays.played())
    if batch.orders:
        again = play(VOIDREAM, batch.setup, seed, _players(batch, seed), orders=True)
        tally.with_orders.append(again.hand_offs)
        tally.by_order.append(again.by_order)
        tally.forced.append(again.forced)


def _players(batch: Batch, seed: str) -> list[Player]:
    return [_PLAYERS[kind](Chance(f"{seed}, answers of {seat}")) for seat, kind in enumerate(batch.players)]


def tallies(batches: Sequence[Batch], jobs: int) -> Iterator[PairingTally]:
    """Play all batches, `jobs` at a time, and give what came of each as soon as it is known."""
    if jobs == 1:
        yield from map(play_batch, batches)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_batch, batches)
