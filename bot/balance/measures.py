"""Results of simulated matches by deck and card: figures and tables."""

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
"""A card is rare if it is played in less than this percentage of the matches of decks with it."""


NEARLY_ALL = 95
"""The percentile used for "nearly all matches"."""

CONFIDENCE = 1.96
"""Standard errors on either side of a result for a 95 % confidence interval."""


class CardUse(msgspec.Struct, frozen=True):
    """The use of a card: `played` of `seats` seats with it played it.

    `seats` counts the seats of all decks with the card. In a game without decks, it counts those that had its source,
    which is in `decks`. `used` is the number of seats in which it had any effect.
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
        """The share of matches in which it was played, in percent."""
        return 100 * self.played_in / self.matches if self.matches else 0.0

    @property
    def use(self) -> float:
        """The share of seats in which it was of any use, in percent."""
        return 100 * self.used / self.seats if self.seats else 0.0


class WinRate(msgspec.Struct, frozen=True):
    """A win rate, or another share, in percent with its confidence interval. Draws count as half a win."""

    name: str
    seats: int
    share: float
    low: float
    high: float


def winning(tally: Tally, kind: str) -> list[WinRate]:
    """Return the win rates of players who had each item of a kind (see `Account.had`), best first."""
    rates: list[WinRate] = []
    for name in {name for each, name, _ in tally.had if each == kind}:
        won, drew, lost = (tally.had[kind, name, result] for result in ("won", "drew", "lost"))
        rates.append(wilson(name, won + drew / 2, won + drew + lost))
    return sorted(rates, key=lambda rate: (-rate.share, rate.name))


def wilson(name: str, won: float, count: int) -> WinRate:
    """Return a share with its Wilson interval, which stays between 0 and 100 even for small counts."""
    part, square = won / count, CONFIDENCE**2
    middle = (part + square / (2 * count)) / (1 + square / count)
    margin = CONFIDENCE * sqrt(part * (1 - part) / count + square / (4 * count**2)) / (1 + square / count)
    low, high = max(0.0, middle - margin), min(1.0, middle + margin)
    return WinRate(name, count, 100 * won / count, 100 * low, 100 * high)


def shares(tally: Tally) -> list[WinRate]:
    """Return the game's own shares with their intervals, in alphabetical order."""
    names = sorted({name for kind, name, _ in tally.sums if kind == "share"})
    return [_share(tally, name) for name in names if tally.sums["share", name, "of"]]


def _share(tally: Tally, name: str) -> WinRate:
    """Return a share with its interval. Matches are independent, but events within one aren't.

    If each match counts once, or if only the sums are known, it is the Wilson interval. Otherwise it is the first-order
    interval for a ratio of two sums over matches.
    """
    counted, of, squares, of_squares, products = (
        tally.sums["share", name, what] for what in ("counted", "of", "counted²", "of²", "counted·of")
    )
    if of_squares in (0, of):
        return wilson(name, counted, of)
    part = counted / of
    spread = max(0.0, squares - 2 * part * products + part * part * of_squares)
    margin = CONFIDENCE * sqrt(spread) / of
    return WinRate(name, of, 100 * part, 100 * max(0.0, part - margin), 100 * min(1.0, part + margin))


def shares_of_decks(tally: Tally) -> Iterator[tuple[str, int, float]]:
    """Yield each share by seat as (name, deck, percent)."""
    for name, deck in sorted({(name, deck) for name, deck, _ in tally.of_decks}):
        of = tally.of_decks[name, deck, "of"]
        if of:
            yield name, deck, 100 * tally.of_decks[name, deck, "counted"] / of


def kinds(tally: Tally) -> list[str]:
    """Return the kinds of things that seats had, those with the fewest names first."""
    names = Counter(kind for kind, _ in {(kind, name) for kind, name, _ in tally.had})
    return sorted(names, key=lambda kind: (names[kind], kind))


def first_to_act(tally: Tally) -> WinRate | None:
    """Return the win rate of the first player to act; None if the game has no first player."""
    won, drew, lost = (tally.first_seat[f"active {result}"] for result in ("won", "drew", "lost"))
    count = won + drew + lost
    return wilson("first to act", won + drew / 2, count) if count else None


def share(tally: Tally, row: int, column: int) -> float | None:
    """Return a deck's win rate against another, in percent, draws counted as half; None if they never met."""
    low, high = min(row, column), max(row, column)
    won, lost, drawn = (tally.wins[low, high, winner] for winner in (row, column, -1))
    count = won + lost + drawn
    return None if row == column or not count else 100 * (won + drawn / 2) / count


def against_all(tally: Tally, row: int) -> WinRate | None:
    """Return a deck's win rate against all other decks; None if it met none of them."""
    counts = {pair: count for pair, count in tally.wins.items() if row in pair[:2] and pair[0] != pair[1]}
    won = sum(
        count if winner == row else count / 2
        for (_, _, winner), count in counts.items()
        if winner in (row, -1)
    )
    count = sum(counts.values())
    return wilson("", won, count) if count else None


def uses(measured: Balance, decks: Sequence[Contender], tally: Tally) -> list[CardUse]:
    """Return the use of each card, rarest first."""
    decks_by_title: dict[str, tuple[str, list[int]]] = {}
    for number, deck in enumerate(decks):
        for title, kind in measured.cards(deck.content):
            decks_by_title.setdefault(title, (kind, []))[1].append(number)
    card_uses = [
        CardUse(
            title, kind, tuple(decks[number].name for number in numbers),
            sum(tally.of_deck[number] for number in numbers),
            sum(tally.seen[number, title] for number in numbers),
            sum(tally.used[number, title] for number in numbers),
        )
        for title, (kind, numbers) in decks_by_title.items()
    ]  # fmt: skip
    for (kind_of_source, name), cards in measured.cards_with().items():
        seats = sum(tally.had[kind_of_source, name, result] for result in ("won", "drew", "lost"))
        card_uses += [
            CardUse(
                title,
                kind,
                (name,),
                seats,
                _anywhere(tally.seen, title),
                _anywhere(tally.used, title),
                tally.in_matches[kind_of_source, name],
                tally.in_matches["", title],
            )
            for title, kind in cards
        ]
    return sorted((use for use in card_uses if use.seats), key=lambda use: (use.share, use.title))


def _anywhere(counts: Counter[tuple[int, str]], title: str) -> int:
    return counts[0, title]


def ending(tally: Tally, key: str) -> float:
    """Return the share of matches with an ending, in percent."""
    return 100 * tally.endings[key] / tally.matches


# -------------------------------------------------------------------------------------------------------------- tables


def deck_table(decks: Sequence[Contender], tally: Tally) -> Table:
    """Return a table of each deck's win rate against each other deck, in percent, draws counted as half."""
    table = Table(title="Wins in percent, the deck of the row against the deck of the column")
    table.add_column("deck")
    for number in range(len(decks)):
        table.add_column(str(number + 1), justify="right")
    table.add_column("all", justify="right", style="bold")
    deck_shares = {(name, deck): part for name, deck, part in shares_of_decks(tally)}
    names = sorted({name for name, _ in deck_shares})
    for name in names:
        table.add_column(name, justify="right")
    for row, deck in enumerate(decks):
        cells = [_percent(share(tally, row, column)) for column in range(len(decks))]
        total = against_all(tally, row)
        total_text = "–" if total is None else f"{total.share:.0f} ({total.low:.0f}–{total.high:.0f})"
        own_shares = [_percent(deck_shares.get((name, row))) for name in names]
        table.add_row(f"{row + 1} {deck.name}", *cells, total_text, *own_shares)
    return table


def player_table(decks: Sequence[Contender], tally: Tally, player: str, against: str) -> Table:
    """Return a table of one kind of player's win rates against another kind with the same deck."""
    table = Table(title=f"Wins of {player} against {against} play, with the same deck")
    table.add_column("deck")
    table.add_column("percent", justify="right")
    groups = [(deck.name, [number]) for number, deck in enumerate(decks)] + [("all", [*range(len(decks))])]
    for name, numbers in groups:
        rate = player_wins(tally, player, against, numbers)
        table.add_row(name, _percent(rate and rate.share), style="bold" if name == "all" else "")
    return table


def player_wins(tally: Tally, player: str, against: str, decks: Sequence[int]) -> WinRate | None:
    """Return a kind of player's win rate against another kind with these decks; None if they never met."""
    won, lost, drawn = (
        sum(tally.by_player[number, winner] for number in decks) for winner in (player, against, "")
    )
    count = won + lost + drawn
    return wilson(player, won + drawn / 2, count) if count else None


def without_end(decks: Sequence[Contender], tally: Tally) -> str:
    """Return a sentence about the matches that never ended because the players repeated themselves; "" if none."""
    if not tally.in_circles:
        return ""
    matches = [
        f"{' – '.join(decks[number].name for number in numbers)} ({seed})".strip()
        for numbers, seed in tally.in_circles
    ]
    count_text = "1 match" if len(matches) == 1 else f"{len(matches)} matches"
    return f"{count_text} went round in circles and had no end: {', '.join(matches)}. No other figure counts {'it' if len(matches) == 1 else 'them'}."


def course_table(tally: Tally) -> Table:
    """Return a table about the length and the endings of matches."""
    table = Table(title=f"{tally.matches} matches", show_header=False)
    table.add_column("what")
    table.add_column("figure", justify="right")
    for label, numbers in _course(tally):
        low, high, nearly = (percentile(numbers, n) for n in (10, 90, NEARLY_ALL))
        table.add_row(
            f"{label}: median (10–90 %), {NEARLY_ALL} %, most",
            f"{median(numbers):g} ({low:g}–{high:g}), {nearly:g}, {max(numbers)}",
        )
    for key, label in (("seat", "first seat"), ("active", "first to act")):
        won, drew, lost = (tally.first_seat[f"{key} {result}"] for result in ("won", "drew", "lost"))
        if won + drew + lost:
            rate = wilson(label, won + drew / 2, won + drew + lost)
            table.add_row(f"wins of the {label}", f"{rate.share:.1f} % ({rate.low:.0f}–{rate.high:.0f})")
    for name in sorted(name for kind, name, part in tally.sums if kind == "mean" and part == "of"):
        counted, of = (tally.sums["mean", name, part] for part in ("counted", "of"))
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


def winning_table(tally: Tally, kind: str) -> Table:
    """Return a table of the win rates of seats with each thing of a kind."""
    table = Table(title=f"Wins in percent of who had each {kind}")
    table.add_column(kind)
    for column in ("seats", "percent", "95 % interval"):
        table.add_column(column, justify="right")
    for rate in winning(tally, kind):
        table.add_row(rate.name, str(rate.seats), f"{rate.share:.1f}", f"{rate.low:.1f}–{rate.high:.1f}")
    return table


def card_table(card_uses: Sequence[CardUse], below: float = RARE) -> Table:
    """Return a table of the cards played by less than `below` percent of the seats with them."""
    table = Table(title=f"Cards played in fewer than {below:.0f} of 100 matches of those who have them")
    table.add_column("card")
    table.add_column("kind")
    table.add_column("of")
    table.add_column("percent", justify="right")
    has_use = any(use.used for use in card_uses)
    if has_use:
        table.add_column("of any use", justify="right")
    for use in card_uses:
        if use.share < below:
            extra = [f"{use.use:.1f}"] if has_use else []
            table.add_row(use.title, use.kind, ", ".join(use.decks), f"{use.share:.1f}", *extra)
    return table


def always_played(card_uses: Sequence[CardUse]) -> list[str]:
    """Return the cards that every seat with them played, in alphabetical order."""
    return sorted(use.title for use in card_uses if use.played == use.seats)


def percentile(numbers: Sequence[int], n: int) -> float:
    """Return the n-th percentile of these numbers."""
    if len(numbers) < 2:
        return numbers[0]
    return round(quantiles(numbers, n=100, method="inclusive")[n - 1], 1)


def _lengths(tally: Tally) -> Mapping[str, list[int]]:
    """Return the length of each match, by unit: the game's own figures, answers and hand-offs."""
    figures = {name.casefold(): numbers for name, numbers in tally.figures.items()}
    return {**figures, "answers": tally.answers, "hand-offs": tally.hand_offs}


def _percent(number: float | None) -> str:
    return "–" if number is None else f"{number:.0f}"


def as_data(
    game: PlayableGame, decks: Sequence[Contender], tally: Tally, missed: Sequence[str]
) -> dict[str, object]:
    """Return all results as plain data, for programs."""
    count, lengths = len(decks), _lengths(tally)
    return {
        "game": game.name,
        "matches": tally.matches,
        "decks": {
            deck.name: {
                "all": None if (rate := against_all(tally, row)) is None else rate.share,
                "against": {
                    decks[column].name: share(tally, row, column) for column in range(count) if column != row
                },
            }
            for row, deck in enumerate(decks)
        },
        "players": {
            name: sum(won for (_, winner), won in tally.by_player.items() if winner == name)
            for name in sorted({winner for _, winner in tally.by_player})
        },
        "endings": dict(sorted(tally.endings.items())),
        "in circles": [seed for _, seed in tally.in_circles],
        "first": dict(sorted(tally.first_seat.items())),
        "figures": {
            label.casefold(): dict(sorted(Counter(numbers).items()))
            for label, numbers in tally.figures.items()
        },
        "median": {
            **{label: median(numbers) for label, numbers in lengths.items()},
            **({"hand-offs with orders": median(tally.with_orders)} if tally.with_orders else {}),
        },
        "99th percentile": {label: percentile(numbers, 99) for label, numbers in lengths.items()},
        "most": {label: max(numbers) for label, numbers in lengths.items()},
        "had": {
            kind: {
                rate.name: [rate.seats, *(round(n, 2) for n in (rate.share, rate.low, rate.high))]
                for rate in winning(tally, kind)
            }
            for kind in kinds(tally)
        },
        "shares": {
            rate.name: [round(n, 2) for n in (rate.share, rate.low, rate.high)] for rate in shares(tally)
        },
        "shares of decks": [
            [name, decks[deck].name, round(part, 2)] for name, deck, part in shares_of_decks(tally)
        ],
        "sums": {
            name: [tally.sums[kind, name, "counted"], tally.sums[kind, name, "of"]]
            for kind, name in sorted({(kind, name) for kind, name, _ in tally.sums})
        },
        "cards": {use.title: round(use.share, 2) for use in uses(balance_of(game), decks, tally)},
        "misses": list(missed),
    }
