"""Stored data about people: the export is complete, and deletion leaves nothing behind."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.delivery.notes import PrivateNote, PublicKind, PublicNote
from bot.delivery.results import Closed, Result, Sent
from bot.errors import BadOpponent, NotYourMatch
from bot.features.profiles.service import Profiles
from bot.features.replays.service import Replays, ReplayView
from bot.games.playable import Games
from bot.match.replay.records import Records
from bot.store.about import Everything
from bot.store.match_status import MatchStatus
from bot.store.personal import FORMER_PLAYER, PersonalStatements
from bot.store.personal_data import PERSONAL_DATA
from engine.kernel.chance import Chance
from tests.bot.features.privacy.conftest import BO, ZOE, begin, cells, finish, leave_data, privacy
from tests.bot.kit import GUILD, Bot, lanterns

pytestmark = pytest.mark.both_stores
IDS = (str(ZOE.id), ZOE.name, "Tarn")


def schema(path: Path) -> dict[str, set[str]]:
    """Return the columns of every table, except the one with the schema version."""
    database = sqlite3.connect(path)
    names = [
        name
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if name != "schema_version" and not name.startswith("sqlite_")
    ]
    columns = {name: {row[1] for row in database.execute(f"PRAGMA table_info({name})")} for name in names}
    database.close()
    return columns


async def traces(bot: Bot) -> set[str]:
    """Return the columns that contain Zoë's id or name."""
    columns: set[str] = set()
    for table, column, content in await cells(bot):
        text = content.decode("latin-1") if isinstance(content, bytes) else str(content)
        if any(id_ in text or id_.encode().decode("latin-1") in text for id_ in IDS):
            columns.add(f"{table}.{column}")
    return columns


# -- the schema


@pytest.mark.sqlite
def test_every_column_is_accounted_for(bot: Bot) -> None:
    """A new table or column fails here until bot/store/personal_data.py lists its treatment on deletion."""
    in_schema = schema(bot.path)
    assert set(in_schema) == set(PERSONAL_DATA), (
        "PERSONAL_DATA in bot/store/personal_data.py must list each table with the owner of its rows, and their treatment "
        "on deletion"
    )
    for table, columns in in_schema.items():
        assert columns == PERSONAL_DATA[table].columns, (
            f"PERSONAL_DATA in bot/store/personal_data.py must list the columns of {table}: those with a person's id or "
            "name, and the rest"
        )


def test_columns_named_after_people_are_personal(bot: Bot) -> None:
    """Columns with names such as "person_id" are listed as personal."""
    for table, columns in schema(bot.path).items():
        listed = PERSONAL_DATA[table]
        for column in columns:
            if any(word in column for word in ("person", "player", "moderator", "user", "mention", "member")):
                assert column not in listed.rest.split(), f"{table}.{column}"


def test_all_personal_data_is_explained(bot: Bot) -> None:
    for table, personal in PERSONAL_DATA.items():
        assert bool(personal.about) == bool(personal.whose), table


# -- deletion


async def test_deletion_leaves_no_trace(bot: Bot) -> None:
    """After deletion, no cell of the database contains the person's id or name."""
    await leave_data(bot)
    before = await traces(bot)
    owned = {f"{table}.{personal.whose}" for table, personal in PERSONAL_DATA.items() if personal.whose}
    replaced = {
        f"{table}.{column}" for table, personal in PERSONAL_DATA.items() for column in personal.replaced
    }
    assert before >= (owned | replaced | {"interventions.moderator", "interventions.reason"})
    assert before >= {
        "people.name",
        "outbox.mentions",
        "outbox.dedupe_key",
        "outbox.coalesce_key",
        "decks.name",
    }
    assert await privacy(bot).forget(ZOE.id)
    assert await traces(bot) == set()
    await bot.deliver()
    assert await traces(bot) == set(), "deliveries in progress restore nothing"
    assert not await privacy(bot).forget(ZOE.id), "nothing is left to delete"


async def test_deletion_ends_matches_by_their_status(bot: Bot) -> None:
    """Active matches are resigned, open challenges declined or withdrawn, and finished matches unchanged."""
    matches = await leave_data(bot)
    before = await bot.matches.record(matches["over"])
    await privacy(bot).forget(ZOE.id)
    tables = {name: await bot.matches.table(match_id) for name, match_id in matches.items()}
    assert {name: table.status for name, table in tables.items()} == {
        "over": MatchStatus.OVER,
        "lost": MatchStatus.OVER,
        "going": MatchStatus.OVER,
        "fresh": MatchStatus.OVER,
        "asked": MatchStatus.WITHDRAWN,
        "received": MatchStatus.DECLINED,
        "judged": MatchStatus.OVER,
        "theirs": MatchStatus.OVER,
    }
    assert (await bot.matches.record(matches["over"])) == before
    going, fresh = [(await bot.matches.record(matches[name])).outcome for name in ("going", "fresh")]
    # No one can get rid of a bad deal by deletion.
    assert going is not None and (going.winners, going.ending) == ((1,), "resignation")
    assert fresh is not None and (fresh.winners, fresh.ending) == ((1,), "resignation")
    for name in ("over", "going", "judged"):
        assert tables[name].names == (FORMER_PLAYER, "Bo")
    assert tables["received"].names == ("Bo", FORMER_PLAYER)
    reasons = [await bot.interventions.intervention(matches[name]) for name in ("judged", "theirs")]
    assert [(reason.moderator, reason.reason) for reason in reasons if reason] == [
        ("Judge", f"{FORMER_PLAYER} has left."),
        ("a former moderator", "Spam."),
    ]
    with pytest.raises(NotYourMatch):
        await bot.matches.player_snapshot(matches["over"], ZOE.id)


async def test_the_opponent_keeps_the_match(bot: Bot) -> None:
    """It stays in their history, as a record and as a replay, with a former player in it."""
    matches = await leave_data(bot)
    await privacy(bot).forget(ZOE.id)
    games = Games.of(lanterns())
    profile = await Profiles(bot.store, games).profile(BO.id, BO.id, GUILD, bot.game)
    played = {matches[name] for name in ("over", "lost", "going", "fresh")}
    assert {past_match.table.match_id for past_match in profile.past} == played
    records = Records(bot.store, games)
    replays = Replays(records)
    text = await records.text(matches["over"], BO.id)
    assert f'[Player "{FORMER_PLAYER}"]' in text and not any(id_ in text for id_ in IDS)
    scene = await replays.scene(matches["over"], BO.id, 0, ReplayView.BOTH)
    assert scene.public.table.names == (FORMER_PLAYER, "Bo")
    assert (await replays.promise(matches["over"])).verdict.holds  # type: ignore[union-attr]
    log = await bot.matches.log(matches["over"], BO.id)
    assert not any(id_ in str(log) for id_ in IDS)


async def test_private_hands_stay_private(bot: Bot) -> None:
    match_id = await begin(bot)
    await finish(bot, match_id)
    replays = Replays(Records(bot.store, Games.of(lanterns())))
    await replays.keep_hands(ZOE.id, is_private=True)
    await privacy(bot).forget(ZOE.id)
    assert (await replays.scene(match_id, BO.id)).offered == (ReplayView.PUBLIC, ReplayView.SECOND)


async def test_messages_are_updated_and_mention_no_deleted_person(bot: Bot) -> None:
    await leave_data(bot)
    bot.paper.clear()
    await privacy(bot).forget(ZOE.id)
    await bot.deliver()
    sent = bot.paper.said
    assert bot.paper.kinds().count(PublicKind.NAMES) == 7
    assert not any(getattr(message.note, "person", None) == ZOE.id for message in sent)
    assert not any(ZOE.id in getattr(message.note, "mentions", ()) for message in sent)
    assert not any(id_ in str(message.shown) for message in sent for id_ in IDS)


@pytest.mark.parametrize("late", [Closed(), Sent(4321)])
async def test_a_message_in_transit_does_not_restore_deleted_data(bot: Bot, late: Result) -> None:
    """A message was being sent during the deletion, and is refused or arrives afterwards."""
    arrived = asyncio.Event()

    def hold(note: PublicNote | PrivateNote) -> None:
        if isinstance(note, PrivateNote) and note.person == ZOE.id:
            bot.paper.gate = asyncio.Event()
            bot.paper.answers[note.kind] = [late]
            arrived.set()

    bot.paper.before = hold
    match_id = await begin(bot)
    bot.start()
    if not (await bot.matches.question(match_id, ZOE.id)):
        await bot.answer_anything(match_id, Chance("on"))
    await asyncio.wait_for(arrived.wait(), 60)
    gate = bot.paper.gate
    assert gate is not None
    assert await privacy(bot).forget(ZOE.id)
    bot.paper.gate = None
    gate.set()
    await bot.deliver()
    assert await traces(bot) == set()


async def test_a_person_who_comes_back_starts_from_scratch(bot: Bot) -> None:
    matches = await leave_data(bot)
    await privacy(bot).forget(ZOE.id)
    async with bot.store.read() as store:
        assert (await store.people.person(ZOE.id)).name == ""
        assert not (await store.people.person(ZOE.id)).text_boards
        rating = await store.ratings.of(GUILD, "lanterns", ZOE.id)
        assert rating is not None and rating.matches == 3, (
            "only ratings continue, so that losses can't be undone"
        )
    async with bot.store.write(Everything()) as tx:
        await tx.servers.store(GUILD, (await tx.servers.of(None)))
    again = await begin(bot)
    assert again not in matches.values()
    assert [row.table.match_id for row in await bot.matches.of_person(ZOE.id)] == [again]
    await privacy(bot).forget(ZOE.id)
    assert await traces(bot) == set()
    tables = [await bot.matches.table(match_id) for match_id in (matches["over"], again)]
    assert len({table.people[0].id for table in tables}) == 2, "the two stand-ins are separate people"


async def test_a_former_player_cannot_be_challenged_again(bot: Bot) -> None:
    matches = await leave_data(bot)
    await privacy(bot).forget(ZOE.id)
    with pytest.raises(BadOpponent, match="no longer plays here"):
        await bot.rematches.rematch(bot.press(), matches["over"], BO)


async def test_a_failed_deletion_changes_nothing(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deletion is one transaction, so a failure or crash changes nothing, and a second request succeeds."""
    await leave_data(bot)
    before = sorted(map(str, await cells(bot)))

    async def broken(*args: object) -> None:
        raise RuntimeError("the power is gone")

    with monkeypatch.context() as patched:
        patched.setattr(PersonalStatements, "_rewrite_outbox", broken)
        with pytest.raises(RuntimeError):
            await privacy(bot).forget(ZOE.id)
    assert sorted(map(str, await cells(bot))) == before
    assert await privacy(bot).forget(ZOE.id)
    assert await traces(bot) == set()


async def test_the_consequences_of_deletion_are_listed_first(bot: Bot) -> None:
    matches = await leave_data(bot)
    holdings = await privacy(bot).holdings(ZOE.id)
    assert (holdings.challenges, holdings.decks) == (2, 1)
    assert {table.match_id for table in holdings.ending} == {matches["going"], matches["fresh"]}
    assert holdings.over == 3
