"""The finale: it shows the actual events and all places, its length is limited, and its pictures differ."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest
from msgspec.structs import replace

from cards.i18n import ENGLISH, Translator
from engine.dreams_of_dystopia.endings import FALLEN, STANDSTILL
from engine.dreams_of_dystopia.facts.combats import AttackBlocked, Attacked, NotBlocked
from engine.dreams_of_dystopia.facts.turns import ScoreChanged
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.endings import RESIGNATION
from engine.kernel.events.event import SeenEvent
from engine.kernel.position import Places
from render.dreams_of_dystopia.alt import alt_board
from render.dreams_of_dystopia.finale import Blow, Fall, finale_of
from render.dreams_of_dystopia.finale_scenes import (
    STAGE_H,
    BlowScene,
    DystopiaScene,
    FallScene,
    PlacesScene,
    scenes,
)
from render.film import MOST_BYTES, film
from render.table.finale import CAPTION_H, SIDE, FinaleScene, caption_block
from tests.render.dreams_of_dystopia.views import NAMES, SEATS, SPANISH, played
from tests.render.sheets import check_block

LONG = ("Maximilian von Traumfänger", "Penelope Featherstone", *NAMES[2:])
HAPPENED = [
    [],
    [
        SeenEvent(Attacked(0, 1, "Scrap Smith", ["Rail Spear"], 10, False), "DD92"),
        SeenEvent(NotBlocked(1), "DD53"),
    ],
    [
        SeenEvent(ScoreChanged(1, "LP", -4, 6), "DD54"),
        SeenEvent(ScoreChanged(0, "LP", -1, 9), "Well Poisoner"),
    ],
    [
        SeenEvent(Attacked(0, 1, "Tunnel Guide", [], 9, False), "DD92"),
        SeenEvent(AttackBlocked(1, "Minion of the Moon", ["Torn Signpost"], 2), "DD93"),
        SeenEvent(ScoreChanged(1, "LP", -6, 0), "DD54"),
    ],
]


@cache
def views(seats: int, ended: str, places: Places) -> tuple[DystopiaView, ...]:
    """Return views of a match with this ending."""
    middle = [view for view in played(seats) if view.turn][len(played(seats)) // 3]
    out = {seat for group in places[1:] for seat in group} if ended == FALLEN.key else set[int]()
    players = [replace(one, is_out=True, master="") if one.seat in out else one for one in middle.players]
    last = replace(middle, players=tuple(players), awaited=(), ended=ended, places=places, combat=None)
    return (middle, middle, middle, last)


def shown(
    seats: int,
    ended: str,
    places: Places,
    happened: Sequence[Sequence[SeenEvent]] = (),
    names: Sequence[str] = NAMES,
    translator: Translator = ENGLISH,
) -> tuple[FinaleScene, ...]:
    finale = finale_of(views(seats, ended, places), happened)
    assert finale is not None
    return scenes(finale, tuple(names[:seats]), translator)


def length(film_scenes: Sequence[FinaleScene]) -> int:
    return sum(step.milliseconds for scene in film_scenes for step in scene.steps)


def places_of(film_scenes: Sequence[FinaleScene]) -> tuple[tuple[int, int], ...]:
    last = film_scenes[-1]
    assert isinstance(last, PlacesScene)
    return last.ranks


def test_no_finale_exists_before_the_end() -> None:
    assert finale_of([]) is None
    assert finale_of(played(2)[:1]) is None


def test_the_blow_that_decided_then_the_fall_then_the_places() -> None:
    film_scenes = shown(2, FALLEN.key, ((0,), (1,)), HAPPENED)
    assert [type(scene) for scene in film_scenes] == [BlowScene, BlowScene, FallScene, PlacesScene]
    blows = [scene.blow for scene in film_scenes if isinstance(scene, BlowScene)]
    assert blows == [
        Blow(0, 1, ("Scrap Smith", "Rail Spear"), 10, loser=1, lost=4),
        Blow(0, 1, ("Tunnel Guide",), 9, ("Minion of the Moon", "Torn Signpost"), 2, 1, 6),
    ]
    fall = next(scene.fall for scene in film_scenes if isinstance(scene, FallScene))
    assert fall == Fall(1, 6)
    captions = [scene.steps[-1].caption for scene in film_scenes]
    assert captions == ["Bo loses 4 LP", "Bo loses 6 LP", "Bo is out", "Ada wins"]


@pytest.mark.parametrize(
    ("seats", "ended", "places", "ranks"),
    [
        (3, FALLEN.key, ((2,), (0, 1)), ((1, 2), (2, 0), (2, 1))),
        (4, FALLEN.key, ((3,), (0,), (1, 2)), ((1, 3), (2, 0), (3, 1), (3, 2))),
        (4, FALLEN.key, ((0, 1), (2,), (3,)), ((1, 0), (1, 1), (3, 2), (4, 3))),
        (3, STANDSTILL.key, ((0, 1, 2),), ((1, 0), (1, 1), (1, 2))),
        (2, RESIGNATION.key, ((1,), (0,)), ((1, 1), (2, 0))),
    ],
)
def test_every_player_has_a_place_and_equal_players_share_it(
    seats: int, ended: str, places: Places, ranks: tuple[tuple[int, int], ...]
) -> None:
    film_scenes = shown(seats, ended, places)
    assert places_of(film_scenes) == ranks
    assert [round(step.part) for step in film_scenes[-1].steps] == [*range(1, seats), seats]
    assert 3500 <= length(film_scenes) <= 15000
    if seats > 2:
        listed = ", ".join(f"{place} {NAMES[seat]}" for place, seat in ranks)
        assert f"Places: {listed}." in alt_board(views(seats, ended, places)[-1], NAMES)


@pytest.mark.parametrize("translator", [ENGLISH, SPANISH], ids=["en", "es"])
def test_it_fits_its_time_and_its_words_their_places(translator: Translator) -> None:
    fallen = [SeenEvent(ScoreChanged(seat, "LP", -20, 0), "DD54") for seat in (1, 2, 3)]
    crowded = [*HAPPENED[:3], [*HAPPENED[3][:2], *fallen]]
    for seats, happened in ((2, HAPPENED), (4, crowded)):
        places = ((0,), tuple(range(1, seats)))
        film_scenes = shown(seats, FALLEN.key, places, happened, LONG, translator)
        assert 8000 <= length(film_scenes) <= 15000
        for scene in film_scenes:
            for step in scene.steps:
                check_block(caption_block(scene.form, step.caption, scene.sign))
            assert isinstance(scene, DystopiaScene)
            for block, _, _ in scene.papers(scene.steps[-1].part):
                check_block(block)
                for words in block.words():
                    assert words.whole and words.size >= 34, "12 pixels on a phone"


@pytest.mark.parametrize("seats", SEATS)
def test_the_film_moves_and_is_small(seats: int) -> None:
    film_scenes = shown(seats, FALLEN.key, ((0,), tuple(range(1, seats))), HAPPENED)
    frames = [
        frame for scene in (film_scenes[1], film_scenes[-2], film_scenes[-1]) for frame in scene.paint()
    ]
    assert {frame.picture.size for frame in frames} == {(SIDE, SIDE)}
    stages = {frame.picture.crop((0, CAPTION_H, SIDE, CAPTION_H + STAGE_H)).tobytes() for frame in frames}
    assert len(stages) >= len(frames) - 3
    if seats == 2:
        assert len(film(frames)) <= MOST_BYTES
