"""Renewal after a restore: a portion at a time, each match once, across restarts."""

from __future__ import annotations

from collections import Counter

from bot.delivery.outbox import Outbox
from bot.delivery.renewal import PORTION, Renewal, show_all_again
from bot.store.about import Everything
from tests.bot.kit import ADA, BO, CHANNEL, Bot

MATCHES = 2 * PORTION + 1


async def set_back(bot: Bot) -> None:
    """Restore a database with many open challenges."""
    async with bot.store.write(Everything()) as tx:
        for person in (ADA, BO):
            await tx.people.store(person.id, person.name)
        for number in range(1, MATCHES + 1):
            await tx.key_values._execute(  # type: ignore[attr-defined]
                "INSERT INTO matches (id, game, standing, rev, channel_id, made_at, changed_at) "
                "VALUES (?, ?, 'challenged', 0, ?, 0, 0)",
                number,
                bot.game.name,
                CHANNEL,
            )
            for seat, person in enumerate((ADA, BO)):
                await tx.key_values._execute(  # type: ignore[attr-defined]
                    "INSERT INTO seats (match_id, seat, person_id) VALUES (?, ?, ?)", number, seat, person.id
                )
        await show_all_again(tx, "restored")


def renewal(bot: Bot) -> Renewal:
    return Renewal(bot.store, bot.clock.now, wake=bot.wake)


async def test_no_transaction_exceeds_a_portion(bot: Bot) -> None:
    await set_back(bot)
    queued = [len(await bot.outbox_rows())]
    more = True
    while more:
        async with bot.store.write(Everything()) as tx:
            # Like after a restart each time.
            more = await renewal(bot).go_on(tx)
        queued.append(len(await bot.outbox_rows()))
    assert queued == [PORTION, 2 * PORTION, MATCHES, MATCHES]


async def test_the_outbox_continues_it_by_itself(bot: Bot) -> None:
    await set_back(bot)
    bot.outbox = Outbox(
        bot.store,
        bot.matches,
        bot.signals,
        bot.paper,
        bot.clock,
        bot.bell,
        owner=bot.membership.id,
        renewal=renewal(bot),
    )
    await bot.deliver()
    counts = Counter(message.note.match_id for message in bot.paper.said)
    assert counts == dict.fromkeys(range(1, MATCHES + 1), 1)
    bot.paper.clear()
    await bot.halt()
    await bot.deliver()
    assert bot.paper.said == []
