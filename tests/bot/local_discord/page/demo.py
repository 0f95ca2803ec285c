"""A small bot on the real discord.py with every kind of message content for the page."""

import asyncio
import io
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image, ImageDraw

Interaction = discord.Interaction[Any]
DECKS = ("Ashes of the Pale Court", "Dusk Over Tidewater", "Lanterns of the Deep")

WORDS = """# The first night
**Ada** attacks with *Pale Rider*, __twice__, and ~~never~~ again. `depth 3`
> The moon says nothing.
- one entity
  - with an attachment
- one construct
1. dawn
2. dusk
-# in small letters
A secret: ||the Tower||. Escaped: \\*not italic\\*, snake_case_stays.
[The rules](https://example.org/rules)
```
Bo   | 4 charges
Ada  | 2 charges
```
It ends <t:1767301200:R>, which is <t:1767301200:D>."""


def board(
    name: str = "board.png", words: str = "Ada: mind at 7. Bo: mind at 5. It is Ada's turn."
) -> discord.File:
    """Return a picture with alt text, as wide as a real board."""
    image = Image.new("RGB", (1100, 620), "#181b38")
    pen = ImageDraw.Draw(image)
    for number in range(6):
        pen.rounded_rectangle((40 + 175 * number, 60, 195 + 175 * number, 270), 14, fill="#4a5088")
        pen.rounded_rectangle((40 + 175 * number, 350, 195 + 175 * number, 560), 14, fill="#5c4a22")
    content = io.BytesIO()
    image.save(content, "PNG")
    return discord.File(io.BytesIO(content.getvalue()), name, description=words)


def record() -> discord.File:
    """Return a text file to download."""
    return discord.File(io.BytesIO(b"1. Ada plays Pale Rider\n2. Bo passes\n"), "match.txt")


class Panel(ui.LayoutView):
    """A components-only message with every component."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        box: ui.Container[Any] = ui.Container(accent_colour=0xFFD479)
        box.add_item(ui.TextDisplay("## Round 3 · Ada's main phase"))
        box.add_item(
            ui.Section(
                ui.TextDisplay("**Pale Rider**\nEntity, stability 3"),
                accessory=ui.Thumbnail("attachment://rider.png", description="A rider on a pale horse"),
            )
        )
        box.add_item(ui.Separator(spacing=discord.SeparatorSpacing.large))
        box.add_item(
            ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="The whole board"))
        )
        box.add_item(ui.File("attachment://match.txt"))
        choose: ui.Button[Any] = ui.Button(
            label="Look", custom_id="look", style=discord.ButtonStyle.secondary
        )
        box.add_item(ui.Section(ui.TextDisplay("The top card?"), accessory=choose))
        row: ui.ActionRow[Any] = ui.ActionRow()
        row.add_item(ui.Button(label="Play", custom_id="play", style=discord.ButtonStyle.primary))
        row.add_item(ui.Button(label="Pass", custom_id="pass", style=discord.ButtonStyle.success, emoji="🌙"))
        row.add_item(ui.Button(label="Resign", custom_id="resign", style=discord.ButtonStyle.danger))
        row.add_item(ui.Button(label="Undo", custom_id="undo", disabled=True))
        row.add_item(ui.Button(label="Rules", url="https://example.org/rules"))
        box.add_item(row)
        self.add_item(box)
        self.add_item(ui.TextDisplay("-# Deadline <t:1767355200:R>"))
        self.stop()


def panel_files() -> list[discord.File]:
    """Return the files that a panel shows."""
    return [board(), board("rider.png", "x"), record()]


def menus() -> ui.View:
    """Return a view with every kind of menu."""
    view = ui.View(timeout=None)
    view.add_item(
        ui.Select(
            custom_id="one",
            required=False,
            placeholder="Choose a card",
            options=[
                discord.SelectOption(label="Pale Rider", description="Entity", emoji="🐎"),
                discord.SelectOption(label="Tidewater", description="Construct"),
            ],
        )
    )
    view.add_item(
        ui.Select(
            custom_id="several",
            required=False,
            placeholder="Choose two or three",
            min_values=2,
            max_values=3,
            options=[discord.SelectOption(label=f"Card {number}") for number in range(1, 15)],
        )
    )
    view.add_item(ui.UserSelect(custom_id="person", placeholder="Choose a person"))
    view.add_item(ui.RoleSelect(custom_id="role", placeholder="Choose a role"))
    view.add_item(ui.ChannelSelect(custom_id="channel", placeholder="Choose a channel"))
    view.stop()
    return view


class Form(ui.Modal, title="Before the match"):
    """A form with every field."""

    name = ui.TextInput[Any](label="Name of the match", min_length=3, max_length=20)
    words: ui.Label[Any] = ui.Label(
        text="A few words",
        description="Everybody will read them.",
        component=ui.TextInput(style=discord.TextStyle.paragraph, required=False, custom_id="words"),
    )
    card: ui.Label[Any] = ui.Label(
        text="First card",
        component=ui.Select(
            custom_id="card", options=[discord.SelectOption(label=c) for c in ("Sun", "Moon")]
        ),
    )
    pace: ui.Label[Any] = ui.Label(
        text="Pace",
        component=ui.RadioGroup(
            custom_id="pace",
            options=[discord.RadioGroupOption(label=c, value=c.lower()) for c in ("Slow", "Fast")],
        ),
    )
    extras: ui.Label[Any] = ui.Label(
        text="Extras",
        component=ui.CheckboxGroup(
            custom_id="extras",
            min_values=1,
            max_values=2,
            options=[discord.CheckboxGroupOption(label=c, value=c.lower()) for c in ("Clock", "Log", "Text")],
        ),
    )

    async def on_submit(self, interaction: Interaction, /) -> None:
        parts: list[Any] = [
            self.words.component,
            self.card.component,
            self.pace.component,
            self.extras.component,
        ]
        words, card, pace, extras = parts
        summary = f"{self.name.value} / {words.value} / {card.values[0]} / {pace.value} / {', '.join(extras.values)}"
        await interaction.response.send_message(summary, ephemeral=True)


class Demo(discord.Client):
    """The demo bot. `release` makes `/show slow` respond; `pressed` contains everything pressed and chosen, in order."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.readied = asyncio.Event()
        self.release = asyncio.Event()
        self.pressed: list[tuple[str, list[str]]] = []
        self.asked: list[str] = []
        self._add_play()
        self._add_show()

    def _add_play(self) -> None:
        group = app_commands.Group(name="voidream", description="Play")

        @group.command(description="Challenge somebody to a match")
        @app_commands.describe(
            opponent="Whom to challenge", deck="Your deck", charges="Charges to begin with", pace="How fast"
        )
        @app_commands.choices(pace=[app_commands.Choice(name=c, value=c.lower()) for c in ("Slow", "Fast")])
        async def challenge(
            interaction: Interaction,
            opponent: discord.User,
            deck: str,
            charges: app_commands.Range[int, 1, 9] = 1,
            pace: str = "slow",
            ranked: bool = False,
        ) -> None:
            await interaction.response.send_message(
                f"{interaction.user.mention} challenges {opponent.mention} with **{deck}**, "
                f"{charges} charges, {pace}, ranked {ranked}."
            )

        @challenge.autocomplete("deck")
        async def decks(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
            self.asked.append(current)
            return [
                app_commands.Choice(name=deck, value=deck.split()[0].lower())
                for deck in DECKS
                if current.lower() in deck.lower()
            ]

        @group.command(description="Look at the board")
        async def look(interaction: Interaction) -> None:
            await interaction.response.send_message("You look around.", ephemeral=True)

        self.tree.add_command(group)

    def _add_show(self) -> None:
        group = app_commands.Group(name="show", description="Show something")

        @group.command(description="Everything that text can be")
        async def words(interaction: Interaction) -> None:
            await interaction.response.send_message(WORDS)

        @group.command(description="Where things are")
        async def places(interaction: Interaction) -> None:
            link = f"https://discord.com/channels/{interaction.guild_id}/{interaction.channel_id}"
            command = (await self.tree.fetch_commands())[0].id
            await interaction.response.send_message(
                f"{interaction.user.mention}, see <#{interaction.channel_id}>, {link}, </voidream look:{command}>."
            )

        @group.command(description="A message made of components")
        async def panel(interaction: Interaction) -> None:
            await interaction.response.send_message(view=Panel(), files=panel_files())

        @group.command(description="Every menu")
        async def menu(interaction: Interaction) -> None:
            await interaction.response.send_message("Menus", view=menus())

        @group.command(description="A form")
        async def form(interaction: Interaction) -> None:
            await interaction.response.send_modal(Form())

        @group.command(description="Pictures and files")
        async def files(interaction: Interaction) -> None:
            await interaction.response.send_message("Files", files=[board(), record()])

        @group.command(description="An embed")
        async def embed(interaction: Interaction) -> None:
            shown = discord.Embed(title="Pale Rider", description="It **rides**.", colour=0x336699)
            shown.add_field(name="Cost", value="3").add_field(name="Stability", value="2")
            shown.set_footer(text="Faction: Pale Court")
            await interaction.response.send_message(embed=shown)

        @group.command(description="An answer that takes its time")
        async def slow(interaction: Interaction) -> None:
            await interaction.response.defer(thinking=True)
            await self.release.wait()
            await interaction.followup.send("At last.")

        @group.command(description="No answer at all")
        async def silent(interaction: Interaction) -> None:
            return

        @group.command(description="A thread, and a word in private")
        async def thread(interaction: Interaction) -> None:
            await interaction.response.send_message("A match begins.")
            message = await (await interaction.original_response()).fetch()
            started = await message.create_thread(name="Ada against Bo")
            await started.send("The board will stand here.")
            await interaction.user.send(view=Panel(), files=panel_files())

        @group.command(description="A button that nobody minds")
        async def deaf(interaction: Interaction) -> None:
            view = ui.View(timeout=None)
            view.add_item(ui.Button(label="Deaf", custom_id="deaf"))
            view.stop()
            await interaction.response.send_message("Nobody listens.", view=view)

        self.tree.add_command(group)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.readied.set()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Report the press privately; a press of Play changes the message itself."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: dict[str, Any] = dict(interaction.data or {})
        control, values = str(data["custom_id"]), [str(value) for value in data.get("values") or ()]
        self.pressed.append((control, values))
        if control == "deaf":
            return
        if control == "play":
            view = ui.LayoutView(timeout=None)
            view.add_item(ui.TextDisplay("Ada has played *Pale Rider*."))
            view.stop()
            await interaction.response.edit_message(view=view, attachments=[])
            return
        await interaction.response.send_message(
            f"{control}: {', '.join(values) or 'pressed'}", ephemeral=True
        )
