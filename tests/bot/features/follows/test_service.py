"""Missed events are reported once, as the viewer knows them, and followers are mentioned at the end."""

from __future__ import annotations

import pytest

from bot.errors import LimitReached, NotFound
from bot.features.follows.service import MOST, Follows
from bot.games.playable import Games
from bot.match.followers import Followers
from bot.store.person import Person
from bot.views.types import PlayerSnapshot, PublicSnapshot
from engine.kernel.chance import Chance
from tests.bot.kit import ADA, BO, CY, Bot, lanterns


def follows_of(bot: Bot) -> Follows:
    return Follows(bot.store, Games.of(lanterns()))


async def log(bot: Bot, match_id: int, person: int) -> list[str]:
    pages = (await bot.matches.log(match_id, person)).pages
    return [
        line.text
        for page in range(1, pages + 1)
        for line in (await bot.matches.log(match_id, person, page)).lines
    ]


@pytest.mark.parametrize("person", [ADA, BO, CY])
async def test_each_event_is_reported_exactly_once(bot: Bot, person: Person) -> None:
    person_id = person.id
    match_id = await bot.begin()
    watching, dice, reported = follows_of(bot), Chance("digest"), list[str]()
    for n in range(100):
        digest = await watching.digest(match_id, person_id)
        assert digest.is_first == (n == 0)
        reported += map(str, digest.happened)
        again = await watching.digest(match_id, person_id)
        assert again.happened == (), "reported events are not repeated"
        if not all([await bot.answer_anything(match_id, dice) for _ in range(2)]):
            break
    reported += map(str, (await watching.digest(match_id, person_id)).happened)
    everything = " ".join(reported).replace("You win", f"{person.name} wins")
    everything = everything.replace("You ", f"{person.name} ")
    assert all(line in everything for line in await log(bot, match_id, person_id))


async def test_each_viewer_has_their_own_progress(bot: Bot) -> None:
    match_id = await bot.begin()
    watching = follows_of(bot)
    await watching.digest(match_id, ADA.id)
    for n in range(3):
        await bot.answer_anything(match_id, Chance(f"pace {n}"))
    cy = await watching.digest(match_id, CY.id)
    ada = await watching.digest(match_id, ADA.id)
    assert cy.is_first and not ada.is_first
    assert isinstance(cy.snapshot, PublicSnapshot) and isinstance(ada.snapshot, PlayerSnapshot)
    assert cy.snapshot.view.viewer is None and ada.snapshot.view.viewer == 0


async def test_followers_are_mentioned_if_they_want(bot: Bot) -> None:
    match_id = await bot.begin()
    watching = follows_of(bot)
    assert not (await watching.digest(match_id, CY.id)).called
    for _ in range(2):
        assert (await watching.digest(match_id, CY.id, call=True)).called
    assert not (await watching.digest(match_id, ADA.id, call=True)).called, "players are mentioned anyway"
    assert await Followers(bot.store).to_call(match_id) == (CY.id,)
    assert (await watching.digest(match_id, CY.id)).called, "reading the news doesn't end it"
    await watching.stop(match_id, CY.id)
    assert await Followers(bot.store).to_call(match_id) == ()


async def test_mentions_keep_the_limit_of_one_message(bot: Bot) -> None:
    match_id = await bot.begin()
    for n in range(MOST):
        await follows_of(bot).digest(match_id, 5000 + n, call=True)
    with pytest.raises(LimitReached, match="the maximum"):
        await follows_of(bot).digest(match_id, CY.id, call=True)
    assert len(await Followers(bot.store).to_call(match_id)) == MOST
    await follows_of(bot).digest(match_id, 5000, call=True)
    await follows_of(bot).digest(match_id, CY.id)


async def test_a_challenge_cannot_be_watched(bot: Bot) -> None:
    challenge = await bot.challenge()
    with pytest.raises(NotFound, match="nothing to watch yet"):
        await follows_of(bot).digest(challenge.match_id, CY.id, call=True)
