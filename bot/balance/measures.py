"""What simulated matches say about decks and cards: figures, the targets that they are held to, and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median, quantiles
from typing import Any

import msgspec
from rich.table import Table

from bot.balance.simulation import PairingTally, PlayerKind
from cards.voidream.decks import Deck
from engine.voidream.endings import BASTION, INSANITY

FEWEST_WINS, MOST_WINS = 30.0, 70.0
"""Between these, in percent, each deck must win against the field."""

LEAST_OF_AN_ENDING = 10.0
"""So many matches in a hundred, at least, end in each of the ways in which the rules end one."""

SHORTEST, LONGEST = 4, 12
"""Between so many rounds the median must be."""

MOST_ROUNDS = 40
"""No match may take longer."""

MOST_ANSWERS = 600
"""No match may take as many answers as this: one that does holds an engine that hardly ends."""

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


def share(tally: PairingTally, row: int, column: int) -> float | None:
    """Return how much a deck won against another, in percent, draws counted as half; None if they did not meet."""
    low, high = min(row, column), max(row, column)
    won, lost, drawn = (tally.wins[low, high, who] for who in (row, column, -1))
    count = won + lost + drawn
    return None if row == column or not count else 100 * (won + drawn / 2) / count


def field_share(tally: PairingTally, row: int, decks: int) -> float | None:
    """Return how much a deck won against all the others, in percent."""
    found = [share(tally, row, column) for column in range(decks)]
    met = [each for each in found if each is not None]
    return sum(met) / len(met) if met else None


def uses(decks: Sequence[Deck], tally: PairingTally) -> list[CardUse]:
    """Return how often each card was played, the rarest first."""
    held: dict[str, tuple[str, list[int]]] = {}
    for number, deck in enumerate(decks):
        for card in {card.title: card for card in (*deck.arcana, *deck.dream)}.values():
            held.setdefault(card.title, (card.kind.value, []))[1].append(number)
    found = [
        CardUse(
            title, kind, tuple(decks[number].name for number in numbers),
            sum(tally.of_deck[number] for number in numbers),
            sum(tally.seen[number, title] for number in numbers),
        )
        for title, (kind, numbers) in held.items()
    ]  # fmt: skip
    return sorted((use for use in found if use.seats), key=lambda use: (use.share, use.title))


def ending(tally: PairingTally, key: str) -> float:
    """Return how many matches in a hundred ended so."""
    return 100 * tally.endings[key] / tally.matches


def misses(decks: Sequence[Deck], tally: PairingTally) -> list[str]:
    """Return each target that does not hold, in a sentence."""
    return [*_about_decks(decks, tally), *_about_matches(decks, tally), *_about_cards(decks, tally)]


def _about_decks(decks: Sequence[Deck], tally: PairingTally) -> Iterator[str]:
    for number, deck in enumerate(decks):
        won = field_share(tally, number, len(decks))
        if won is not None and won < FEWEST_WINS:
            yield f"{deck.name} wins {won:.0f} % of its matches: at least {FEWEST_WINS:.0f} % are wanted."
        if won is not None and won > MOST_WINS:
            yield f"{deck.name} wins {won:.0f} % of its matches: at most {MOST_WINS:.0f} % are wanted."


def _about_matches(decks: Sequence[Deck], tally: PairingTally) -> Iterator[str]:
    for by_rules in (BASTION, INSANITY):
        if ending(tally, by_rules.key) < LEAST_OF_AN_ENDING:
            yield (
                f"In {ending(tally, by_rules.key):.0f} % of the matches {by_rules.name}: "
                f"at least {LEAST_OF_AN_ENDING:.0f} % are wanted."
            )
    middle = median(tally.rounds)
    if not SHORTEST <= middle <= LONGEST:
        yield f"The median match has {middle:g} rounds: {SHORTEST} to {LONGEST} are wanted."
    if max(tally.rounds) > MOST_ROUNDS:
        yield f"The longest match has {max(tally.rounds)} rounds: at most {MOST_ROUNDS} are wanted."
    if tally.answers and max(tally.answers) >= MOST_ANSWERS:
        most = max(tally.answers)
        numbers, seed = tally.played[tally.answers.index(most)]
        first, second = (decks[number].name for number in numbers)
        yield (
            f"{first} against {second}, with the seed “{seed}”, takes {most} answers: "
            f"fewer than {MOST_ANSWERS} are wanted."
        )


def _about_cards(decks: Sequence[Deck], tally: PairingTally) -> Iterator[str]:
    for use in uses(decks, tally):
        if not use.played:
            yield f"{use.title} is never played, by {_listed(use.decks)}."


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


# -------------------------------------------------------------------------------------------------------------- tables


def deck_table(decks: Sequence[Deck], tally: PairingTally) -> Table:
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


def player_table(
    decks: Sequence[Deck], tally: PairingTally, player: PlayerKind, against: PlayerKind
) -> Table:
    """Return how one kind of player fared against another with the same deck."""
    table = Table(title=f"Wins of {player.value} against {against.value} play, with the same deck")
    table.add_column("deck")
    table.add_column("percent", justify="right")
    for number, deck in enumerate(decks):
        table.add_row(deck.name, _percent(player_share(tally, player, against, [number])))
    table.add_row("all", _percent(player_share(tally, player, against, range(len(decks)))), style="bold")
    return table


def player_share(
    tally: PairingTally, player: PlayerKind, against: PlayerKind, decks: Sequence[int]
) -> float | None:
    """Return how much a kind of player won against another with these decks, in percent, draws counted as half."""
    won, lost, drawn = (
        sum(tally.by_player[number, who] for number in decks) for who in (player.value, against.value, "")
    )
    count = won + lost + drawn
    return 100 * (won + drawn / 2) / count if count else None


def course_table(tally: PairingTally) -> Table:
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
        won, drew = tally.first_seat[f"{what} won"], tally.first_seat[f"{what} drew"]
        table.add_row(f"wins of the {words}", f"{100 * (won + drew / 2) / tally.matches:.0f} %")
    for reason in sorted(tally.endings):
        table.add_row(f"ended by {reason}", f"{ending(tally, reason):.0f} %")
    return table


def _course(tally: PairingTally) -> Iterator[tuple[str, list[int]]]:
    yield "rounds", tally.rounds
    yield "conflicts", tally.conflicts
    yield "Nightmares", tally.nightmares
    yield "answers", tally.answers
    yield "hand-offs between players", tally.hand_offs
    if tally.with_orders:
        yield "hand-offs with standing orders and forced answers", tally.with_orders
        yield "answers by order", tally.by_order
        yield "forced answers", tally.forced


def card_table(decks: Sequence[Deck], tally: PairingTally) -> Table:
    """Return the cards that are played in few of the matches of decks that hold them."""
    table = Table(title=f"Cards played in fewer than {RARE:.0f} of 100 matches of the decks that hold them")
    table.add_column("card")
    table.add_column("kind")
    table.add_column("decks")
    table.add_column("percent", justify="right")
    for use in uses(decks, tally):
        if use.share < RARE:
            table.add_row(use.title, use.kind, ", ".join(use.decks), f"{use.share:.1f}")
    return table


def always_played(decks: Sequence[Deck], tally: PairingTally) -> list[str]:
    """Return the cards that were played in every match by everybody who held them."""
    return sorted(use.title for use in uses(decks, tally) if use.played == use.seats)


def tenths(numbers: Sequence[int]) -> tuple[float, float]:
    """Return between which numbers nine in ten of them lie."""
    if len(numbers) < 2:
        return numbers[0], numbers[0]
    cut = quantiles(numbers, n=20, method="inclusive")
    return cut[0], cut[-1]


def _lengths(tally: PairingTally) -> Iterator[tuple[str, list[int]]]:
    yield "rounds", tally.rounds
    yield "answers", tally.answers
    yield "hand-offs", tally.hand_offs


def _hundredths(numbers: Sequence[int]) -> float:
    """Return what 99 in 100 of these numbers do not exceed."""
    return round(quantiles(numbers, n=100, method="inclusive")[-1], 1) if len(numbers) > 1 else numbers[0]


def _percent(number: float | None) -> str:
    return "–" if number is None else f"{number:.0f}"


def as_data(decks: Sequence[Deck], tally: PairingTally) -> dict[str, Any]:
    """Return all the figures as plain data, for programs."""
    count = len(decks)
    return {
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
        "rounds": dict(sorted(Counter(tally.rounds).items())),
        "median": {
            "rounds": median(tally.rounds),
            "conflicts": median(tally.conflicts),
            "nightmares": median(tally.nightmares),
            "hand-offs": median(tally.hand_offs),
            "answers": median(tally.answers),
            **({"hand-offs with orders": median(tally.with_orders)} if tally.with_orders else {}),
        },
        "99 in 100": {what: _hundredths(numbers) for what, numbers in _lengths(tally)},
        "most": {what: max(numbers) for what, numbers in _lengths(tally)},
        "cards": {use.title: round(use.share, 2) for use in uses(decks, tally)},
        "misses": misses(decks, tally),
    }
