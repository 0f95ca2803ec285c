"""The decisive round as data: the right round, step by step, as everybody saw it, and within bounds."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache, partial
from io import BytesIO

import pytest
from PIL import Image

from bot.decisive import ALT, AT_ONCE, MOST, DecisiveRounds, Still, at_most, decisive_round
from bot.games import Games
from bot.looks import Person, Standing, Table
from bot.pictures import Pictures
from bot.replaying import Replays
from bot.voidream import voidream
from cards.locales import Locale
from engine.kernel.chance import Chance
from engine.kernel.event import seen
from engine.kernel.match import Match, Record
from engine.voidream.greedy.player import Greedy
from render.film import film
from tests.bot.core.kit import Bot, lanterns

GAME = voidream()
ENGLISH, SPANISH = GAME.tongue(Locale.ENGLISH), GAME.tongue(Locale.SPANISH)
NAMES = ("Ada", "Bo")


@cache
def table() -> Table:
    return Table(
        match_id=1,
        game=GAME,
        people=(Person(1, "Ada"), Person(2, "Bo")),
        standing=Standing.OVER,
        rev=1,
        guild_id=1,
        channel_id=1,
        challenge_message_id=None,
        thread_id=None,
        status_message_id=None,
        made_at=0,
        changed_at=0,
    )


@cache
def played(seed: str, until_round: int = 10**6) -> Match:
    """A match between two programs, to its end or to the middle of a round."""
    decks = [deck.content for deck in list(GAME.decks.values())[:2]]
    match, _ = Match.begin(GAME.kernel, GAME.kernel.setup(decks), seed)
    programs = [Greedy(Chance(f"{seed} {n}")) for n in range(2)]
    assert GAME.round is not None
    while match.outcome is None and GAME.round(match) < until_round:
        [seat, *_] = match.questions
        choice = programs[seat].answer(match.questions[seat], partial(match.view, seat))
        match.answer(seat, match.questions[seat].id, choice)
    return match


def resigned(match: Match) -> Record:
    again = Match.load(GAME.kernel, match.save())
    again.end((0,), "resignation")
    return again.record


def test_it_is_the_round_in_which_the_match_ended() -> None:
    match = played("seed 3")
    found = decisive_round(table(), match.record, ENGLISH)
    assert found is not None
    last = match.view(None).round
    assert found.name == f"Round {last}"
    assert {still.view.round for still in found.stills} == {last}
    assert found.stills[-1].view == match.view(None)
    assert 2 <= len(found.stills) <= MOST


def test_everything_that_is_told_everybody_was_told() -> None:
    match = played("seed 3")
    again, events = Match.begin(GAME.kernel, match.record.setup, match.record.seed)
    public: list[str] = []
    for answer in [None, *match.record.answers]:
        if answer is not None:
            events = again.answer(answer.seat, again.questions[answer.seat].id, answer.choice)
        public += [GAME.kernel.words(seen(event, None), NAMES, ENGLISH) for event in events]
    found = decisive_round(table(), match.record, ENGLISH)
    assert found is not None
    rest = " ".join(still.told for still in found.stills)
    for sentence in sorted({*public} - {""}, key=len, reverse=True):
        rest = rest.replace(sentence, "")
    assert rest.strip() == ""
    assert all(still.view.viewer is None for still in found.stills)


def test_a_match_that_was_given_up_was_decided_by_its_last_whole_round() -> None:
    match = played("seed 3", until_round=4)
    found = decisive_round(table(), resigned(match), ENGLISH)
    assert found is not None and found.name == "Round 3"
    assert found.stills[0].view.round == 3
    assert found.stills[-1].view.ended == "resignation"


def test_the_first_round_counts_although_it_was_not_finished() -> None:
    found = decisive_round(table(), resigned(played("seed 3", until_round=1)), ENGLISH)
    assert found is not None and found.name == "Round 1"


def test_a_match_without_a_round_has_none() -> None:
    assert decisive_round(table(), resigned(played("seed 3", until_round=0)), ENGLISH) is None


@pytest.mark.parametrize("seed", ["seed 3", "seed 11", "seed 12"])
def test_words_and_times_are_within_bounds_in_both_languages(seed: str) -> None:
    for said in (ENGLISH, SPANISH):
        found = decisive_round(table(), played(seed).record, said)
        assert found is not None
        assert len(found.alt) <= ALT and found.alt.startswith(found.name)
        last = found.stills[-1].told.rsplit(". ", 1)[-1]
        assert found.alt.endswith(last), "how it ended is told in any case"
        assert all(1500 <= still.hold <= 7000 for still in found.stills)
        assert any(len(still.told) <= AT_ONCE for still in found.stills)


def test_where_there_is_too_much_neighbours_are_shown_as_one() -> None:
    stills = [Still(n, f"Step {n}.") for n in range(100)]
    shown = at_most(stills, 30)
    assert len(shown) == 30
    assert [still.view for still in shown][-1] == 99
    assert " ".join(still.told for still in shown) == " ".join(still.told for still in stills)


async def test_it_is_made_once_for_all_who_want_it(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    replays, pictures = Replays(bot.store, Games.of(GAME)), Pictures(1, 1 << 20)
    drawn = 0

    async def over(match_id: int) -> tuple[Table, Record]:
        return table(), played("seed 12").record

    def counted(stills: Sequence[bytes], holds: Sequence[int]) -> bytes:
        nonlocal drawn
        drawn += 1
        return film(stills, holds)

    monkeypatch.setattr(replays, "over", over)
    monkeypatch.setattr("bot.pictures.film", counted)
    rounds = DecisiveRounds(replays, pictures)
    first = asyncio.create_task(rounds.of_match(1, Locale.ENGLISH))
    second = asyncio.create_task(rounds.of_match(1, Locale.ENGLISH))
    await asyncio.sleep(0)
    assert rounds.under_way == 1
    first.cancel()
    made = await second
    assert made is not None and made is await rounds.of_match(1, Locale.ENGLISH)
    assert (drawn, rounds.under_way) == (1, 0)
    gif = Image.open(BytesIO(made.picture.png))
    assert gif.format == "GIF" and gif.width >= 550 and len(made.picture.png) <= 3_000_000
    pictures.close()


async def test_a_game_without_rounds_has_none_and_nothing_is_announced_of_it(bot: Bot) -> None:
    match_id = await bot.begin()
    dice = Chance("none")
    while await bot.answer_anything(match_id, dice):
        pass
    await bot.deliver()
    assert "round" not in {str(kind) for kind in bot.paper.kinds()}
    pictures = Pictures(1, 1 << 20)
    rounds = DecisiveRounds(Replays(bot.store, Games.of(lanterns())), pictures)
    assert await rounds.of_match(match_id, Locale.ENGLISH) is None
    pictures.close()
