"""Comparison of simulated matches with a game's balance targets.

Each target has its result, the result's interval, and a sentence in case it is missed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, sqrt
from statistics import median

import msgspec
from rich.table import Table

from bot.balance.measures import (
    CONFIDENCE,
    NEARLY_ALL,
    CardUse,
    WinRate,
    against_all,
    first_to_act,
    percentile,
    player_wins,
    shares,
    shares_of_decks,
    uses,
    wilson,
    winning,
    without_end,
)
from bot.balance.simulation import GREEDY, Contender, Tally, balance_of
from bot.games.author_tools import Targets
from bot.games.playable import PlayableGame
from engine.kernel.diagnostics import either
from engine.kernel.endings import EndedBy

_ONCE = 1e-9
"""The minimum play rate of a card that must be played at least once."""


class TargetResult(msgspec.Struct, frozen=True):
    """A target and its result: a number and, if available, its 95 % confidence interval."""

    what: str
    value: float
    missed: str
    """The sentence for a missed target."""
    least: float = -inf
    most: float = inf
    interval: tuple[float, float] | None = None
    unit: str = ""
    is_one_of_many: bool = False
    """Whether it is about a single card or pile. The table only counts how many of these are met."""

    @property
    def is_inside(self) -> bool:
        """Whether the result meets the target."""
        return self.least <= self.value <= self.most

    @property
    def is_certain(self) -> bool:
        """Whether the whole interval is on the same side of the target as the result."""
        return self.interval is None or all(
            (self.least <= bound <= self.most) is self.is_inside for bound in self.interval
        )


def misses(game: PlayableGame, decks: Sequence[Contender], tally: Tally) -> list[str]:
    """Return a sentence for each missed target; nothing if the game has no targets."""
    return [line.missed for line in lines(game, decks, tally) if not line.is_inside]


def lines(game: PlayableGame, decks: Sequence[Contender], tally: Tally) -> list[TargetResult]:
    """Return all targets for a number of players with their results; empty if the game has none.

    If a kind of player with its own target took part, only that target is checked: the matches aren't typical.
    """
    measured = balance_of(game)
    targets = measured.targets.get(tally.table)
    if targets is None:
        return []
    if any(player_kind in targets.players for _, player_kind in tally.by_player):
        return [*_about_players(targets, decks, tally)]
    circles = without_end(decks, tally)
    return [
        *_about_decks(targets, decks, tally),
        *_about_things(targets, tally),
        *_about_matches(targets, game, decks, tally),
        *(
            [TargetResult("matches without an end", len(tally.in_circles), circles, most=0)]
            if circles
            else []
        ),
        *_about_shares_of_decks(targets, decks, tally),
        *_about_cards(targets, uses(measured, decks, tally)),
        *_about_marks(targets, tally),
    ]


def _about_players(targets: Targets, decks: Sequence[Contender], tally: Tally) -> Iterator[TargetResult]:
    for player, most in targets.players.items():
        rate = player_wins(tally, player, GREEDY, range(len(decks)))
        if rate is not None and any(kind == player for _, kind in tally.by_player):
            missed = f"The player “{player}” wins {rate.share:.0f} % against greedy play: at most {most:.0f} % are wanted."
            yield _of_share(f"the player “{player}” wins against greedy play", rate, missed, most=most)


def _of_share(
    label: str, rate: WinRate, missed: str, least: float = -inf, most: float = inf, *, many: bool = False
) -> TargetResult:
    return TargetResult(
        label, rate.share, missed, least, most, (rate.low, rate.high), " %", is_one_of_many=many
    )


def _between(beginning: str, value: float, least: float, most: float, unit: str = "") -> str:
    """Return a sentence about a number that is too small or too large."""
    if value < least:
        return f"{beginning}: at least {least:.0f}{unit} are wanted."
    return f"{beginning}: at most {most:.0f}{unit} are wanted."


def _about_things(targets: Targets, tally: Tally) -> Iterator[TargetResult]:
    bounds = [
        (f"Who has the {kind} {rate.name}", rate, targets.wins_with[kind])
        for kind in targets.wins_with
        for rate in winning(tally, kind)
    ]
    first = first_to_act(tally)
    if first is not None:
        bounds.append(("Who acts first", first, targets.first))
    for subject, rate, (least, most) in bounds:
        beginning = f"{subject} wins {rate.share:.1f} % of the matches ({rate.low:.0f} to {rate.high:.0f})"
        missed = _between(beginning, rate.share, least, most, " %")
        if (least, most) != (0.0, 100.0):
            yield _of_share(f"{subject} wins", rate, missed, least, most)


def _about_decks(targets: Targets, decks: Sequence[Contender], tally: Tally) -> Iterator[TargetResult]:
    least, most = targets.wins
    for number, deck in enumerate(decks):
        rate = against_all(tally, number)
        if rate is not None:
            beginning = f"{deck.name} wins {rate.share:.0f} % of its matches"
            yield _of_share(
                f"{deck.name} wins", rate, _between(beginning, rate.share, least, most, " %"), least, most
            )


def _about_matches(
    targets: Targets, game: PlayableGame, decks: Sequence[Contender], tally: Tally
) -> Iterator[TargetResult]:
    for each in game.kernel.endings.values():
        rate = wilson("", tally.endings[each.key], tally.matches)
        least = targets.least_of_an_ending if each.by is EndedBy.RULES else 0.0
        most = targets.endings.get(each.key, 100.0)
        beginning = f"In {rate.share:.0f} % of the matches {each.name}"
        if (least, most) != (0.0, 100.0):
            yield _of_share(
                f"matches that end by {each.key}",
                rate,
                _between(beginning, rate.share, least, most, " %"),
                least,
                most,
            )
    for label, (least, most) in targets.medians.items():
        value, interval = _quantile(tally.figures[label], 50)
        yield TargetResult(
            f"{label}, median", value,
            f"The median match has {value:g} {label}: {least} to {most} are wanted.", least, most, interval,
        )  # fmt: skip
    for label, most in targets.nearly_all.items():
        value, interval = _quantile(tally.figures[label], NEARLY_ALL)
        yield TargetResult(
            f"{label}, in {NEARLY_ALL} of 100 matches up to", value,
            f"{NEARLY_ALL} of 100 matches have up to {value:g} {label}: at most {most} are wanted.",
            most=most, interval=interval,
        )  # fmt: skip
    if targets.hand_offs is not None and tally.with_orders:
        value, interval = _quantile(tally.with_orders, 50)
        yield TargetResult(
            "hand-offs with standing orders, median", value,
            f"The median match with standing orders has {value:g} hand-offs: at most {targets.hand_offs} are wanted.",
            most=targets.hand_offs, interval=interval,
        )  # fmt: skip
    for label, most in targets.most.items():
        longest = max(tally.figures[label])
        missed = f"The longest match has {longest} {label}: at most {most} are wanted."
        yield TargetResult(f"{label}, in the longest match", longest, missed, most=most)
    yield from _about_sums(targets, tally)
    if tally.answers:
        longest = max(tally.answers)
        numbers, seed = tally.played[tally.answers.index(longest)] if tally.played else ((), "")
        playing = " against ".join(decks[number].name for number in numbers)
        yield TargetResult(
            "answers, in the longest match", longest,
            f"{playing}, with the seed “{seed}”, takes {longest} answers: fewer than {targets.answers} are wanted.",
            most=targets.answers - 1,
        )  # fmt: skip


def _about_shares_of_decks(
    targets: Targets, decks: Sequence[Contender], tally: Tally
) -> Iterator[TargetResult]:
    for name, deck, part in shares_of_decks(tally):
        least, most = targets.shares_of_decks.get(name, (-inf, inf))
        if (least, most) != (-inf, inf):
            beginning = f"{decks[deck].name}, {name}: {part:.0f} %"
            yield TargetResult(
                f"{decks[deck].name}, {name}",
                part,
                _between(beginning, part, least, most, " %"),
                least,
                most,
                unit=" %",
            )


def _about_sums(targets: Targets, tally: Tally) -> Iterator[TargetResult]:
    rates_by_name = {rate.name: rate for rate in shares(tally)}
    for name, (least, most) in targets.shares.items():
        rate = rates_by_name.get(name)
        if rate is not None:
            missed = f"Of all {name}: {rate.share:.1f} %, and {least:g} to {most:g} % are wanted."
            yield _of_share(name, rate, missed, least, most)
    for name, (least, most) in targets.means.items():
        counted, of = (tally.sums["mean", name, part] for part in ("counted", "of"))
        if of:
            value, error = counted / of, CONFIDENCE * sqrt(counted) / of
            missed = f"{name.capitalize()}: {value:.2f}, and {least:g} to {most:g} are wanted."
            yield TargetResult(name, value, missed, least, most, (value - error, value + error))


def _quantile(numbers: Sequence[int], n: int) -> tuple[float, tuple[float, float]]:
    """Return the n-th percentile of these numbers, with a confidence interval from the ranks on either side."""
    ranked, count = sorted(numbers), len(numbers)
    margin = CONFIDENCE * sqrt(count * n * (100 - n)) / 100
    low, high = (min(count - 1, max(0, round(count * n / 100 + sign * margin))) for sign in (-1, 1))
    value = median(ranked) if n == 50 else percentile(numbers, n)
    return value, (min(value, ranked[low]), max(value, ranked[high]))


def _about_marks(targets: Targets, tally: Tally) -> Iterator[TargetResult]:
    for kind, most in targets.marks.items():
        for (mark_kind, name), count in sorted(tally.in_matches.items()):
            if mark_kind == kind:
                rate = wilson(name, count, tally.matches)
                missed = (
                    f"{name}, {kind}, in {rate.share:.1f} % of the matches: at most {most:.0f} % are wanted."
                )
                yield _of_share(f"{name}, {kind}", rate, missed, most=most, many=True)


def _about_cards(targets: Targets, card_uses: Sequence[CardUse]) -> Iterator[TargetResult]:
    for use in card_uses:
        if targets.least_in:
            if use.matches and use.title not in targets.seldom:
                yield _of_matches(use, targets.least_in)
            continue
        missed = (
            f"{use.title} is played in {use.share:.1f} % of the matches of {either(use.decks)}: "
            f"at least {targets.least_played:.0f} % are wanted."
        )
        if not use.played:
            missed = f"{use.title} is never played, by {either(use.decks)}."
        share = wilson(use.title, min(use.played, use.seats), use.seats)
        least = max(targets.least_played, _ONCE)
        yield _of_share(f"{use.title} is played", share, missed, least, many=True)
    above, limit = targets.often
    frequent = [use.title for use in card_uses if use.share_of_matches > above]
    if above < 100.0:
        yield TargetResult(
            f"cards that are played in more than {above:g} % of the matches", len(frequent),
            f"More than {limit} cards are played in more than {above:g} % of the matches: {', '.join(frequent)}.",
            most=limit,
        )  # fmt: skip


def _of_matches(use: CardUse, least: float) -> TargetResult:
    rate = wilson(use.title, use.played_in, use.matches)
    missed = (
        f"{use.title} is played in {rate.share:.1f} % of the matches in which somebody has {either(use.decks)}: "
        f"at least {least:g} % are wanted."
    )
    return _of_share(f"{use.title} is played", rate, missed, least, many=True)


def target_table(results: Sequence[TargetResult]) -> Table:
    """Return a table of all targets with their results. Targets of single cards and piles are only counted."""
    table = Table(title="Balance targets, with 95 % confidence intervals")
    table.add_column("target")
    for column in ("found", "95 % interval", "wanted", "inside"):
        table.add_column(column, justify="right")
    for line in results:
        if not line.is_one_of_many:
            interval = "–".join(_number(bound, line.unit) for bound in line.interval or ())
            table.add_row(
                line.what, _number(line.value, line.unit), interval,
                _target_text(line), ("yes" if line.is_inside else "no") + ("" if line.is_certain else ", not for certain"),
            )  # fmt: skip
    card_results = [line for line in results if line.is_one_of_many]
    if card_results:
        met = sum(line.is_inside for line in card_results)
        table.add_row(
            "single cards and piles",
            f"{met} of {len(card_results)}",
            "",
            "all",
            "yes" if met == len(card_results) else "no",
        )
    return table


def _number(number: float, unit: str = "") -> str:
    return f"{number:.1f}" if unit else f"{number:.2f}".rstrip("0").rstrip(".")


def _target_text(line: TargetResult) -> str:
    if line.least in (-inf, 0.0):
        return f"≤ {line.most:g}{line.unit}"
    if line.most in (inf, 100.0) and line.unit:
        return f"≥ {line.least:g}{line.unit}"
    return f"{line.least:g}–{line.most:g}{line.unit}"
