"""The decisive round as data: the right round, public view and was told it, and within bounds."""

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
        standing=MatchStatus.OVER,
        rev=1,
        guild_id=1,
        channel_id=1,
        made_at=0,
        changed_at=0,
    )


@cache
def played(seed: str, until_round: int = 10**6) -> Match:
    """A match between two programs, to its end or to the middle of a round."""
    decks = [deck.content for deck in list(GAME.decks.values())[:2]]
    match, _ = Match.begin(GAME.kernel, GAME.kernel.setup(decks), seed)
    programs = [Greedy(Chance(f"{seed} {n}")) for n in range(2)]
    while match.outcome is None and match.game.round_number(match.machine) < until_round:
        [seat, *_] = match.questions
        choice = programs[seat].answer(match.questions[seat], partial(match.view, seat))
        match.answer(seat, match.questions[seat].id, choice)
    return match


def played_last(seed: str) -> Event:
    """The last thing that happened in a match."""
    again = Match.load(GAME.kernel, played(seed).save())
    *_, (_, _, events) = steps_of(GAME, again.record)
    return events[-1]


def resigned(match: Match) -> MatchRecord:
    again = Match.load(GAME.kernel, match.save())
    again.leave(1, ending="resignation")
    return again.record


def test_it_is_the_round_in_which_the_match_ended() -> None:
    match = played("seed 3")
    found = decisive_round(table(), match.record, ENGLISH)
    assert found is not None
    last = match.view(None).round
    assert found.name == f"Round {last}"
    assert {view.round for view in found.views} == {last}
    assert found.views[-1] == match.view(None)
    assert len(found.views) == len(found.happened) >= 2


def test_everything_that_happened_everybody_was_told() -> None:
    match = played("seed 3")
    again, events = Match.begin(GAME.kernel, match.record.setup, match.record.seed)
    public = [seen(event, None) for event in events]
    for answer in match.record.answers:
        events = again.answer(answer.seat, again.questions[answer.seat].id, answer.choice)
        public += [seen(event, None) for event in events]
    found = decisive_round(table(), match.record, ENGLISH)
    assert found is not None
    happened = [event for step in found.happened for event in step]
    assert happened and happened == public[-len(happened) :]
    assert all(view.viewer is None for view in found.views)


def steps_told(found: DecisiveRound) -> list[FinaleStep]:
    finale = GAME.shown.finale
    assert finale is not None and finale(found.views, found.happened, NAMES, found.translator)
    made = finale_of(found.views, found.happened)
    assert made is not None
    return [step for scene in scenes(made, NAMES, found.translator) for step in scene.steps]


def test_its_film_tells_the_scores_as_they_were_counted() -> None:
    found = decisive_round(table(), played("seed 6").record, ENGLISH)
    assert found is not None
    captions = [step.caption for step in steps_told(found)]
    scores = re.search(r"Ada won the dawn conflict (\d+) : (\d+)\.", found.alt)
    assert scores is not None
    assert f"Ada wins by {int(scores[1]) - int(scores[2])}" in captions
    assert captions[-1] == "Bo's bastion has fallen"


def test_a_match_that_was_given_up_was_decided_by_its_last_whole_round() -> None:
    match = played("seed 3", until_round=4)
    found = decisive_round(table(), resigned(match), ENGLISH)
    assert found is not None and found.name == "Round 3"
    assert found.views[0].round == 3
    assert found.views[-1].ended == "resignation"
    assert steps_told(found)[-1].caption == "Bo gave up"


def test_the_first_round_counts_although_it_was_not_finished() -> None:
    found = decisive_round(table(), resigned(played("seed 3", until_round=1)), ENGLISH)
    assert found is not None and found.name == "Round 1"


def test_a_match_without_a_round_has_none() -> None:
    assert decisive_round(table(), resigned(played("seed 3", until_round=0)), ENGLISH) is None


@pytest.mark.parametrize("seed", ["seed 3", "seed 9", "seed 11", "seed 13"])
def test_words_and_times_are_within_bounds_in_both_languages(seed: str) -> None:
    for said in (ENGLISH, SPANISH):
        found = decisive_round(table(), played(seed).record, said)
        assert found is not None
        assert len(found.alt) <= ALT and found.name in found.alt[: len(found.name) + 20]
        last = build_views.beats(table(), [played_last(seed)], (), None, said)[-1]
        assert said(last.text) in found.alt, "how it ended is told in any case"
        steps = steps_told(found)
        # Seed 11 ends by insanity before any conflict: there is less to show.
        least = 4000 if seed == "seed 11" else 8000
        assert least <= sum(step.milliseconds for step in steps) <= 15000


async def test_it_is_made_once_for_all_who_want_it(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    records, pictures = Records(bot.store, Games.of(GAME)), PictureService(1, 1 << 20)
    drawn = 0

    async def over(match_id: int) -> tuple[MatchTable, MatchRecord]:
        return table(), played("seed 12").record

    def counted(frames: Sequence[FilmFrame]) -> bytes:
        nonlocal drawn
        drawn += 1
        return film(frames)

    monkeypatch.setattr(records, "over", over)
    monkeypatch.setattr("bot.views.pictures.film", counted)
    rounds = Highlights(records, pictures)
    first = asyncio.create_task(rounds.of_match(1, Locale.ENGLISH))
    second = asyncio.create_task(rounds.of_match(1, Locale.ENGLISH))
    await asyncio.sleep(0)
    assert rounds.under_way == 1
    first.cancel()
    made = await second
    assert made is not None and made is await rounds.of_match(1, Locale.ENGLISH)
    assert (drawn, rounds.under_way) == (1, 0)
    gif = Image.open(BytesIO(made.picture.png))
    assert gif.format == "GIF" and gif.width >= 450 and len(made.picture.png) <= MOST_BYTES
    pictures.close()


async def test_a_game_without_rounds_has_none_and_nothing_is_announced_of_it(bot: Bot) -> None:
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
