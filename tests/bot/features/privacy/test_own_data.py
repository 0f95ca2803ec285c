"""What is kept about people: all of it is given to them, and nothing of it is left when they are forgotten."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from bot.clocks import Wishes, read_control
from bot.delivery.notes import PrivateNote, PublicKind, PublicNote
from bot.delivery.results import Closed, Result, Sent
from bot.errors import BadOpponent, NotYourMatch
from bot.features.follows.service import Following
from bot.features.moderation.service import Bars
from bot.features.privacy.blocks import Blocking
from bot.features.privacy.own_data import Privacy
from bot.features.profiles.service import Profiles
from bot.features.reminders.service import Reminders
from bot.features.replays.service import Eyes, Replays
from bot.features.time.vacations import Vacations
from bot.games.playable import Games
from bot.match.prompts import TURN
from bot.match.replay.records import Records
from bot.people.people import People
from bot.servers.servers import Servers
from bot.store.about import Everything
from bot.store.kept_data import KEPT
from bot.store.lessons import LessonRow
from bot.store.match_status import MatchStatus
from bot.store.orders import OrderDraft
from bot.store.person import Person
from bot.store.personal import FORMER_PLAYER, PersonalStatements
from bot.store.puzzles import PuzzleAnswerRow, Strength
from bot.store.servers import NamedSetting
from cards.i18n import Locale, translator
from engine.kernel.chance import Chance
from engine.kernel.orders.plan import PlanStep
from tests.bot.kit import CHANNEL, GUILD, Bot, lanterns, open_bot
from tests.bot.stores import change, rows

pytestmark = pytest.mark.both_stores

ZOE = Person(777_000_777_000_777_001, "Zoë of Tarn")
"""Somebody whose id and name are nowhere by chance."""
BO = Person((1 << 60) + 1, "Bo")
IDS = (str(ZOE.id), ZOE.name, "Tarn")


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncGenerator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3") as made:
        yield made


def privacy(bot: Bot) -> Privacy:
    return Privacy(bot.context)


def schema(path: Path) -> dict[str, set[str]]:
    """Return every table with its columns, but the one with the version of the schema."""
    database = sqlite3.connect(path)
    names = [
        name
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if name != "schema_version" and not name.startswith("sqlite_")
    ]
    columns = {name: {row[1] for row in database.execute(f"PRAGMA table_info({name})")} for name in names}
    database.close()
    return columns


async def cells(bot: Bot) -> list[tuple[str, str, object]]:
    """Return every cell of the database: table, column, content."""
    found: list[tuple[str, str, object]] = []
    for table, kept in KEPT.items():
        columns = sorted(kept.columns)
        for row in await rows(bot.store, f"SELECT {', '.join(columns)} FROM {table}"):
            found += [(table, column, content) for column, content in zip(columns, row, strict=True)]
    return found


async def traces(bot: Bot) -> set[str]:
    """Return the columns in which Zoë's id or name stands anywhere."""
    found: set[str] = set()
    for table, column, content in await cells(bot):
        text = content.decode("latin-1") if isinstance(content, bytes) else str(content)
        if any(one in text or one.encode().decode("latin-1") in text for one in IDS):
            found.add(f"{table}.{column}")
    return found


async def begin(bot: Bot, *, rated: bool = False, against: Person = BO, channel: int = CHANNEL) -> int:
    control = read_control("2d each") if rated else read_control("none")
    return await bot.begin(against, one=ZOE, channel_id=channel, control=control, rated=rated)


async def finish(bot: Bot, match_id: int) -> None:
    dice = Chance(str(match_id))
    while await bot.answer_anything(match_id, dice):
        pass


async def live(bot: Bot) -> dict[str, int]:
    """Let Zoë leave a trace wherever anybody can; return the matches by what they are for."""
    games = Games.of(lanterns())
    over = await begin(bot, rated=True)
    await finish(bot, over)
    lost = (
        await bot.challenge(ZOE, one=BO, channel_id=CHANNEL + 5, control=read_control("2d each"), rated=True)
    ).match_id  # fmt: skip
    await bot.challenges.accept(bot.press(), lost, ZOE, "Garden")
    await finish(bot, lost)
    going = await begin(bot, rated=True)
    for n in range(4):
        await bot.answer_anything(going, Chance(f"going {n}"))
    fresh = await begin(bot, channel=CHANNEL + 1)
    asked = await bot.challenge(one=ZOE, channel_id=CHANNEL + 2)
    received = await bot.challenge(ZOE, one=BO, channel_id=CHANNEL + 3)
    await bot.agreements.draw(bot.press(), going, BO.id)
    judged = await begin(bot, channel=CHANNEL + 4)
    await bot.interventions.end(bot.press(), judged, Person(5, "Judge"), GUILD, f"{ZOE.name} has left.")
    theirs = (await bot.challenges.challenge(bot.press(), BO, Person(6, "Cy"), game=bot.game, guild_id=GUILD, channel_id=1, deck="Harbour")).match_id  # fmt: skip
    await bot.challenges.accept(bot.press(), theirs, Person(6, "Cy"), "Garden")
    await Following(bot.store, games).digest(theirs, ZOE.id, call=True)
    await bot.interventions.end(bot.press(), theirs, ZOE, GUILD, "Spam.")
    await bot.deliver()
    blocking = Blocking(bot.context)
    await blocking.block(bot.press(), ZOE, Person(7, "Di"))
    await blocking.block(bot.press(), Person(8, "Ed"), ZOE)
    bars = Bars(bot.context)
    await bars.bar(bot.press(), GUILD + 1, Person(9, "Flo"), ZOE, f"{ZOE.name} is rude.")
    await bars.bar(bot.press(), GUILD + 1, ZOE, Person(7, "Di"), f"I, {ZOE.name}, say so.")
    people = People(bot.store)
    await people.want_text_boards(ZOE.id, True)
    reminders = Reminders(bot.context)
    await reminders.wish(ZOE.id, lambda wishes: Wishes(thread=True))
    vacations = Vacations(bot.context)
    await vacations.live_in(ZOE.id, "Europe/Berlin")
    await vacations.leave(ZOE.id, 36 * 3600 * 1000, interaction=bot.press())
    await bot.deliver()
    async with bot.store.write(Everything()) as tx:
        await tx.locales.put_person(ZOE.id, Locale.SPANISH)
        await tx.look_backs.say(over, ZOE.id, agreed=True, at=5)
        await tx.lessons.put(ZOE.id, "lanterns", LessonRow("first", 1, 2, 3, 5))
        await tx.lessons.explain(ZOE.id, "lanterns", "turn", over, 1)
        await tx.puzzles.add(
            PuzzleAnswerRow(ZOE.id, "lanterns", "c3c7b790", "2026-11-23", GUILD, 1, False, 5)
        )
        await tx.puzzles.put_solver(ZOE.id, "lanterns", Strength(25, 8))
        await tx.decks.add(ZOE.id, "lanterns", "Tarn at dawn", "tarn at dawn", "{}", bot.press(), 5)
        await tx.orders.put_draft(going, ZOE.id, OrderDraft(((PlanStep("turn"),),), (), "match"))
        await tx.decks.set_aside(ZOE.id, "lanterns", "Tarn at dusk", "3 Lantrens", 5)
    await change(
        bot.store,
        "INSERT INTO orders (match_id, person_id, number, form, data, given_rev, given_at, state) "
        "VALUES (?, ?, 1, 'pass', '{}', 1, 1, 'over')",
        over,
        ZOE.id,
    )
    servers = Servers(bot.store, games, bot.clock)
    await servers.play_in(bot.press(), GUILD, ZOE.id, [NamedSetting(CHANNEL, "lobby")])
    return {
        "over": over,
        "lost": lost,
        "going": going,
        "fresh": fresh,
        "asked": asked.match_id,
        "received": received.match_id,
        "judged": judged,
        "theirs": theirs,
    }


# -- the schema


@pytest.mark.sqlite
def test_every_column_is_accounted_for(bot: Bot) -> None:
    """A new table or column fails here until bot/store/personal.py says the fate of it for a forgotten person."""
    found = schema(bot.path)
    assert set(found) == set(KEPT), (
        "KEPT in bot/store/kept_data.py must say of each table whose its rows are, and the fate of them when that "
        "person is forgotten"
    )
    for table, columns in found.items():
        assert columns == KEPT[table].columns, (
            f"KEPT in bot/store/kept_data.py must account for the columns of {table}: those with a person's id or name, "
            "and the rest"
        )


def test_what_sounds_like_a_person_is_treated_as_one(bot: Bot) -> None:
    """A column that is named after people is not among the rest."""
    for table, columns in schema(bot.path).items():
        kept = KEPT[table]
        for column in columns:
            if any(word in column for word in ("person", "player", "moderator", "user", "mention", "member")):
                assert column not in kept.rest.split(), f"{table}.{column}"


def test_whatever_belongs_to_a_person_is_explained(bot: Bot) -> None:
    for table, kept in KEPT.items():
        assert bool(kept.about) == bool(kept.whose), table


# -- forgetting


async def test_nothing_is_left_of_a_person(bot: Bot) -> None:
    """Whatever they did and wherever it stands: no cell of the database has their id or name any more."""
    await live(bot)
    before = await traces(bot)
    owned = {f"{table}.{kept.whose}" for table, kept in KEPT.items() if kept.whose}
    replaced = {f"{table}.{column}" for table, kept in KEPT.items() for column in kept.replaced}
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
    assert await traces(bot) == set(), "what was on its way brings nothing back"
    assert not await privacy(bot).forget(ZOE.id), "there is nothing left to forget"


async def test_matches_end_as_a_person_expects(bot: Bot) -> None:
    """Dealt: given up; open challenges: declined or taken back; over: as they were."""
    made = await live(bot)
    before = await bot.matches.record(made["over"])
    await privacy(bot).forget(ZOE.id)
    tables = {name: await bot.matches.table(match_id) for name, match_id in made.items()}
    assert {name: table.standing for name, table in tables.items()} == {
        "over": MatchStatus.OVER,
        "lost": MatchStatus.OVER,
        "going": MatchStatus.OVER,
        "fresh": MatchStatus.OVER,
        "asked": MatchStatus.WITHDRAWN,
        "received": MatchStatus.DECLINED,
        "judged": MatchStatus.OVER,
        "theirs": MatchStatus.OVER,
    }
    assert (await bot.matches.record(made["over"])) == before
    going, fresh = [(await bot.matches.record(made[name])).outcome for name in ("going", "fresh")]
    # Whoever does not like what they were dealt gets rid of no match by it.
    assert going is not None and (going.winners, going.ending) == ((1,), "resignation")
    assert fresh is not None and (fresh.winners, fresh.ending) == ((1,), "resignation")
    for name in ("over", "going", "judged"):
        assert tables[name].names == (FORMER_PLAYER, "Bo")
    assert tables["received"].names == ("Bo", FORMER_PLAYER)
    reasons = [await bot.interventions.intervention(made[name]) for name in ("judged", "theirs")]
    assert [(one.moderator, one.reason) for one in reasons if one] == [
        ("Judge", f"{FORMER_PLAYER} has left."),
        ("a former moderator", "Spam."),
    ]
    with pytest.raises(NotYourMatch):
        await bot.matches.look_private(made["over"], ZOE.id)


async def test_the_opponent_keeps_the_match(bot: Bot) -> None:
    """In their history, as a record and as a replay, with a former player in it."""
    made = await live(bot)
    await privacy(bot).forget(ZOE.id)
    games = Games.of(lanterns())
    profile = await Profiles(bot.store, games).profile(BO.id, BO.id, GUILD, bot.game)
    played = {made[name] for name in ("over", "lost", "going", "fresh")}
    assert {one.table.match_id for one in profile.past} == played
    records = Records(bot.store, games)
    replays = Replays(records)
    text = await records.text(made["over"], BO.id)
    assert f'[Player "{FORMER_PLAYER}"]' in text and not any(one in text for one in IDS)
    scene = await replays.scene(made["over"], BO.id, 0, Eyes.BOTH)
    assert scene.public.table.names == (FORMER_PLAYER, "Bo")
    assert (await replays.promise(made["over"])).verdict.holds  # type: ignore[union-attr]
    log = await bot.matches.log(made["over"], BO.id)
    assert not any(one in str(log) for one in IDS)


async def test_hands_that_were_kept_private_stay_so(bot: Bot) -> None:
    match_id = await begin(bot)
    await finish(bot, match_id)
    replays = Replays(Records(bot.store, Games.of(lanterns())))
    await replays.keep_hands(ZOE.id, kept=True)
    await privacy(bot).forget(ZOE.id)
    assert (await replays.scene(match_id, BO.id)).offered == (Eyes.PUBLIC, Eyes.SECOND)


async def test_messages_are_made_current_and_nobody_forgotten_is_called(bot: Bot) -> None:
    await live(bot)
    bot.paper.clear()
    await privacy(bot).forget(ZOE.id)
    await bot.deliver()
    said = bot.paper.said
    assert bot.paper.kinds().count(PublicKind.NAMES) == 7
    assert not any(getattr(one.note, "person", None) == ZOE.id for one in said)
    assert not any(ZOE.id in getattr(one.note, "mentions", ()) for one in said)
    assert not any(one in str(message.shown) for message in said for one in IDS)


@pytest.mark.parametrize("late", [Closed(), Sent(4321)])
async def test_a_message_under_way_does_not_bring_them_back(bot: Bot, late: Result) -> None:
    """It was being sent while they were forgotten, and is refused or arrives afterwards."""
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


async def test_who_comes_back_begins_anew(bot: Bot) -> None:
    made = await live(bot)
    await privacy(bot).forget(ZOE.id)
    async with bot.store.read() as store:
        assert (await store.people.person(ZOE.id)).name == ""
        assert not (await store.people.person(ZOE.id)).text_boards
        rating = await store.ratings.of(GUILD, "lanterns", ZOE.id)
        assert rating is not None and rating.matches == 3, (
            "only ratings go on, so that losses can't be undone"
        )
    async with bot.store.write(Everything()) as tx:
        await tx.servers.put(GUILD, (await tx.servers.of(None)))
    again = await begin(bot)
    assert again not in made.values()
    assert [one.table.match_id for one in await bot.matches.of_person(ZOE.id)] == [again]
    await privacy(bot).forget(ZOE.id)
    assert await traces(bot) == set()
    tables = [await bot.matches.table(match_id) for match_id in (made["over"], again)]
    assert len({table.people[0].id for table in tables}) == 2, "both stand-ins are somebody of their own"


async def test_a_former_player_cannot_be_challenged_again(bot: Bot) -> None:
    made = await live(bot)
    await privacy(bot).forget(ZOE.id)
    with pytest.raises(BadOpponent, match="doesn't play here any more"):
        await bot.rematches.rematch(bot.press(), made["over"], BO)


async def test_a_failure_in_the_middle_leaves_everything_as_it_was(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a crash does: it is one transaction. Asked for once more, it is done."""
    await live(bot)
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


# -- giving


async def exported(bot: Bot, person: int = ZOE.id) -> dict[str, Any]:
    return json.loads(await privacy(bot).export(person))


async def test_everything_is_given(bot: Bot) -> None:
    made = await live(bot)
    told = await exported(bot)
    assert told["person_id"] == str(ZOE.id)
    (person,) = told["people"]
    assert person["name"] == ZOE.name and person["zone"] == "Europe/Berlin" and person["locale"] == "es"
    assert person["reminders"]["thread"] is True and person["away_until"].endswith("Z")
    assert {one["match"] for one in told["matches"]} == set(made.values()) - {made["theirs"]}
    over = next(one for one in told["matches"] if one["match"] == made["over"])
    assert (
        over["against"] == ["Bo"]
        and over["result"] in ("won", "lost", "no winner")
        and over["your_deck"] == "Harbour"
    )
    assert any(" answer: " in line for line in over["answers"])
    assert [one["name"] for one in told["decks"]] == ["Tarn at dawn"]
    assert [one["what"] for one in told["server_changes"]] == ["bar", "channels"]
    assert told["moderated"] == [{"match": made["theirs"], "reason": "Spam."}]
    assert [one["match"] for one in told["rated"]] == [made["over"], made["lost"]]
    assert told["ratings"] and told["orders"] and told["watching"] and told["panels"]
    for table, kept in KEPT.items():
        if kept.whose:
            assert table in told and told["about"][table] == str(kept.about)
    assert set(told["about"]) <= set(told)
    spanish = json.loads(await privacy(bot).export(ZOE.id, translator(Locale.SPANISH)))
    assert spanish["about"]["decks"] == "Los mazos que has creado."
    assert spanish["read_me"].startswith("Todo lo que Voidream guarda sobre ti")
    explained = ("what", "read_me", "about")
    assert {key: told[key] for key in told if key not in explained} == {
        key: spanish[key] for key in spanish if key not in explained
    }
    assert not set(told["about"].values()) & set(spanish["about"].values())


async def test_of_a_match_that_goes_on_nothing_is_told_that_is_not_known(bot: Bot) -> None:
    """Exchange what Zoë cannot see: her file is the same, byte for byte."""
    match_id = await begin(bot)
    await bot.answer_anything(match_id, Chance("one"))
    before = await privacy(bot).export(ZOE.id)
    record = await bot.matches.look_private(match_id, ZOE.id)
    assert bot.matches and record.seed == ""
    await change(bot.store, "UPDATE seats SET deck = 'Other', deck_content = 'x' WHERE person_id = ?", BO.id)
    await change(bot.store, "UPDATE acts SET choice = '[\"other\"]' WHERE person_id = ?", BO.id)
    await change(bot.store, "UPDATE events SET data = '[]'")
    await change(bot.store, "UPDATE matches SET data = ?", b"\0")
    assert await privacy(bot).export(ZOE.id) == before


async def test_the_turn_of_a_question_is_told_to_nobody_before_it_comes(bot: Bot) -> None:
    """Not even to whoever is asked: it would tell when an order of theirs, or a call, is to be expected."""
    async with bot.store.write(Everything()) as tx:
        await tx.people.set_dm(ZOE.id, closed=True, told=True)
    match_id = await begin(bot)
    if await bot.matches.question(match_id, ZOE.id) is None:
        await bot.answer_anything(match_id, Chance("on"))
    due = [row for row in await cells(bot) if row[:2] == ("alarms", "kind") and row[2] == TURN]
    assert due
    told = await exported(bot)
    assert all(one["kind"] != TURN for one in told["alarms"])
    assert all("turn" not in one for one in told["reminders"])


async def test_whoever_is_not_known_gets_a_file_that_says_so(bot: Bot) -> None:
    told = await exported(bot, 123)
    assert told["people"] == [] and told["matches"] == []


async def test_what_would_go_is_told_before(bot: Bot) -> None:
    made = await live(bot)
    found = await privacy(bot).holdings(ZOE.id)
    assert (found.challenges, found.decks) == (2, 1)
    assert {table.match_id for table in found.ending} == {made["going"], made["fresh"]}
    assert found.over == 3
