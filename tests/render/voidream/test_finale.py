"""The finale: only the actual events, in order, within its time, with captions that fit each picture."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL.GifImagePlugin import GifImageFile

from cards.i18n import ENGLISH, Locale
from cards.voidream.language.tree import ConflictKind
from engine.kernel.events.event import SeenEvent
from engine.voidream.facts.conflicts import ConflictScored
from engine.voidream.game import VOIDREAM
from engine.voidream.views.types import VoidreamView
from render.film import MOST_BYTES, film
from render.palette import ROSE
from render.table.finale import CAPTION_H, SIDE, FinaleScene
from render.typeset import wrapped
from render.voidream.finale import finale_of
from render.voidream.finale_conflict import ConflictScene, DecidingScene
from render.voidream.finale_falls import BastionScene, MindScene, ResultScene
from render.voidream.finale_frame import STAGE_H
from render.voidream.finale_scenes import scenes
from tests.render.voidream.any_views import names, views
from tests.render.voidream.examples import LION, NAMES, conflict, game_over, middle_game

SPANISH = VOIDREAM.translator(Locale.SPANISH)
LONG = ("Maximilian von Traumfänger WWWW", "Penelope Wilhelmina Featherstone")


def fought(kind: str = "dawn") -> VoidreamView:
    return conflict(None, kind)


def over(view: VoidreamView, ended: str, *winners: int) -> VoidreamView:
    """Return the final position of a match with this ending and the cards of this view."""
    return replace(view, phase="over", conflict=None, awaited=(), winners=winners, ended=ended)


def without_bastions(view: VoidreamView, *seats: int) -> VoidreamView:
    first, second = (
        replace(side, constructs=tuple(one for one in side.constructs if not one.is_bastion))
        if side.seat in seats
        else side
        for side in view.sides
    )
    return replace(view, sides=(first, second))


def with_mind(view: VoidreamView, seat: int, count: int) -> VoidreamView:
    first, second = (
        replace(side, mind=replace(side.mind, count=count)) if side.seat == seat else side
        for side in view.sides
    )
    return replace(view, sides=(first, second))


def ended(ended: str, *winners: int, fallen: Sequence[int] = ()) -> list[VoidreamView]:
    """Return a round with a conflict and its end."""
    return [middle_game(None), fought(), over(without_bastions(fought(), *fallen), ended, *winners)]


def shown(
    views: Sequence[VoidreamView], happened: Sequence[Sequence[SeenEvent]] = (), translator: object = ENGLISH
) -> tuple[FinaleScene, ...]:
    finale = finale_of(views, happened)
    assert finale is not None
    return scenes(finale, NAMES, SPANISH if translator is SPANISH else ENGLISH)


def kinds(film_scenes: Sequence[FinaleScene]) -> list[type[FinaleScene]]:
    return [type(scene) for scene in film_scenes]


def length(film_scenes: Sequence[FinaleScene]) -> int:
    return sum(step.milliseconds for scene in film_scenes for step in scene.steps)


ENDS = {
    "bastion": ended("bastion", 0, fallen=(1,)),
    "insanity": ended("insanity", 0),
    "resignation": ended("resignation", 0),
    "time": ended("time", 1),
    "agreement": ended("agreement"),
    "aborted": ended("aborted"),
    "both": ended("bastion", fallen=(0, 1)),
    "both bastions": ended("bastion", fallen=(0, 1)),
}


@pytest.mark.parametrize("end", ENDS)
def test_only_actual_events_are_shown(end: str) -> None:
    kinds_shown = kinds(shown(ENDS[end]))
    falls = {
        "bastion": [BastionScene],
        "insanity": [MindScene],
        "both": [BastionScene, BastionScene],
        "both bastions": [BastionScene, BastionScene],
    }.get(end, [])
    assert kinds_shown == [ConflictScene, DecidingScene, *falls, ResultScene]


@pytest.mark.parametrize("end", ENDS)
def test_it_takes_eight_to_fifteen_seconds(end: str) -> None:
    assert 8000 <= length(shown(ENDS[end])) <= 15000
    assert shown(ENDS[end])[-1].steps[-1].milliseconds == 3000


def test_the_result_is_shown_even_without_a_conflict() -> None:
    calm = middle_game(None)
    assert kinds(shown([calm, over(calm, "resignation", 1)])) == [ResultScene]
    assert kinds(shown([calm, over(calm, "insanity", 1)])) == [MindScene, ResultScene]
    assert kinds(shown([calm, game_over()])) == [DecidingScene, BastionScene, ResultScene]
    assert kinds(shown([game_over()])) == [ResultScene]
    assert finale_of([calm]) is None and finale_of([]) is None


def test_a_mind_that_fell_in_the_round_falls_number_by_number() -> None:
    round_ = [with_mind(view, 1, 3) for view in ended("bastion", 0, fallen=(1,))]
    film_scenes = shown([*round_[:-1], with_mind(round_[-1], 1, 1)])
    assert kinds(film_scenes) == [ConflictScene, DecidingScene, MindScene, BastionScene, ResultScene]
    assert [step.caption for step in film_scenes[2].steps] == ["Bo's mind: 3", "Bo's mind: 2", "Bo's mind: 1"]
    assert length(film_scenes) <= 15000


def test_insanity_takes_the_mind_to_nothing() -> None:
    views = [with_mind(view, 1, 2) for view in ENDS["insanity"]]
    steps = shown(views)[2].steps
    assert [round(4 * step.part) for step in steps] == [2, 1, 0]
    assert [step.caption for step in steps] == [
        "Bo's mind: 2",
        "Bo's mind: 1",
        "Bo had no arcanum left for Nightmare",
    ]


def test_captions_belong_to_their_own_picture() -> None:
    scenes = shown(ENDS["bastion"])
    captions = [[step.caption for step in scene.steps] for scene in scenes]
    assert captions[0] == ["Dawn conflict"] * 8 + ["Ada leads by 8"]
    assert set(captions[1]) == {"The strongest in the conflict"}
    assert captions[2] == ["Bo's bastion"] * 6 + ["Bo's bastion has fallen"]
    assert set(captions[3]) == {"Bo's bastion has fallen"}
    parts = [step.part for step in scenes[0].steps]
    assert parts[0] == 0 and parts[-1] == 1 and parts == sorted(parts), "the scores only grow"


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("translator", [ENGLISH, SPANISH])
def test_captions_are_short(end: str, translator: object) -> None:
    for scene in shown(ENDS[end], translator=translator):
        assert all(0 < len(step.caption.split()) <= 8 for step in scene.steps)


def test_the_scores_are_those_that_were_counted() -> None:
    scored = SeenEvent(
        ConflictScored(ConflictKind.DAWN, (31, 3), winner=0, difference=28, parts=[[], []]), ""
    )
    film_scenes = shown(ENDS["bastion"], [(), (), (scored,)])
    assert film_scenes[0].steps[-1].caption == "Ada wins by 28"
    # A conflict without a count doesn't get the scores of an earlier one.
    before = [fought(), middle_game(None), *ENDS["resignation"][1:]]
    assert shown(before, [(), (scored,), (), ()])[0].steps[-1].caption == "Ada leads by 8"


def test_the_bar_moves_with_the_scores() -> None:
    [scene, *_] = shown(ENDS["bastion"])
    row = CAPTION_H + STAGE_H // 2 - 68 + 107
    ends: list[int] = []
    for frame in scene.paint():
        strip = frame.picture.crop((40, row, SIDE - 60, row + 1))
        pixels = [strip.getpixel((x, 0)) for x in range(strip.width)]
        ends.append(pixels.count(ROSE))
    assert ends == sorted(ends) and len(set(ends)) == len(ends)


def test_in_dusk_the_lower_score_leads() -> None:
    film_scenes = shown([fought("dusk"), over(fought("dusk"), "time", 1)])
    assert film_scenes[0].steps[-1].caption == "Bo leads by 6"


def test_the_card_is_the_strongest_of_the_leading_side() -> None:
    [_, deciding, *_] = shown(ENDS["bastion"])
    assert isinstance(deciding, DecidingScene) and deciding.art.title == LION.title


def test_a_whole_film_is_small_and_all_its_pictures_have_one_size() -> None:
    frames = [frame for scene in shown(ENDS["bastion"]) for frame in scene.paint()]
    assert {frame.picture.size for frame in frames} == {(SIDE, SIDE)}
    gif = film(frames)
    assert len(gif) <= MOST_BYTES
    moving = GifImageFile(BytesIO(gif))
    assert moving.size == (SIDE, SIDE) and moving.n_frames == len(frames)
    # Only the line between the two moves from step to step of the bar.
    first, second = (frame.picture for frame in frames[1:3])
    assert first.crop((0, 0, SIDE, 300)).tobytes() == second.crop((0, 0, SIDE, 300)).tobytes()
    assert first.tobytes() != second.tobytes()


def test_a_character_wider_than_its_line_is_alone() -> None:
    assert wrapped("31", "number", 64, 5) == ("3", "1")


def test_hidden_cards_are_not_in_it() -> None:
    def veiled(face: object) -> VoidreamView:
        view = fought()
        first, second = view.sides
        hidden = replace(first.play[0], veiled=True, face=face, role="attacking")
        return replace(view, sides=(replace(first, play=(hidden, *first.play[1:])), second))

    def played(face: object) -> list[VoidreamView]:
        return [veiled(face), over(veiled(face), "time", 0)]

    finales = [finale_of(played(face)) for face in (None, LION, fought().sides[1].play[0].face)]
    assert finales[0] is not None
    assert [one and one.clash for one in finales] == [finales[0].clash] * 3
    films: set[bytes] = set()
    for one in finales[:2]:
        assert one is not None
        conflict_scene = scenes(one, NAMES)[0]
        films.add(film(conflict_scene.paint()))
    assert len(films) == 1


def test_long_names_fit_in_spanish() -> None:
    finale = finale_of(ENDS["bastion"])
    assert finale is not None
    for scene in (scenes(finale, LONG, SPANISH)[0], scenes(finale, LONG, SPANISH)[-1]):
        for frame in scene.paint()[-1:]:
            band = frame.picture.crop((0, 0, SIDE, 88))
            edges = [band.crop((0, 0, 16, 88)), band.crop((SIDE - 16, 0, SIDE, 88))]
            assert all(len(edge.getcolors() or []) == 1 for edge in edges), "nothing touches the rim"


@settings(max_examples=6)
@given(st.lists(views(), min_size=1, max_size=2), names, st.sampled_from(("bastion", "insanity", "time")))
def test_every_match_has_a_finale(round_: list[VoidreamView], called: tuple[str, str], end: str) -> None:
    finale = finale_of([*round_[:-1], replace(round_[-1], ended=end)])
    assert finale is not None
    film_scenes = scenes(finale, called, SPANISH)
    assert isinstance(film_scenes[-1], ResultScene)
    assert all(step.caption for scene in film_scenes for step in scene.steps)


@settings(max_examples=4)
@given(views(), names)
def test_any_fighters_can_be_drawn(view: VoidreamView, called: tuple[str, str]) -> None:
    finale = finale_of([replace(view, ended="time")])
    assert finale is not None
    first = scenes(finale, called)[0]
    pictures = [frame.picture for frame in first.paint()]
    assert {picture.size for picture in pictures} == {(SIDE, SIDE)}
