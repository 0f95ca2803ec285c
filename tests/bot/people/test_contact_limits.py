"""Limits on mentions of one person by another, and blocks, tested with the acts of a harasser."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.clocks import TimeControl
from bot.clocks.control import DAY, HOUR, MINUTE
from bot.delivery.notes import PrivateKind, PublicNote
from bot.errors import AlreadyDecided, BadOpponent, LimitReached, Refusal
from bot.features.follows.service import Follows
from bot.features.privacy.blocks import MOST, Blocks
from bot.features.privacy.own_data import Privacy
from bot.features.time.vacations import Vacations
from bot.games.playable import Games
from bot.match.consent import ConsentResult
from bot.match.followers import Followers
from bot.match.undo import OFTEN
from bot.people.contact_limits import PRACTICE, TooSoon, Unwilling
from bot.settings import Settings
from bot.store.about import Everything
from bot.store.match_status import MatchStatus
from bot.store.mentions import MentionKind
from bot.store.person import Person
from bot.store.servers import ServerRules
from engine.kernel.simulation import RandomPlayer
from tests.bot.kit import ADA, BO, CHANNEL, CY, GUILD, Bot, lanterns, open_bot
from tests.bot.match.test_endings import bid
from tests.games.registry import parlour

EACH = TimeControl("each", DAY)
GAMES = Games.of(lanterns())
USUAL = Settings(_env_file=None)  # type: ignore[call-arg]


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncGenerator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3", settings=USUAL) as opened:
        yield opened


async def challenge(bot: Bot, one: Person = ADA, other: Person = BO, *, channel: int = CHANNEL, guild: int = GUILD) -> int:  # fmt: skip
    table = await bot.challenge(other, one=one, guild_id=guild, channel_id=channel, control=EACH)
    return table.match_id


async def begin(bot: Bot) -> int:
    return await bot.begin(control=EACH)


def blocking_of(bot: Bot) -> Blocks:
    return Blocks(bot.context)


async def calls(bot: Bot, person: Person) -> int:
    """Return the number of times a person has been mentioned in a channel or thread."""
    await bot.deliver()
    notes = [message.note for message in bot.paper.said]
    return sum(isinstance(note, PublicNote) and person.id in note.mentions for note in notes)


async def as_often_as_possible(act: Callable[[], Awaitable[object]], times: int = 40) -> int:
    """Repeat an act despite refusals; return how often it succeeded."""
    successes = 0
    for _ in range(times):
        try:
            await act()
            successes += 1
        except Refusal:
            continue
    return successes


# -- challenges


async def test_challenging_and_withdrawing_mentions_once_in_ten_minutes(bot: Bot) -> None:
    async def annoy() -> None:
        match_id = await challenge(bot)
        await bot.challenges.withdraw(bot.press(), match_id, ADA.id)

    assert await as_often_as_possible(annoy) == 1
    with pytest.raises(
        TooSoon, match=r"challenged Bo recently\. You can challenge them again <t:1800000600:R>"
    ) as refused:
        await challenge(bot)
    assert refused.value.at == bot.clock.now() + 10 * MINUTE
    await bot.clock.move(599)
    assert await as_often_as_possible(annoy, 3) == 0
    await bot.clock.move(1)
    assert await as_often_as_possible(annoy, 3) == 1


async def test_the_limit_holds_across_channels_servers_and_restarts(bot: Bot) -> None:
    await challenge(bot)
    with pytest.raises(TooSoon):
        await challenge(bot, channel=CHANNEL + 1)
    with pytest.raises(TooSoon):
        await challenge(bot, channel=CHANNEL + 2, guild=GUILD + 1)
    async with open_bot(bot.path, settings=USUAL, clock=bot.clock, pressed=1000) as again:
        with pytest.raises(TooSoon):
            await challenge(again, channel=CHANNEL + 1)


async def test_a_decline_does_not_allow_another_request(bot: Bot) -> None:
    match_id = await challenge(bot)
    await bot.challenges.decline(bot.press(), match_id, BO.id)
    with pytest.raises(TooSoon):
        await challenge(bot)
    await challenge(bot, BO, ADA)


async def test_a_person_who_accepted_can_be_challenged_again_at_once(bot: Bot) -> None:
    """A rematch after a short match is welcome. But further challenges that aren't accepted mention no one."""
    match_id = await begin(bot)
    await bot.play.resign(bot.press(), match_id, ADA.id)
    again = (await bot.rematches.rematch(bot.press(), match_id, ADA)).table
    await bot.challenges.withdraw(bot.press(), again.match_id, ADA.id)
    with pytest.raises(TooSoon):
        await bot.rematches.rematch(bot.press(), match_id, ADA)
    with pytest.raises(TooSoon):
        await challenge(bot)


async def test_five_challenges_within_an_hour(bot: Bot) -> None:
    people = [Person(700 + n, f"Person {n}") for n in range(7)]
    for person in people[:5]:
        match_id = await challenge(bot, ADA, person)
        await bot.challenges.accept(bot.press(), match_id, person, "Garden")
        await bot.play.resign(bot.press(), match_id, ADA.id)
        await bot.clock.move(60)
    with pytest.raises(TooSoon, match="made 5 challenges within an hour") as refused:
        await challenge(bot, ADA, people[5])
    assert refused.value.at == bot.clock.now() + HOUR - 5 * MINUTE
    await bot.clock.move(55 * 60)
    await challenge(bot, ADA, people[5])
    with pytest.raises(TooSoon):
        await challenge(bot, ADA, people[6])


async def test_a_server_can_be_stricter_and_not_milder(bot: Bot) -> None:
    async with bot.store.write(Everything()) as tx:
        await tx.servers.store(GUILD, ServerRules(hourly=1, gap=30))
        await tx.servers.store(GUILD + 1, ServerRules(gap=1))
    match_id = await challenge(bot)
    await bot.challenges.withdraw(bot.press(), match_id, ADA.id)
    with pytest.raises(TooSoon, match="made 1 challenge within an hour"):
        await challenge(bot, ADA, CY)
    with pytest.raises(TooSoon) as refused:
        await challenge(bot, guild=GUILD + 1)
    assert refused.value.at == bot.clock.now() + 10 * MINUTE
    await bot.clock.move(600)
    await challenge(bot, guild=GUILD + 1, channel=CHANNEL + 1)
    await bot.clock.move(3000)
    await challenge(bot, ADA, CY)


async def test_deleting_ones_data_does_not_reset_the_limit(bot: Bot) -> None:
    privacy = Privacy(bot.context)

    async def annoy() -> None:
        await challenge(bot)
        await privacy.forget(ADA.id)

    assert await as_often_as_possible(annoy, 5) == 1
    await bot.clock.move(600)
    assert await as_often_as_possible(annoy, 5) == 1


async def test_practice_has_its_own_limit(tmp_path: Path) -> None:
    club = replace(lanterns(), practice=lambda lot: RandomPlayer(lot))
    opponent = Person(900, "Voidream", is_bot=True, is_this_bot=True)
    async with open_bot(tmp_path / "club.sqlite3", settings=USUAL, game=club) as bot:

        async def practise() -> None:
            match_id = await challenge(bot, ADA, opponent)
            await bot.play.resign(bot.press(), match_id, ADA.id)

        assert await as_often_as_possible(practise, PRACTICE + 5) == PRACTICE
        await challenge(bot)


# -- within a match


async def test_repeated_draw_offers_mention_once(bot: Bot) -> None:
    match_id = await begin(bot)
    before = await calls(bot, BO)

    async def annoy() -> None:
        await bot.agreements.draw(bot.press(), match_id, ADA.id)
        await bot.agreements.draw(bot.press(), match_id, ADA.id, agree=False)

    assert await as_often_as_possible(annoy) == 1
    assert await calls(bot, BO) == before + 1, "withdrawing mentions no one either"
    with pytest.raises(TooSoon, match=r"offered Bo a draw recently\. You can offer another <t:"):
        await bot.agreements.draw(bot.press(), match_id, ADA.id)
    assert (await bot.agreements.draw(bot.press(), match_id, BO.id)).result is ConsentResult.DRAW_OFFERED, (
        "the opponent still can"
    )
    await bot.clock.move(600)
    assert (await bot.agreements.draw(bot.press(), match_id, ADA.id)).result is ConsentResult.DRAWN


@asynccontextmanager
async def at_parlour(folder: Path) -> AsyncGenerator[tuple[Bot, int, int, int]]:
    """Return a match with turns: the bot, the match, the player on turn, and the opponent."""
    async with open_bot(folder / "parlour.sqlite3", settings=USUAL, game=parlour()) as bot:
        first, second = list(bot.game.decks)[:2]
        table = await bot.challenge(deck=first, control=EACH)
        await bot.challenges.accept(bot.press(), table.match_id, BO, second)
        (awaited,) = (await bot.matches.public_snapshot(table.match_id)).awaited
        opponent = next(person for person in (ADA, BO) if person.id != awaited.person.id)
        yield bot, table.match_id, awaited.person.id, opponent.id


async def act(bot: Bot, match_id: int, person: int, choice: str) -> None:
    question = await bot.matches.question(match_id, person)
    assert question is not None
    await bot.play.answer(bot.press(), match_id, person, question.id, (choice,))


async def test_repeated_take_back_requests_mention_once(tmp_path: Path) -> None:
    async with at_parlour(tmp_path) as (bot, match_id, mine, opponent):
        await act(bot, match_id, mine, "play Anagram")
        before = await calls(bot, Person(opponent, ""))

        async def annoy() -> None:
            assert (await bot.undo.undo(bot.press(), match_id, mine)).result is ConsentResult.UNDO_ASKED
            await bot.undo.undo(bot.press(), match_id, mine, agree=False)

        assert await as_often_as_possible(annoy) == 1
        assert await calls(bot, Person(opponent, "")) == before + 1
        with pytest.raises(TooSoon, match=r"to take back a move recently\. You can ask again <t:"):
            await bot.undo.undo(bot.press(), match_id, mine)
        await bot.clock.move(600)
        await bot.undo.undo(bot.press(), match_id, mine)
        assert (await bot.undo.undo(bot.press(), match_id, opponent)).result is ConsentResult.UNDO_AGREED
        await act(bot, match_id, mine, "play Anagram")
        again = await bot.undo.undo(bot.press(), match_id, mine)
        assert again.result is ConsentResult.UNDO_ASKED, "accepted requests don't count as nuisance"


async def test_repeated_passes_and_take_backs_have_a_mention_limit(tmp_path: Path) -> None:
    async with at_parlour(tmp_path) as (bot, match_id, mine, opponent):

        async def annoy() -> None:
            if (await bot.matches.question(match_id, mine)) is not None:
                await act(bot, match_id, mine, "pass")
            await bot.undo.undo(bot.press(), match_id, mine)
            await bot.deliver()

        assert await as_often_as_possible(annoy, 12) == OFTEN
        messages = [message for message in bot.paper.said if message.note.kind is PrivateKind.ASK]
        assert sum(mention.note.person == opponent for mention in messages) <= OFTEN + 1  # type: ignore[union-attr]
        with pytest.raises(TooSoon, match=f"{OFTEN} times of moves you then took back"):
            await bot.undo.undo(bot.press(), match_id, mine)
        await bot.clock.move(600)
        assert (await bot.undo.undo(bot.press(), match_id, mine)).result is ConsentResult.UNDONE


async def test_repeated_pause_requests_mention_once(bot: Bot) -> None:
    match_id = await begin(bot)
    before = await calls(bot, BO)

    async def annoy() -> None:
        await bot.match_time.pause(bot.press(), match_id, ADA.id)
        await bot.match_time.go_on(bot.press(), match_id, ADA.id)

    assert await as_often_as_possible(annoy) == 1
    assert await calls(bot, BO) == before + 1
    with pytest.raises(TooSoon, match="asked Bo for a pause recently"):
        await bot.match_time.pause(bot.press(), match_id, ADA.id)
    await bot.match_time.pause(bot.press(), match_id, BO.id)
    assert (await bot.match_time.pause(bot.press(), match_id, ADA.id)).paused, (
        "agreeing doesn't count as asking"
    )
    await bot.match_time.go_on(bot.press(), match_id, BO.id)
    assert not (await bot.match_time.pause(bot.press(), match_id, BO.id)).paused, (
        "accepted requests block nothing"
    )
    with pytest.raises(TooSoon):
        await bot.match_time.go_on(bot.press(), match_id, BO.id)
        await bot.match_time.pause(bot.press(), match_id, BO.id)


async def test_repeated_gifts_of_time_mention_once(bot: Bot) -> None:
    match_id = await begin(bot)
    before = await calls(bot, BO)
    successes = await as_often_as_possible(
        lambda: bot.match_time.give_time(bot.press(), match_id, ADA.id, MINUTE), times=10
    )
    assert (successes, await calls(bot, BO)) == (1, before + 1)


async def test_repeated_vacations_mention_once(bot: Bot) -> None:
    await begin(bot)
    vacations = Vacations(bot.context)
    before = await calls(bot, BO)

    async def annoy() -> None:
        await vacations.leave(ADA.id, DAY, interaction=bot.press())
        await bot.clock.move(1)
        await vacations.come_back(ADA.id, interaction=bot.press())
        await bot.deliver()

    assert await as_often_as_possible(annoy, 8) == 3
    assert await calls(bot, BO) == before + 1
    with pytest.raises(TooSoon, match="changed your vacation 3 times within an hour"):
        await vacations.leave(ADA.id, DAY, interaction=bot.press())


# -- blocking


async def test_a_blocked_person_can_request_nothing(bot: Bot) -> None:
    match_id, blocking = await begin(bot), blocking_of(bot)
    await blocking.block(bot.press(), BO, ADA)
    for ask in (
        lambda: bot.agreements.draw(bot.press(), match_id, ADA.id),
        lambda: bot.match_time.pause(bot.press(), match_id, ADA.id),
        lambda: bot.match_time.give_time(bot.press(), match_id, ADA.id, HOUR),
    ):
        with pytest.raises(Unwilling, match=r"You can't ask Bo that now\."):
            await ask()
    with pytest.raises(Unwilling, match=r"You can't challenge Bo now\."):
        await challenge(bot, channel=CHANNEL + 1)
    await bid(bot, match_id, ADA.id, "2")
    await bot.play.resign(bot.press(), match_id, ADA.id)
    with pytest.raises(Unwilling, match=r"You can't challenge Bo now\."):
        await bot.rematches.rematch(bot.press(), match_id, ADA)
    with pytest.raises(Unwilling, match="You blocked Ada"):
        await bot.rematches.rematch(bot.press(), match_id, BO)
    await blocking.unblock(bot.press(), BO.id, ADA.id)
    assert not (await bot.rematches.rematch(bot.press(), match_id, ADA)).begun


async def test_blocking_closes_open_requests_between_the_two(bot: Bot) -> None:
    theirs, mine = await challenge(bot), await challenge(bot, BO, ADA, channel=CHANNEL + 1)
    elsewhere = await challenge(bot, BO, CY)
    await blocking_of(bot).block(bot.press(), BO, ADA)
    standings = [(await bot.matches.table(match_id)).status for match_id in (theirs, mine, elsewhere)]
    assert standings == [MatchStatus.DECLINED, MatchStatus.WITHDRAWN, MatchStatus.CHALLENGED]
    with pytest.raises(AlreadyDecided):
        await bot.challenges.accept(bot.press(), mine, ADA, "Garden")


async def test_spectators_are_not_mentioned_if_they_or_a_player_have_a_block(bot: Bot) -> None:
    match_id, watching = await begin(bot), Follows(bot.store, GAMES)
    di = Person(55, "Di")
    await watching.digest(match_id, CY.id, call=True)
    await watching.digest(match_id, di.id, call=True)
    await blocking_of(bot).block(bot.press(), BO, CY)
    assert await Followers(bot.store).to_call(match_id) == (di.id,)
    await watching.stop(match_id, CY.id)
    with pytest.raises(Unwilling, match=r"can't notify you about this match now"):
        await watching.digest(match_id, CY.id, call=True)
    await watching.digest(match_id, CY.id)
    await blocking_of(bot).block(bot.press(), di, ADA)
    assert await Followers(bot.store).to_call(match_id) == ()


async def test_a_block_survives_deletion_and_a_restart(bot: Bot) -> None:
    await blocking_of(bot).block(bot.press(), BO, ADA)
    privacy = Privacy(bot.context)
    assert await privacy.forget(ADA.id)
    await bot.clock.move(400 * DAY / 1000)
    await privacy.forget(CY.id)
    with pytest.raises(Unwilling):
        await challenge(bot)
    (blocked,) = await blocking_of(bot).of(BO.id)
    assert blocked.person.id < 0 and blocked.person.name == "a former player"
    async with open_bot(bot.path, settings=USUAL, clock=bot.clock, pressed=1000) as again:
        with pytest.raises(Unwilling):
            await challenge(again)
        await blocking_of(again).unblock(again.press(), BO.id, blocked.person.id)
        await challenge(again)


async def test_people_who_cannot_be_blocked(bot: Bot) -> None:
    blocking = blocking_of(bot)
    with pytest.raises(BadOpponent, match="block yourself"):
        await blocking.block(bot.press(), ADA, ADA)
    with pytest.raises(BadOpponent, match="is a bot"):
        await blocking.block(bot.press(), ADA, Person(44, "Robot", is_bot=True))
    with pytest.raises(AlreadyDecided, match="haven't blocked"):
        await blocking.unblock(bot.press(), ADA.id, BO.id)
    press = bot.press()
    for _ in range(2):
        await blocking.block(press, ADA, BO)
    await blocking.unblock(bot.press(), ADA.id, BO.id)
    await blocking.block(press, ADA, BO)
    assert await blocking.of(ADA.id) == [], "the same interaction blocks once"
    for n in range(MOST):
        await blocking.block(bot.press(), ADA, Person(2000 + n, f"Person {n}"))
    with pytest.raises(LimitReached, match=f"blocked {MOST} people"):
        await blocking.block(bot.press(), ADA, CY)


@pytest.mark.sqlite
async def test_the_index_of_mentions_is_used(bot: Bot) -> None:
    """Rarely needed rows written with every answer must not require a table scan."""
    queries: list[str] = []
    async with bot.store.read() as store:
        connection = store.mentions._connection  # type: ignore[attr-defined]
        real = connection.fetch

        async def listen(*statements: tuple[str, object]) -> object:
            for sql, values in statements:
                if "FROM acts" in sql:
                    (plan,) = await real((f"EXPLAIN QUERY PLAN {sql}", values))
                    queries.extend(str(row[3]) for row in plan if " a " in f"{row[3]} ")
            return await real(*statements)

        connection.fetch = listen
        try:
            await store.mentions.last(ADA.id, BO.id, MentionKind.CHALLENGE, 0, None)
            await store.mentions.challenges(ADA.id, 0, None, practice=False)
        finally:
            del connection.fetch
    assert queries and all("acts_that_call" in line for line in queries)
