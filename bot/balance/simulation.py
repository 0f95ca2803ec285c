"""Simulated matches between computer players: the pairings of players and decks, and the results."""

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

from bot.games.author_tools import Account, Balance, PositionWatch, Watch
from bot.games.playable import PlayableGame
from bot.games.registry import games
from engine.kernel.ai.levels import LEVELS
from engine.kernel.ai.player import Thinker
from engine.kernel.chance import Chance
from engine.kernel.position import Outcome
from engine.kernel.simulation import IN_CIRCLES, AnyPlayer, EndlessMatch, Playthrough, RandomPlayer, play


def processes(jobs: int) -> ProcessPoolExecutor:
    """Return a pool of `jobs` new processes, which end with this process however it ends.

    They are spawned on every system: a forked process would inherit locks, and could wait forever for one that another
    thread held.
    """
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _end_with_parent)


def _end_with_parent() -> None:
    """Start a thread that ends this process when its parent is gone."""
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "this process was started by another process"
    parent.join()
    os._exit(1)


BATCH = 10
"""Maximum number of matches per batch. Progress is reported after each batch."""

_AHEAD = 2
"""The number of batches per process that are submitted in advance."""


RANDOM = "random"
GREEDY = "greedy"
"""The computer players of every game: a random one, and the game's own, which chooses what looks best."""


class Contender(msgspec.Struct, frozen=True):
    """A deck in a simulation: its name, and its content for the game's `setup`; "" and None in a game without decks."""

    name: str
    content: object


NO_DECKS = (Contender("", None),)
"""The only contender in a game without decks."""


class Batch(msgspec.Struct, frozen=True):
    """Matches with the same decks and players: the decks' numbers and the players by seat, and one seed per match."""

    decks: tuple[int, ...]
    players: tuple[str, ...]
    setup: bytes
    seeds: tuple[str, ...]
    orders: bool = False
    """Whether each match is played a second time, with standing orders and forced answers."""


class Tally(msgspec.Struct):
    """The results of several matches. Decks are numbers; winner -1 means a draw.

    With more than two players, each pair is compared: the player with the better place wins.
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
    """The hand-offs of each match when played again with standing orders and forced answers."""
    by_order: list[int] = msgspec.field(default_factory=list[int])
    """The number of answers by orders in each of these."""
    forced: list[int] = msgspec.field(default_factory=list[int])
    """The number of forced answers in each of these."""
    wins: Counter[tuple[int, int, int]] = msgspec.field(default_factory=Counter[tuple[int, int, int]])
    """Counts by (lower deck, higher deck, winner), for pairs of different decks."""
    by_player: Counter[tuple[int, str]] = msgspec.field(default_factory=Counter[tuple[int, str]])
    """Wins by (deck, kind of player), for pairs of different kinds; kind "" counts draws."""
    endings: Counter[str] = msgspec.field(default_factory=Counter[str])
    first_seat: Counter[str] = msgspec.field(default_factory=Counter[str])
    """Results of the first seat, and of the first active seat: "seat won", "active won", …"""
    seen: Counter[tuple[int, str]] = msgspec.field(default_factory=Counter[tuple[int, str]])
    """The number of seats that played a card, by (deck, title)."""
    used: Counter[tuple[int, str]] = msgspec.field(default_factory=Counter[tuple[int, str]])
    """The number of seats in which a card was of any use, by (deck, title) (see `Account.used`)."""
    of_deck: Counter[int] = msgspec.field(default_factory=Counter[int])
    """The number of seats of each deck."""
    had: Counter[tuple[str, str, str]] = msgspec.field(default_factory=Counter[tuple[str, str, str]])
    """Counts by (kind, name, result), for the things that seats had. Results are "won", "lost" and "drew"."""
    in_matches: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter[tuple[str, str]])
    """The number of matches with a mark or a thing, by (kind, name).

    Under ("", title): the number in which someone had the card's source and someone played it.
    """
    sums: Counter[tuple[str, str, str]] = msgspec.field(default_factory=Counter[tuple[str, str, str]])
    """Sums by ("share" or "mean", name, part). Parts are the numerator ("counted") and the denominator ("of").

        Their squares and products over matches ("counted²", "of²", "counted·of") are for the interval of a share.
    """
    of_decks: Counter[tuple[str, int, str]] = msgspec.field(default_factory=Counter[tuple[str, int, str]])
    """Sums for each share by seat, by (name, deck, part). Parts are "counted" and "of"."""
    played: list[tuple[tuple[int, ...], str]] = msgspec.field(
        default_factory=list[tuple[tuple[int, ...], str]]
    )
    """The decks and the seed of each match, in the order of `answers`."""
    in_circles: list[tuple[tuple[int, ...], str]] = msgspec.field(
        default_factory=list[tuple[tuple[int, ...], str]]
    )
    """The decks and the seed of each endless match, in which players repeated themselves. Nothing else counts it."""

    @property
    def played_through(self) -> int:
        """The number of matches played, including endless ones."""
        return self.matches + len(self.in_circles)

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        self.matches += other.matches
        self.table = other.table
        for label, numbers in other.figures.items():
            self.figures[label].extend(numbers)
        for name in self.__struct_fields__:
            own: int | Counter[object] | list[object] = getattr(self, name)
            added: Any = getattr(other, name)
            if isinstance(own, Counter):
                own.update(added)
            elif isinstance(own, list):
                own.extend(added)


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
    """Return the matches to play, as batches.

    Without `against`, all players are of one kind. All combinations of decks meet equally often, each deck equally often
    in each seat; if there are too few decks, they play against themselves. With `against`, one `player` plays against
    players of that kind, all with the same deck. With `orders`, each match is repeated with standing orders and
    forced answers, to count how often it waits.
    """
    numbers = range(len(decks))
    groups = list(combinations(numbers, seats)) or [tuple(seat % len(decks) for seat in range(seats))]
    if against is not None:
        groups = [(number,) * seats for number in numbers]
    kinds = (player, *[against or player] * (seats - 1))
    seeds: dict[tuple[tuple[int, ...], tuple[str, ...]], list[str]] = {}
    for number in range(matches):
        group, rotation = groups[number // seats % len(groups)], number % seats
        decks_by_seat, players = group[rotation:] + group[:rotation], kinds[rotation:] + kinds[:rotation]
        seeds.setdefault((decks_by_seat, players), []).append(f"{seed} {number}")
    setups = {
        decks_by_seat: game.kernel.setup([decks[number].content for number in decks_by_seat])
        for decks_by_seat, _ in seeds
    }
    return [
        Batch(
            decks_by_seat, players, setups[decks_by_seat], tuple(match_seeds[start : start + BATCH]), orders
        )
        for (decks_by_seat, players), match_seeds in seeds.items()
        for start in range(0, len(match_seeds), BATCH)
    ]


def singly(batches: Sequence[Batch]) -> list[Batch]:
    """Return the same matches as batches of one, so that part of a long run covers all decks.

    The order is rounds of all pairings once, each round in a fixed random order.
    """
    pairings = len({(batch.decks, batch.players) for batch in batches})
    keyed: list[tuple[int, bytes, Batch]] = []
    for batch in batches:
        for seed in batch.seeds:
            number = int(seed.rpartition(" ")[2])
            keyed.append((number // pairings, blake2b(seed.encode()).digest(), replace(batch, seeds=(seed,))))
    return [batch for _, _, batch in sorted(keyed, key=lambda entry: entry[:2])]


# --------------------------------------------------------------------------------------------------------- the matches


def tallies(
    game: PlayableGame, batches: Sequence[Batch], jobs: int, has_time: Callable[[], bool] = lambda: True
) -> Iterator[Tally]:
    """Play batches, `jobs` at a time, while there is time. Yield their tallies in order. Raises EndlessMatch.

    Each started batch is played to its end.
    """
    started = takewhile(lambda _: has_time(), batches)
    if jobs == 1:
        yield from map(partial(play_batch, game), started)
        return
    with processes(jobs) as pool:
        submitted = (pool.submit(_play_batch_of, game.name, batch) for batch in started)
        running = deque(islice(submitted, _AHEAD * jobs))
        while running:
            tally = running.popleft().result()
            running.extend(islice(submitted, 1))
            yield tally


def _play_batch_of(name: str, batch: Batch) -> Tally:
    """Play a batch in a worker process, which looks up the game by name."""
    return play_batch(_games()[name], batch)


@cache
def _games() -> Mapping[str, PlayableGame]:
    return games().games


def play_batch(game: PlayableGame, batch: Batch) -> Tally:
    """Play the matches of a batch one after another.

    Raises EndlessMatch if a match between random players doesn't end. Other players can repeat themselves forever; such a
    match is counted in `Tally.in_circles`.
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
    """Return the definition of a game's own measurements."""
    return game.authoring().balance or Balance()


def _play(game: PlayableGame, measured: Balance, batch: Batch, seed: str, tally: Tally) -> None:
    watch = None if measured.watch is None else measured.watch()
    playthrough = _playthrough(game, batch, seed, watch=watch)
    with_orders = _playthrough(game, batch, seed, orders=True) if batch.orders else None
    account = Account() if watch is None else watch.account()
    tally.matches += 1
    tally.answers.append(playthrough.answers)
    tally.played.append((batch.decks, seed))
    tally.hand_offs.append(playthrough.hand_offs)
    for label, fact in measured.figures.items():
        tally.figures[label].append(playthrough.events[fact])
    for label, number in account.figures.items():
        tally.figures[label].append(number)
    tally.endings[playthrough.outcome.ending] += 1
    _compare(batch, playthrough.outcome, tally)
    for label, seat in {"seat": 0, "active": account.first}.items():
        if seat is not None:
            tally.first_seat[f"{label} {_result(playthrough.outcome, seat)}"] += 1
    tally.of_deck.update(batch.decks)
    tally.seen.update((batch.decks[seat], title) for seat, title in account.played)
    tally.used.update((batch.decks[seat], title) for seat, title in account.used)
    tally.had.update((kind, name, _result(playthrough.outcome, seat)) for seat, kind, name in account.had)
    things = {(kind, name) for _, kind, name in account.had}
    titles = {title for _, title in account.played}
    for thing, cards in measured.cards_with().items():
        if thing in things:
            tally.in_matches.update(("", title) for title, _ in cards if title in titles)
    tally.in_matches.update(things.union(account.marks))
    for kind, sums in (("share", account.shares), ("mean", account.means)):
        for name, (counted, of) in sums.items():
            tally.sums[kind, name, "counted"] += counted
            tally.sums[kind, name, "of"] += of
            tally.sums[kind, name, "counted²"] += counted * counted
            tally.sums[kind, name, "of²"] += of * of
            tally.sums[kind, name, "counted·of"] += counted * of
    for name, seats in account.shares_of_seats.items():
        for deck, (counted, of) in zip(batch.decks, seats, strict=True):
            tally.of_decks[name, deck, "counted"] += counted
            tally.of_decks[name, deck, "of"] += of
    if with_orders is not None:
        tally.with_orders.append(with_orders.hand_offs)
        tally.by_order.append(with_orders.by_order)
        tally.forced.append(with_orders.forced)


def _playthrough(
    game: PlayableGame,
    batch: Batch,
    seed: str,
    *,
    orders: bool = False,
    watch: Watch | None = None,
) -> Playthrough:
    longest = None if RANDOM in batch.players else IN_CIRCLES
    players = _players(game, batch, seed)
    before_answer = watch.before_answer if isinstance(watch, PositionWatch) else None
    return play(
        game.kernel,
        batch.setup,
        seed,
        players,
        orders=orders,
        watch=watch,
        before_answer=before_answer,
        longest=longest,
    )


def _compare(batch: Batch, outcome: Outcome, tally: Tally) -> None:
    """Record the winner of each pair of seats with different decks or different players."""
    places = {seat: number for number, seats in enumerate(outcome.places) for seat in seats}
    for pair in combinations(range(len(batch.decks)), 2):
        first_place, second_place = (places.get(seat, 0) for seat in pair)
        ahead = None if first_place == second_place else pair[0] if first_place < second_place else pair[1]
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
    chances = [Chance(f"{seed}, answers of {seat}") for seat in range(len(batch.players))]
    return [player_of(game, kind, chance) for kind, chance in zip(batch.players, chances, strict=True)]


def player_kinds(game: PlayableGame) -> list[str]:
    """Return the names of the kinds of computer players of a game."""
    own = [] if game.practice is None else [GREEDY]
    levels = [] if game.thinking is None else list(LEVELS)
    return [RANDOM, *own, *levels, *balance_of(game).players]


def player_of(game: PlayableGame, kind: str, chance: Chance) -> AnyPlayer:
    """Return a computer player of a kind (see `player_kinds`)."""
    if kind == RANDOM:
        return RandomPlayer(chance)
    if kind in LEVELS and game.thinking is not None:
        return Thinker(game.thinking, game.thinking.levels[kind], chance.seed)
    if kind == GREEDY and game.practice is not None:
        return game.practice(chance)
    return balance_of(game).players[kind](chance)
