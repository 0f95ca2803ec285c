"""Help: how the bot is used, and the game itself, in a few short pages to choose from; and all commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from discord import ui

from bot.command_keys import with_commands
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import Item, PrivateMessage, button, row, text
from bot.discord.components.plain import bare, shorten
from bot.discord.match_text import listed
from bot.discord.start_buttons import first_match_button, practice_buttons
from bot.errors import Refusal
from bot.games.playable import PlayableGame
from cards.i18n import Message, Translator, msg

HELP_LAPSES = msg(
    "- **In {games}** I answer as if you did nothing when your time is up, in a rated match as well. "
    "Nobody can claim the win. The third time in a row you are out of the match; on some servers, the "
    "first time."
)
HELP_PAGES: Mapping[str, tuple[Message, Message]] = MappingProxyType(
    {
        "here": (
            msg("Using the bot"),
            with_commands(
                msg(
                    "- **New to the game?** `{/learn}` is a first match with explanations: ten minutes, alone with me. "
                    "To read about it takes three, in the menu below.\n"
                    "- **Begin**: `{/challenge}` someone in a channel, or name nobody: that opens a table that anyone "
                    "can join. Or practise against me. The match gets its own thread.\n"
                    "- **Play**: whoever must decide gets a direct message with buttons; the first button in the thread "
                    "shows the same, to you alone. There is no hurry: a match may take days.\n"
                    "- **Look**: `{/matches}` shows what waits for you, and with `server:True` what others play here. "
                    "`{/rules}` and `{/card}` explain everything.\n"
                    "- Your hand, your deck and what you look at are shown to nobody else. Everybody may read along in "
                    "the thread.\n"
                    "- Direct messages don't arrive? `{/messages}` tries again. You can play without them."
                )
            ),
        ),
        "typing": (
            msg("Typing, decks, the end"),
            with_commands(
                msg(
                    "- **By typing**: `{/decide}` answers whatever you are asked; those of the game itself are under "
                    "**All commands …**. What is offered while you type is what is possible now.\n"
                    "- **Look**: `{/board}`, `{/hand}`, `{/log}`. Boards also come as text: `{/board} as:text`. In the "
                    "log, **Why?** names what is behind a line.\n"
                    "- **Take back**: `{/undo}`, while nobody has learned anything from it; later your opponent must "
                    "agree.\n"
                    "- **Stop**: `{/resign}` gives up, `{/draw}` offers a draw, `{/abort}` calls off one not begun, if "
                    "both agree.\n"
                    "- **Once more**: `{/rematch}`, or the button where a match has ended, with the seats swapped.\n"
                    "- **Decks**: `{/decks}` shows yours. `{/deck-new}` builds one step by step, or copies a ready-made "
                    "one to change; `{/deck-import}` and `{/deck-export}` pass decks on, as text or as a code."
                )
            ),
        ),
        "time": (
            msg("Clocks and reminders"),
            with_commands(
                msg(
                    "A match has no clock unless the challenge chose one (`clock:`).\n"
                    "- **For each decision**: “2d each” is two days every time; what is left over is lost.\n"
                    "- **A bank**: “3d+12h up to 7d” begins with three days, which run while you must decide. Each time "
                    "the turn passes, 12 hours come back, up to seven days. “, weekends off” may follow; `{/time} "
                    "zone:` says when your weekend is.\n"
                    "- **When time is up** in a casual match, the other player may claim the win (`{/claim}`) or give "
                    "time (`{/give-time}`); until then you may still decide. A rated match (`rated:`) ends by itself.\n"
                    "- **I can play on** for whoever's time is up, where the challenge said so (`takeover:`), or when "
                    "all who remain want it (`{/takeover}`); never in a rated match. Your standing orders end then. "
                    "**I'm back** or `{/return}` lets you play again at once, with new time to think. If you are not "
                    "back at the end, the match is neither won nor lost for you: your profile says that I took it over. "
                    "For the others it counts.\n"
                    "- **Pauses**: `{/pause}` asks for one, and needs both; `{/continue}` ends it. `{/away}` is a "
                    "vacation from all your matches, out of a budget that grows by three hours a day; `{/back}` ends it "
                    "early.\n"
                    "- **Reminders** come while a decision waits for you: `{/reminders}` says when and where, "
                    "`{/quiet}` at which hours not, `{/snooze}` later."
                )
            ),
        ),
        "orders": (
            msg("Standing orders"),
            with_commands(
                msg(
                    "A **standing order** answers for you, secretly, until something happens that you name.\n"
                    "- **Give one**: **Orders** behind **More**, or `{/order}`. Where it would answer right now, a "
                    "button such as **Keep passing …** offers it: choose when it ends, look at what it would "
                    "have done in the last round, confirm.\n"
                    "- **What can be ordered**: to pass, to avoid Nightmare by a discard or to enter it, to defend with "
                    "nobody, to order triggers, to cut always or never, to answer what a card of yours may do. Only "
                    "what's possible now is suggested.\n"
                    "- **A plan**: *if your opponent attacks: defend with …; then, if it is your turn: play …*; up to "
                    "six steps, in up to three lines. Each step is read back, with what stands in its way now. The "
                    "first thing that it does not foresee ends it, and is yours to decide.\n"
                    "- **When it ends**: at what you have ticked, when its time is over, or when it can't be carried "
                    "out any more. Then you are asked as always, and told why it has ended.\n"
                    "- **Nobody can tell**: an order answers as somebody quick would, after 4 to 40 seconds that are "
                    "drawn by lot; in practice at once. If you decide before, that counts. Whoever can't get direct "
                    "messages is called in the thread only then, with orders or without.\n"
                    "- **Several**: the one that you gave last has the first word. `{/orders}` shows them, "
                    "`{/order-withdraw}` ends one. If you take back what an order has answered, it ends.\n"
                    "\n"
                    "What everybody can see to be the only possible answer is taken at once, without asking anybody."
                )
            ),
        ),
        "afterwards": (
            msg("Watching, looking back"),
            with_commands(
                msg(
                    "- **How it was decided** is posted in the thread of a match when it ends, in moving pictures; "
                    "`{/round}` shows it again.\n"
                    "- **Watch**: `{/watch}`, or **What's new?** in the thread, tells how it stands and what was "
                    "decisive since you last looked. A spectator who types it is called at the end. **Talk about it** "
                    "opens a thread for comments.\n"
                    "- **Replay**: `{/replay}`, or the button under a match that is over, steps through it, with "
                    "everybody's eyes, each player's own, or both hands open.\n"
                    "- **Look back**: `{/look-back}`, or its button, tells where it was won and lost, if both agree.\n"
                    "- **Keep my hands private**, in a replay or by `{/privacy-hands}`, hides your hands from others' "
                    "replays of all your matches. Records and the proof of the deal then leave out what never came to "
                    "light, and the seed. Say so before a match ends: its record is posted then.\n"
                    "- **Record**: the whole match as a file, posted when it ends; `{/record}` gives it again.\n"
                    "- **What was played**: `{/profile}` shows your results, how fast you reply, and your matches, to "
                    "be replayed; of others, what was played on the same server.\n"
                    "- **Ratings**: matches challenged with `rated: True` count on their server once both have really "
                    "played; the n-th of the same two within a month counts 1/n. `{/leaderboard}` shows who stands "
                    "where.\n"
                    "- **Check the deal**: when a match begins, the fingerprint of its deal is posted. `{/verify}` says "
                    "whether every shuffle and every answer was as recorded; where hands are kept private, whether "
                    "every card that came to light lay where it was dealt."
                )
            ),
        ),
        "servers": (
            msg("Servers, your data"),
            with_commands(
                msg(
                    "**For whoever manages a server**: `{/settings}` has everything in one message; each setting also "
                    "has a command of its own.\n"
                    "- **Where**: `{/settings-channels}` says in which channels people can challenge. `{/settings}` "
                    "names what I may not do in the channel where you ask.\n"
                    "- **How**: `{/settings-clock}` and `{/settings-deck}` say what a challenge begins with, "
                    "`{/settings-limits}` how many matches and open challenges one person may have and how often they "
                    "may challenge, `{/settings-rated}` whether rated matches can be played and which of them count.\n"
                    "- **Who**: `{/settings-moderators}` names roles that can end other people's matches: "
                    "`{/moderate-end}`, and void results: `{/moderate-void}`, in the match's thread or with `match:`. "
                    "Both players are told why, and it counts for nobody. `{/moderate-bar}` keeps someone from playing "
                    "here, `{/moderate-unbar}` lifts that.\n"
                    "- **What everybody sees**: `{/settings-announcements}` tells results in a channel, "
                    "`{/settings-language}` chooses the language. What only you see comes in your own.\n"
                    "\n"
                    "**For everybody**: `{/block}` keeps somebody from challenging you or asking you for anything; they "
                    "are not told. `{/privacy}` says what is kept about you and who can see it, `{/privacy-export}` "
                    "gives you all of it as a file, and `{/privacy-delete}` has you forgotten: matches that are over "
                    "stay for your opponents, without your name."
                )
            ),
        ),
    }
)

_PAGES, _COMMANDS = "pages", "commands"
"""The states of the two menus."""

Described = Mapping[str, str]
"""The purpose of each command, in the reader's language, by what is typed without the slash, in the order of need."""


def help_message(
    games: Sequence[PlayableGame],
    translate: Translator,
    described: Described,
    about: str = "",
    chosen: str = "",
) -> PrivateMessage:
    """Return the help about something: a page by its name, or the commands of a group, as "/match".

    `games` are those that may be meant, the one to be offered first in front; nothing of any other is shown. Without
    `about`, or for a page that no longer exists, it is the first page. `chosen` is what was chosen in one of the menus.
    """
    pages, game = _pages(games, translate), games[0]
    if about in (_PAGES, _COMMANDS):
        about = chosen
    groups = _groups(described)
    if about in groups:
        lines = "\n".join(f"- `/{typed}`: {described[typed]}" for typed in groups[about])
        label, content, shown = translate.msg("Commands"), lines, ""
    else:
        shown = about if about in pages else next(iter(pages))
        label, content = pages[shown]
    head = " · ".join(one.title for one in games)
    meant = game.name if len(games) == 1 else ""
    chapters = _menu(
        meant,
        _PAGES,
        translate.msg("Read about …"),
        {name: title for name, (title, _) in pages.items()},
        shown,
    )
    commands = _menu(
        meant,
        _COMMANDS,
        translate.msg("All commands …"),
        {name: _label(name, keys) for name, keys in groups.items()},
        about,
    )
    begin = row(
        *(
            [first_match_button(translate, game=meant)]
            if any(one.lessons is not None for one in games)
            else ()
        ),
        *practice_buttons(games, translate, translate.msg("Practise against me")),
        button(translate.msg("Challenge someone"), CustomId("new", game=meant).id),
    )
    return PrivateMessage((text(f"## {head}: {label}\n{content}"), chapters, commands, begin))


def _menu(game: str, state: str, placeholder: str, options: Mapping[str, str], chosen: str) -> Item:
    menu = ui.Select[ui.LayoutView](
        custom_id=CustomId("help", state=state, game=game).id, placeholder=placeholder
    )
    for name, label in options.items():
        menu.add_option(label=label, value=name, default=name == chosen)
    return ui.ActionRow[ui.LayoutView](menu)


def _pages(games: Sequence[PlayableGame], translate: Translator) -> dict[str, tuple[str, str]]:
    """Return all pages by name, as (what it is called, text): those on the bot, then those on the games."""
    found = {name: (translate(title), translate(page)) for name, (title, page) in HELP_PAGES.items()}
    if lapsing := [game.title for game in games if game.kernel.lapse is not None]:
        title, clocks = found["time"]
        found["time"] = (
            title,
            f"{clocks}\n{translate(HELP_LAPSES.filled(games=listed(lapsing, translate)))}",
        )
    for game in games:
        said = game.translator(translate.locale)
        for page in game.help:
            title = said(page.title) if len(games) == 1 else f"{game.title}: {said(page.title)}"
            found[page.key if len(games) == 1 else f"{game.name} {page.key}"] = (title, said(page.text))
    return found


def topics(
    games: Sequence[PlayableGame], translate: Translator, described: Described
) -> list[tuple[str, str]]:
    """Return the topics of help, as (title, name)."""
    pages = [(label, name) for name, (label, _) in _pages(games, translate).items()]
    return pages + [(_label(name, keys), name) for name, keys in _groups(described).items()]


def topic(typed: str, games: Sequence[PlayableGame], translate: Translator, described: Described) -> str:
    """Return the name of what a person wants help about: a page, a group of commands, or a command.

    Raises Refusal where there is nothing of the kind.
    """
    wanted = typed.strip().casefold()
    for label, name in topics(games, translate, described):
        if wanted in (label.casefold(), name):
            return name
    bare_name = wanted.removeprefix("/")
    for command in described:
        group, _, own_name = command.rpartition(" ")
        if bare_name in (command, group, own_name):
            return f"/{group.partition(' ')[0]}"
    raise Refusal(
        msg(
            "There is no help about “{typed}”. Choose something from the list that `about:` offers.",
            typed=shorten(bare(typed), 60),
        )
    )


def _groups(described: Described) -> dict[str, list[str]]:
    """Return the commands by "/" and the first word of their group; those that stand alone under "/"."""
    found: dict[str, list[str]] = {}
    for command in described:
        group = command.rpartition(" ")[0]
        found.setdefault(f"/{group.partition(' ')[0]}", []).append(command)
    return found


def _label(name: str, commands: list[str]) -> str:
    return name if name != "/" else ", ".join(f"/{command}" for command in commands)
