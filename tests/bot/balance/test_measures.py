"""Results of simulated matches: shares of wins, missed targets, and cards played."""

from __future__ import annotations

import pytest

from bot.balance import measures, targets
from bot.balance.measures import against_all, share
from bot.balance.simulation import GREEDY, RANDOM, Contender, Tally, plan
from bot.games.author_tools import Balance, Targets
from bot.games.voidream import voidream
from bot.games.voidream.balance import BALANCE, FOUGHT, MatchAccount
from cards.voidream.decks import ready_made
from engine.kernel.events.event import Event
from engine.voidream.facts.actions import Played, Unveiled
from engine.voidream.facts.cards import Voided
from engine.voidream.facts.deck import DreamDamageDiscards

GAME = voidream()
DECKS = ready_made()[:3]
CONTENDERS = [Contender(deck.name, deck) for deck in DECKS]


def misses(results: Tally) -> list[str]:
    return targets.misses(GAME, CONTENDERS, results)


def tally(*, rounds: list[int], endings: dict[str, int], wins: dict[tuple[int, int, int], int]) -> Tally:
    """Return a tally of matches in which every deck played all its cards."""
    result = Tally(matches=len(rounds))
    result.figures["rounds"] = rounds
    result.endings.update(endings)
    result.wins.update(wins)
    for number, deck in enumerate(DECKS):
        result.of_deck[number] = 10
        result.seen.update({(number, card.title): 10 for card in (*deck.arcana, *deck.dream)})
    return result


def test_shares_count_a_draw_as_half() -> None:
    results = tally(rounds=[5], endings={}, wins={(0, 1, 0): 2, (0, 1, 1): 1, (0, 1, -1): 1, (1, 2, 2): 4})
    assert share(results, 0, 1) == 62.5
    assert share(results, 1, 0) == 37.5
    assert share(results, 0, 2) is None


def test_a_deck_s_win_rate_has_an_interval() -> None:
    """The Wilson intervals of 1.5 of 8 and of 0 of 4. A deck's matches against itself don't count."""
    results = tally(
        rounds=[5], endings={}, wins={(0, 1, 0): 2, (0, 1, 1): 1, (0, 1, -1): 1, (1, 2, 2): 4, (1, 1, 1): 9}
    )
    rate, missing = against_all(results, 1), against_all(results, 3)
    assert rate is not None and missing is None
    assert (rate.seats, rate.share, round(rate.low, 1), round(rate.high, 1)) == (8, 18.75, 4.5, 53.3)
    lowest = against_all(tally(rounds=[5], endings={}, wins={(0, 1, 1): 4}), 0)
    assert lowest is not None and (lowest.share, lowest.low, round(lowest.high)) == (0, 0, 49)


def test_matches_that_meet_every_target() -> None:
    even = {(0, 1, 0): 5, (0, 1, 1): 5, (0, 2, 0): 5, (0, 2, 2): 5, (1, 2, 1): 5, (1, 2, 2): 5}
    results = tally(rounds=[4] * 10, endings={"bastion": 9, "insanity": 1}, wins=even)
    assert misses(results) == []


def test_every_missed_target_has_a_sentence() -> None:
    uneven = {(0, 1, 0): 8, (0, 1, 1): 2, (0, 2, 0): 8, (0, 2, 2): 2, (1, 2, 1): 6, (1, 2, 2): 4}
    results = tally(rounds=[3, 3, 41], endings={"insanity": 3}, wins=uneven)
    title = DECKS[0].arcana[0].title
    for number, deck in enumerate(DECKS):
        if any(card.title == title for card in deck.arcana):
            results.seen[number, title] = 0
    assert misses(results)[:4] == [
        f"{DECKS[0].name} wins 80 % of its matches: at most 70 % are wanted.",
        "In 0 % of the matches the bastion has fallen: at least 10 % are wanted.",
        "The median match has 3 rounds: 4 to 12 are wanted.",
        "The longest match has 41 rounds: at most 40 are wanted.",
    ]
    (card,) = misses(results)[4:]
    assert card.startswith(f"{title} is never played, by {DECKS[0].name}")
    assert measures.uses(BALANCE, CONTENDERS, results)[0].share == 0


def test_a_voided_prototype_does_not_count_as_played() -> None:
    watch = MatchAccount()
    angel = Event(Played(0, "Angel", source="deck", inverted=False))
    watch(angel)
    watch(Event(Voided("Angel", of=0, source="playing", offering=False), cause="§6 Prototype"))
    assert watch.account().played == []
    watch(angel)
    watch(Event(Unveiled(1, "Moth", source="play", inverted=False)))
    assert watch.account().played == [(0, "Angel"), (1, "Moth")]


def test_the_source_of_dream_damage_is_counted_by_seat() -> None:
    watch = MatchAccount()
    watch(Event(DreamDamageDiscards(1, ["Moth", "Dog"]), cause="§4 Damage"))
    watch(Event(DreamDamageDiscards(1, ["Owl"]), cause="Unsent Letter"))
    watch(Event(DreamDamageDiscards(0, ["Owl"]), cause="Unsent Letter"))
    account = watch.account()
    assert account.shares[FOUGHT] == (2, 4)
    assert account.shares_of_seats[FOUGHT] == [(2, 3), (0, 1)]


def test_the_interval_of_a_share_depends_on_matches_and_not_on_events() -> None:
    """Two matches with 100 % and 0 % give a wide interval, however many events each has."""
    equal, different = Tally(), Tally()
    for results, counts in ((equal, [(5, 10)] * 4), (different, [(10, 10), (0, 10)] * 2)):
        for counted, of in counts:
            for part, number in (
                ("counted", counted),
                ("of", of),
                ("counted²", counted**2),
                ("of²", of**2),
                ("counted·of", counted * of),
            ):
                results.sums["share", "one", part] += number
    (narrow,), (wide,) = measures.shares(equal), measures.shares(different)
    assert (narrow.share, narrow.low, narrow.high) == (50, 50, 50)
    assert (wide.share, wide.low) == (50, pytest.approx(1, abs=1))


def test_every_pair_plays_equally_often_in_both_seats() -> None:
    batches = plan(GAME, CONTENDERS, 12, "plan", RANDOM)
    assert sorted(batch.decks for batch in batches) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert {len(batch.seeds) for batch in batches} == {2}
    mirror = plan(GAME, CONTENDERS, 12, "plan", GREEDY, RANDOM)
    assert {batch.decks for batch in mirror} == {(0, 0), (1, 1), (2, 2)}
    assert sum(batch.players[0] == GREEDY for batch in mirror) == 3


def test_a_match_with_too_many_answers_is_reported_with_its_seed() -> None:
    results = tally(rounds=[5] * 10, endings={"bastion": 9, "insanity": 1}, wins={})
    results.answers = [599] * 10
    results.played = [((0, 1), f"long {number}") for number in range(10)]
    assert misses(results) == []
    results.answers[7] = 600
    assert misses(results) == [
        f"{DECKS[0].name} against {DECKS[1].name}, with the seed “long 7”, takes 600 answers: "
        "fewer than 600 are wanted."
    ]


TARGETS = Targets(
    wins_with={"notion": (42.0, 58.0)},
    first=(45.0, 55.0),
    least_played=10.0,
    nearly_all={"turns": 30},
    hand_offs=35,
    answers=2000,
    players={"attack": 45.0},
)


@pytest.fixture
def drafted(monkeypatch: pytest.MonkeyPatch) -> Tally:
    """Return a tally of a hundred matches in which each seat drafted a notion."""
    cards = {("notion", "Rage"): [("Hound", "Thought")], ("notion", "Hope"): [("Crane", "Thought")]}
    measured = Balance(targets={2: TARGETS}, cards_with=lambda: cards)

    def balance_of(game: object) -> Balance:
        return measured

    monkeypatch.setattr(targets, "balance_of", balance_of)
    monkeypatch.setattr(measures, "balance_of", balance_of)
    results = Tally(matches=100)
    results.had.update(
        {("notion", "Rage", "won"): 57, ("notion", "Rage", "drew"): 2, ("notion", "Rage", "lost"): 41}
    )
    results.had.update(
        {("notion", "Hope", "won"): 41, ("notion", "Hope", "drew"): 2, ("notion", "Hope", "lost"): 57}
    )
    results.first_seat.update({"active won": 55, "active lost": 45})
    results.seen.update({(0, "Hound"): 60, (0, "Crane"): 10})
    results.used.update({(0, "Hound"): 60, (0, "Crane"): 20})
    results.figures["turns"] = [12] * 95 + [30] * 5
    results.with_orders = [35] * 100
    return results


def test_drafted_notions_have_their_own_targets(drafted: Tally) -> None:
    assert misses(drafted) == []
    drafted.had.update({("notion", "Rage", "won"): 20})
    drafted.first_seat.update({"active lost": 40})
    drafted.seen[0, "Crane"] = 9
    drafted.figures["turns"] = [12] * 90 + [31] * 10
    drafted.with_orders = [36] * 100
    assert misses(drafted) == [
        "Who has the notion Rage wins 65.0 % of the matches (56 to 73): at most 58 % are wanted.",
        "Who acts first wins 39.3 % of the matches (32 to 48): at least 45 % are wanted.",
        "95 of 100 matches have up to 31 turns: at most 30 are wanted.",
        "The median match with standing orders has 36 hand-offs: at most 35 are wanted.",
        "Crane is played in 9.0 % of the matches of Hope: at least 10 % are wanted.",
    ]
    crane = measures.uses(measures.balance_of(GAME), CONTENDERS, drafted)[0]
    assert (crane.seats, crane.share, crane.use) == (100, 9.0, 20.0)


def test_only_its_own_target_counts_for_a_weak_player(drafted: Tally) -> None:
    drafted.first_seat.update({"active lost": 40})
    drafted.by_player.update({(0, "attack"): 45, (0, "greedy"): 55})
    assert misses(drafted) == []
    drafted.by_player.update({(0, "attack"): 5})
    assert misses(drafted) == ["The player “attack” wins 48 % against greedy play: at most 45 % are wanted."]


def test_a_weak_player_that_never_wins_meets_its_target(drafted: Tally) -> None:
    drafted.first_seat.update({"active lost": 40})
    drafted.by_player.update({(0, "attack"): 0, (0, "greedy"): 10})
    (line,) = targets.lines(GAME, CONTENDERS, drafted)
    assert line.is_inside and line.is_certain and line.value == 0


def test_a_table_of_more_has_separate_targets(drafted: Tally, monkeypatch: pytest.MonkeyPatch) -> None:
    drafted.table = 3
    assert targets.lines(GAME, CONTENDERS, drafted) == []
    cards = {("notion", "Rage"): [("Hound", "Thought"), ("Wolf", "Thought")]}
    of_three = Targets(
        least_in=3.0, often=(85.0, 0), marks={"a pile that is emptied": 25.0}, medians={"turns": (13, 20)},
        means={"attacks a turn": (0.5, 1.0)}, shares={"LP lost in damage": (75.0, 95.0)}, answers=2000,
    )  # fmt: skip
    measured = Balance(targets={3: of_three}, cards_with=lambda: cards)
    monkeypatch.setattr(targets, "balance_of", lambda game: measured)
    drafted.in_matches.update(
        {("notion", "Rage"): 100, ("", "Hound"): 86, ("", "Wolf"): 2, ("a pile that is emptied", "Hound"): 26}
    )
    drafted.sums.update({("mean", "attacks a turn", "counted"): 40, ("mean", "attacks a turn", "of"): 100})
    drafted.sums.update(
        {("share", "LP lost in damage", "counted"): 80, ("share", "LP lost in damage", "of"): 100}
    )
    assert targets.misses(GAME, CONTENDERS, drafted) == [
        "The median match has 12 turns: 13 to 20 are wanted.",
        "Attacks a turn: 0.40, and 0.5 to 1 are wanted.",
        "Wolf is played in 2.0 % of the matches in which somebody has Rage: at least 3 % are wanted.",
        "More than 0 cards are played in more than 85 % of the matches: Hound.",
        "Hound, a pile that is emptied, in 26.0 % of the matches: at most 25 % are wanted.",
    ]
    lines = {line.what: line for line in targets.lines(GAME, CONTENDERS, drafted)}
    assert lines["LP lost in damage"].is_inside and not lines["LP lost in damage"].is_certain


def test_an_interval_stays_within_0_and_100() -> None:
    results = Tally(matches=4)
    results.had["notion", "Joy", "won"] = 4
    (joy,) = measures.winning(results, "notion")
    assert joy.share == 100.0
    assert 50 < joy.low < 52
    assert joy.high == pytest.approx(100.0)
