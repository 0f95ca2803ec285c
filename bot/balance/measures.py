"""Results of simulated matches by deck and card: figures, their targets, and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from statistics import median, quantiles

import msgspec
from rich.table import Table

from bot.balance.simulation import Contender, Tally, balance_of
from bot.games.author_tools import Balance
from bot.games.playable import PlayableGame

RARE = 5.0
"""A card is rare if it is played in fewer of a hundred matches of the decks that hold it."""


NEARLY_ALL = 95
"""So many of a hundred matches are nearly all."""

CONFIDENCE = 1.96
"""So many standard errors on either side hold the true share in 95 of 100 cases."""


class CardUse(msgspec.Struct, frozen=True):
    """The use of a card: it was played in `played` of `seats`, the seats of all decks with it.

    In a game without decks, `seats` are those that acquired it in the match, and `decks` its sources. `used` is the
    number of seats in which it had any effect.
    """

    title: str
    kind: str
    decks: tuple[str, ...]
    seats: int
    played: int
    used: int = 0
    matches: int = 0
    """The number of matches in which the card was available; in `played_in` of them it was played."""
    played_in: int = 0

    @property
    def share(self) -> float:
        """The share of seats that played it, in percent."""
        return 100 * self.played / self.seats if self.seats else 0.0

    @property
    def share_of_matches(self) -> float:
        """In how many matches it was played, in percent."""
        return 100 * self.played_in / self.matches if self.matches else 0.0

    @property
    def use(self) -> float:
        """The share in which it was of any use, in percent."""
        return 100 * self.used / self.seats if self.seats else 0.0


class WinRate(msgspec.Struct, frozen=True):
    """The win rate of those who had something: in percent, draws counted as half, with its confidence interval."""

    name: str
    seats: int
    share: float
    low: float
    high: float


def winning(tally: Tally, sort: str) -> list[WinRate]:
    """Return the win rates of players who had each item of a kind (see `Account.had`), best first."""
    found: list[WinRate] = []
    for name in {name for one, name, _ in tally.had if one == sort}:
        won, drew, lost = (tally.had[sort, name, how] for how in ("won", "drew", "lost"))
        found.append(wilson(name, won + drew / 2, won + drew + lost))
    return sorted(found, key=lambda one: (-one.share, one.name))


def wilson(name: str, won: float, count: int) -> WinRate:
    """Return a share with its interval, by Wilson: it stays between 0 and 100 however few there are."""
    part, square = won / count, CONFIDENCE**2
    middle = (part + square / (2 * count)) / (1 + square / count)
    half = CONFIDENCE * sqrt(part * (1 - part) / count + square / (4 * count**2)) / (1 + square / count)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return WinRate(name, count, 100 * won / count, 100 * low, 100 * high)


def shares(tally: Tally) -> list[WinRate]:
    """Return each share of the game in percent with its interval, by name."""
    names = sorted({name for sort, name, _ in tally.sums if sort == "share"})
    return [_share(tally, name) for name in names if tally.sums["share", name, "of"]]


def _share(tally: Tally, name: str) -> WinRate:
    """Return a share with its interval: matches are independent, what happens within one is not.

    Where each match counts once, or only the sums are known, it is Wilson's; else that of a ratio of two sums over matches, to the first order.
    """
    counted, of, squares, of_squares, products = (
        tally.sums["share", name, what] for what in ("counted", "of", "counted²", "of²", "counted·of")
    )
    if of_squares in (0, of):
        return wilson(name, counted, of)
    part = counted / of
    spread = max(0.0, squares - 2 * part * products + part * part * of_squares)
    half = CONFIDENCE * sqrt(spread) / of
    return WinRate(name, of, 100 * part, 100 * max(0.0, part - half), 100 * min(1.0, part + half))


def shares_of_decks(tally: Tally) -> Iterator[tuple[str, int, float]]:
    """Yield each share that seats have, by name and deck, in percent."""
    for name, deck in sorted({(name, deck) for name, deck, _ in tally.of_decks}):
        of = tally.of_decks[name, deck, "of"]
        if of:
            yield name, deck, 100 * tally.of_decks[name, deck, "counted"] / of


def sorts(tally: Tally) -> list[str]:
    """Return the sorts of things that seats had, those of the fewest things first."""
    names = Counter(sort for sort, _ in {(sort, name) for sort, name, _ in tally.had})
    return sorted(names, key=lambda sort: (names[sort], sort))


def first_to_act(tally: Tally) -> WinRate | None:
    """Return how often those won who acted first; None if that means nothing."""
    won, drew, lost = (tally.first_seat[f"active {how}"] for how in ("won", "drew", "lost"))
    count = won + drew + lost
    return wilson("first to act", won + drew / 2, count) if count else None


def share(tally: Tally, row: int, column: int) -> float | None:
    """Return how much a deck won against another, in percent, draws counted as half; None if they did not meet."""
    low, high = min(row, column), max(row, column)
    won, lost, drawn = (tally.wins[low, high, who] for who in (row, column, -1))
    count = won + lost + drawn
    return None if row == column or not count else 100 * (won + drawn / 2) / count


def against_all(tally: Tally, row: int) -> WinRate | None:
    """Return a deck's win rate against all others; None if it met none of them."""
    met = {pair: count for pair, count in tally.wins.items() if row in pair[:2] and pair[0] != pair[1]}
    won = sum(count if who == row else count / 2 for (_, _, who), count in met.items() if who in (row, -1))
    count = sum(met.values())
    return wilson("", won, count) if count else None


def uses(measured: Balance, decks: Sequence[Contender], tally: Tally) -> list[CardUse]:
    """Return how often each card was played, the rarest first."""
    held: dict[str, tuple[str, list[int]]] = {}
    for number, deck in enumerate(decks):
        for title, kind in measured.cards(deck.content):
            held.setdefault(title, (kind, []))[1].append(number)
    found = [
        CardUse(
            title, kind, tuple(decks[number].name for number in numbers),
            sum(tally.of_deck[number] for number in numbers),
            sum(tally.seen[number, title] for number in numbers),
            sum(tally.used[number, title] for number in numbers),
        )
        for title, (kind, numbers) in held.items()
    ]  # fmt: skip
    for (sort, name), cards in measured.cards_with().items():
        seats = sum(tally.had[sort, name, how] for how in ("won", "drew", "lost"))
        found += [
            CardUse(
                title,
                kind,
                (name,),
                seats,
                _anywhere(tally.seen, title),
                _anywhere(tally.used, title),
                tally.in_matches[sort, name],
                tally.in_matches["", title],
            )
            for title, kind in cards
        ]
    return sorted((use for use in found if use.seats), key=lambda use: (use.share, use.title))


def _anywhere(counts: Counter[tuple[int, str]], title: str) -> int:
    return counts[0, title]


def ending(tally: Tally, key: str) -> float:
    """Return how many matches in a hundred ended so."""
    return 100 * tally.endings[key] / tally.matches


# -------------------------------------------------------------------------------------------------------------- tables


def deck_table(decks: Sequence[Contender], tally: Tally) -> Table:
    """Return how each deck fared against each other one: its share of wins, in percent, draws counted as half."""
    table = Table(title="Wins in percent, the deck of the row against the deck of the column")
    table.add_column("deck")
    for number in range(len(decks)):
        table.add_column(str(number + 1), justify="right")
    table.add_column("all", justify="right", style="bold")
    found = {(name, deck): part for name, deck, part in shares_of_decks(tally)}
    names = sorted({name for name, _ in found})
    for name in names:
        table.add_column(name, justify="right")
    for row, deck in enumerate(decks):
        cells = [_percent(share(tally, row, column)) for column in range(len(decks))]
        one = against_all(tally, row)
        whole = "–" if one is None else f"{one.share:.0f} ({one.low:.0f}–{one.high:.0f})"
        own = [_percent(found.get((name, row))) for name in names]
        table.add_row(f"{row + 1} {deck.name}", *cells, whole, *own)
    return table


def player_table(decks: Sequence[Contender], tally: Tally, player: str, against: str) -> Table:
    """Return how one kind of player fared against another with the same deck."""
    table = Table(title=f"Wins of {player} against {against} play, with the same deck")
    table.add_column("deck")
    table.add_column("percent", justify="right")
    played = [(deck.name, [number]) for number, deck in enumerate(decks)] + [("all", [*range(len(decks))])]
    for name, numbers in played:
        one = player_wins(tally, player, against, numbers)
        table.add_row(name, _percent(one and one.share), style="bold" if name == "all" else "")
    return table


def player_wins(tally: Tally, player: str, against: str, decks: Sequence[int]) -> WinRate | None:
    """Return how often a kind of player won against another with these decks; None if they did not meet."""
    won, lost, drawn = (
        sum(tally.by_player[number, who] for number in decks) for who in (player, against, "")
    )
    count = won + lost + drawn
    return wilson(player, won + drawn / 2, count) if count else None


def without_end(decks: Sequence[Contender], tally: Tally) -> str:
    """Return a sentence about the matches in which the players went round in circles; "" where there was none."""
    if not tally.in_circles:
        return ""
    named = [
        f"{' – '.join(decks[number].name for number in numbers)} ({seed})".strip()
        for numbers, seed in tally.in_circles
    ]
    many = "1 match" if len(named) == 1 else f"{len(named)} matches"
    return f"{many} went round in circles and had no end: {', '.join(named)}. No other figure counts {'it' if len(named) == 1 else 'them'}."


def course_table(tally: Tally) -> Table:
    """Return how the matches went: how long they were and how they ended."""
    table = Table(title=f"{tally.matches} matches", show_header=False)
    table.add_column("what")
    table.add_column("figure", justify="right")
    for what, numbers in _course(tally):
        low, high, nearly = (hundredths(numbers, n) for n in (10, 90, NEARLY_ALL))
        table.add_row(
            f"{what}: median (10–90 %), {NEARLY_ALL} %, most",
            f"{median(numbers):g} ({low:g}–{high:g}), {nearly:g}, {max(numbers)}",
        )
    for what, words in (("seat", "first seat"), ("active", "first to act")):
        won, drew, lost = (tally.first_seat[f"{what} {how}"] for how in ("won", "drew", "lost"))
        if won + drew + lost:
            one = wilson(words, won + drew / 2, won + drew + lost)
            table.add_row(f"wins of the {words}", f"{one.share:.1f} % ({one.low:.0f}–{one.high:.0f})")
    for one in shares(tally):
        table.add_row(one.name, f"{one.share:.1f} % ({one.low:.0f}–{one.high:.0f})")
    for name in sorted(name for sort, name, what in tally.sums if sort == "mean" and what == "of"):
        counted, of = (tally.sums["mean", name, what] for what in ("counted", "of"))
        if of:
            table.add_row(name, f"{counted / of:.2f}")
    for reason in sorted(tally.endings):
        table.add_row(f"ended by {reason}", f"{ending(tally, reason):.1f} %")
    return table


def _course(tally: Tally) -> Iterator[tuple[str, list[int]]]:
    yield from tally.figures.items()
    yield "answers", tally.answers
    yield "hand-offs between players", tally.hand_offs
    if tally.with_orders:
        yield "hand-offs with standing orders and forced answers", tally.with_orders
        yield "answers by order", tally.by_order
        yield "forced answers", tally.forced


def winning_table(tally: Tally, sort: str) -> Table:
    """Return how often those won who had each thing of a sort, in percent."""
    table = Table(title=f"Wins in percent of who had each {sort}")
    table.add_column(sort)
    for column in ("seats", "percent", "95 of 100"):
        table.add_column(column, justify="right")
    for one in winning(tally, sort):
        table.add_row(one.name, str(one.seats), f"{one.share:.1f}", f"{one.low:.1f}–{one.high:.1f}")
    return table


def card_table(found: Sequence[CardUse], below: float = RARE) -> Table:
    """Return the cards that are played in few of the matches of decks that hold them: in fewer than `below` percent."""
    table = Table(title=f"Cards played in fewer than {below:.0f} of 100 matches of those who have them")
    table.add_column("card")
    table.add_column("kind")
    table.add_column("of")
    table.add_column("percent", justify="right")
    has_use = any(use.used for use in found)
    if has_use:
        table.add_column("of any use", justify="right")
    for use in found:
        if use.share < below:
            more = [f"{use.use:.1f}"] if has_use else []
            table.add_row(use.title, use.kind, ", ".join(use.decks), f"{use.share:.1f}", *more)
    return table


def always_played(found: Sequence[CardUse]) -> list[str]:
    """Return the cards that were played in every match by everybody who held them."""
    return sorted(use.title for use in found if use.played == use.seats)


def hundredths(numbers: Sequence[int], n: int) -> float:
    """Return what n in 100 of these numbers do not exceed."""
    if len(numbers) < 2:
        return numbers[0]
    return round(quantiles(numbers, n=100, method="inclusive")[n - 1], 1)


def _lengths(tally: Tally) -> Mapping[str, list[int]]:
    """Return how long matches were: what the game counts, answers and hand-offs."""
    figures = {what.casefold(): numbers for what, numbers in tally.figures.items()}
    return {**figures, "answers": tally.answers, "hand-offs": tally.hand_offs}


def _percent(number: float | None) -> str:
    return "–" if number is None else f"{number:.0f}"


def as_data(
    game: PlayableGame, decks: Sequence[Contender], tally: Tally, missed: Sequence[str]
) -> dict[str, object]:
    """Return all the figures as plain data, for programs."""
    count, lengths = len(decks), _lengths(tally)
    return {
        "game": game.name,
        "matches": tally.matches,
        "decks": {
            deck.name: {
                "all": None if (one := against_all(tally, row)) is None else one.share,
                "against": {
                    decks[column].name: share(tally, row, column) for column in range(count) if column != row
                },
            }
            for row, deck in enumerate(decks)
        },
        "players": {
            name: sum(won for (_, who), won in tally.by_player.items() if who == name)
            for name in sorted({who for _, who in tally.by_player})
        },
        "endings": dict(sorted(tally.endings.items())),
        "in circles": [seed for _, seed in tally.in_circles],
        "first": dict(sorted(tally.first_seat.items())),
        "figures": {
            what.casefold(): dict(sorted(Counter(numbers).items())) for what, numbers in tally.figures.items()
        },
        "median": {
            **{what: median(numbers) for what, numbers in lengths.items()},
            **({"hand-offs with orders": median(tally.with_orders)} if tally.with_orders else {}),
        },
        "99 in 100": {what: hundredths(numbers, 99) for what, numbers in lengths.items()},
        "most": {what: max(numbers) for what, numbers in lengths.items()},
        "had": {
            sort: {
                one.name: [one.seats, *(round(n, 2) for n in (one.share, one.low, one.high))]
                for one in winning(tally, sort)
            }
            for sort in sorts(tally)
        },
        "shares": {one.name: [round(n, 2) for n in (one.share, one.low, one.high)] for one in shares(tally)},
        "shares of decks": [
            [name, decks[deck].name, round(part, 2)] for name, deck, part in shares_of_decks(tally)
        ],
        "sums": {
            name: [tally.sums[sort, name, "counted"], tally.sums[sort, name, "of"]]
            for sort, name in sorted({(sort, name) for sort, name, _ in tally.sums})
        },
        "cards": {use.title: round(use.share, 2) for use in uses(balance_of(game), decks, tally)},
        "misses": list(missed),
    }
