"""The finale: only the actual events, within its time, in moving pictures."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL.GifImagePlugin import GifImageFile

from engine.dreamweavers.facts.attacks import Compared, Damaged, Shielded
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.events.event import Fact, SeenEvent
from render.dreamweavers.finale import finale_of
from render.dreamweavers.finale_frame import two_titles
from render.dreamweavers.finale_pictures import AttackScene, EgoScene, WeaveScene
from render.dreamweavers.finale_scenes import scenes
from render.film import MOST_BYTES, film
from render.table.finale import CAPTION_H, SIDE, FinaleScene, caption_block
from tests.render.dreamweavers import views as ex
from tests.render.sheets import check_block

LONG = ("Maximilian von Traumfänger WWWW", "Penelope Wilhelmina Featherstone")


def told(*facts: Fact) -> list[SeenEvent]:
    return [SeenEvent(fact, "") for fact in facts]


VIEWS = [ex.middle(None), ex.attack(None), ex.damage(None), ex.over(None)]
HAPPENED = [
    [],
    told(Shielded(1, ["Face in Fog"], 9), Compared(0, ex.WIDOW.title, "", 4, 9, False)),
    told(
        Shielded(1, ["Lamp in the Hall"], 3),
        Compared(0, ex.EMBER.title, "", 6, 3, True),
        Damaged(1, ex.SECOND.title, 0),
    ),
    told(Shielded(1, [], 0), Compared(0, ex.HOUND.title, "", 6, 0, True), Damaged(1, "", 0)),
]


def ended(how: str, *winners: int) -> list[DreamweaversView]:
    places = (
        (winners, tuple(seat for seat in (0, 1) if seat not in winners)) if len(winners) == 1 else ((0, 1),)
    )
    last = replace(ex.over(None), ended=how, places=places)
    return [ex.early(None), last]


def shown(
    views: Sequence[DreamweaversView],
    happened: Sequence[Sequence[SeenEvent]] = (),
    names: tuple[str, str] = ex.NAMES,
) -> tuple[FinaleScene, ...]:
    finale = finale_of(views, happened)
    assert finale is not None
    return scenes(finale, names)


def length(film_scenes: Sequence[FinaleScene]) -> int:
    return sum(step.milliseconds for scene in film_scenes for step in scene.steps)


def test_no_finale_exists_before_the_end() -> None:
    assert finale_of([]) is None
    assert finale_of(VIEWS[:-1], HAPPENED[:-1]) is None


def test_the_last_two_attacks_then_the_ego_then_the_cloth() -> None:
    film_scenes = shown(VIEWS, HAPPENED)
    assert [type(scene) for scene in film_scenes] == [AttackScene, AttackScene, EgoScene, WeaveScene]
    first, second = (scene.blow for scene in film_scenes if isinstance(scene, AttackScene))
    assert (first.attacker, first.power, first.shield_value, first.shields) == (
        ex.EMBER.title, 6, 3, ("Lamp in the Hall",),
    )  # fmt: skip
    assert (second.attacker, second.shield_value) == (ex.HOUND.title, 0)
    captions = [scene.steps[-1].caption for scene in film_scenes]
    assert captions == ["6 : 3: it gets through", "6 : 0: it gets through", "Bo's Ego is broken", "Bo took damage with an empty Ego"]  # fmt: skip


def test_an_attack_that_only_the_views_know_is_shown_too() -> None:
    film_scenes = shown(VIEWS)
    assert [type(scene) for scene in film_scenes] == [AttackScene, EgoScene, WeaveScene]


@pytest.mark.parametrize(
    ("how", "winners"), [("resignation", (0,)), ("time", (1,)), ("agreement", ()), ("turns", ())]
)
def test_an_ending_without_a_blow_shows_the_two_cloths_alone(how: str, winners: tuple[int, ...]) -> None:
    (scene,) = shown(ended(how, *winners))
    assert isinstance(scene, WeaveScene)
    assert scene.is_draw is (not winners)
    if winners:
        assert scene.notions == (("rage", "doubt") if winners == (0,) else ("doubt", "rage"))


def test_it_takes_no_longer_than_fifteen_seconds() -> None:
    big = replace(VIEWS[0], sides=(VIEWS[0].sides[0], replace(VIEWS[0].sides[1], ego=(None,) * 9)))
    for views in (VIEWS, [big, *VIEWS[1:]]):
        assert 8000 <= length(shown(views, HAPPENED)) <= 15000
    assert 5000 <= length(shown(ended("resignation", 0))) <= 15000


def test_captions_and_titles_fit_their_bands() -> None:
    for scene in shown(VIEWS, HAPPENED, LONG):
        for step in scene.steps:
            check_block(caption_block(scene.form, step.caption, scene.sign))
    check_block(two_titles("The Long Procession of Everybody", f"{LONG[1]}'s Ego"))


def test_the_film_moves_and_is_small() -> None:
    film_scenes = shown(VIEWS, HAPPENED)
    frames = [frame for scene in (film_scenes[1], film_scenes[-1]) for frame in scene.paint()]
    assert {frame.picture.size for frame in frames} == {(SIDE, SIDE)}
    weave = frames[-3:]
    assert weave[0].picture.crop((0, CAPTION_H, SIDE, SIDE)) != weave[-1].picture.crop(
        (0, CAPTION_H, SIDE, SIDE)
    )
    data = film(frames[:3])
    with GifImageFile(BytesIO(data)) as gif:
        assert gif.n_frames == 3 and len(data) <= MOST_BYTES
