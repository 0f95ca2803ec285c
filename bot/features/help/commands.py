"""Help: short pages about the bot and the games, and the list of all commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord import app_commands

from bot.command_keys import Command, with_commands
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.commands.translator import described
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.messages import Item, PrivateMessage, button, menu, menu_option, row, text
from bot.discord.components.plain import bare, shorten
from bot.discord.components.replies import Reply
from bot.discord.controls import PressHandlers, pressed
from bot.discord.game_resolver import GameResolver
from bot.discord.interaction_data import Interaction, matching, typed_so_far
from bot.discord.match_buttons import first_match_button, practice_buttons
from bot.discord.match_text import joined_names
from bot.errors import Refusal
from bot.games.playable import PlayableGame
from bot.installation import Part, Services
from cards.i18n import Message, Translator, msg

HELP_LAPSES = msg(
    "- **In {games}**, when you run out of time, I answer as if you did nothing, also "
    "in a rated match. No one can claim the win. The third time in a row, you're out "
    "of the match. On some servers, it's the first time."
)
HELP_PAGES: Mapping[str, tuple[Message, Message]] = {
    "here": (
        msg("Using the bot"),
        with_commands(
            msg(
                "- **New here?** `{/learn}` is a guided first match, alone with me. It "
                "takes ten minutes. Or read the rules in three: see the menu below.\n"
                "- **Start**: `{/challenge}` someone in a channel. Without an opponent, "
                "you open a table that anyone can join. Or practise against me. Each match "
                "gets its own thread.\n"
                "- **Play**: when it's your move, you get a direct message with buttons. "
                "The first button in the thread shows the same, only to you. Take your "
                "time: a match can last days.\n"
                "- **Check**: `{/matches}` lists what's waiting for you, and with "
                "its option `server` the matches on this server. `{/rules}` and `{/card}` "
                "explain everything.\n"
                "- No one else sees your hand, your deck or the cards you look at. Anyone "
                "can follow the match in its thread.\n"
                "- No direct messages? `{/messages}` tries again. You can also play "
                "without them."
            )
        ),
    ),
    "typing": (
        msg("Typing, ending, decks"),
        with_commands(
            msg(
                "- **Type**: `{/decide}` answers any question. The game's own commands are "
                "under **All commands …**. I only suggest what's possible now.\n"
                "- **Look**: `{/board}`, `{/hand}`, `{/log}`. For a board as text: "
                "`{/board} as:text`. In the log, **Why?** shows the cause of a line.\n"
                "- **Take back**: `{/undo}` works until someone learns something new. "
                "After that, your opponent must agree.\n"
                "- **End**: `{/resign}` resigns, `{/draw}` offers a draw, `{/abort}` "
                "cancels a match in which no one has acted, if all players agree.\n"
                "- **Again**: `{/rematch}`, or the button under a finished match, swaps "
                "the seats.\n"
                "- **Decks**: `{/decks}` shows yours. `{/deck-new}` builds one step by "
                "step, or copies a ready-made one to change. `{/deck-import}` and "
                "`{/deck-export}` share decks as text or as a code."
            )
        ),
    ),
    "time": (
        msg("Clocks and reminders"),
        with_commands(
            msg(
                "A match has no clock unless the challenge sets one with `clock:`.\n"
                "- **Per decision**: “2d each” gives you two days every time. Unused time "
                "is lost.\n"
                "- **Time bank**: “3d+12h up to 7d” starts with three days, which run "
                "while it's your move. You get 12 hours back each time the turn passes, up "
                "to seven days. You can add “, weekends off”. `{/time} zone:` decides when "
                "your weekend is.\n"
                "- **Out of time**: in a casual match, your opponent can claim the win "
                "(`{/claim}`) or give you time (`{/give-time}`). Until then you can still "
                "play. A rated match (`rated:`) ends by itself.\n"
                "- **Takeover**: I can play for someone who is out of time, if the "
                "challenge allows it (`takeover:`) or all other players agree "
                "(`{/takeover}`). I never do in a rated match. Your standing orders end "
                "then. Press **I'm back** or use `{/return}` to play again, with new time. "
                "If you aren't back by the end, you neither win nor lose: your profile "
                "says that I took over. The match counts for the others.\n"
                "- **Pauses**: `{/pause}` asks for one, and all players must agree. "
                "`{/continue}` ends it. `{/away}` is a vacation from all your matches. Its "
                "budget grows by three hours a day. `{/back}` ends it early.\n"
                "- **Reminders** arrive while a match waits for you. Choose when and where "
                "with `{/reminders}`, set quiet hours with `{/quiet}`, postpone one with "
                "`{/snooze}`."
            )
        ),
    ),
    "orders": (
        msg("Standing orders"),
        with_commands(
            msg(
                "A **standing order** answers for you, in secret, until an event you choose.\n"
                "- **Give one**: **Orders** behind **More**, or `{/order}`. If one would answer right "
                "now, a button such as **Autopass …** offers it. Choose when it ends, "
                "check what it would have done last round, and confirm.\n"
                "- **Possible orders**: pass, avoid Nightmare by discarding or enter it, defend with "
                "no entities, order triggers, always or never cut, answer an option of your card. I "
                "only suggest what's possible now.\n"
                "- **A plan**: *if your opponent attacks: defend with …; then, if it is your turn: "
                "play …*. It has up to six steps in up to three lines. I show each step, and what "
                "prevents it now. It ends at the first question it doesn't cover. You answer that one.\n"
                "- **When it ends**: at an event you ticked, when its time is over, or when it's no "
                "longer possible. Then I ask you as usual, and tell you why it ended.\n"
                "- **Secret**: an order answers like a quick player, after 4 to 40 seconds at random. "
                "In practice it answers at once. If you answer first, your answer counts. Players who "
                "can't get direct messages are mentioned in the thread only after that delay, with or "
                "without orders.\n"
                "- **Several orders**: the newest one goes first. `{/orders}` shows them, "
                "`{/order-withdraw}` ends one. If you take back an answer of an order, the order ends.\n"
                "\nIf everyone can see that only one answer is possible, I give it at once without asking."
            )
        ),
    ),
    "afterwards": (
        msg("Watch, replay, review"),
        with_commands(
            msg(
                "- **How it was decided**: when a match ends, I post an animation in its "
                "thread. `{/round}` shows it again.\n"
                "- **Watch**: `{/watch}`, or **What's new?** in the thread, shows the "
                "score and the key events since you last looked. If you use it as a "
                "spectator, I'll notify you at the end. **Discuss** opens a thread for "
                "comments.\n"
                "- **Replay**: `{/replay}`, or the button under a finished match, steps "
                "through it in the public view, each player's view, or with all hands open.\n"
                "- **Review**: `{/look-back}`, or its button, shows where the match was "
                "won and lost, if all players agree.\n"
                "- **Keep my hands private**, in a replay or with `{/privacy-hands}`, "
                "hides your hands from others in all your matches. Records and the proof "
                "of the deal then leave out cards never revealed, and the seed. Choose "
                "this before a match ends, because I post its record then.\n"
                "- **Record**: I post the whole match as a file when it ends. `{/record}` "
                "gives it again.\n"
                "- **Profile**: `{/profile}` shows your results, your reply time, and your "
                "matches to replay. For others, it shows what they played on the same "
                "server.\n"
                "- **Ratings**: matches started with `rated: True` count on their server "
                "if both players really played. The n-th match of the same two players "
                "within a month counts 1/n. `{/leaderboard}` shows the ranking.\n"
                "- **Check the deal**: I post a fingerprint of the deal when a match "
                "begins. `{/verify}` checks every shuffle and every answer. If hands are "
                "private, it checks that every revealed card was where it was dealt."
            )
        ),
    ),
    "servers": (
        msg("Servers, your data"),
        with_commands(
            msg(
                "**For server managers**: `{/settings}` shows everything in one message. "
                "Each setting also has its own command.\n"
                "- **Where**: `{/settings-channels}` chooses the channels for challenges. "
                "`{/settings}` lists the permissions I'm missing in the current channel.\n"
                "- **How**: `{/settings-clock}` and `{/settings-deck}` set the defaults of "
                "a challenge. `{/settings-limits}` limits each person's matches and "
                "challenges. `{/settings-rated}` allows rated matches, and chooses which "
                "ones count.\n"
                "- **Moderators**: `{/settings-moderators}` chooses roles that can end "
                "other people's matches (`{/moderate-end}`) and void results "
                "(`{/moderate-void}`), in the match thread or with `match:`. I tell the "
                "players why, and the match counts for no one. `{/moderate-bar}` keeps "
                "someone from playing here, `{/moderate-unbar}` lifts that.\n"
                "- **Public messages**: `{/settings-announcements}` announces results in a "
                "channel, `{/settings-language}` sets the language. Messages that only you "
                "see are in your own language.\n"
                "\n"
                "**For everyone**: `{/block}` stops someone from challenging you or asking "
                "you for anything. They aren't told. `{/privacy}` shows what I store about "
                "you and who can see it. `{/privacy-export}` gives you everything as a "
                "file. `{/privacy-delete}` deletes it: finished matches stay for your "
                "opponents, without your name."
            )
        ),
    ),
}

_PAGES, _COMMANDS = "pages", "commands"
"""The states of the two menus' ids."""

Described = Mapping[str, str]
"""Command descriptions in the reader's language, by command name without the slash, most useful first."""


def help_message(
    games: Sequence[PlayableGame],
    translate: Translator,
    described: Described,
    about: str = "",
    chosen: str = "",
) -> PrivateMessage:
    """Return the help about a topic: a page by its name, or the commands of a group, such as "/match".

    It covers only `games`, the suggested one first. Without `about`, or for a page that no longer exists, it is the
    first page. If `about` names a menu, the topic is `chosen`, the choice in it.
    """
    own = [f"{each.word} {Command.CHALLENGE.own_name}" for each in games]
    pages, game = _pages(games, translate, [command for command in own if command in described]), games[0]
    if about in (_PAGES, _COMMANDS):
        about = chosen
    groups = _groups(described)
    if about in groups:
        lines = "\n".join(f"- `/{typed}`: {described[typed]}" for typed in groups[about])
        label, content, page_name = translate.msg("Commands"), lines, ""
    else:
        page_name = about if about in pages else next(iter(pages))
        label, content = pages[page_name]
    heading = " · ".join(each.title for each in games)
    game_name = game.name if len(games) == 1 else ""
    chapters = _menu(
        game_name,
        _PAGES,
        translate.msg("Read about …"),
        {name: title for name, (title, _) in pages.items()},
        page_name,
    )
    commands = _menu(
        game_name,
        _COMMANDS,
        translate.msg("All commands …"),
        {name: _label(name, keys) for name, keys in groups.items()},
        about,
    )
    start_row = row(
        *(
            [first_match_button(translate, game=game_name)]
            if any(each.lessons is not None for each in games)
            else ()
        ),
        *practice_buttons(games, translate, translate.msg("Practise against me")),
        button(translate.msg("Challenge someone"), CustomId("new", game=game_name).id),
    )
    return PrivateMessage((text(f"## {heading}: {label}\n{content}"), chapters, commands, start_row))


def _menu(game: str, state: str, placeholder: str, options: Mapping[str, str], chosen: str) -> Item:
    return menu(
        CustomId("help", state=state, game=game).id,
        placeholder,
        [menu_option(label, name, chosen=name == chosen) for name, label in options.items()],
    )


def _pages(
    games: Sequence[PlayableGame], translate: Translator, challenges: Sequence[str] = ()
) -> dict[str, tuple[str, str]]:
    """Return all pages by name, as (title, text): those about the bot, then those about the games.

    `challenges` are the commands that challenge someone to these games.
    """
    # They are in a code span of the text.
    own = {Command.CHALLENGE.key: "`, `".join(f"/{command}" for command in challenges)} if challenges else {}
    pages = {
        name: (translate(title), translate(page.filled(**own))) for name, (title, page) in HELP_PAGES.items()
    }
    if lapsing := [game.title for game in games if game.kernel.lapse is not None]:
        title, clocks = pages["time"]
        pages["time"] = (
            title,
            f"{clocks}\n{translate(HELP_LAPSES.filled(games=joined_names(lapsing, translate)))}",
        )
    for game in games:
        translate_game = game.translator(translate.locale)
        for page in game.help:
            title = (
                translate_game(page.title)
                if len(games) == 1
                else f"{game.title}: {translate_game(page.title)}"
            )
            pages[page.key if len(games) == 1 else f"{game.name} {page.key}"] = (
                title,
                translate_game(page.text),
            )
    return pages


def topics(
    games: Sequence[PlayableGame], translate: Translator, described: Described
) -> list[tuple[str, str]]:
    """Return the topics of help, as (title, name)."""
    pages = [(label, name) for name, (label, _) in _pages(games, translate).items()]
    return pages + [(_label(name, keys), name) for name, keys in _groups(described).items()]


def topic(typed: str, games: Sequence[PlayableGame], translate: Translator, described: Described) -> str:
    """Return the topic that was typed: a page, a group of commands, or a command.

    Raises Refusal if there is none.
    """
    query = typed.strip().casefold()
    for label, name in topics(games, translate, described):
        if query in (label.casefold(), name):
            return name
    bare_name = query.removeprefix("/")
    for command in described:
        group, _, own_name = command.rpartition(" ")
        if bare_name in (command, group, own_name):
            return f"/{group.partition(' ')[0]}"
    raise Refusal(
        msg(
            "There's no help about “{typed}”. Pick one of the `about:` suggestions.",
            typed=shorten(bare(typed), 60),
        )
    )


def _groups(described: Described) -> dict[str, list[str]]:
    """Return the commands by group: "/" and the group's first word. Commands without a group are in "/"."""
    groups: dict[str, list[str]] = {}
    for command in described:
        group = command.rpartition(" ")[0]
        groups.setdefault(f"/{group.partition(' ')[0]}", []).append(command)
    return groups


def _label(name: str, commands: list[str]) -> str:
    return name if name != "/" else ", ".join(f"/{command}" for command in commands)


class HelpFeature(PressHandlers, frozen=True):
    """The help command and its menus."""

    game_resolver: GameResolver

    def add(self, layout: Layout) -> None:
        """Add the command."""

        async def subjects(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            game_name = typed_so_far(interaction, "game")
            games, reply = await self.game_resolver.likely(interaction, game_name), Reply(interaction)
            return matching(topics(games, reply.translate, described(reply, games)), typed)

        @layout.command(
            Command.HELP,
            msg("How to play here."),
            of_a_game=True,
            defer=False,
            about=Parameter(msg("The topic. Default: how to begin."), subjects),
        )
        async def help_(
            reply: Reply, about: app_commands.Range[str, 1, 100] | None = None, game: Name = ""
        ) -> None:
            # The first page is about the bot in general, so don't ask for a game.
            games = await self.game_resolver.likely(reply.interaction, game)
            commands = described(reply, games)
            page = topic(about, games, reply.translate, commands) if about else ""
            await reply.show(help_message(games, reply.translate, commands, page))

    @pressed("help")
    async def _help(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Show help in a new message; choices in its menus replace the page."""
        if control.state:
            await reply.in_place()
        control_game = await self.game_resolver.game_of(reply.interaction, control=control)
        games = (
            await self.game_resolver.choice.offered(reply.interaction.guild_id)
            if control_game is None
            else (control_game,)
        )
        chosen = values[0] if values else ""
        await reply.show(help_message(games, reply.translate, described(reply, games), control.state, chosen))


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return (HelpFeature(of.game_resolver),)
