"""A game's balance targets against simulated matches: each with its result, its interval, and a sentence if it is
missed.
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
    hundredths,
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
"""The minimum share of a card that must be played at all."""


class TargetResult(msgspec.Struct, frozen=True):
    """A target and its result: a number and, if available, its 95 % interval."""

    what: str
    value: float
    missed: str
    """Says that it does not hold."""
    least: float = -inf
    most: float = inf
    interval: tuple[float, float] | None = None
    unit: str = ""
    is_one_of_many: bool = False
    """Whether it is about a single card or pile, and counted together with the others."""

    @property
    def is_inside(self) -> bool:
        """Whether the result meets the target."""
        return self.least <= self.value <= self.most

    @property
    def is_certain(self) -> bool:
        """Whether all of the interval says the same."""
        return self.interval is None or all(
            (self.least <= one <= self.most) is self.is_inside for one in self.interval
        )


def misses(game: PlayableGame, decks: Sequence[Contender], tally: Tally) -> list[str]:
    """Return each target of the game that does not hold, in a sentence; nothing if it has none."""
    return [line.missed for line in lines(game, decks, tally) if not line.is_inside]


def lines(game: PlayableGame, decks: Sequence[Contender], tally: Tally) -> list[TargetResult]:
    """Return all targets for one table size with their results; empty if the game has none for it.

    If players with their own target took part, nothing else is checked, because the matches aren't typical.
    """
    measured = balance_of(game)
    targets = measured.targets.get(tally.table)
    if targets is None:
        return []
    if any(who in targets.players for _, who in tally.by_player):
        return [*_about_players(targets, decks, tally)]
    circles = without_end(decks, tally)
    return [
        *_about_decks(targets, decks, tally),
        *_about_what_was_had(targets, tally),
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
        one = player_wins(tally, player, GREEDY, range(len(decks)))
        if one is not None and any(who == player for _, who in tally.by_player):
            missed = f"The player “{player}” wins {one.share:.0f} % against greedy play: at most {most:.0f} % are wanted."
            yield _of_share(f"the player “{player}” wins against greedy play", one, missed, most=most)


def _of_share(
    what: str, one: WinRate, missed: str, least: float = -inf, most: float = inf, *, many: bool = False
) -> TargetResult:
    return TargetResult(what, one.share, missed, least, most, (one.low, one.high), " %", is_one_of_many=many)


def _between(said: str, found: float, least: float, most: float, unit: str = "") -> str:
    """Return a sentence about a number that is too small or too large."""
    if found < least:
        return f"{said}: at least {least:.0f}{unit} are wanted."
    return f"{said}: at most {most:.0f}{unit} are wanted."


def _about_what_was_had(targets: Targets, tally: Tally) -> Iterator[TargetResult]:
    bounds = [
        (f"Who has the {sort} {one.name}", one, targets.wins_with[sort])
        for sort in targets.wins_with
        for one in winning(tally, sort)
    ]
    first = first_to_act(tally)
    if first is not None:
        bounds.append(("Who acts first", first, targets.first))
    for who, one, (least, most) in bounds:
        said = f"{who} wins {one.share:.1f} % of the matches ({one.low:.0f} to {one.high:.0f})"
        missed = _between(said, one.share, least, most, " %")
        if (least, most) != (0.0, 100.0):
            yield _of_share(f"{who} wins", one, missed, least, most)


def _about_decks(targets: Targets, decks: Sequence[Contender], tally: Tally) -> Iterator[TargetResult]:
    least, most = targets.wins
    for number, deck in enumerate(decks):
        one = against_all(tally, number)
        if one is not None:
            said = f"{deck.name} wins {one.share:.0f} % of its matches"
            yield _of_share(
                f"{deck.name} wins", one, _between(said, one.share, least, most, " %"), least, most
            )


def _about_matches(
    targets: Targets, game: PlayableGame, decks: Sequence[Contender], tally: Tally
) -> Iterator[TargetResult]:
    for each in game.kernel.endings.values():
        one = wilson("", tally.endings[each.key], tally.matches)
        least = targets.least_of_an_ending if each.by is EndedBy.RULES else 0.0
        most = targets.endings.get(each.key, 100.0)
        said = f"In {one.share:.0f} % of the matches {each.name}"
        if (least, most) != (0.0, 100.0):
            yield _of_share(
                f"matches that end by {each.key}",
                one,
                _between(said, one.share, least, most, " %"),
                least,
                most,
            )
    for what, (least, most) in targets.medians.items():
        found, interval = _quantile(tally.figures[what], 50)
        yield TargetResult(
            f"{what}, median", found,
            f"The median match has {found:g} {what}: {least} to {most} are wanted.", least, most, interval,
        )  # fmt: skip
    for what, most in targets.nearly_all.items():
        found, interval = _quantile(tally.figures[what], NEARLY_ALL)
        yield TargetResult(
            f"{what}, in {NEARLY_ALL} of 100 matches up to", found,
            f"{NEARLY_ALL} of 100 matches have up to {found:g} {what}: at most {most} are wanted.",
            most=most, interval=interval,
        )  # fmt: skip
    if targets.hand_offs is not None and tally.with_orders:
        found, interval = _quantile(tally.with_orders, 50)
        yield TargetResult(
            "hand-offs with standing orders, median", found,
            f"The median match with standing orders has {found:g} hand-offs: at most {targets.hand_offs} are wanted.",
            most=targets.hand_offs, interval=interval,
        )  # fmt: skip
    for what, most in targets.most.items():
        longest = max(tally.figures[what])
        missed = f"The longest match has {longest} {what}: at most {most} are wanted."
        yield TargetResult(f"{what}, in the longest match", longest, missed, most=most)
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
            said = f"{decks[deck].name}, {name}: {part:.0f} %"
            yield TargetResult(
                f"{decks[deck].name}, {name}",
                part,
                _between(said, part, least, most, " %"),
                least,
                most,
                unit=" %",
            )


def _about_sums(targets: Targets, tally: Tally) -> Iterator[TargetResult]:
    found_shares = {one.name: one for one in shares(tally)}
    for name, (least, most) in targets.shares.items():
        one = found_shares.get(name)
        if one is not None:
            missed = f"Of all {name}: {one.share:.1f} %, and {least:g} to {most:g} % are wanted."
            yield _of_share(name, one, missed, least, most)
    for name, (least, most) in targets.means.items():
        counted, of = (tally.sums["mean", name, what] for what in ("counted", "of"))
        if of:
            found, error = counted / of, CONFIDENCE * sqrt(counted) / of
            missed = f"{name.capitalize()}: {found:.2f}, and {least:g} to {most:g} are wanted."
            yield TargetResult(name, found, missed, least, most, (found - error, found + error))


def _quantile(numbers: Sequence[int], n: int) -> tuple[float, tuple[float, float]]:
    """Return the n-th percentile of these numbers, with an interval from the numbers on either side."""
    ranked, count = sorted(numbers), len(numbers)
    off = CONFIDENCE * sqrt(count * n * (100 - n)) / 100
    low, high = (min(count - 1, max(0, round(count * n / 100 + sign * off))) for sign in (-1, 1))
    found = median(ranked) if n == 50 else hundredths(numbers, n)
    return found, (min(found, ranked[low]), max(found, ranked[high]))


def _about_marks(targets: Targets, tally: Tally) -> Iterator[TargetResult]:
    for sort, most in targets.marks.items():
        for (one, name), count in sorted(tally.in_matches.items()):
            if one == sort:
                found = wilson(name, count, tally.matches)
                missed = (
                    f"{name}, {sort}, in {found.share:.1f} % of the matches: at most {most:.0f} % are wanted."
                )
                yield _of_share(f"{name}, {sort}", found, missed, most=most, many=True)


def _about_cards(targets: Targets, found: Sequence[CardUse]) -> Iterator[TargetResult]:
    for use in found:
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
    above, few = targets.often
    often = [use.title for use in found if use.share_of_matches > above]
    if above < 100.0:
        yield TargetResult(
            f"cards that are played in more than {above:g} % of the matches", len(often),
            f"More than {few} cards are played in more than {above:g} % of the matches: {', '.join(often)}.",
            most=few,
        )  # fmt: skip


def _of_matches(use: CardUse, least: float) -> TargetResult:
    one = wilson(use.title, use.played_in, use.matches)
    missed = (
        f"{use.title} is played in {one.share:.1f} % of the matches in which somebody has {either(use.decks)}: "
        f"at least {least:g} % are wanted."
    )
    return _of_share(f"{use.title} is played", one, missed, least, many=True)


def target_table(found: Sequence[TargetResult]) -> Table:
    """Return a table of all targets with results; for single cards and piles, the number of those met."""
    table = Table(title="Targets of balance, with what the true number is in 95 of 100 cases")
    table.add_column("target")
    for column in ("found", "95 of 100", "wanted", "inside"):
        table.add_column(column, justify="right")
    for line in found:
        if not line.is_one_of_many:
            between = "–".join(_number(one, line.unit) for one in line.interval or ())
            table.add_row(
                line.what, _number(line.value, line.unit), between,
                _wanted(line), ("yes" if line.is_inside else "no") + ("" if line.is_certain else ", not for certain"),
            )  # fmt: skip
    many = [line for line in found if line.is_one_of_many]
    if many:
        held = sum(line.is_inside for line in many)
        table.add_row(
            "single cards and piles",
            f"{held} of {len(many)}",
            "",
            "all",
            "yes" if held == len(many) else "no",
        )
    return table


def _number(number: float, unit: str = "") -> str:
    return f"{number:.1f}" if unit else f"{number:.2f}".rstrip("0").rstrip(".")


def _wanted(line: TargetResult) -> str:
    if line.least in (-inf, 0.0):
        return f"≤ {line.most:g}{line.unit}"
    if line.most in (inf, 100.0) and line.unit:
        return f"≥ {line.least:g}{line.unit}"
    return f"{line.least:g}–{line.most:g}{line.unit}"
