"""Impossible answers: the error names the open question, the possible answers, and the rule that forbids it."""

from __future__ import annotations

import pytest

from engine.voidream.scenario import play, read_scenarios

CARDS = """\
card: Low, arcanum, value 1
card: Spark, arcanum, value 4
  Deal 1 damage to an entity.
card: Guard, entity, value 2, dawn 2, stability 3, dusk 1
card: Moth, entity, value 1, dawn 1, stability 1, dusk 1
scenario: One
Ada:
  deck: 3 x5
  hand: Spark, Low
  play: Guard, Moth
"""


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("Ada plays Low", ["Your turn.", "plays Spark", "below your depth of 3"]),
        ("Ada plays Guard inverted", ["Your turn.", "plays Spark"]),
        ("Ada plays Spork", ["Your turn.", "There is no Spork in this match."]),
        ("Bo passes", ["Bo is not asked anything.", "Ada is asked", "plays Spark"]),
        ("Ada plays Spark\nAda chooses Spark", ["Deal 1 damage to an entity", "chooses 1 of Guard, Moth"]),
        (
            "Ada plays Spark\nAda chooses Guard, Moth",
            ["Choose 1, not 2", "Deal 1 damage to an entity", "chooses 1 of Guard, Moth"],
        ),
        ("Ada unveils", ["Your turn.", "You control no veiled card. (§6 Unveil)"]),
    ],
)
def test_failures_name_the_question_and_its_options(script: str, said: list[str]) -> None:
    (scenario,) = read_scenarios(f"{CARDS}{script}\nThen it is Bo's turn\n")
    (failure,) = play(scenario)
    assert [words for words in said if words not in failure.found] == []
    assert failure.expected == script.splitlines()[-1]


@pytest.mark.parametrize(
    "script",
    [
        "Then Ada can't play 1 (§2 Depth rule)\nAnd Ada can play 4\nAnd Ada can't play 2\n",
        "Ada plays 4\nThen Ada's arcana discard is 4\nAnd 4 is in Ada's arcana discard\n",
        "Ada plays 3 inverted\nThen Ada's void is 3\n",
        "Ada plays Wake\nAda declines\nThen Ada's deck is 3, 3, …\nAnd Ada's discard is empty\n",
        "Ada plays Wake\nAda plays 3\nThen Ada's discard is 3\n",
        'Ada plays Mix\nThen Bo is asked "cut"\nBo refuses\nThen it is Bo\'s turn\n',
        "Ada passes\nBo passes\nThen Ada may choose 4, 3\nAnd Ada may not choose 2\nAda discards 3\nThen the round is 2\n",
        'Then Ada is not asked "cut"\n',
        "Then it's Ada's turn\nAnd there's no conflict\nAnd 4 isn't in Ada's discard pile\nAnd Ada's hand has 6 arcana\n",
        "Then Ada's mind is not spent\nAnd Ada's depth is not 4\nAnd Ada may play Wake\nAnd Ada may not play 1 (§2)\n",
        "Ada plays Push\nAda attacks with nothing\nBo defends alone\nThen it is a dawn conflict\n",
        "Ada plays Push\nAda attacks with Moth\nThen Moth's dawn is 2\nAnd Moth isn't exhausted\nAnd Moth is attacking\n",
        "Ada unveils Husk, 2\nAda discards 3\nAda discards 1\nThen Husk is in play\nAnd Ada has 4 arcana in hand\n",
        "Then Ada can't activate Moth (R18)\nAnd Ada can't play 1 (R16)\nAnd Bo is not asked\nAnd Ada is asked\n",
        "Ada plays Wake\nThen Ada sees 3 in Ada's deck\nAnd Bo doesn't see 3 in Ada's deck\nAnd Bo has 1 mind\n",
        "Ada passes\nBo plays 4 inverted\nAda passes\nBo passes\nThen Bo loses by insanity\nAnd Bo loses\nAnd Ada wins\n",
    ],
)
def test_plain_cards_and_refusals_are_called_by_natural_words(script: str) -> None:
    cards = "card: Wake, arcanum, value 4\n  Evoke.\ncard: Mix, arcanum, value 4\n  Shuffle your deck.\n"
    cards += "card: Push, arcanum, value 4\n  Initiate a dawn conflict.\n"
    cards += "card: Moth, entity, value 1, dawn 2, stability 1, dusk 1\n"
    cards += "card: Husk, entity, value 1, dawn 2, stability 1, dusk 1\n"
    sides = "Ada:\n  deck: 3 x5\n  hand: 4, 3, 1, Wake, Mix, Push\n  play: Moth, Husk (veiled), 2 (veiled)\nBo:\n  hand: 4\n  mind: 1\n  play: Husk (exhausted)\n"
    (scenario,) = read_scenarios(f"{cards}scenario: One\n{sides}{script}")
    assert play(scenario) == []


def test_abilities_of_both_players_are_ordered_by_owner() -> None:
    bell = "card: Bell, memory, value 1\n  (!) When the round begins - Take 1 Dream damage.\n"
    position = (
        "phase: beginning\nround: 2\nAda:\n  deck: 1, 2\n  play: Bell\nBo:\n  deck: 1, 2\n  play: Bell\n"
    )
    script = "Ada orders Bo's Bell, Ada's Bell\nThen Ada's discard is 1\nAnd Bo's discard is 1\n"
    (scenario,) = read_scenarios(f"{bell}scenario: One\n{position}{script}")
    assert play(scenario) == []
