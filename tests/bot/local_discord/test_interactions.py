"""User actions and the bot's replies: slash commands, autocompletion, components, forms, and their deadlines."""

import asyncio
from typing import Any

import discord
import pytest

from bot.local_discord.errors import CannotDo
from bot.local_discord.server import LocalTable
from tests.bot.local_discord.sample import Board, Sample, picture
from tests.table import transcript
from tests.table.actor import Actor

pytestmark = pytest.mark.usefixtures("bot")


def refused(bot: Sample) -> tuple[int, int]:
    """Return the status and code of the only error that the bot got."""
    assert len(bot.errors) == 1, bot.errors
    error = bot.errors[0]
    assert isinstance(error, discord.HTTPException)
    return error.status, error.code


async def through(bot: Sample) -> None:
    """Wait until the bot has finished its work."""
    async with asyncio.timeout(60):
        await bot.acted.wait()


# What arrives


async def test_slash_command_has_its_options(alice: Actor, bob: Actor) -> None:
    outcome = await alice.slash(
        "voidream challenge", user=bob, deck="ember", pace="Slow", turns=4, ranked=True
    )
    assert outcome.text == "Bob ember 3 4 True"
    assert outcome.reply.only_for == alice.person.id


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({}, "still needs: user, deck"),
        ({"user": "bob", "deck": "x"}, "2 to 10 characters"),
        ({"user": "bob", "deck": "xyz", "turns": 10}, "between 1 and 9"),
        ({"user": "bob", "deck": "xyz", "turns": "many"}, "must be a number"),
        ({"user": "bob", "deck": "xyz", "pace": 2}, "one of: Fast, Slow"),
        ({"user": "bob", "deck": "xyz", "ranked": "perhaps"}, "true or false"),
        ({"user": "bob", "deck": "xyz", "colour": "red"}, "no option called colour"),
        ({"user": 5, "deck": "xyz"}, "no such person"),
    ],
)
async def test_client_refuses_what_discords_client_refuses(
    alice: Actor, bob: Actor, bot: Sample, values: dict[str, Any], says: str
) -> None:
    if values.get("user") == "bob":
        values["user"] = bob
    with pytest.raises(CannotDo, match=says):
        await alice.slash("voidream challenge", **values)
    assert bot.interactions == []


async def test_groups_and_unknown_commands_are_refused(alice: Actor) -> None:
    with pytest.raises(CannotDo, match="is a group of commands: challenge"):
        await alice.slash("voidream")
    with pytest.raises(CannotDo, match="no command /voidream nonsense"):
        await alice.slash("voidream nonsense")


async def test_command_for_moderators_is_not_offered_to_others(alice: Actor) -> None:
    with pytest.raises(CannotDo, match="no command /settings"):
        await alice.slash("settings")


async def test_autocompletion(alice: Actor) -> None:
    assert await alice.autocomplete("voidream challenge", "deck", "em") == ["em-1", "em-2"]
    with pytest.raises(CannotDo, match="no option with autocompletion"):
        await alice.autocomplete("voidream challenge", "turns")


async def test_interaction_has_all_fields(alice: Actor, bot: Sample, table: LocalTable) -> None:
    alice.person.locale = "de"

    async def act(interaction: discord.Interaction[Any]) -> None:
        assert interaction.filesize_limit == 10 * 1024 * 1024
        assert interaction.locale is discord.Locale.german
        assert interaction.guild_locale is discord.Locale.american_english
        assert interaction.app_permissions.send_messages and not interaction.app_permissions.manage_threads
        assert interaction.permissions.use_application_commands
        assert interaction.context.guild and interaction.guild_id == table.guild.id
        assert interaction.channel_id == table.channel.id and interaction.user.id == alice.person.id
        assert interaction.created_at == table.clock.now()
        await interaction.response.send_message("read", ephemeral=True)

    bot.on_act = act
    assert (await alice.slash("act")).text == "read"


async def test_slash_command_in_direct_messages(alice: Actor, bot: Sample) -> None:
    async def act(interaction: discord.Interaction[Any]) -> None:
        assert interaction.context.dm_channel and interaction.guild_id is None
        await interaction.response.send_message(f"hello {interaction.user.name}")

    bot.on_act = act
    outcome = await alice.slash("act", channel=alice.direct)
    assert [transcript.text(each) for each in alice.sees(alice.direct)] == ["hello alice"]
    assert outcome.reply.only_for is None


async def test_button_of_a_message_finds_its_item(alice: Actor) -> None:
    outcome = await alice.slash("board")
    assert transcript.text(outcome.reply) == "# the board\nthree cards"
    assert transcript.alt_texts(outcome.reply) == ["a red square", "the board"]
    assert (await alice.click(outcome.reply, "Play")).text == "played 7"


async def test_only_shown_and_enabled_buttons_can_be_pressed(alice: Actor, bob: Actor, bot: Sample) -> None:
    async def act(interaction: discord.Interaction[Any]) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="Off", custom_id="off", disabled=True))
        await interaction.response.send_message("mine", view=view, ephemeral=True)

    bot.on_act = act
    reply = (await alice.slash("act")).reply
    with pytest.raises(CannotDo, match="Off cannot be used"):
        await alice.click(reply, "Off")
    with pytest.raises(CannotDo, match="there is no button 'On' here; there are: Off"):
        await alice.click(reply, "On")
    with pytest.raises(CannotDo, match="cannot see this message"):
        await bob.click(reply, "Off")


async def test_menu_enforces_its_number_of_choices(alice: Actor, bot: Sample) -> None:
    chosen: list[list[str]] = []

    async def act(interaction: discord.Interaction[Any]) -> None:
        menu: discord.ui.Select[Any] = discord.ui.Select(
            placeholder="Which?",
            required=False,
            min_values=1,
            max_values=2,
            options=[
                discord.SelectOption(label=name, value=name.lower()) for name in ("One", "Two", "Three")
            ],
        )

        async def choose(inner: discord.Interaction[Any]) -> None:
            chosen.append(menu.values)
            await inner.response.edit_message(content="thanks", view=None)

        menu.callback = choose
        await interaction.response.send_message("pick", view=discord.ui.View(timeout=None).add_item(menu))

    bot.on_act = act
    reply = (await alice.slash("act")).reply
    await through(bot)
    assert transcript.options(reply) == ["One", "Two", "Three"]
    with pytest.raises(CannotDo, match="choose 1 to 2"):
        await alice.select(reply, "One", "Two", "Three")
    with pytest.raises(CannotDo, match="not among the options"):
        await alice.select(reply, "Four")
    with pytest.raises(CannotDo, match="chosen once"):
        await alice.select(reply, "One", "one")
    await alice.select(reply, "One", "three", menu="Which")
    assert chosen == [["one", "three"]]
    assert transcript.text(reply) == "thanks" and reply.components == []


async def test_menu_of_people(alice: Actor, bob: Actor, bot: Sample) -> None:
    async def act(interaction: discord.Interaction[Any]) -> None:
        menu: discord.ui.UserSelect[Any] = discord.ui.UserSelect()

        async def choose(inner: discord.Interaction[Any]) -> None:
            await inner.response.send_message(menu.values[0].display_name, ephemeral=True)

        menu.callback = choose
        await interaction.response.send_message("who?", view=discord.ui.View(timeout=None).add_item(menu))

    bot.on_act = act
    reply = (await alice.slash("act")).reply
    await through(bot)
    assert (await alice.select(reply, bob)).text == "Bob"


async def test_form_is_opened_filled_in_and_sent_once(alice: Actor, bob: Actor, bot: Sample) -> None:
    opened = await alice.slash("resign")
    await through(bot)
    assert opened.modal["title"] == "Resign?"
    with pytest.raises(CannotDo, match="0 to 20 characters"):
        await alice.submit({"Why": "x" * 21, "Pick": "Now"})
    with pytest.raises(CannotDo, match="choose 1"):
        await alice.submit({"Why": "tired"})
    with pytest.raises(CannotDo, match="not open"):
        await bob.submit({}, form=opened)
    assert (await alice.submit({"Why": "tired", "Pick": ["Later"]})).text == "tired, Later"
    with pytest.raises(CannotDo, match="not open"):
        await alice.submit({"Pick": "Now"})


# First answers


async def test_deferred_response_is_a_loading_message_at_first(alice: Actor, bob: Actor, bot: Sample) -> None:
    go_on = asyncio.Event()

    async def act(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await go_on.wait()
        await interaction.followup.send("here it is")

    bot.on_act = act
    outcome = await alice.slash("act", wait="first")
    waiting = outcome.reply
    assert waiting.loading and waiting.ephemeral and bob.sees() == []
    go_on.set()
    await outcome.settled()
    # The first follow-up replaces the loading message, with the visibility chosen by deferring
    assert outcome.reply is waiting and not waiting.loading and waiting.ephemeral
    assert outcome.text == "here it is" and len(alice.sees()) == 1


async def test_deferred_update_means_the_clicked_message(alice: Actor, bot: Sample) -> None:
    async def act(interaction: discord.Interaction[Any]) -> None:
        button: discord.ui.Button[Any] = discord.ui.Button(label="Go")

        async def press(inner: discord.Interaction[Any]) -> None:
            await inner.response.defer()
            await inner.edit_original_response(content="changed", view=None)
            assert (await inner.original_response()).content == "changed"

        button.callback = press
        await interaction.response.send_message(
            "before", view=discord.ui.View(timeout=None).add_item(button), ephemeral=True
        )

    bot.on_act = act
    reply = (await alice.slash("act")).reply
    await through(bot)
    outcome = await alice.click(reply, "Go")
    assert outcome.messages == [] and transcript.text(reply) == "changed" and len(alice.sees()) == 1


async def test_response_contains_its_message(alice: Actor, bot: Sample) -> None:
    async def act(interaction: discord.Interaction[Any]) -> None:
        response = await interaction.response.send_message("one", file=picture())
        assert isinstance(response.resource, discord.InteractionMessage)
        assert response.message_id == response.resource.id and response.resource.attachments[0].width == 8
        await response.resource.edit(content="two")
        more = await interaction.followup.send("three", wait=True)
        await more.edit(content="four")
        assert (await interaction.followup.fetch_message(more.id)).content == "four"
        extra = await interaction.followup.send("five", wait=True)
        await extra.delete()
        await interaction.delete_original_response()

    bot.on_act = act
    await alice.slash("act")
    await alice.until(lambda: [transcript.text(each) for each in alice.sees()] == ["four"])


async def test_file_is_served_by_its_address_only(alice: Actor, bot: Sample, table: LocalTable) -> None:
    async def act(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("look", file=picture())
        message = await interaction.original_response()
        assert (await message.attachments[0].read()).startswith(b"\x89PNG")

    bot.on_act = act
    outcome = await alice.slash("act")
    attachment = outcome.reply.attachments[0]
    assert (attachment.filename, attachment.description) == ("board.png", "a red square")
    address = table.world.attachments.address(table.address, attachment.key)
    async with bot.http._HTTPClient__session.get(address) as response:  # type: ignore[attr-defined]
        assert response.status == 200 and response.content_type == "image/png"
    async with bot.http._HTTPClient__session.get(address[:-1] + "x") as response:  # type: ignore[attr-defined]
        assert response.status == 404


# Deadlines and wrong answers


async def test_first_response_just_in_time(alice: Actor, bot: Sample, table: LocalTable) -> None:
    async def act(interaction: discord.Interaction[Any]) -> None:
        table.clock.advance(2.9)
        await interaction.response.send_message("just in time")

    bot.on_act = act
    assert (await alice.slash("act")).text == "just in time"
    table.clock.advance(1)
    assert [transcript.text(each) for each in alice.sees()] == ["just in time"]


async def act_and_finish(alice: Actor, bot: Sample, steps: Any) -> None:
    """Make the bot do `steps`, and wait until it has finished."""
    bot.on_act = steps
    await alice.slash("act", wait="no")
    await through(bot)


async def test_late_response_is_10062(alice: Actor, bot: Sample, table: LocalTable) -> None:
    async def steps(interaction: discord.Interaction[Any]) -> None:
        table.clock.advance(3)
        await interaction.response.send_message("too late")

    await act_and_finish(alice, bot, steps)
    assert refused(bot) == (404, 10062)
    assert alice.sees() == []


async def test_second_first_response_is_40060(alice: Actor, bot: Sample) -> None:
    async def steps(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("one")
        interaction.response._response_type = None  # type: ignore[reportPrivateUsage]
        await interaction.response.send_message("two")

    await act_and_finish(alice, bot, steps)
    assert refused(bot) == (400, 40060)
    assert [transcript.text(each) for each in alice.sees()] == ["one"]


async def test_token_expires_after_fifteen_minutes(alice: Actor, bot: Sample, table: LocalTable) -> None:
    async def steps(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("one")
        table.clock.advance(14 * 60)
        await interaction.edit_original_response(content="still there")
        table.clock.advance(60)
        await interaction.followup.send("too late")

    await act_and_finish(alice, bot, steps)
    assert refused(bot) == (401, 50027)
    assert [transcript.text(each) for each in alice.sees()] == ["still there"]


async def test_follow_up_before_the_first_response_is_10015(alice: Actor, bot: Sample) -> None:
    async def steps(interaction: discord.Interaction[Any]) -> None:
        await interaction.followup.send("hasty")

    await act_and_finish(alice, bot, steps)
    assert refused(bot) == (404, 10015)


async def test_a_slash_command_cannot_be_answered_with_an_update(alice: Actor, bot: Sample) -> None:
    async def steps(interaction: discord.Interaction[Any]) -> None:
        interaction.type = discord.InteractionType.component
        interaction.message = discord.Object(5)  # type: ignore[assignment]
        await interaction.response.edit_message(content="no")

    await act_and_finish(alice, bot, steps)
    assert refused(bot) == (400, 50035)


async def test_refused_response_can_be_repeated(alice: Actor, bot: Sample) -> None:
    async def act(interaction: discord.Interaction[Any]) -> None:
        try:
            await interaction.response.send_message("x" * 2001)
        except discord.HTTPException as error:
            assert (error.status, error.code) == (400, 50035)
            assert "content: Must be 2000 or fewer in length." in str(error)
        await interaction.response.send_message("shorter")

    bot.on_act = act
    assert (await alice.slash("act")).text == "shorter"


async def test_missing_deferred_response_fails_when_the_token_expires(
    alice: Actor, bot: Sample, table: LocalTable
) -> None:
    async def act(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(thinking=True)

    bot.on_act = act
    outcome = await alice.slash("act", wait="first")
    assert not outcome.failed
    table.clock.advance(15 * 60)
    assert outcome.failed


async def test_ephemeral_message_can_only_be_reached_by_its_token(
    alice: Actor, bot: Sample, table: LocalTable
) -> None:
    async def steps(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("secret", ephemeral=True)
        message = await interaction.original_response()
        assert isinstance(interaction.channel, discord.TextChannel)
        assert [each async for each in interaction.channel.history()] == []
        await interaction.channel.fetch_message(message.id)

    await act_and_finish(alice, bot, steps)
    assert refused(bot) == (404, 10008)


async def test_layout_message_stays_one_and_accepts_no_content(alice: Actor, bot: Sample) -> None:
    async def steps(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(view=Board(), file=picture())
        await interaction.edit_original_response(view=Board(words="next turn"), attachments=[picture()])
        await interaction.edit_original_response(content="words", view=None)

    await act_and_finish(alice, bot, steps)
    assert refused(bot) == (400, 50035)
    assert "# next turn" in transcript.text(alice.sees()[0])
