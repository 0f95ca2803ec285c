"""Measurements of simulated Dreamweavers matches: drafts, turns and attacks."""

from __future__ import annotations

from functools import cache

from bot.balance import measures
from bot.balance.simulation import NO_DECKS, RANDOM, Tally, plan, play_batch, player_kinds
from bot.games.dreamweavers.balance import BALANCE, COURSE, INTENT, NOTION, PAIR
from bot.games.dreamweavers.game import dreamweavers
from engine.kernel.ai.levels import LEVELS

MATCHES = 4


@cache
def tally() -> Tally:
    """Return the tally of a few matches between random players."""
    total = Tally()
    for batch in plan(dreamweavers(), NO_DECKS, MATCHES, "drafted", RANDOM):
        total.add(play_batch(dreamweavers(), batch))
    return total


def seats(kind: str) -> int:
    return sum(count for (each, _, _), count in tally().had.items() if each == kind)


def test_the_things_of_each_seat_are_counted() -> None:
    assert (seats(NOTION), seats(INTENT), seats(PAIR)) == (6 * MATCHES, 2 * MATCHES, 6 * MATCHES)
    assert seats(COURSE) <= MATCHES
    assert measures.kinds(tally())[0] == COURSE
    won = sum(count for (kind, _, result), count in tally().had.items() if (kind, result) == (NOTION, "won"))
    assert won == 3 * tally().endings["ego"]


def test_every_card_of_a_drafted_notion_is_counted() -> None:
    uses = measures.uses(BALANCE, NO_DECKS, tally())
    assert sum(use.seats for use in uses) == 6 * 15 * MATCHES
    assert all(0 <= use.played <= use.used <= use.seats for use in uses)
    assert any(use.played for use in uses)
    assert any(use.played < use.used for use in uses)


def test_turns_and_attacks_have_shares_and_means() -> None:
    sums = tally().sums
    names = {name for _, name, _ in sums}
    assert names >= {
        "attacks that succeed",
        "effects that cross",
        "effects that cross, answered",
        "turns ended by letting go",
        "memory at the beginning of a turn",
        "shields an attack",
    }
    shares = {name for kind, name, _ in sums if kind == "share"}
    assert all(0 <= sums["share", name, "counted"] <= sums["share", name, "of"] for name in shares)
    table = measures.winning_table(tally(), NOTION)
    assert table.row_count == len(measures.winning(tally(), NOTION))


def test_players_that_only_attack_or_defend_can_be_chosen() -> None:
    assert player_kinds(dreamweavers()) == ["random", "greedy", *LEVELS, "attack", "defence"]
