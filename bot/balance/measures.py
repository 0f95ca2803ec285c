"""What simulated matches say about decks and cards: figures, the targets that they are held to, and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import median, quantiles

import msgspec
from rich.table import Table

from bot.balance.simulation import Contender, PlayerKind, Tally, balance_of
from bot.games.authoring import Balance, Targets
from bot.games.playable import PlayableGame
from engine.kernel.diagnostics import either
from engine.kernel.endings import EndedBy

RARE = 5.0
"""A card is rare if it is played in fewer of a hundred matches of the decks that hold it."""


class CardUse(msgspec.Struct, frozen=True):
    """How often a card was played: in `played` of `seats`, the seats of all decks that hold it."""

    title: str
    kind: str
    decks: tuple[str, ...]
    seats: int
    played: int

    @property
    def share(self) -> float:
        """In percent."""
        return 100 * self.played / self.seats if self.seats else 0.0


def share(tally: Tally, row: int, column: int) -> float | None:
    """Return how much a deck won against another, in percent, draws counted as half; None if they did not meet."""
    low, high = min(row, column), max(row, column)
    won, lost, drawn = (tally.wins[low, high, who] for who in (row, column, -1))
    count = won + lost + drawn
    return None if row == column or not count else 100 * (won + drawn / 2) / count


def field_share(tally: Tally, row: int, decks: int) -> float | None:
    """Return how much a deck won against all the others, in percent."""
    found = [share(tally, row, column) for column in range(decks)]
    met = [each for each in found if each is not None]
    return sum(met) / len(met) if met else None


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
        )
        for title, (kind, numbers) in held.items()
    ]  # fmt: skip
    return sorted((use for use in found if use.seats), key=lambda use: (use.share, use.title))


def ending(tally: Tally, key: str) -> float:
    """Return how many matches in a hundred ended so."""
    return 100 * tally.endings[key] / tally.matches


def misses(game: PlayableGame, decks: Sequence[Contender], tally: Tally) -> list[str]:
    """Return each target of the game that does not hold, in a sentence; nothing if it has none."""
    measured = balance_of(game)
    targets = measured.targets
    if targets is None:
        return []
    return [
        *_about_decks(targets, decks, tally),
        *_about_matches(targets, game, decks, tally),
        *_about_cards(uses(measured, decks, tally)),
    ]


def _about_decks(targets: Targets, decks: Sequence[Contender], tally: Tally) -> Iterator[str]:
    fewest, most = targets.wins
    for number, deck in enumerate(decks):
        won = field_share(tally, number, len(decks))
        if won is not None and won < fewest:
            yield f"{deck.name} wins {won:.0f} % of its matches: at least {fewest:.0f} % are wanted."
        if won is not None and won > most:
            yield f"{deck.name} wins {won:.0f} % of its matches: at most {most:.0f} % are wanted."


def _about_matches(
    targets: Targets, game: PlayableGame, decks: Sequence[Contender], tally: Tally
) -> Iterator[str]:
    for each in game.kernel.endings.values():
        found = ending(tally, each.key)
        if each.by is EndedBy.RULES and found < targets.least_of_an_ending:
            yield (
                f"In {found:.0f} % of the matches {each.name}: "
                f"at least {targets.least_of_an_ending:.0f} % are wanted."
            )
    for what, (shortest, longest) in targets.medians.items():
        middle = median(tally.figures[what])
        if not shortest <= middle <= longest:
            yield f"The median match has {middle:g} {what}: {shortest} to {longest} are wanted."
    for what, most in targets.most.items():
        if max(tally.figures[what]) > most:
            yield f"The longest match has {max(tally.figures[what])} {what}: at most {most} are wanted."
    if tally.answers and max(tally.answers) >= targets.answers:
        longest = max(tally.answers)
        numbers, seed = tally.played[tally.answers.index(longest)]
        playing = " against ".join(decks[number].name for number in numbers)
        yield (
            f"{playing}, with the seed “{seed}”, takes {longest} answers: fewer than {targets.answers} are wanted."
        )


def _about_cards(found: Sequence[CardUse]) -> Iterator[str]:
    for use in found:
        if not use.played:
            yield f"{use.title} is never played, by {either(use.decks)}."


# -------------------------------------------------------------------------------------------------------------- tables


def deck_table(decks: Sequence[Contender], tally: Tally) -> Table:
    """Return how each deck fared against each other one: its share of wins, in percent, draws counted as half."""
    table = Table(title="Wins in percent, the deck of the row against the deck of the column")
    table.add_column("deck")
    for number in range(len(decks)):
        table.add_column(str(number + 1), justify="right")
    table.add_column("all", justify="right", style="bold")
    for row, deck in enumerate(decks):
        cells = [_percent(share(tally, row, column)) for column in range(len(decks))]
        table.add_row(f"{row + 1} {deck.name}", *cells, _percent(field_share(tally, row, len(decks))))
    return table


def player_table(decks: Sequence[Contender], tally: Tally, player: PlayerKind, against: PlayerKind) -> Table:
    """Return how one kind of player fared against another with the same deck."""
    table = Table(title=f"Wins of {player.value} against {against.value} play, with the same deck")
    table.add_column("deck")
    table.add_column("percent", justify="right")
    for number, deck in enumerate(decks):
        table.add_row(deck.name, _percent(player_share(tally, player, against, [number])))
    table.add_row("all", _percent(player_share(tally, player, against, range(len(decks)))), style="bold")
    return table


def player_share(tally: Tally, player: PlayerKind, against: PlayerKind, decks: Sequence[int]) -> float | None:
    """Return how much a kind of player won against another with these decks, in percent, draws counted as half."""
    won, lost, drawn = (
        sum(tally.by_player[number, who] for number in decks) for who in (player.value, against.value, "")
    )
    count = won + lost + drawn
    return 100 * (won + drawn / 2) / count if count else None


def course_table(tally: Tally) -> Table:
    """Return how the matches went: how long they were and how they ended."""
    table = Table(title=f"{tally.matches} matches", show_header=False)
    table.add_column("what")
    table.add_column("figure", justify="right")
    for what, numbers in _course(tally):
        low, high = tenths(numbers)
        table.add_row(
            f"{what}: median (nine in ten), most", f"{median(numbers):g} ({low:g}–{high:g}), {max(numbers)}"
        )
    for what, words in (("seat", "first seat"), ("active", "first to act")):
        won, drew, lost = (tally.first_seat[f"{what} {how}"] for how in ("won", "drew", "lost"))
        if won + drew + lost:
            table.add_row(f"wins of the {words}", f"{100 * (won + drew / 2) / tally.matches:.0f} %")
    for reason in sorted(tally.endings):
        table.add_row(f"ended by {reason}", f"{ending(tally, reason):.0f} %")
    return table


def _course(tally: Tally) -> Iterator[tuple[str, list[int]]]:
    yield from tally.figures.items()
    yield "answers", tally.answers
    yield "hand-offs between players", tally.hand_offs
    if tally.with_orders:
        yield "hand-offs with standing orders and forced answers", tally.with_orders
        yield "answers by order", tally.by_order
        yield "forced answers", tally.forced


def card_table(found: Sequence[CardUse]) -> Table:
    """Return the cards that are played in few of the matches of decks that hold them."""
    table = Table(title=f"Cards played in fewer than {RARE:.0f} of 100 matches of the decks that hold them")
    table.add_column("card")
    table.add_column("kind")
    table.add_column("decks")
    table.add_column("percent", justify="right")
    for use in found:
        if use.share < RARE:
            table.add_row(use.title, use.kind, ", ".join(use.decks), f"{use.share:.1f}")
    return table


def always_played(found: Sequence[CardUse]) -> list[str]:
    """Return the cards that were played in every match by everybody who held them."""
    return sorted(use.title for use in found if use.played == use.seats)


def tenths(numbers: Sequence[int]) -> tuple[float, float]:
    """Return between which numbers nine in ten of them lie."""
    if len(numbers) < 2:
        return numbers[0], numbers[0]
    cut = quantiles(numbers, n=20, method="inclusive")
    return cut[0], cut[-1]


def _lengths(tally: Tally) -> Mapping[str, list[int]]:
    """Return how long matches were: what the game counts, answers and hand-offs."""
    figures = {what.casefold(): numbers for what, numbers in tally.figures.items()}
    return {**figures, "answers": tally.answers, "hand-offs": tally.hand_offs}


def _hundredths(numbers: Sequence[int]) -> float:
    """Return what 99 in 100 of these numbers do not exceed."""
    return round(quantiles(numbers, n=100, method="inclusive")[-1], 1) if len(numbers) > 1 else numbers[0]


def _percent(number: float | None) -> str:
    return "–" if number is None else f"{number:.0f}"


def as_data(game: PlayableGame, decks: Sequence[Contender], tally: Tally) -> dict[str, object]:
    """Return all the figures as plain data, for programs."""
    count, lengths = len(decks), _lengths(tally)
    return {
        "game": game.name,
        "matches": tally.matches,
        "decks": {
            deck.name: {
                "all": field_share(tally, row, count),
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
        "first": dict(sorted(tally.first_seat.items())),
        "figures": {
            what.casefold(): dict(sorted(Counter(numbers).items())) for what, numbers in tally.figures.items()
        },
        "median": {
            **{what: median(numbers) for what, numbers in lengths.items()},
            **({"hand-offs with orders": median(tally.with_orders)} if tally.with_orders else {}),
        },
        "99 in 100": {what: _hundredths(numbers) for what, numbers in lengths.items()},
        "most": {what: max(numbers) for what, numbers in lengths.items()},
        "cards": {use.title: round(use.share, 2) for use in uses(balance_of(game), decks, tally)},
        "misses": misses(game, decks, tally),
    }
