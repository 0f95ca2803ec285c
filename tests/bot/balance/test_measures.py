"""What simulated matches say: shares of wins, targets that are missed, and which cards were played."""

from __future__ import annotations

from bot.balance import measures
from bot.balance.measures import field_share, share
from bot.balance.simulation import Contender, PlayerKind, Tally, plan
from bot.games.voidream import voidream
from bot.games.voidream.balance import BALANCE, Plays
from cards.voidream.decks import ready_made
from engine.kernel.event import Event
from engine.voidream.facts import Played, Unveiled, Voided

GAME = voidream()
DECKS = ready_made()[:3]
CONTENDERS = [Contender(deck.name, deck) for deck in DECKS]


def misses(found: Tally) -> list[str]:
    return measures.misses(GAME, CONTENDERS, found)


def tally(*, rounds: list[int], endings: dict[str, int], wins: dict[tuple[int, int, int], int]) -> Tally:
    """Matches in which every deck played every card that it holds."""
    found = Tally(matches=len(rounds))
    found.figures["rounds"] = rounds
    found.endings.update(endings)
    found.wins.update(wins)
    for number, deck in enumerate(DECKS):
        found.of_deck[number] = 10
        found.seen.update({(number, card.title): 10 for card in (*deck.arcana, *deck.dream)})
    return found


def test_shares_count_a_draw_as_half() -> None:
    found = tally(rounds=[5], endings={}, wins={(0, 1, 0): 2, (0, 1, 1): 1, (0, 1, -1): 1, (1, 2, 2): 4})
    assert share(found, 0, 1) == 62.5
    assert share(found, 1, 0) == 37.5
    assert share(found, 0, 2) is None
    assert field_share(found, 1, 3) == (37.5 + 0) / 2


def test_matches_that_meet_every_target() -> None:
    even = {(0, 1, 0): 5, (0, 1, 1): 5, (0, 2, 0): 5, (0, 2, 2): 5, (1, 2, 1): 5, (1, 2, 2): 5}
    found = tally(rounds=[4] * 10, endings={"bastion": 9, "insanity": 1}, wins=even)
    assert misses(found) == []


def test_every_target_that_is_missed_is_a_sentence() -> None:
    uneven = {(0, 1, 0): 8, (0, 1, 1): 2, (0, 2, 0): 8, (0, 2, 2): 2, (1, 2, 1): 6, (1, 2, 2): 4}
    found = tally(rounds=[3, 3, 41], endings={"insanity": 3}, wins=uneven)
    title = DECKS[0].arcana[0].title
    for number, deck in enumerate(DECKS):
        if any(card.title == title for card in deck.arcana):
            found.seen[number, title] = 0
    assert misses(found)[:4] == [
        f"{DECKS[0].name} wins 80 % of its matches: at most 70 % are wanted.",
        "In 0 % of the matches the bastion has fallen: at least 10 % are wanted.",
        "The median match has 3 rounds: 4 to 12 are wanted.",
        "The longest match has 41 rounds: at most 40 are wanted.",
    ]
    (card,) = misses(found)[4:]
    assert card.startswith(f"{title} is never played, by {DECKS[0].name}")
    assert measures.uses(BALANCE, CONTENDERS, found)[0].share == 0


def test_a_prototype_that_goes_to_the_void_was_not_played() -> None:
    plays = Plays()
    angel = Event(Played(0, "Angel", source="deck", inverted=False))
    plays(angel)
    plays(Event(Voided("Angel", of=0, source="playing", offering=False), cause="§6 Prototype"))
    assert plays.played() == []
    plays(angel)
    plays(Event(Unveiled(1, "Moth", source="play", inverted=False)))
    assert plays.played() == [(0, "Angel"), (1, "Moth")]


def test_every_pair_plays_equally_often_in_both_seats() -> None:
    batches = plan(GAME, CONTENDERS, 12, "plan", PlayerKind.RANDOM)
    assert sorted(batch.decks for batch in batches) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert {len(batch.seeds) for batch in batches} == {2}
    mirror = plan(GAME, CONTENDERS, 12, "plan", PlayerKind.GREEDY, PlayerKind.RANDOM)
    assert {batch.decks for batch in mirror} == {(0, 0), (1, 1), (2, 2)}
    assert sum(batch.players[0] is PlayerKind.GREEDY for batch in mirror) == 3


def test_a_match_of_too_many_answers_is_named_with_its_seed() -> None:
    found = tally(rounds=[5] * 10, endings={"bastion": 9, "insanity": 1}, wins={})
    found.answers = [599] * 10
    found.played = [((0, 1), f"long {number}") for number in range(10)]
    assert misses(found) == []
    found.answers[7] = 600
    assert misses(found) == [
        f"{DECKS[0].name} against {DECKS[1].name}, with the seed “long 7”, takes 600 answers: "
        "fewer than 600 are wanted."
    ]
