"""Matches of any game between programs: the pairings of players and decks, and the results."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from hashlib import blake2b
from itertools import combinations, islice, takewhile
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.games.author_tools import Account, Balance, Looker, Watch
from bot.games.playable import PlayableGame
from bot.games.registry import games
from engine.kernel.ai.levels import LEVELS
from engine.kernel.ai.player import Thinker
from engine.kernel.chance import Chance
from engine.kernel.position import Outcome
from engine.kernel.simulation import IN_CIRCLES, AnyPlayer, EndlessMatch, Playthrough, RandomPlayer, play


def processes(jobs: int) -> ProcessPoolExecutor:
    """Return `jobs` fresh processes, the same on every system, which end with this one however that ends.

    A forked copy would inherit locks, and could wait forever for one held by another thread.
    """
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _end_with_parent)


def _end_with_parent() -> None:
    """End this process when its parent is gone, because no one else would."""
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "it was begun by another one"
    parent.join()
    os._exit(1)


BATCH = 10
"""Matches that a process plays between two signs of progress."""

_AHEAD = 2
"""The number of batches for each process that are begun before the first of them has ended."""


RANDOM = "random"
GREEDY = "greedy"
"""The players of every game: a random one, and the game's own, which takes what looks best."""


class Contender(msgspec.Struct, frozen=True):
    """A deck that plays in a simulation, as the game's `setup` takes it; "" and None in a game without decks."""

    name: str
    content: object


NO_DECKS = (Contender("", None),)
"""The players of a game without decks."""


class Batch(msgspec.Struct, frozen=True):
    """Matches with the same decks: the decks' numbers by seat, the players, and a seed per match."""

    decks: tuple[int, ...]
    players: tuple[str, ...]
    setup: bytes
    seeds: tuple[str, ...]
    orders: bool = False
    """Whether each match is played a second time, with standing orders and forced answers."""


class Tally(msgspec.Struct):
    """The results of several matches. Decks are numbers; a winner of -1 is a draw.

    With more than two players, each pair is compared: the one with the better place has won.
    """

    matches: int = 0
    table: int = 2
    """The number of players at the table."""
    figures: defaultdict[str, list[int]] = msgspec.field(
        default_factory=lambda: defaultdict[str, list[int]](list)
    )
    """The counts of each match (see `Balance.figures`), by name."""
    answers: list[int] = msgspec.field(default_factory=list[int])
    hand_offs: list[int] = msgspec.field(default_factory=list[int])
    with_orders: list[int] = msgspec.field(default_factory=list[int])
    """The hand-offs of those that were played again with standing orders and forced answers."""
    by_order: list[int] = msgspec.field(default_factory=list[int])
    """The number of those answers given by orders."""
    forced: list[int] = msgspec.field(default_factory=list[int])
    """The number of forced answers."""
    wins: Counter[tuple[int, int, int]] = msgspec.field(default_factory=Counter[tuple[int, int, int]])
    """Counts by (the lower deck, the higher deck, the winner), of two different decks."""
    by_player: Counter[tuple[int, str]] = msgspec.field(default_factory=Counter[tuple[int, str]])
    """Counts of wins by deck and kind of player, "" for a draw, of two different kinds."""
    endings: Counter[str] = msgspec.field(default_factory=Counter[str])
    first_seat: Counter[str] = msgspec.field(default_factory=Counter[str])
    """Results of the first seat, and of the first active seat: "seat won", "active won", …"""
    seen: Counter[tuple[int, str]] = msgspec.field(default_factory=Counter[tuple[int, str]])
    """In how many seats a deck played a card."""
    used: Counter[tuple[int, str]] = msgspec.field(default_factory=Counter[tuple[int, str]])
    """In how many seats a card of a deck was of any use (see `Account.used`)."""
    of_deck: Counter[int] = msgspec.field(default_factory=Counter[int])
    """The number of seats of each deck."""
    had: Counter[tuple[str, str, str]] = msgspec.field(default_factory=Counter[tuple[str, str, str]])
    """Results ("won", "lost", "drew") of seats that had something (its sort, its name)."""
    in_matches: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter[tuple[str, str]])
    """The number of matches with a property or an item, by kind and name; "" and a card: anyone had its source, and
    anyone played it.
    """
    sums: Counter[tuple[str, str, str]] = msgspec.field(default_factory=Counter[tuple[str, str, str]])
    """For each "share" and "mean" of the game, by name, the "counted" number and the total ("of").

    Their squares and products are summed too ("counted²", "of²", "counted·of"), for the interval of a share.
    """
    of_decks: Counter[tuple[str, int, str]] = msgspec.field(default_factory=Counter[tuple[str, int, str]])
    """For each share by seat, by name and deck, the "counted" number and the total ("of")."""
    played: list[tuple[tuple[int, ...], str]] = msgspec.field(
        default_factory=list[tuple[tuple[int, ...], str]]
    )
    """The decks and the seed of each match, in the order of `answers`."""
    in_circles: list[tuple[tuple[int, ...], str]] = msgspec.field(
        default_factory=list[tuple[tuple[int, ...], str]]
    )
    """The decks and the seed of each match in which players that think went round in circles: it counts for nothing else."""

    @property
    def played_through(self) -> int:
        """The number of matches played, also those that count for nothing."""
        return self.matches + len(self.in_circles)

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        self.matches += other.matches
        self.table = other.table
        for what, numbers in other.figures.items():
            self.figures[what].extend(numbers)
        for name in self.__struct_fields__:
            mine: int | Counter[object] | list[object] = getattr(self, name)
            theirs: Any = getattr(other, name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            elif isinstance(mine, list):
                mine.extend(theirs)


# ------------------------------------------------------------------------------------------------------------ the plan


def plan(
    game: PlayableGame,
    decks: Sequence[Contender],
    matches: int,
    seed: str,
    player: str,
    against: str | None = None,
    *,
    seats: int = 2,
    orders: bool = False,
) -> list[Batch]:
    """Return the pairings.

    Players of one kind play all groups of as many decks as seats equally often, with each deck equally often in each
    seat. If there are too few decks, they play against themselves. With `against`, one `player` plays among players
    of that kind, all with the same deck. With `orders`, each match is repeated with standing orders and forced
    answers, to count how often it waits.
    """
    numbers = range(len(decks))
    groups = list(combinations(numbers, seats)) or [tuple(seat % len(decks) for seat in range(seats))]
    if against is not None:
        groups = [(number,) * seats for number in numbers]
    kinds = (player, *[against or player] * (seats - 1))
    seeds: dict[tuple[tuple[int, ...], tuple[str, ...]], list[str]] = {}
    for number in range(matches):
        group, turn = groups[number // seats % len(groups)], number % seats
        sitting, players = group[turn:] + group[:turn], kinds[turn:] + kinds[:turn]
        seeds.setdefault((sitting, players), []).append(f"{seed} {number}")
    setups = {
        sitting: game.kernel.setup([decks[number].content for number in sitting]) for sitting, _ in seeds
    }
    return [
        Batch(sitting, players, setups[sitting], tuple(named[at : at + BATCH]), orders)
        for (sitting, players), named in seeds.items()
        for at in range(0, len(named), BATCH)
    ]


def singly(batches: Sequence[Batch]) -> list[Batch]:
    """Return the same matches as batches of one: all decks and seats once in a fixed random order, then all again,
    and so on.

    So a part of a long run covers all decks.
    """
    once = len({(batch.decks, batch.players) for batch in batches})
    drawn: list[tuple[int, bytes, Batch]] = []
    for batch in batches:
        for seed in batch.seeds:
            number = int(seed.rpartition(" ")[2])
            drawn.append((number // once, blake2b(seed.encode()).digest(), replace(batch, seeds=(seed,))))
    return [batch for _, _, batch in sorted(drawn, key=lambda one: one[:2])]


# --------------------------------------------------------------------------------------------------------- the matches


def tallies(
    game: PlayableGame, batches: Sequence[Batch], jobs: int, has_time: Callable[[], bool] = lambda: True
) -> Iterator[Tally]:
    """Play batches, `jobs` at a time, until there is no time; give the tally of each in their order. Raises EndlessMatch.

    Each batch that is begun is played to its end.
    """
    begun = takewhile(lambda _: has_time(), batches)
    if jobs == 1:
        yield from map(partial(play_batch, game), begun)
        return
    with processes(jobs) as pool:
        submitted = (pool.submit(_play_batch_of, game.name, batch) for batch in begun)
        running = deque(islice(submitted, _AHEAD * jobs))
        while running:
            tally = running.popleft().result()
            running.extend(islice(submitted, 1))
            yield tally


def _play_batch_of(name: str, batch: Batch) -> Tally:
    """Play a batch in another process, which finds the game by its name."""
    return play_batch(_games()[name], batch)


@cache
def _games() -> Mapping[str, PlayableGame]:
    return games().games


def play_batch(game: PlayableGame, batch: Batch) -> Tally:
    """Play the matches of a batch, one after the other.

    Raises EndlessMatch for a match that does not end though lots are drawn: then it never does. Players that think can go
    round in circles, which is set down as such.
    """
    measured = balance_of(game)
    tally = Tally(table=len(batch.decks))
    for seed in batch.seeds:
        try:
            _play(game, measured, batch, seed, tally)
        except EndlessMatch:
            if RANDOM in batch.players:
                raise
            tally.in_circles.append((batch.decks, seed))
    return tally


def balance_of(game: PlayableGame) -> Balance:
    """Return the measurements of a game's simulated matches."""
    return game.authoring().balance or Balance()


def _play(game: PlayableGame, measured: Balance, batch: Batch, seed: str, tally: Tally) -> None:
    watch = None if measured.watch is None else measured.watch()
    through = _through(game, batch, seed, watch=watch)
    again = _through(game, batch, seed, orders=True) if batch.orders else None
    account = Account() if watch is None else watch.account()
    tally.matches += 1
    tally.answers.append(through.answers)
    tally.played.append((batch.decks, seed))
    tally.hand_offs.append(through.hand_offs)
    for what, fact in measured.figures.items():
        tally.figures[what].append(through.events[fact])
    for what, number in account.figures.items():
        tally.figures[what].append(number)
    tally.endings[through.outcome.ending] += 1
    _compare(batch, through.outcome, tally)
    for what, seat in {"seat": 0, "active": account.first}.items():
        if seat is not None:
            tally.first_seat[f"{what} {_result(through.outcome, seat)}"] += 1
    tally.of_deck.update(batch.decks)
    tally.seen.update((batch.decks[seat], title) for seat, title in account.played)
    tally.used.update((batch.decks[seat], title) for seat, title in account.used)
    tally.had.update((sort, name, _result(through.outcome, seat)) for seat, sort, name in account.had)
    had = {(sort, name) for _, sort, name in account.had}
    played = {title for _, title in account.played}
    for thing, cards in measured.cards_with().items():
        if thing in had:
            tally.in_matches.update(("", title) for title, _ in cards if title in played)
    tally.in_matches.update(had.union(account.marks))
    for sort, found in (("share", account.shares), ("mean", account.means)):
        for name, (counted, of) in found.items():
            tally.sums[sort, name, "counted"] += counted
            tally.sums[sort, name, "of"] += of
            tally.sums[sort, name, "counted²"] += counted * counted
            tally.sums[sort, name, "of²"] += of * of
            tally.sums[sort, name, "counted·of"] += counted * of
    for name, seats in account.shares_of_seats.items():
        for deck, (counted, of) in zip(batch.decks, seats, strict=True):
            tally.of_decks[name, deck, "counted"] += counted
            tally.of_decks[name, deck, "of"] += of
    if again is not None:
        tally.with_orders.append(again.hand_offs)
        tally.by_order.append(again.by_order)
        tally.forced.append(again.forced)


def _through(
    game: PlayableGame,
    batch: Batch,
    seed: str,
    *,
    orders: bool = False,
    watch: Watch | None = None,
) -> Playthrough:
    longest = None if RANDOM in batch.players else IN_CIRCLES
    players = _players(game, batch, seed)
    look = watch.look if isinstance(watch, Looker) else None
    return play(
        game.kernel, batch.setup, seed, players, orders=orders, watch=watch, look=look, longest=longest
    )


def _compare(batch: Batch, outcome: Outcome, tally: Tally) -> None:
    """Note who came in before whom, of each two seats with different decks or different players."""
    place = {seat: number for number, seats in enumerate(outcome.places) for seat in seats}
    for pair in combinations(range(len(batch.decks)), 2):
        one, other = (place.get(seat, 0) for seat in pair)
        ahead = None if one == other else pair[0] if one < other else pair[1]
        low, high = sorted(batch.decks[seat] for seat in pair)
        if low != high:
            tally.wins[low, high, -1 if ahead is None else batch.decks[ahead]] += 1
        if batch.players[pair[0]] != batch.players[pair[1]]:
            tally.by_player.update({(low, batch.players[seat]): 0 for seat in pair})
            tally.by_player[low, "" if ahead is None else batch.players[ahead]] += 1


def _result(outcome: Outcome, seat: int) -> str:
    if outcome.winners == (seat,):
        return "won"
    return "drew" if seat in outcome.winners or not outcome.winners else "lost"


def _players(game: PlayableGame, batch: Batch, seed: str) -> list[AnyPlayer]:
    drawn = [Chance(f"{seed}, answers of {seat}") for seat in range(len(batch.players))]
    return [player_of(game, kind, chance) for kind, chance in zip(batch.players, drawn, strict=True)]


def player_kinds(game: PlayableGame) -> list[str]:
    """Return the names of a game's players."""
    own = [] if game.practice is None else [GREEDY]
    levels = [] if game.thinking is None else list(LEVELS)
    return [RANDOM, *own, *levels, *balance_of(game).players]


def player_of(game: PlayableGame, kind: str, chance: Chance) -> AnyPlayer:
    """Return a player of that kind, by its name (`player_kinds`)."""
    if kind == RANDOM:
        return RandomPlayer(chance)
    if kind in LEVELS and game.thinking is not None:
        return Thinker(game.thinking, game.thinking.levels[kind], chance.seed)
    if kind == GREEDY and game.practice is not None:
        return game.practice(chance)
    return balance_of(game).players[kind](chance)
