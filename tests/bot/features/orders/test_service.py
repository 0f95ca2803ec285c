"""Standing orders and forced answers: they answer as a quick person would, and nobody else can tell."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NoReturn

import pytest
from msgspec.structs import replace

from bot.clocks import read_control
from bot.delivery.notes import PrivateKind, PublicKind
from bot.delivery.results import Closed
from bot.errors import AlreadyDecided, LimitReached, NotFound, NotYourMatch
from bot.features.endings.ended import Results
from bot.features.orders.service import MOST, Gave, Orders, form_name
from bot.match import prompts
from bot.match.consent import Said
from bot.match.prompts import LONGEST, SHORTEST, quick_reply
from bot.store.about import Everything
from bot.store.orders import OrderState
from bot.views.types import PrivateLook, PublicLook
from cards.i18n import msg
from engine.kernel.chance import Chance
from engine.kernel.errors import GameError
from engine.kernel.events.event import Seen
from engine.kernel.game import Game
from engine.kernel.orders.order import Order, Ordered
from engine.kernel.question import QuestionKind, random_choice
from tests.bot.kit import ADA, BO, CY, TURN, Bot, PrivateMessage, PublicMessage, open_bot
from tests.games.lanterns import BOOK, LANTERNS, BidOrder, Bids, LanternMachine
from tests.games.orders import with_methods


def orders_of(bot: Bot) -> Orders:
    return Orders(bot.context, bot.practising)


async def answer(bot: Bot, match_id: int, person: int, *choice: str) -> None:
    question = await bot.matches.question(match_id, person)
    assert question is not None
    await bot.play.answer(bot.press(), match_id, person, question.id, choice)


async def give(bot: Bot, match_id: int, person: int, coins: int, **changed: Any) -> Gave:
    book = await orders_of(bot).book(match_id, person)
    [(name, form)] = [one for one in book.forms.items() if one[1].order.parameters == BidOrder(coins=coins)]
    order = form.order
    if changed:
        order = replace(order, **changed)
    return await orders_of(bot).give(bot.press(), match_id, person, name, order)


async def ordered(bot: Bot, coins: int = 1, *, give_it: bool = True, clock: str = "none") -> int:
    """Play a round that Bo wins; Ada has ordered what she bids in the next one. Bo is still to share his light."""
    match_id = (await bot.challenge(control=read_control(clock))).match_id
    await bot.challenges.accept(bot.press(), match_id, BO, "Garden")
    await answer(bot, match_id, ADA.id, "1")
    if give_it:
        assert not (await give(bot, match_id, ADA.id, coins, stops=())).answered
    await answer(bot, match_id, BO.id, "2")
    question = await bot.matches.question(match_id, BO.id)
    assert question is not None
    await answer(bot, match_id, BO.id, *(option.key for option in question.options))
    await bot.deliver()
    await bot.clock.move(100)
    await bot.ring()
    await bot.deliver()
    bot.paper.clear()
    return match_id


async def share(bot: Bot, match_id: int) -> None:
    """Bo shares his light, and both are asked for the next bid."""
    question = await bot.matches.question(match_id, BO.id)
    assert question is not None
    left = min(3, question.maximum)
    await answer(
        bot,
        match_id,
        BO.id,
        f"left={left}",
        *([f"right={question.maximum - left}"] * (question.maximum > left)),
    )


def asked(bot: Bot, person: int) -> int:
    """How many direct messages have told somebody of a question."""
    told = (m for m in bot.paper.said if isinstance(m, PrivateMessage) and m.note.kind is PrivateKind.ASK)
    return sum(m.note.person == person for m in told)


async def bids(bot: Bot, match_id: int) -> set[int]:
    """Whose bid is awaited."""
    look = await bot.matches.look_public(match_id)
    return {one.person.id for one in look.awaited}


# -------------------------------------------------------------------------------------------------------- the moment


def test_the_moment_is_drawn_between_four_and_forty_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompts, "_LOT", Random(1))
    drawn = [quick_reply() for _ in range(4000)]
    assert SHORTEST <= min(drawn) < max(drawn) <= LONGEST
    assert 11_000 < median(drawn) < 13_000
    assert drawn.count(SHORTEST) < 10 and drawn.count(LONGEST) < 10, (
        "what is too quick is drawn again, not clipped"
    )


async def test_an_order_answers_when_the_turn_of_the_question_has_come(bot: Bot) -> None:
    match_id = await ordered(bot)
    await share(bot, match_id)
    await bot.deliver()
    assert asked(bot, ADA.id) == 0, "she has nothing to do"
    await bot.clock.move(TURN / 1000 - 0.001)
    await bot.ring()
    assert await bids(bot, match_id) == {ADA.id, BO.id}
    await bot.clock.move(0.001)
    await bot.ring()
    assert await bids(bot, match_id) == {BO.id}
    async with bot.store.read() as store:
        last = (await store.acts.of(match_id))[-1]
        [order] = await store.orders.of(match_id, ADA.id)
    assert (last.kind, last.person_id, last.choice, last.interaction_id) == ("answer", ADA.id, ("1",), None)
    assert last.at == bot.clock.now()
    assert order.answered == 1


async def test_somebody_s_own_press_comes_first(bot: Bot) -> None:
    match_id = await ordered(bot)
    await share(bot, match_id)
    await answer(bot, match_id, ADA.id, "3")
    await bot.turn()
    look = await bot.matches.look_private(match_id, ADA.id)
    assert look.question is None
    async with bot.store.read() as store:
        assert [act.choice for act in await store.acts.of(match_id) if act.person_id == ADA.id][-1] == ("3",)


async def test_it_tells_its_owner_that_it_will_answer(bot: Bot) -> None:
    match_id = await ordered(bot)
    assert not (await bot.matches.look_private(match_id, ADA.id)).orders.answers
    await share(bot, match_id)
    assert (await bot.matches.look_private(match_id, ADA.id)).orders.answers
    assert not (await bot.matches.look_private(match_id, BO.id)).orders.given


# -------------------------------------------------------------------------------------- what everybody else can see


@dataclass
class Watched:
    """All that everybody and Bo receive, each with the moment."""

    bot: Bot

    def __post_init__(self) -> None:
        self.at: list[int] = []
        self.bot.paper.before = lambda note: self.at.append(self.bot.clock.now())

    def clear(self) -> None:
        self.bot.paper.clear()
        self.at.clear()

    def lanes(self) -> tuple[list[str], list[str]]:
        public: list[str] = []
        private: list[str] = []
        for at, message in zip(self.at, self.bot.paper.said, strict=True):
            told = f"{at} {message.note} {message.nonce} {shown(message)}"
            if isinstance(message, PublicMessage):
                public.append(told)
            elif message.note.person == BO.id:
                private.append(told)
        return public, private


def shown(message: PublicMessage | PrivateMessage) -> str:
    look = message.shown
    if not isinstance(look, PublicLook | PrivateLook):
        return str(replace(look, game=None))  # type: ignore[arg-type]
    own = (look.question, look.orders, look.forms) if isinstance(look, PrivateLook) else ()
    # The sender on paper numbers all messages alike, also those that only Ada sees.
    table = replace(look.table, game=None, status_message_id=None, challenge_message_id=None)  # type: ignore[arg-type]
    return str((table, look.view, look.awaited, look.story, look.outcome, look.commitment, own))


async def received(bot: Bot, match_id: int, watched: Watched) -> tuple[Any, ...]:
    """Return all that everybody and Bo have received, what their logs say, and what Bo can see now."""
    await bot.deliver()
    logs = [(await bot.matches.log(match_id, person)).lines for person in (BO.id, CY.id, None)]
    look = await bot.matches.look_private(match_id, BO.id)
    summary = await bot.matches.of_person(BO.id)
    stays = [(one.table.rev, one.table.changed_at, one.table.times, one.awaited) for one in summary]
    async with bot.store.read() as store:
        median_reply = await store.acts.median_reply(ADA.id, bot.game.name, None, everywhere=True)
    return (
        watched.lanes(),
        logs,
        str((look.view, look.question, look.awaited, look.story)),
        stays,
        median_reply,
    )


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("clock", ["none", "2d each"])
async def test_an_order_s_answer_looks_like_a_quick_person_s(
    tmp_path: Path, closed: bool, clock: str
) -> None:
    """Two matches that differ only in whether Ada has given an order, or is quick herself: the same, byte for byte."""
    seen: list[tuple[Any, ...]] = []
    for by_order in (True, False):
        async with open_bot(tmp_path / f"{by_order}.sqlite3") as bot:
            if closed:
                async with bot.store.write(Everything()) as tx:
                    await tx.people.set_dm(ADA.id, closed=True, told=True)
            match_id = await ordered(bot, give_it=by_order, clock=clock)
            watched = Watched(bot)
            await share(bot, match_id)
            await bot.deliver()
            if by_order:
                await bot.turn()
            else:
                await bot.clock.move(TURN / 1000)
                await answer(bot, match_id, ADA.id, "1")
                await bot.ring()
            await bot.deliver()
            await answer(bot, match_id, BO.id, "0")
            await bot.deliver()
            # Ada has won, and is asked for the order of her lanterns, for which there is no order. She is not quick.
            await bot.turn()
            seen.append(await received(bot, match_id, watched))
            if closed:
                assert sum(repr(PublicKind.PING) in line for line in watched.lanes()[0]) == 1, (
                    "only for her lanterns"
                )
    assert seen[0] == seen[1]


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("lot", range(4))
async def test_whole_matches_look_alike_whatever_the_moments(tmp_path: Path, lot: int, closed: bool) -> None:
    """With the same drawn moments, a match in which Ada bids by order is the one in which she is quick, to the end."""
    seen: list[tuple[Any, ...]] = []
    drawn: list[int] = []
    for by_order in (True, False):
        moments = Random(lot)
        async with open_bot(
            tmp_path / f"{by_order}.sqlite3", quick=lambda lots=moments: lots.randint(4_000, 40_000)
        ) as bot:
            if closed:
                async with bot.store.write(Everything()) as tx:
                    await tx.people.set_dm(ADA.id, closed=True, told=True)
            match_id = await ordered(bot, give_it=by_order)
            watched = Watched(bot)
            for n in range(40):
                look = await bot.matches.look_public(match_id)
                if look.outcome is not None:
                    break
                person = max(one.person.id for one in look.awaited)
                question = await bot.matches.question(match_id, person)
                assert question is not None
                bids_now = person == ADA.id and question.kind is QuestionKind.NUMBER
                if bids_now:
                    async with bot.store.read() as store:
                        row = await store.matches.match(match_id)
                    assert row is not None and row.seats[0].asked.turn is not None
                    await bot.clock.move((row.seats[0].asked.turn - bot.clock.now()) / 1000)
                else:
                    await bot.clock.move(lot)  # Less than anybody's turn takes.
                if not (bids_now and by_order):
                    choice = ("1",) if bids_now else random_choice(question, Chance(f"{lot} {n}"))
                    await bot.play.answer(bot.press(), match_id, person, question.id, choice)
                await bot.ring()
                await bot.deliver()
            assert look.outcome is not None
            if by_order:
                async with bot.store.read() as store:
                    order = await store.orders.order(match_id, ADA.id, 1)
                assert order is not None and order.answered > 0
            seen.append(await received(bot, match_id, watched))
            drawn.append(moments.randint(0, 10**9))
    assert seen[0] == seen[1]
    assert drawn[0] == drawn[1], "as many moments were drawn: one for each question, whoever answers it"


async def test_until_the_turn_nothing_tells_whether_an_order_will_answer(tmp_path: Path) -> None:
    """Ada's direct messages are closed. With an order or without, nothing is to be seen before the turn; then a call."""
    seen: list[tuple[Any, ...]] = []
    for by_order in (True, False):
        async with open_bot(tmp_path / f"{by_order}.sqlite3") as bot:
            async with bot.store.write(Everything()) as tx:
                await tx.people.set_dm(ADA.id, closed=True, told=True)
            match_id = await ordered(bot, give_it=by_order)
            watched = Watched(bot)
            await share(bot, match_id)
            await bot.deliver()
            await bot.clock.move(TURN / 1000 - 0.001)
            await bot.ring()
            seen.append(await received(bot, match_id, watched))
            watched.clear()
            await bot.clock.move(0.001)
            await bot.ring()
            await bot.deliver()
            assert (PublicKind.PING in bot.paper.kinds()) is not by_order
    assert seen[0] == seen[1]


async def test_that_a_door_is_closed_is_not_told_before_the_turn_either(bot: Bot) -> None:
    """A direct message that was refused only now tells nobody that no order will answer."""
    match_id = await ordered(bot, give_it=False)
    bot.paper.answers[PrivateKind.ASK] = [Closed()]
    await share(bot, match_id)
    await bot.deliver()
    assert asked(bot, ADA.id) == 1 and PublicKind.PING not in bot.paper.kinds()
    await bot.turn()
    await bot.deliver()
    [ping] = [m.note for m in bot.paper.said if m.note.kind is PublicKind.PING]
    assert ping.mentions == (ADA.id,)
    await bot.turn()
    await bot.deliver()
    assert bot.paper.kinds().count("ping") == 1


async def test_whoever_had_to_be_called_is_not_called_again_for_what_follows(bot: Bot) -> None:
    """Quick people with closed doors are called for their next question if they get slow; slow ones are at it."""
    async with bot.store.write(Everything()) as tx:
        await tx.people.set_dm(BO.id, closed=True, told=True)
    match_id = await bot.begin()
    await answer(bot, match_id, ADA.id, "1")
    await bot.turn()
    await bot.deliver()
    assert bot.paper.kinds().count("ping") == 1
    await answer(bot, match_id, BO.id, "2")
    await bot.turn()
    await bot.deliver()
    assert bot.paper.kinds().count("ping") == 1, "he has just decided something, and has this before him"


# ------------------------------------------------------------------------------------------------------------ its ends


async def test_an_order_that_can_t_be_carried_out_any_more_ends_when_it_is_held_against_a_question(
    bot: Bot,
) -> None:
    match_id = await ordered(bot, 3)
    await share(bot, match_id)
    await answer(bot, match_id, ADA.id, "2")
    await answer(bot, match_id, BO.id, "0")
    for _ in range(2):
        question = await bot.matches.question(match_id, ADA.id)
        assert question is not None
        wanted = (
            [o.key for o in question.options] if question.ordered else [f"left={min(3, question.maximum)}"]
        )
        rest = question.maximum - 3
        await answer(
            bot, match_id, ADA.id, *wanted, *([f"right={rest}"] * (not question.ordered and rest > 0))
        )
    await bot.deliver()
    look = await bot.matches.look_private(match_id, ADA.id)
    assert look.question is not None
    [ended] = look.orders.given
    assert (ended.state, str(ended.why)) == (OrderState.ENDED, "You have too few coins.")
    assert not look.orders.answers
    await bot.turn()
    assert ADA.id in await bids(bot, match_id), "it is hers to decide"
    await answer(bot, match_id, ADA.id, "0")
    assert (await bot.matches.look_private(match_id, ADA.id)).orders.given == (), "told, and done with"


async def test_an_order_ends_at_what_its_owner_has_named(bot: Bot) -> None:
    match_id = await bot.begin()
    await answer(bot, match_id, ADA.id, "1")
    await give(bot, match_id, ADA.id, 1, stops=("more",))
    await answer(bot, match_id, BO.id, "2")
    question = await bot.matches.question(match_id, BO.id)
    assert question is not None
    await answer(bot, match_id, BO.id, *(option.key for option in question.options))
    await bot.deliver()
    bot.paper.clear()
    await share(bot, match_id)
    await bot.deliver()
    assert asked(bot, ADA.id) == 1, "at once: no order answers for her"
    [ended] = (await bot.matches.look_private(match_id, ADA.id)).orders.given
    assert str(ended.why) == "Somebody has bid more."


def with_orders(**changed: Callable[..., object]) -> Game:
    """Return Lanterns with other orders."""
    return replace(LANTERNS, orders=with_methods(LANTERNS.orders, **changed))


def wrong(machine: LanternMachine, seat: int, order: Order, happened: Sequence[Seen]) -> Ordered:
    """Say something that is no answer."""
    said = BOOK.by_order(machine, seat, order, happened)
    return Ordered(("99",)) if said.choice else said


async def test_an_order_with_an_illegal_answer_ends_and_its_owner_is_asked(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", rules=with_orders(by_order=wrong)) as bot:
        match_id = await ordered(bot)
        await share(bot, match_id)
        await bot.deliver()
        assert asked(bot, ADA.id) == 0
        await bot.turn()
        await bot.deliver()
        assert asked(bot, ADA.id) == 1
        [ended] = (await bot.matches.look_private(match_id, ADA.id)).orders.given
        assert "99 is not between 0 and 4." in str(ended.why)


def unknown(*order: object) -> NoReturn:
    """Meet an order of the version before, which this one does not know."""
    raise KeyError("coins")


async def test_an_order_of_an_older_version_keeps_nobody_from_playing(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3") as bot:
        match_id = await ordered(bot)
    async with open_bot(tmp_path / "bot.sqlite3", rules=with_orders(read=unknown), pressed=100) as bot:
        withdrawn = await orders_of(bot).withdraw(bot.press(), match_id, ADA.id, 1)
        assert str(withdrawn.words) == "An order I can no longer read."
        async with bot.store.write(Everything()) as tx:
            order = Order("bid", BidOrder(coins=1))
            await tx.orders.add(match_id, ADA.id, "old", order, 0, 0, bot.press())
        assert (await orders_of(bot).book(match_id, ADA.id)).standing == ()
        await share(bot, match_id)
        await bot.deliver()
        assert asked(bot, ADA.id) == 1
        [ended] = (await bot.matches.look_private(match_id, ADA.id)).orders.given
        assert str(ended.why) == "It's no longer possible."


async def test_orders_end_with_the_match(bot: Bot) -> None:
    match_id = await ordered(bot)
    await bot.play.resign(bot.press(), match_id, BO.id)
    async with bot.store.read() as store:
        assert await store.orders.of(match_id, ADA.id) == []
    with pytest.raises(AlreadyDecided, match="over"):
        await orders_of(bot).book(match_id, ADA.id)


async def test_withdrawn_before_its_turn_it_does_not_answer(bot: Bot) -> None:
    match_id = await ordered(bot)
    await share(bot, match_id)
    await orders_of(bot).withdraw(bot.press(), match_id, ADA.id, 1)
    await bot.turn()
    await bot.deliver()
    assert ADA.id in await bids(bot, match_id)
    assert asked(bot, ADA.id) == 1


# ---------------------------------------------------------------------------------------------------- several of them


async def test_both_players_may_have_orders(bot: Bot) -> None:
    match_id = await ordered(bot)
    await give(bot, match_id, BO.id, 2, stops=())
    await share(bot, match_id)
    await bot.turn()
    look = await bot.matches.look_public(match_id)
    assert "Bids: Ada 1, Bo 2." in " ".join(map(str, look.story))
    async with bot.store.read() as store:
        acts = await store.acts.of(match_id)
    assert [act.rev for act in acts] == list(range(len(acts)))
    assert [act.kind for act in acts[-2:]] == ["answer", "answer"]


async def test_the_newest_order_has_the_first_word_and_one_of_a_form_replaces_the_other(bot: Bot) -> None:
    match_id = await ordered(bot, 1)
    await give(bot, match_id, ADA.id, 3, stops=())
    await give(bot, match_id, ADA.id, 1, stops=("more",))
    await give(bot, match_id, ADA.id, 3, stops=())
    book = await orders_of(bot).book(match_id, ADA.id)
    assert [one.kept.number for one in book.standing] == [3, 4]
    await share(bot, match_id)
    await bot.turn()
    async with bot.store.read() as store:
        assert (await store.acts.of(match_id))[-1].choice == ("3",)


async def test_there_is_a_limit(bot: Bot) -> None:
    match_id = await bot.begin()
    await answer(bot, match_id, ADA.id, "1")
    orders = orders_of(bot)
    form = next(iter((await orders.book(match_id, ADA.id)).forms.values()))
    for n in range(MOST):
        await orders.give(bot.press(), match_id, ADA.id, f"form {n}", form.order)
    with pytest.raises(LimitReached, match="10 standing orders"):
        await orders.give(bot.press(), match_id, ADA.id, "one more", form.order)
    assert len((await orders.book(match_id, ADA.id)).standing) == MOST


# ------------------------------------------------------------------------------------------------- given, and withdrawn


async def test_given_while_asked_it_answers_now_as_the_person_s_own_press(bot: Bot) -> None:
    match_id = await bot.begin()
    press = bot.press()
    form = next(iter((await orders_of(bot).book(match_id, ADA.id)).forms.values()))
    assert form.answers_now
    gave = await orders_of(bot).give(press, match_id, ADA.id, form_name(form), form.order)
    assert gave.answered and not gave.repeated
    again = await orders_of(bot).give(press, match_id, ADA.id, form_name(form), form.order)
    assert again.repeated
    async with bot.store.read() as store:
        acts = await store.acts.of(match_id)
        assert [act.interaction_id for act in acts if act.kind == "answer"] == [press]
        assert len(await store.orders.of(match_id, ADA.id)) == 1


def once(machine: LanternMachine, seat: int, order: Order, happened: Sequence[Seen]) -> Ordered:
    """End when the bids are opened."""
    if any(isinstance(event.fact, Bids) for event in happened):
        return Ordered(ended=msg("The bids are open."))
    return LANTERNS.orders.by_order(machine, seat, order, happened)


async def test_an_order_that_ends_by_its_own_answer_is_told_of_at_once(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", rules=with_orders(by_order=once)) as bot:
        match_id = await bot.begin()
        await answer(bot, match_id, ADA.id, "1")
        await give(bot, match_id, ADA.id, 1)
        assert len((await orders_of(bot).book(match_id, ADA.id)).standing) == 1
        assert (await give(bot, match_id, BO.id, 2)).answered
        look = await bot.matches.look_private(match_id, BO.id)
        assert look.question is not None, "he has won, and puts his lanterns in order"
        [ended] = look.orders.given
        assert str(ended.why) == "The bids are open."
        assert (await orders_of(bot).book(match_id, ADA.id)).standing == (), "nor is hers said to stand"


async def test_giving_and_withdrawing_changes_nothing_that_others_can_see(bot: Bot) -> None:
    match_id = await ordered(bot)
    watched = Watched(bot)
    before = await received(bot, match_id, watched)
    rows = await bot.outbox_rows()
    press = bot.press()
    gave = await give(bot, match_id, ADA.id, 2)
    for _ in range(2):
        await orders_of(bot).withdraw(press, match_id, ADA.id, gave.given.kept.number)
    with pytest.raises(AlreadyDecided, match="is no longer active"):
        await orders_of(bot).withdraw(bot.press(), match_id, ADA.id, gave.given.kept.number)
    await bot.turn()
    assert await received(bot, match_id, watched) == before
    assert await bot.outbox_rows() == rows


async def test_an_order_is_withdrawn_by_its_number_and_the_moment_it_was_given(bot: Bot) -> None:
    """Where an older copy of the database has come back, the number may be that of another order."""
    match_id = await ordered(bot)
    [order] = (await orders_of(bot).book(match_id, ADA.id)).standing
    number, at = order.kept.number, order.kept.at
    with pytest.raises(AlreadyDecided, match="is no longer active"):
        await orders_of(bot).withdraw(bot.press(), match_id, ADA.id, number, at - 1)
    assert (await orders_of(bot).book(match_id, ADA.id)).standing
    await orders_of(bot).withdraw(bot.press(), match_id, ADA.id, number, at)
    assert not (await orders_of(bot).book(match_id, ADA.id)).standing


async def test_only_players_have_orders_and_only_their_own(bot: Bot) -> None:
    match_id = await ordered(bot)
    for forbidden in (
        orders_of(bot).book(match_id, CY.id),
        orders_of(bot).withdraw(bot.press(), match_id, CY.id, 1),
        orders_of(bot).give(bot.press(), match_id, CY.id, "x", Order("bid", BidOrder(coins=1))),
    ):
        with pytest.raises(NotYourMatch):
            await forbidden
    with pytest.raises(NotFound, match="That order doesn't exist"):
        await orders_of(bot).withdraw(bot.press(), match_id, BO.id, 1)
    form = next(iter((await orders_of(bot).book(match_id, ADA.id)).forms.values()))
    with pytest.raises(GameError, match="can't be bid"):
        await orders_of(bot).give(
            bot.press(), match_id, ADA.id, "x", replace(form.order, parameters=BidOrder(coins=77))
        )


async def test_what_it_would_have_answered(bot: Bot) -> None:
    match_id = await ordered(bot)
    await share(bot, match_id)
    form = next(iter((await orders_of(bot).book(match_id, ADA.id)).forms.values()))
    order = replace(form.order, parameters=BidOrder(coins=2), stops=())
    [rehearsed] = await orders_of(bot).rehearse(match_id, ADA.id, order)
    assert (str(rehearsed.answered), str(rehearsed.ordered)) == ("1", "2")


# --------------------------------------------------------------------------------------------------- crashes and undo


async def test_a_crash_before_the_turn_loses_nothing_and_nothing_answers_twice(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3") as bot:
        match_id = await ordered(bot)
        await share(bot, match_id)
        now = bot.clock.now()
    async with (
        open_bot(tmp_path / "bot.sqlite3", pressed=100) as one,
        open_bot(tmp_path / "bot.sqlite3", pressed=200) as other,
    ):
        for each in (one, other):
            await each.clock.move((now - each.clock.now() + TURN) / 1000)
        await asyncio.gather(one.ring(), other.ring())
        async with one.store.read() as store:
            [order] = await store.orders.of(match_id, ADA.id)
            acts = await store.acts.of(match_id)
        assert order.answered == 1
        assert [act.choice for act in acts if act.person_id == ADA.id and act.kind == "answer"] == [
            ("1",)
        ] * 2
        one.start()
        await one.deliver()
        assert PublicKind.STATUS in one.paper.kinds(), "what was committed is announced by whoever lives"


async def test_after_a_long_outage_the_order_still_answers(bot: Bot) -> None:
    match_id = await ordered(bot)
    await share(bot, match_id)
    await bot.clock.move(5 * 24 * 3600)
    await bot.ring()
    assert await bids(bot, match_id) == {BO.id}
    await bot.deliver()
    assert "remind" not in [m.note.kind for m in bot.paper.said if getattr(m.note, "person", 0) == ADA.id]


async def test_an_answer_of_an_order_can_be_taken_back_and_is_not_given_again(bot: Bot) -> None:
    match_id = await ordered(bot)
    await share(bot, match_id)
    await bot.turn()
    assert await bids(bot, match_id) == {BO.id}
    settled = await bot.undo.undo(bot.press(), match_id, ADA.id)
    assert settled.said is Said.UNDONE
    await bot.turn()
    assert await bids(bot, match_id) == {ADA.id, BO.id}
    [ended] = (await bot.matches.look_private(match_id, ADA.id)).orders.given
    assert (ended.state, str(ended.why)) == (OrderState.ENDED, "You took back the move it would answer.")


# ------------------------------------------------------------------------------------------------------------- forced


async def test_what_public_knowledge_forces_is_answered_in_the_same_act(bot: Bot) -> None:
    """Ada has spent all her coins: she bids none, and is not asked."""
    match_id = await bot.begin()
    await answer(bot, match_id, ADA.id, "5")
    await answer(bot, match_id, BO.id, "0")
    question = await bot.matches.question(match_id, ADA.id)
    assert question is not None
    await answer(bot, match_id, ADA.id, *(option.key for option in question.options))
    before = (await bot.matches.table(match_id)).rev
    question = await bot.matches.question(match_id, ADA.id)
    assert question is not None
    light = [("left", min(3, question.maximum)), ("right", max(question.maximum - 3, 0))]
    await answer(bot, match_id, ADA.id, *(f"{window}={n}" for window, n in light if n))
    assert await bids(bot, match_id) == {BO.id}
    assert (await bot.matches.table(match_id)).rev == before + 1
    async with bot.store.read() as store:
        acts = await store.acts.of(match_id)
    assert acts[-1].choice == tuple(f"{window}={n}" for window, n in light if n)
    # Her last answer goes back together with what was forced by it.
    settled = await bot.undo.undo(bot.press(), match_id, ADA.id)
    assert settled.said is Said.UNDONE
    look = await bot.matches.look_private(match_id, ADA.id)
    assert look.question is not None and look.question.maximum == question.maximum
    assert "take a decision back" in " ".join(map(str, look.story))
    assert await bids(bot, match_id) == {ADA.id}


async def test_how_often_the_ball_was_passed(bot: Bot) -> None:
    """What was forced is nobody's answer; what an order has answered counts as if its owner had."""
    match_id = await ordered(bot)
    results = Results(bot.store)
    assert await results.hand_offs(match_id) == 1, "Ada bid, then Bo bid and lit his lantern"
    await share(bot, match_id)
    await bot.turn()
    assert await results.hand_offs(match_id) == 2
    await answer(bot, match_id, BO.id, "0")
    assert await results.hand_offs(match_id) == 3


async def test_an_order_that_has_lasted_as_long_as_its_owner_wanted_ends_without_a_word(bot: Bot) -> None:
    match_id = await ordered(bot, give_it=False)
    await give(bot, match_id, ADA.id, 1, stops=(), until="round")
    await share(bot, match_id)
    await bot.deliver()
    assert (await bot.matches.look_private(match_id, ADA.id)).orders.given == ()
