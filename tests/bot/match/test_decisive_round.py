"""The decisive round as data: the right round, only public information, and bounded in size."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from functools import cache, partial
from io import BytesIO

import pytest
from PIL import Image

from bot.games.playable import Games
from bot.games.voidream import voidream
from bot.match.replay.decisive_round import ALT, DecisiveRound, Highlights, decisive_round
from bot.match.replay.records import Records
from bot.match.replay.turning_point import steps_of
from bot.store.match_status import MatchStatus
from bot.store.person import Person
from bot.views import build_views
from bot.views.pictures import PictureService
from bot.views.types import MatchTable
from cards.i18n import Locale
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, seen
from engine.kernel.match import Match
from engine.kernel.match_state import MatchRecord
from engine.voidream.players.greedy.player import Greedy
from render.film import MOST_BYTES, FilmFrame, film
from render.table.finale import FinaleStep
from render.voidream.finale import finale_of
from render.voidream.finale_scenes import scenes
from tests.bot.kit import Bot, lanterns

GAME = voidream()
ENGLISH, SPANISH = GAME.translator(Locale.ENGLISH), GAME.translator(Locale.SPANISH)
NAMES = ("Ada", "Bo")


@cache
def table() -> MatchTable:
    return MatchTable(
        id=1,
        game=GAME,
        people=(Person(1, "Ada"), Person(2, "Bo")),
        status=MatchStatus.OVER,
        rev=1,
        guild_id=1,
        channel_id=1,
        made_at=0,
        changed_at=0,
    )


@cache
def played(seed: str, until_round: int = 10**6) -> Match:
    """Return a match between two programs, to its end or to the middle of a round."""
    decks = [deck.content for deck in list(GAME.decks.values())[:2]]
    match, _ = Match.begin(GAME.kernel, GAME.kernel.setup(decks), seed)
    programs = [Greedy(Chance(f"{seed} {n}")) for n in range(2)]
    while match.outcome is None and match.game.round_number(match.machine) < until_round:
        [seat, *_] = match.questions
        choice = programs[seat].answer(match.questions[seat], partial(match.view, seat))
        match.answer(seat, match.questions[seat].id, choice)
    return match


def played_last(seed: str) -> Event:
    """Return the last event of a match."""
    again = Match.load(GAME.kernel, played(seed).save())
    *_, (_, _, events) = steps_of(GAME, again.record)
    return events[-1]


def resigned(match: Match) -> MatchRecord:
    again = Match.load(GAME.kernel, match.save())
    again.leave(1, ending="resignation")
    return again.record


def test_it_is_the_round_in_which_the_match_ended() -> None:
    match = played("seed 3")
    round_ = decisive_round(table(), match.record, ENGLISH)
    assert round_ is not None
    last = match.view(None).round
    assert round_.name == f"Round {last}"
    assert {view.round for view in round_.views} == {last}
    assert round_.views[-1] == match.view(None)
    assert len(round_.views) == len(round_.happened) >= 2


def test_it_contains_only_public_events() -> None:
    match = played("seed 3")
    again, events = Match.begin(GAME.kernel, match.record.setup, match.record.seed)
    public = [seen(event, None) for event in events]
    for answer in match.record.answers:
        events = again.answer(answer.seat, again.questions[answer.seat].id, answer.choice)
        public += [seen(event, None) for event in events]
    round_ = decisive_round(table(), match.record, ENGLISH)
    assert round_ is not None
    happened = [event for step in round_.happened for event in step]
    assert happened and happened == public[-len(happened) :]
    assert all(view.viewer is None for view in round_.views)


def shown_steps(round_: DecisiveRound) -> list[FinaleStep]:
    finale = GAME.shown.finale
    assert finale is not None and finale(round_.views, round_.happened, NAMES, round_.translator)
    animation = finale_of(round_.views, round_.happened)
    assert animation is not None
    return [step for scene in scenes(animation, NAMES, round_.translator) for step in scene.steps]


def test_its_animation_shows_the_scores_in_order() -> None:
    round_ = decisive_round(table(), played("seed 6").record, ENGLISH)
    assert round_ is not None
    captions = [step.caption for step in shown_steps(round_)]
    scores = re.search(r"Ada won the dawn conflict (\d+) : (\d+)\.", round_.alt)
    assert scores is not None
    assert f"Ada wins by {int(scores[1]) - int(scores[2])}" in captions
    assert captions[-1] == "Bo's bastion has fallen"


def test_a_resigned_match_was_decided_by_its_last_complete_round() -> None:
    match = played("seed 3", until_round=4)
    round_ = decisive_round(table(), resigned(match), ENGLISH)
    assert round_ is not None and round_.name == "Round 3"
    assert round_.views[0].round == 3
    assert round_.views[-1].ended == "resignation"
    assert shown_steps(round_)[-1].caption == "Bo gave up"


def test_an_unfinished_first_round_counts() -> None:
    round_ = decisive_round(table(), resigned(played("seed 3", until_round=1)), ENGLISH)
    assert round_ is not None and round_.name == "Round 1"


def test_a_match_without_a_round_has_none() -> None:
    assert decisive_round(table(), resigned(played("seed 3", until_round=0)), ENGLISH) is None


@pytest.mark.parametrize("seed", ["seed 3", "seed 9", "seed 11", "seed 13"])
def test_texts_and_times_are_bounded_in_both_languages(seed: str) -> None:
    for translator in (ENGLISH, SPANISH):
        round_ = decisive_round(table(), played(seed).record, translator)
        assert round_ is not None
        assert len(round_.alt) <= ALT and round_.name in round_.alt[: len(round_.name) + 20]
        last = build_views.beats(table(), [played_last(seed)], (), None, translator)[-1]
        assert translator(last.text) in round_.alt, "the ending is always shown"
        steps = shown_steps(round_)
        outcome = played(seed).outcome
        # A match that ends by insanity, before any conflict, has a shorter round.
        least = 4000 if outcome is not None and outcome.ending == "insanity" else 8000
        assert least <= sum(step.milliseconds for step in steps) <= 15000


async def test_concurrent_requests_share_one_rendering(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    records, pictures = Records(bot.store, Games.of(GAME)), PictureService(1, 1 << 20)
    renderings = 0

    async def over(match_id: int) -> tuple[MatchTable, MatchRecord]:
        return table(), played("seed 12").record

    def counted(frames: Sequence[FilmFrame]) -> bytes:
        nonlocal renderings
        renderings += 1
        return film(frames)

    monkeypatch.setattr(records, "over", over)
    monkeypatch.setattr("bot.views.pictures.film", counted)
    rounds = Highlights(records, pictures)
    first = asyncio.create_task(rounds.of_match(1, Locale.ENGLISH))
    second = asyncio.create_task(rounds.of_match(1, Locale.ENGLISH))
    await asyncio.sleep(0)
    assert rounds.under_way == 1
    first.cancel()
    animation = await second
    assert animation is not None and animation is await rounds.of_match(1, Locale.ENGLISH)
    assert (renderings, rounds.under_way) == (1, 0)
    gif = Image.open(BytesIO(animation.picture.png))
    assert gif.format == "GIF" and gif.width >= 450 and len(animation.picture.png) <= MOST_BYTES
    pictures.close()


async def test_a_game_without_rounds_has_no_decisive_round(bot: Bot) -> None:
    match_id = await bot.begin()
    dice = Chance("none")
    while await bot.answer_anything(match_id, dice):
        pass
    await bot.deliver()
    assert "round" not in {str(kind) for kind in bot.paper.kinds()}
    pictures = PictureService(1, 1 << 20)
    rounds = Highlights(Records(bot.store, Games.of(lanterns())), pictures)
    assert await rounds.of_match(match_id, Locale.ENGLISH) is None
    pictures.close()
