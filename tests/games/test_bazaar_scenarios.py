"""A small game gets its scenario language from tables: its zones, two sides, two to four players, visibility."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.kernel.diagnostics import Unreadable
from engine.scenario.tables import Tables
from tests.games.bazaar.game import PHRASING
from tests.games.bazaar.scenarios import FORMAT, TABLES, read_scenarios
from tests.games.bazaar.steps import BazaarMachine
from tests.rules.words import verbs_not_in

ATTACKED = """
players: Ada, Bo, Cy
market: Ember
Ada:
  hand: Club, Coin
Bo:
  life: 2
  hand: Lid
  deck: Bell
scenario: An attack
"""

SCENARIOS = """
players: Ada, Bo, Cy
market: Ember, Sun x2
Ada:
  hand: Club, Coin x2
  deck: Stick, Drum x3
Bo:
  life: 2
  hand: Lid, Coin
  deck: Bell, Coin

scenario: Who is attacked blocks out of the hand, and nobody else learns of it before the end
Then Ada can't attack Bo
Ada plays Club
Then Ada can attack Cy
And Ada's played is Club
Ada attacks Bo
Then Bo is asked "You are attacked"
And Bo can't block with Coin
Bo blocks with Lid
Then Ada is not told "Lid"
And it is not Ada's turn
Bo takes it
Then Bo's life is 1
And Lid is in Bo's discard
And Ada is told "Bo blocks with Lid"
And Cy's life is not 3
And it is Ada's turn

scenario: Cards of a hand are seen by their owner, those of the market by everybody, those of a deck by nobody
Then Bo sees Lid in Bo's hand
And Ada does not see Lid in Bo's hand
And spectators do not see Lid in Bo's hand
And everybody sees Sun in the market
And nobody sees Bell in Bo's deck
Ada scouts Bo
Then Ada sees Bell in Bo's deck
And Bo does not see Bell in Bo's deck
And Ada does not see Coin in Bo's deck
And Bo's deck is Bell, …

scenario: A card of the market can be bought on either of its sides, each for its own price
Ada:
  hand: Coin x2, Drum
Ada plays Coin
Ada plays Coin
Then Ada can't buy Ash
Ada plays Drum
Then Ada can buy Ember
And Ada can buy Ash
And Ada can buy Moon
Ada buys Ash
Then Ash was bought
And Ash is in Ada's discard

scenario: What is bought shows the side that it showed in the market
Ada plays Coin
Ada plays Coin
Then Ada can buy Ember
And Ada can't buy Sun
And Sun has price 3
Ada buys Ember
Then Ember was bought
And Ember was not bought twice
And Ember is in Ada's discard
And the market is Sun, Sun
And Ada's hand is Stick, Drum, …
And Ada's discard has 4 cards
And it is Bo's turn

scenario: A card is turned over in the hand, and a stashed one is drawn next
Ada turns Coin over
Then Ada's hand is Club, Coin, Stick
Ada stashes Stick
Then Ada's deck is Stick, …
Ada ends the turn
Then Stick is in Ada's hand

scenario: Two play
players: Ada, Bo
turn: Bo
Then it is Bo's turn
And the market has 3 cards

scenario: Doing nothing is an answer of whoever is attacked, and ends a turn
Ada plays Club
Ada attacks Bo
Bo lets time run out
Then the log says "Out of the match: Bo"
And it is Ada's turn
Ada lets time run out
Then it is Cy's turn

scenario: Four play, and the turn goes round
players: Ada, Bo, Cy, Di
turn: Di
Di:
  hand: Ash
Di plays Ash
Di attacks Cy
Cy takes it
Then Cy's life is 1
And Cy's hand is empty
Di ends the turn
Then it is Ada's turn
"""
_TITLES = [line.partition(": ")[2] for line in SCENARIOS.splitlines() if line.startswith("scenario:")]


@pytest.mark.parametrize("number", range(len(_TITLES)), ids=_TITLES)
def test_the_scenario_holds(number: int) -> None:
    assert [str(failure) for failure in FORMAT.play(read_scenarios(SCENARIOS)[number])] == []


def test_each_verb_has_a_scenario() -> None:
    assert verbs_not_in(read_scenarios(SCENARIOS), PHRASING) == []
    assert verbs_not_in(read_scenarios(SCENARIOS)[:1], PHRASING) == ["stash", "flip", "buy", "scout", "end"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("players: Ada", "line 11, column 10: 2 to 4 different names are needed here. Here could stand: Ada, Bo."),
        ("Cy:\n  life: 3\nplayers: Ada, Bo", "line 13, column 10: A side of Cy is written already: it takes 3 players."),
        ("markt: Ember", "line 11, column 1: “markt:” can't begin a line."),
        ("Cy:\n  lives: 3", "line 12, column 3: “lives:” can't begin a line here. Here could stand: hand:, deck:, discard:, played: or life:."),
        ("Then Bo's lif is 2", "Here could stand: “Bo's life is N”"),
        ("Then the markt is Ember", "“the market is CARD, CARD”"),
        ("Then Ada sees Sun in Bo's hnd", "“Ada sees CARD in Bo's hand”"),
        ("Then Ada can attack Dee", "line 11, column 21: There is no card called “Dee”."),
    ],
)  # fmt: skip
def test_a_mistake_is_reported_with_its_place_and_alternatives(line: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_scenarios(f"{ATTACKED}{line}\n")
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("Then Bo's life is 3", "Bo's life is 2"),
        ("Then Ember is in Ada's hand", "Ember is in the market"),
        ("Then Club is in the market", "Club is in Ada's hand"),
        ("Then nobody sees Lid in Bo's hand", "Bo is shown it there"),
        ("Then Ember was bought", "Ember has done nothing; CARD was bought: none"),
        ("Then Club has 1 attack", "its attack is 2"),
    ],
)
def test_a_failed_expectation_reports_the_actual_state(script: str, found: str) -> None:
    (scenario,) = read_scenarios(f"{ATTACKED}{script}\n")
    assert [failure.found for failure in FORMAT.play(scenario)] == [found]


def test_words_that_mean_two_things_are_refused() -> None:
    with pytest.raises(ValueError, match="“attack” means both a state and a number of a card in the tables"):
        Tables[BazaarMachine](states={"attack": lambda m, card: True}, numbers={"attack": lambda m, card: 1})
    with pytest.raises(ValueError, match="“hand” means two zones"):
        replace(TABLES, zones={**TABLES.zones, "cards": replace(TABLES.zones["hand"], also=("hand",))})


def test_incomplete_tables_are_refused() -> None:
    with pytest.raises(ValueError, match="names keywords, but not how a card is asked for them"):
        Tables[BazaarMachine](keywords=("heroic",))
    with pytest.raises(
        ValueError, match="Bazaar: “fight” in scenarios is the verb “fight”, which no answer has"
    ):
        replace(FORMAT, tables=replace(TABLES, verbs={"fight": "fight"}))
    with pytest.raises(ValueError, match="Bazaar: “seed:” means two things as a heading of its scenarios"):
        replace(FORMAT, headings={"seed": lambda reader, value, at: None})
