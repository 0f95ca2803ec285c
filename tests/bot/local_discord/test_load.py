"""Many people at once: everyone gets their own response, and memory stays bounded."""

import asyncio
from typing import Any

import discord

from bot.local_discord.attachments import Attachments
from bot.local_discord.server import LocalTable
from tests.bot.local_discord.sample import Sample, picture
from tests.table import transcript
from tests.table.actor import Actor


async def test_fifty_people_each_get_their_own_answers(bot: Sample, table: LocalTable) -> None:
    async def act(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send(f"for {interaction.user.display_name}.", file=picture())

    bot.on_act = act
    people = [Actor(table, f"Person {number}") for number in range(50)]
    outcomes = await asyncio.gather(*(each.slash("act") for each in people for _ in range(3)))
    assert not any(each.failed for each in outcomes)
    for person in people:
        name = f"for {person.person.display_name}."
        assert [transcript.text(each) for each in person.sees()] == [name] * 3
        other_texts = [f"for {each.person.display_name}." for each in people if each is not person]
        assert not any(person.was_shown(other_text) for other_text in other_texts)


def test_files_are_stored_up_to_a_limit_and_the_oldest_dropped() -> None:
    files = Attachments(bound=1000)
    for number in range(20):
        files.keep(str(number), bytes(100), "image/png")
    assert files.held == 1000 and files.read("9") is None
    assert files.read("10") == (bytes(100), "image/png")
    files.forget("19")
    files.forget("19")
    assert files.held == 900
    assert files.read("19") == (bytes(100), "image/png"), "a page may just be loading it"
    files.keep("gone", bytes(17 << 20), "image/png")
    files.forget("gone")
    assert files.read("gone") is None and files.read("19") is None
    files.keep("large", bytes(5000), "image/png")
    assert files.read("large") is not None and files.held == 5000


async def test_expired_interactions_leave_nothing_behind(
    bot: Sample, table: LocalTable, alice: Actor
) -> None:
    async def act(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("x", ephemeral=True)

    bot.on_act = act
    for _ in range(5):
        await alice.slash("act")
    assert len(table.interactions) == 5
    table.clock.advance(15 * 60)
    assert len(table.interactions) == 0
