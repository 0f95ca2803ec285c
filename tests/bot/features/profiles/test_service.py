"""Results are counted correctly, and other people see only public ones."""

from __future__ import annotations

from collections.abc import Sequence

from bot.clocks import NO_CLOCK, TimeControl
from bot.clocks.control import DAY, HOUR
from bot.features.profiles.service import MatchResult, Profiles, ResultTally
from bot.features.replays.service import Replays
from bot.games.playable import Games
from bot.match.replay.records import Records
from bot.store.about import Everything
from bot.store.person import Person
from cards.i18n import Value, msg
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.bot.kit import ADA, BO, CY, GUILD, Bot, lanterns
from tests.games.lanterns import DECKS

ELSEWHERE = 601


def profiles_of(bot: Bot) -> Profiles:
    return Profiles(bot.store, Games.of(lanterns()))


async def begin(
    bot: Bot, one: Person = ADA, other: Person = BO, *, guild: int | None = GUILD, control: TimeControl = NO_CLOCK,
    decks: tuple[str, str] = ("Harbour", "Garden"),
) -> int:  # fmt: skip
    table = await bot.challenge(other, one=one, guild_id=guild, deck=decks[0], control=control)
    await bot.challenges.accept(bot.press(), table.match_id, other, decks[1])
    return table.match_id


async def reply(bot: Bot, match_id: int, person: Person) -> None:
    question = await bot.matches.question(match_id, person.id)
    assert question is not None
    await bot.play.answer(
        bot.press(), match_id, person.id, question.id, random_choice(question, Chance("reply"))
    )


async def resigned_match(bot: Bot, loser: Person, **options: object) -> int:
    match_id = await begin(bot, **options)  # type: ignore[arg-type]
    await bot.play.resign(bot.press(), match_id, loser.id)
    await bot.clock.move(60)
    return match_id


async def test_a_person_without_matches_has_an_empty_profile(bot: Bot) -> None:
    profile = await profiles_of(bot).profile(CY.id, CY.id, GUILD, bot.game)
    assert (profile.total, profile.playing, profile.median_reply, profile.past) == (
        ResultTally(),
        0,
        None,
        (),
    )


def named_tallies(tallies: Sequence[tuple[Value, ResultTally]]) -> list[tuple[str, ResultTally]]:
    return [(str(name), tally) for name, tally in tallies]


async def test_results_are_counted_by_faction_and_deck(bot: Bot) -> None:
    first = await resigned_match(bot, BO)
    await resigned_match(bot, ADA)
    third = await resigned_match(bot, BO, decks=("Garden", "Harbour"))
    await begin(bot)
    profile = await profiles_of(bot).profile(ADA.id, ADA.id, GUILD, bot.game)
    assert profile.total == ResultTally(won=2, lost=1)
    assert profile.total.played == 3
    assert profile.playing == 1
    assert named_tallies(profile.by_deck) == [("Harbour", ResultTally(1, 1)), ("Garden", ResultTally(1))]
    harbour, garden = (DECKS[name][0].split()[0].capitalize() for name in ("Harbour", "Garden"))
    if harbour != garden:
        assert named_tallies(profile.by_faction) == [(harbour, ResultTally(1, 1)), (garden, ResultTally(1))]
    assert [past.table.match_id for past in profile.past][0::2] == [third, first]
    assert [past.result for past in profile.past] == [MatchResult.WON, MatchResult.LOST, MatchResult.WON]
    assert {past.reason for past in profile.past} == {"resignation"}
    bos = await profiles_of(bot).profile(BO.id, BO.id, GUILD, bot.game)
    assert bos.total == ResultTally(won=1, lost=2)


async def test_a_loss_on_time_is_a_timeout(bot: Bot) -> None:
    match_id = await begin(bot, control=TimeControl("each", DAY))
    await reply(bot, match_id, BO)
    await bot.clock.move(2 * DAY / 1000)
    await bot.play.claim(bot.press(), match_id, BO.id)
    assert (await profiles_of(bot).profile(ADA.id, BO.id, GUILD, bot.game)).timeouts == 1
    assert (await profiles_of(bot).profile(BO.id, BO.id, GUILD, bot.game)).timeouts == 0


async def test_the_median_starts_at_the_opponents_action(bot: Bot) -> None:
    match_id = await begin(bot)
    hours = iter([1, 2, 4, 8, 16])
    took: list[int] = []
    last = BO
    for waited in hours:
        snapshot = await bot.matches.public_snapshot(match_id)
        awaited = {seat.person.id for seat in snapshot.awaited}
        person = ADA if ADA.id in awaited else BO
        await bot.clock.move(waited * HOUR / 1000)
        await reply(bot, match_id, person)
        if person is ADA and last is BO:
            took.append(waited * HOUR)
        last = person
    assert took
    profile = await profiles_of(bot).profile(ADA.id, CY.id, GUILD, bot.game)
    assert profile.median_reply == sorted(took)[len(took) // 2]


async def test_others_see_only_matches_on_their_server(bot: Bot) -> None:
    await resigned_match(bot, BO)
    await resigned_match(bot, ADA, guild=ELSEWHERE)
    histories = profiles_of(bot)
    assert (await histories.profile(ADA.id, CY.id, GUILD, bot.game)).total == ResultTally(won=1)
    assert (await histories.profile(ADA.id, CY.id, ELSEWHERE, bot.game)).total == ResultTally(lost=1)
    assert (await histories.profile(ADA.id, CY.id, None, bot.game)).total == ResultTally()
    assert (await histories.profile(ADA.id, ADA.id, None, bot.game)).total == ResultTally(won=1, lost=1)


async def test_active_matches_reveal_no_decks(bot: Bot) -> None:
    await begin(bot)
    profile = await profiles_of(bot).profile(ADA.id, BO.id, GUILD, bot.game)
    assert (profile.playing, profile.by_deck, profile.by_faction, profile.past) == (1, (), (), ())


async def test_private_hands_hide_decks_from_others(bot: Bot) -> None:
    await resigned_match(bot, BO)
    await Replays(Records(bot.store, Games.of(lanterns()))).keep_hands(ADA.id, is_private=True)
    profile = await profiles_of(bot).profile(ADA.id, BO.id, GUILD, bot.game)
    assert profile.decks_private
    assert (profile.by_deck, profile.by_faction, profile.past[0].deck) == ((), (), "")
    assert profile.total == ResultTally(won=1)
    assert (await profiles_of(bot).profile(ADA.id, ADA.id, GUILD, bot.game)).by_deck == (
        (msg("Harbour", "deck"), ResultTally(1)),
    )


async def test_pages_of_matches(bot: Bot) -> None:
    matches = [await resigned_match(bot, BO) for _ in range(10)]
    first = await profiles_of(bot).profile(ADA.id, ADA.id, GUILD, bot.game)
    second = await profiles_of(bot).profile(ADA.id, ADA.id, GUILD, bot.game, page=9)
    assert (first.page, first.pages, second.page) == (1, 2, 2)
    assert [p.table.match_id for p in (*first.past, *second.past)] == list(reversed(matches))


async def test_old_matches_without_a_stored_ending_are_counted(bot: Bot) -> None:
    await resigned_match(bot, BO)
    async with bot.store.write(Everything()) as tx:
        await tx.key_values._all("UPDATE matches SET reason = ''")  # type: ignore[attr-defined]
        await tx.key_values._all("UPDATE seats SET place = NULL")  # type: ignore[attr-defined]
    profile = await profiles_of(bot).profile(ADA.id, ADA.id, GUILD, bot.game)
    assert profile.total == ResultTally(won=1)
    assert profile.past[0].reason == "resignation"
