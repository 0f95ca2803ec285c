"""The public board: the bastion from the start, and the durations of effects."""

from cards.voidream.decks import ready_made
from engine.kernel.match import Match
from engine.voidream.game import VOIDREAM
from engine.voidream.scenario import read_scenarios
from engine.voidream.scenario.layout import lay_out
from tests.engine.voidream.table import Stage, arcanum, entity


def test_the_bastion_is_shown_before_it_is_placed_under_the_deck() -> None:
    decks = ready_made()
    match = Match.new(VOIDREAM, [decks[0], decks[1]], "a seed")
    for viewer in (0, 1, None):
        view = match.view(viewer)
        assert view.phase == "setup"
        for side, deck in zip(view.sides, decks, strict=False):
            assert [shown.face.title for shown in side.constructs] == [deck.bastion.title]


def test_an_effect_in_force_names_its_duration_once() -> None:
    stage = Stage(
        [arcanum("+1 dawn to all entities until the end of the round.", "Hush")], ada={"hand": ["Hush"]}
    )
    stage.answer("play Hush")
    (effect,) = stage.match.view(None).ongoing
    assert effect.text == "+1 dawn to all entities"
    assert effect.until == "until the end of the round"


def test_a_conflict_shows_which_players_have_declared() -> None:
    stage = Stage(
        [arcanum("Initiate a conflict.", "Clash"), entity("Cat", 1, 1, 1), entity("Dog", 1, 1, 1)],
        ada={"hand": ["Clash"], "play": ["Cat"]},
        bo={"play": ["Dog"]},
    )
    stage.answer("play Clash")
    seen: list[tuple[str, bool, bool]] = []
    for answer in ((), ("dawn",), (), ("pass",)):
        views = [stage.match.view(viewer) for viewer in (0, 1, None)]
        conflicts = [view.conflict for view in views]
        assert conflicts[0] is not None and conflicts == [conflicts[0]] * 3
        (asked,) = views[2].awaited
        seen.append((asked.about, conflicts[0].attackers_stand, conflicts[0].defenders_stand))
        stage.answer(*answer)
    assert seen == [
        ("attackers", False, False),
        ("dawn or dusk", True, False),
        ("defenders", True, False),
        ("an action", True, True),
    ]


VOIDS = """
card: Idol, memory, value 2, types Offering
  (!) When the round begins - Evoke.
card: Moth, entity, value 1, dawn 1, stability 1, dusk 1

scenario: Two copies, one of them voided as an offering
Ada:
  void: Moth, Idol, Moth (as an offering), Moth
Then the round is 1
"""


def test_a_void_publicly_shows_its_offerings() -> None:
    (scenario,) = read_scenarios(VOIDS, "voids")
    match, _ = lay_out(scenario)
    for viewer in (0, 1, None):
        void = match.view(viewer).sides[0].void
        assert [(face.title, place in void.offerings) for place, face in enumerate(void.cards)] == [
            ("Idol", True),
            ("Moth", False),
            ("Moth", False),
            ("Moth", True),
        ]
