"""A small bot on the unmodified discord.py with one of everything, for the table's tests."""

import asyncio
import io
import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

Handler = Callable[[discord.Interaction[Any]], Awaitable[Any]]


def picture(name: str = "board.png", description: str = "a red square") -> discord.File:
    """Return a tiny PNG with alt text."""
    buffer = io.BytesIO()
    Image.new("RGB", (8, 6), "red").save(buffer, "PNG")
    buffer.seek(0)
    return discord.File(buffer, name, description=description)


class Play(ui.DynamicItem[ui.Button[Any]], template=r"play:(?P<match>\d+)"):
    """A button whose only state is its id."""

    def __init__(self, match: int) -> None:
        super().__init__(ui.Button(label="Play", custom_id=f"play:{match}"))
        self.match = match

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: re.Match[str], /) -> "Play":
        return cls(int(match["match"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"played {self.match}", ephemeral=True)


class Board(ui.LayoutView):
    """A message made of components only."""

    def __init__(self, match: int = 7, words: str = "the board") -> None:
        super().__init__(timeout=None)
        container: ui.Container[Any] = ui.Container(accent_colour=0x336699)
        container.add_item(ui.TextDisplay(f"# {words}"))
        container.add_item(ui.Section(ui.TextDisplay("three cards"), accessory=Play(match)))
        container.add_item(
            ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="the board"))
        )
        self.add_item(container)


class Form(ui.Modal, title="Resign?"):
    """A form with a text and a menu."""

    why: ui.Label[Any] = ui.Label(text="Why", component=ui.TextInput(required=False, max_length=20))
    pick: ui.Label[Any] = ui.Label(
        text="Pick",
        component=ui.Select(options=[discord.SelectOption(label="Now"), discord.SelectOption(label="Later")]),
    )

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        why, pick = self.why.component, self.pick.component
        assert isinstance(why, ui.TextInput) and isinstance(pick, ui.Select)
        await interaction.response.send_message(f"{why.value}, {pick.values[0]}", ephemeral=True)


class Sample(discord.Client):
    """The sample bot. `on_act` is the behaviour of `/act`; the errors it raises are stored in `errors`.

    `acted` is set when `/act` or `/resign` has finished. Only then has discord.py registered the view or form that it
    sent, though people may have received it before.
    """

    def __init__(self, *, intents: discord.Intents | None = None, **options: Any) -> None:
        super().__init__(intents=intents or discord.Intents(guilds=True), guild_ready_timeout=0.05, **options)
        self.tree = app_commands.CommandTree(self)
        self.readied = asyncio.Event()
        self.resumed = asyncio.Event()
        self.acted = asyncio.Event()
        self.interactions: list[discord.Interaction[Any]] = []
        self.errors: list[Exception] = []
        self.on_act: Handler | None = None
        self._add_commands()

    def _add_commands(self) -> None:
        tree = self.tree
        group = app_commands.Group(name="voidream", description="Play")

        @tree.command(description="Do what the test wants")
        async def act(interaction: discord.Interaction[Any]) -> None:
            assert self.on_act is not None
            try:
                await self.on_act(interaction)
            except Exception as error:
                self.errors.append(error)
            finally:
                self.acted.set()

        @group.command(description="Challenge someone")
        @app_commands.choices(
            pace=[app_commands.Choice(name="Fast", value=1), app_commands.Choice(name="Slow", value=3)]
        )
        async def challenge(
            interaction: discord.Interaction[Any],
            user: discord.Member,
            deck: app_commands.Range[str, 2, 10],
            pace: int = 0,
            turns: app_commands.Range[int, 1, 9] = 1,
            ranked: bool = False,
        ) -> None:
            await interaction.response.send_message(
                f"{user.display_name} {deck} {pace} {turns} {ranked}", ephemeral=True
            )

        @challenge.autocomplete("deck")
        async def decks(
            interaction: discord.Interaction[Any], current: str
        ) -> list[app_commands.Choice[str]]:
            return [app_commands.Choice(name=f"{current}-{n}", value=str(n)) for n in (1, 2)]

        tree.add_command(group)

        @tree.command(description="Show the board")
        async def board(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_message(view=Board(), file=picture(), ephemeral=True)

        @tree.command(description="Open the form")
        async def resign(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_modal(Form())
            self.acted.set()

        @tree.command(description="For moderators")
        @app_commands.default_permissions(manage_guild=True)
        async def settings(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_message("settings", ephemeral=True)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Play)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Don't wait five seconds before identifying again."""

    async def on_ready(self) -> None:
        self.readied.set()

    async def on_resumed(self) -> None:
        self.resumed.set()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.interactions.append(interaction)
