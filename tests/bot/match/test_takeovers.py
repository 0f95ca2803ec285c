"""Takeovers: the bot plays for an absent player, from their seat's view, until they are back."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from bot.clocks import TimeControl
from bot.clocks.control import DAY, HOUR
from bot.delivery.notes import PrivateNote, PublicNote
from bot.errors import AlreadyDecided, TimeNotUp
from bot.features.orders.service import Orders
from bot.features.privacy.own_data import Privacy
from bot.features.profiles.service import MatchResult, Profiles
from bot.features.time.vacations import Vacations
from bot.match.consent import ConsentResult
from bot.match.context import PlayedFor
from bot.match.takeovers import NoTakeover
from bot.match.undo import NoUndo
from bot.store.about import Everything
from bot.store.match_status import MatchStatus
from bot.store.orders import OrderState
from bot.store.person import Person
from bot.store.rows import PLAYED_FOR
from bot.views.types import Time
from engine.kernel.ai.levels import MEDIUM
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.bot.kit import ADA, BO, CY, Bot, lanterns, open_bot
from tests.bot.match.peeks import Seen, peeking
from tests.bot.match.test_levels import opened, until, until_busy
from tests.bot.search.workers import ByHand

EACH = TimeControl("each", 2 * DAY)
BANK = TimeControl("bank", 3 * DAY, 12 * HOUR, 5 * DAY)
HOUSE = Person(77, "Voidream", is_bot=True, is_this_bot=True)


@pytest.fixture
async def club(tmp_path: Path, seen: Seen) -> AsyncGenerator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3", game=peeking(seen)) as bot:
        yield bot


async def answer(bot: Bot, match_id: int, person: Person, *, dice: Chance | None = None) -> None:
    question = await bot.matches.question(match_id, person.id)
    assert question is not None
    choice = random_choice(question, dice or Chance("absent"))
    await bot.play.answer(bot.press(), match_id, person.id, question.id, choice)


async def pass_by(bot: Bot, length: int) -> None:
    await bot.clock.move(length / 1000)
    await bot.ring()


async def taken(bot: Bot, match_id: int) -> set[int]:
    return set((await bot.matches.table(match_id)).played_for)


async def kinds(bot: Bot, match_id: int) -> list[str]:
    async with bot.store.read() as store:
        return [act.kind for act in await store.acts.of(match_id)]


async def absent_ada(bot: Bot, *others: Person, **given: Any) -> int:
    """Begin a match with a takeover agreement in which only Ada is awaited, and her time is up."""
    match_id = await bot.begin(*others, control=EACH, takes_over=True, **given)
    for person in others or (BO,):
        await answer(bot, match_id, person)
    await pass_by(bot, 2 * DAY)
    return match_id


def orders_of(bot: Bot) -> Orders:
    return Orders(bot.context, bot.practising)


# -- agreed at the challenge


async def test_it_is_known_before_acceptance_and_holds_for_the_rematch(club: Bot) -> None:
    table = await club.challenge(control=EACH, takes_over=True)
    assert table.takes_over
    assert not (await club.challenge(CY, control=EACH)).takes_over
    await club.challenges.accept(club.press(), table.match_id, BO, "Garden")
    await club.play.resign(club.press(), table.match_id, ADA.id)
    again = await club.rematches.rematch(club.press(), table.match_id, ADA)
    assert again.table.takes_over


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"rated": True}, "rated match"),
        ({"control": TimeControl()}, "Choose a clock"),
        ({"game": lanterns()}, "can't play Lanterns, so I can't take over"),
    ],
)
async def test_it_is_refused_where_the_bot_plays_for_no_one(
    club: Bot, given: dict[str, Any], why: str
) -> None:
    options: dict[str, Any] = {"control": EACH, "takes_over": True} | given
    with pytest.raises(NoTakeover, match=why):
        await club.challenge(**options)
    with pytest.raises(NoTakeover, match="nothing to take over"):
        await club.challenge(HOUSE, control=EACH, takes_over=True)
    assert not await club.matches.of_person(ADA.id)


async def test_the_bot_plays_at_the_questions_turn_from_that_seats_view(club: Bot, seen: Seen) -> None:
    match_id = await absent_ada(club)
    assert await taken(club, match_id) == {0}
    snapshot = await club.matches.public_snapshot(match_id)
    assert snapshot.outcome is None and not snapshot.table.times[0].late
    assert not seen, "like a quick player, and no sooner"
    await club.turn()
    assert {(seat, view.viewer) for seat, view in seen} == {(0, 0)}
    dice = Chance("Bo")
    while (await club.matches.table(match_id)).status is MatchStatus.PLAYING:
        if await club.matches.question(match_id, BO.id):
            await answer(club, match_id, BO, dice=dice)
        else:
            await club.turn()
    table = await club.matches.table(match_id)
    assert table.taken_over == {0} and not table.played_for
    assert {view.viewer for _, view in seen} == {0}
    acts = await kinds(club, match_id)
    assert acts.count("taken over") == 1 and acts.count(PLAYED_FOR) > 1
    assert (await club.matches.record(match_id)).answers


async def test_a_takeover_is_announced_once_and_nothing_waits_for_the_player(club: Bot) -> None:
    match_id = await absent_ada(club)
    await club.deliver()
    notes = [
        message.note
        for message in club.paper.said
        if isinstance(message.note, PublicNote) and message.note.kind == "time"
    ]
    assert [note.mentions for note in notes] == [(ADA.id,)]
    private = [message.note for message in club.paper.said if isinstance(message.note, PrivateNote)]
    assert [(note.kind, note.person) for note in private][-1] == ("takeover", ADA.id)
    club.paper.clear()
    for _ in range(6):
        if await club.matches.question(match_id, BO.id):
            await answer(club, match_id, BO)
        await pass_by(club, HOUR)
        await club.deliver()
    to_ada = [message.note for message in club.paper.said if getattr(message.note, "person", 0) == ADA.id]
    assert {note.kind for note in to_ada} <= {"panel"}, "she is neither asked nor reminded"
    assert not {"time", "ping", "remind"} & {
        message.note.kind for message in club.paper.said if isinstance(message.note, PublicNote)
    }
    assert await club.matches.of_person(ADA.id)
    assert 0 not in (await club.matches.of_person(ADA.id))[0].awaited


async def test_a_returning_player_decides_the_next_question_with_full_time(club: Bot, seen: Seen) -> None:
    match_id = await absent_ada(club)
    with pytest.raises(PlayedFor, match="I'm playing for you"):
        await answer(club, match_id, ADA)
    with pytest.raises(PlayedFor):
        await club.match_time.give_time(club.press(), match_id, ADA.id, DAY)
    with pytest.raises(AlreadyDecided, match="playing here yourself"):
        await club.takeovers.come_back(club.press(), match_id, BO.id)
    press = club.press()
    assert (await club.takeovers.come_back(press, match_id, ADA.id)).result is ConsentResult.BACK
    assert (await club.takeovers.come_back(press, match_id, ADA.id)).result is ConsentResult.DONE_BEFORE
    assert not await taken(club, match_id)
    assert (await club.matches.table(match_id)).times[0] == Time(2 * DAY, club.clock.now() + 2 * DAY)
    await club.turn()
    assert not seen, "the question is hers again"
    await answer(club, match_id, ADA)
    await club.deliver()
    assert club.paper.kinds().count("time") == 1, "her return is shown, and mentions no one"


async def test_with_a_bank_a_returning_player_has_the_increment(club: Bot) -> None:
    match_id = await club.begin(control=BANK, takes_over=True)
    await pass_by(club, 2 * DAY)
    await answer(club, match_id, BO)
    await pass_by(club, DAY)
    for _ in range(5):
        if await club.matches.question(match_id, BO.id):
            await answer(club, match_id, BO)
        await club.turn()
    await club.takeovers.come_back(club.press(), match_id, ADA.id)
    assert (await club.matches.table(match_id)).times[0].left == 12 * HOUR, "the bot has earned her no time"


async def test_a_second_absence_is_taken_over_and_a_vacation_is_not(club: Bot) -> None:
    match_id = await absent_ada(club)
    await club.takeovers.come_back(club.press(), match_id, ADA.id)
    await Vacations(club.context).leave(ADA.id, DAY)
    await pass_by(club, 2 * DAY + HOUR)
    assert not await taken(club, match_id)
    await pass_by(club, DAY)
    assert await taken(club, match_id) == {0}


async def test_a_takeover_ends_orders_and_prevents_new_ones(club: Bot) -> None:
    match_id = await club.begin(control=EACH, takes_over=True)
    orders = orders_of(club)
    book = await orders.book(match_id, ADA.id)
    name, form = next(iter(book.forms.items()))
    await answer(club, match_id, BO)
    async with club.store.write(Everything()) as tx:
        number = await tx.orders.add(match_id, ADA.id, name, form.order, 1, club.clock.now(), club.press())
    await pass_by(club, 2 * DAY)
    async with club.store.read() as store:
        (order,) = [stored for stored in await store.orders.of(match_id, ADA.id) if stored.number == number]
    assert (order.state, str(order.why)) == (OrderState.ENDED, "You ran out of time, and I played for you.")
    with pytest.raises(PlayedFor):
        await orders.give(club.press(), match_id, ADA.id, name, form.order)


async def test_the_bot_does_not_consent_for_an_absent_player(club: Bot) -> None:
    match_id = await absent_ada(club)
    await club.turn()
    while not await club.matches.question(match_id, BO.id):
        await club.turn()
    with pytest.raises(AlreadyDecided, match="I'm playing for Ada, and can't agree to a draw"):
        await club.agreements.draw(club.press(), match_id, BO.id)
    with pytest.raises(NoUndo, match="I'm playing for Ada, and can't agree for them"):
        await club.undo.undo(club.press(), match_id, BO.id, late=True)
    assert (await club.match_time.pause(club.press(), match_id, BO.id)).paused, "but that harms no one"


async def test_requests_expire_with_the_takeover(club: Bot) -> None:
    match_id = await club.begin(control=EACH, takes_over=True)
    await club.match_time.pause(club.press(), match_id, ADA.id)
    await club.agreements.draw(club.press(), match_id, ADA.id)
    await club.clock.move(2 * DAY / 1000 - 1)
    await answer(club, match_id, BO)
    await club.agreements.draw(club.press(), match_id, BO.id)
    await pass_by(club, 1000)
    offers = await club.requests.offers(match_id)
    assert (offers.draw, offers.pause) == (None, None)
    assert (await club.matches.table(match_id)).pause_asked is None


# -- two absent players


async def test_the_bot_never_plays_against_itself(club: Bot, seen: Seen) -> None:
    match_id = await club.begin(control=EACH, takes_over=True)
    await pass_by(club, 2 * DAY)
    assert await taken(club, match_id) == {0}, "an opponent counts as present until their time is up"
    times = (await club.matches.table(match_id)).times
    assert times[1].late
    await club.turn()
    await club.turn()
    looks, act_count = len(seen), len(await kinds(club, match_id))
    await pass_by(club, 30 * DAY)
    assert len(seen) == looks and len(await kinds(club, match_id)) == act_count, (
        "it waits for the first player to return"
    )
    await club.takeovers.come_back(club.press(), match_id, ADA.id)
    assert await taken(club, match_id) == {1}, "Ada is present now"
    await club.turn()
    assert seen[-1][0] == 1


async def test_the_bot_waits_until_a_player_is_back(club: Bot, seen: Seen) -> None:
    match_id = await club.begin(BO, CY, control=EACH, takes_over=True)
    await answer(club, match_id, CY)
    await pass_by(club, 2 * DAY)
    assert await taken(club, match_id) == {0, 1}
    await club.play.resign(club.press(), match_id, CY.id)
    await club.turn()
    assert not seen
    await club.takeovers.come_back(club.press(), match_id, BO.id)
    assert await taken(club, match_id) == {0}
    await club.turn()
    assert [seat for seat, _ in seen] == [0]


# -- agreed by the opponents


async def late(bot: Bot, *others: Person, **given: Any) -> int:
    """Begin a match without a takeover agreement in which only Ada is awaited, and her time is up."""
    match_id = await bot.begin(*others, control=EACH, **given)
    for person in others or (BO,):
        await answer(bot, match_id, person)
    await pass_by(bot, 2 * DAY)
    return match_id


async def test_an_opponent_can_choose_the_takeover_instead_of_claiming(club: Bot, seen: Seen) -> None:
    match_id = await club.begin(control=EACH)
    await answer(club, match_id, BO)
    with pytest.raises(TimeNotUp):
        await club.takeovers.take_over(club.press(), match_id, BO.id)
    await pass_by(club, 2 * DAY)
    assert not await taken(club, match_id) and (await club.matches.table(match_id)).times[0].late
    press = club.press()
    assert (await club.takeovers.take_over(press, match_id, BO.id)).result is ConsentResult.TAKEN_OVER
    assert (await club.takeovers.take_over(press, match_id, BO.id)).result is ConsentResult.DONE_BEFORE
    assert await taken(club, match_id) == {0}
    with pytest.raises(TimeNotUp):
        await club.play.claim(club.press(), match_id, BO.id)
    await club.turn()
    assert seen
    await club.deliver()
    assert ("takeover", ADA.id) in [
        (message.note.kind, getattr(message.note, "person", 0)) for message in club.paper.said
    ]


async def test_a_takeover_needs_all_opponents_and_one_refusal_ends_it(club: Bot) -> None:
    match_id = await late(club, BO, CY)
    assert (
        await club.takeovers.take_over(club.press(), match_id, BO.id)
    ).result is ConsentResult.TAKEOVER_ASKED
    assert not await taken(club, match_id)
    with pytest.raises(AlreadyDecided, match="Waiting for Cy"):
        await club.takeovers.take_over(club.press(), match_id, BO.id)
    refused = await club.takeovers.take_over(club.press(), match_id, CY.id, agree=False, answering=True)
    assert refused.result is ConsentResult.TAKEOVER_REFUSED
    with pytest.raises(AlreadyDecided, match="That request is no longer open"):
        await club.takeovers.take_over(club.press(), match_id, CY.id, answering=True)
    await club.takeovers.take_over(club.press(), match_id, CY.id)
    await club.match_time.give_time(club.press(), match_id, CY.id, HOUR, if_late=True)
    assert (await club.requests.offers(match_id)).takeover is None, (
        "the bot doesn't play for someone who has time again"
    )
    await pass_by(club, HOUR)
    await club.takeovers.take_over(club.press(), match_id, CY.id)
    assert (
        await club.takeovers.take_over(club.press(), match_id, BO.id, answering=True)
    ).result is ConsentResult.TAKEN_OVER
    assert await taken(club, match_id) == {0}
    assert (await club.requests.offers(match_id)).takeover is None


async def test_four_opponents_agree_one_by_one_and_a_late_decision_ends_it(club: Bot) -> None:
    di = Person(55, "Di")
    match_id = await late(club, BO, CY, di)
    await club.takeovers.take_over(club.press(), match_id, BO.id)
    assert (await club.takeovers.take_over(club.press(), match_id, CY.id)).result is ConsentResult.AGREED
    await answer(club, match_id, ADA)
    assert (await club.requests.offers(match_id)).takeover is None, "Ada has come back"
    with pytest.raises(AlreadyDecided, match="That request is no longer open"):
        await club.takeovers.take_over(club.press(), match_id, di.id, answering=True)


async def test_no_takeover_in_rated_matches_or_games_without_a_bot_player(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "rated.db", game=peeking([])) as bot:
        match_id = await bot.begin(control=EACH, rated=True)
        with pytest.raises(NoTakeover, match="rated"):
            await bot.takeovers.take_over(bot.press(), match_id, BO.id)
        await answer(bot, match_id, BO)
        await pass_by(bot, 2 * DAY)
        assert (await bot.matches.table(match_id)).status is MatchStatus.OVER
    async with open_bot(tmp_path / "unknown.db") as bot:
        match_id = await late(bot)
        with pytest.raises(NoTakeover, match="can't play Lanterns"):
            await bot.takeovers.take_over(bot.press(), match_id, BO.id)


# -- results, and stored data


async def test_the_result_is_a_takeover_for_an_absent_player_only(club: Bot) -> None:
    match_id = await absent_ada(club)
    await club.play.resign(club.press(), match_id, BO.id)
    profiles = Profiles(club.store, club.games)
    ada = await profiles.profile(ADA.id, ADA.id, None, club.game)
    bo = await profiles.profile(BO.id, BO.id, None, club.game)
    assert [past_match.result for past_match in ada.past] == [MatchResult.TAKEN_OVER]
    assert (ada.total.won, ada.total.lost, ada.total.taken_over, ada.total.played) == (0, 0, 1, 1)
    assert ada.median_reply is None and ada.timeouts == 0 and not ada.by_deck
    assert [past_match.result for past_match in bo.past] == [MatchResult.LOST]
    export = await Privacy(club.context).export(ADA.id)
    assert '"result": "taken over"' in export and '"taken_over": true' in export


async def test_a_player_who_is_back_in_time_wins_or_loses(club: Bot) -> None:
    match_id = await absent_ada(club)
    await club.turn()
    await club.takeovers.come_back(club.press(), match_id, ADA.id)
    await club.play.resign(club.press(), match_id, BO.id)
    ada = await Profiles(club.store, club.games).profile(ADA.id, ADA.id, None, club.game)
    assert [past_match.result for past_match in ada.past] == [MatchResult.WON]


async def test_resigning_during_a_takeover_is_a_loss(club: Bot) -> None:
    match_id = await absent_ada(club)
    await club.play.resign(club.press(), match_id, ADA.id)
    ada = await Profiles(club.store, club.games).profile(ADA.id, ADA.id, None, club.game)
    assert [past_match.result for past_match in ada.past] == [MatchResult.LOST]


async def test_free_take_backs_stay_free(club: Bot) -> None:
    match_id = await club.begin(control=EACH, takes_over=True)
    await pass_by(club, 2 * DAY - HOUR)
    await answer(club, match_id, BO)
    await pass_by(club, HOUR)
    assert await taken(club, match_id) == {0}
    assert (await club.undo.undo(club.press(), match_id, BO.id)).result is ConsentResult.UNDONE
    assert await taken(club, match_id) == {0}
    assert await club.matches.question(match_id, BO.id)


# -- searching


@pytest.mark.parametrize("comes_back", [False, True])
async def test_it_searches_at_the_default_level_and_cancels_when_the_player_is_back(
    tmp_path: Path, *, comes_back: bool
) -> None:
    workers: list[ByHand] = []
    async with opened(tmp_path, workers) as bot:
        match_id = await bot.begin(BO, deck="", control=EACH, takes_over=True)
        await pass_by(bot, 2 * DAY)
        (absent,) = await taken(bot, match_id)
        assert not workers, "not before its turn"
        await bot.turn()
        worker = await until_busy(workers)
        _, _, seat, level, _ = worker.begun[-1]
        assert (seat, level) == (absent, MEDIUM)
        before = await kinds(bot, match_id)
        if comes_back:
            await bot.takeovers.come_back(bot.press(), match_id, (ADA, BO)[absent].id)
            await until(lambda: worker.is_dropped)
        worker.finish()
        await bot.practising.rested(match_id)
        acts = await kinds(bot, match_id)
        assert acts[len(before) :] == (["back"] if comes_back else [PLAYED_FOR])
