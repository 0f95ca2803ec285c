"""The pages of the help that are the same in every game, in English: by name, what a page is called, and what stands on it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

HERE = """\
- **New to the game?** `{/learn}` is a first match with explanations: ten minutes, alone with me. To read about it takes \
three, in the menu below.
- **Begin**: `{/challenge}` someone in a channel, or name nobody: that opens a table that anyone can join. Or practise \
against me. The match gets its own thread.
- **Play**: whoever must decide gets a direct message with buttons; the first button in the thread shows the \
same, to you alone. There is no hurry: a match may take days.
- **Look**: `{/matches}` shows what waits for you, and with `server:True` what others play here. `{/rules}` and `{/card}` explain everything.
- Your hand, your deck and what you look at are shown to nobody else. Everybody may read along in the thread.
- Direct messages don't arrive? `{/messages}` tries again. You can play without them."""

TYPING = """\
- **By typing**: `{/decide}` answers whatever you are asked; those of the game itself are under **All commands …**. \
What is offered while you type is what is possible now.
- **Look**: `{/board}`, `{/hand}`, `{/log}`. Boards also come as text: `{/board} as:text`. In the log, **Why?** names \
what is behind a line.
- **Take back**: `{/undo}`, while nobody has learned anything from it; later your opponent must agree.
- **Stop**: `{/resign}` gives up, `{/draw}` offers a draw, `{/abort}` calls off one not begun, if both agree.
- **Once more**: `{/rematch}`, or the button where a match has ended, with the seats swapped.
- **Decks**: `{/decks}` shows yours. `{/deck-new}` builds one step by step, or copies a ready-made one to change; \
`{/deck-import}` and `{/deck-export}` pass decks on, as text or as a code."""

TIME = """\
A match has no clock unless the challenge chose one (`clock:`).
- **For each decision**: “2d each” is two days every time; what is left over is lost.
- **A bank**: “3d+12h up to 7d” begins with three days, which run while you must decide. Each time the turn passes, 12 \
hours come back, up to seven days. “, weekends off” may follow; `{/time} zone:` says when your weekend is.
- **When time is up** in a casual match, the other player may claim the win (`{/claim}`) or give time \
(`{/give-time}`); until then you may still decide. A rated match (`rated:`) ends by itself.
- **I can play on** for whoever's time is up, where the challenge said so (`takeover:`), or when all who remain want it \
(`{/takeover}`); never in a rated match. Your standing orders end then. **I'm back** or `{/return}` lets you play again at \
once, with new time to think. If you are not back at the end, the match is neither won nor lost for you: your profile says that I \
took it over. For the others it counts.
- **Pauses**: `{/pause}` asks for one, and needs both; `{/continue}` ends it. `{/away}` is a vacation from all \
your matches, out of a budget that grows by three hours a day; `{/back}` ends it early.
- **Reminders** come while a decision waits for you: `{/reminders}` says when and where, `{/quiet}` at which hours \
not, `{/snooze}` later."""

ORDERS = """\
A **standing order** answers for you, secretly, until something happens that you name.
- **Give one**: **Orders** behind **More …**, or `{/order}`. Where it would answer right now, a button such as \
**Pass for the rest of …** offers it: choose when it ends, look at what it would have done in the last round, confirm.
- **What can be ordered**: to pass, to avoid Nightmare by a discard or to enter it, to defend with nobody, to order \
triggers, to cut always or never, to answer what a card of yours may do. Only what's possible now is suggested.
- **A plan**: *if your opponent attacks: defend with …; then, if it is your turn: play …*; up to six steps, in up to three \
lines. Each step is read back, with what stands in its way now. The first thing that it does not foresee ends it, and is \
yours to decide.
- **When it ends**: at what you have ticked, when its time is over, or when it can't be carried out any more. Then you are \
asked as always, and told why it has ended.
- **Nobody can tell**: an order answers as somebody quick would, after 4 to 40 seconds that are drawn by lot; in practice \
at once. If you decide before, that counts. Whoever can't get direct messages is called in the thread only then, with orders or without.
- **Several**: the one that you gave last has the first word. `{/orders}` shows them, `{/order-withdraw}` ends one. If you take \
back what an order has answered, it ends.

What everybody can see to be the only possible answer is taken at once, without asking anybody."""

AFTERWARDS = """\
- **How it was decided** is posted in the thread of a match when it ends, in moving pictures; `{/round}` \
shows it again.
- **Watch**: `{/watch}`, or **What's new?** in the thread, tells how it stands and what was decisive \
since you last looked. A spectator who types it is called at the end. **Talk about it** opens a \
thread for comments.
- **Replay**: `{/replay}`, or the button under a match that is over, steps through it, with everybody's eyes, each player's own, or both hands open.
- **Look back**: `{/look-back}`, or its button, tells where it was won and lost, if both agree.
- **Keep my hands private**, in a replay or by `{/privacy-hands}`, hides your hands from others' replays of all \
your matches. Records and the proof of the deal then leave out what never came to light, and the seed. Say so \
before a match ends: its record is posted then.
- **Record**: the whole match as a file, posted when it ends; `{/record}` gives it again.
- **What was played**: `{/profile}` shows your results, how fast you reply, and your matches, to be replayed; of others, what was played on the same server.
- **Ratings**: matches challenged with `rated: True` count on their server once both have really played; the n-th of the \
same two within a month counts 1/n. `{/leaderboard}` shows who stands where.
- **Check the deal**: when a match begins, the fingerprint of its deal is posted. `{/verify}` says whether every shuffle \
and every answer was as recorded; where hands are kept private, whether every card that came to light lay where it was dealt."""

SERVERS = """\
**For whoever manages a server**: `{/settings}` has everything in one message; each setting also has a \
command of its own.
- **Where**: `{/settings-channels}` says in which channels people can challenge. `{/settings}` names what I may not do in \
the channel where you ask.
- **How**: `{/settings-clock}` and `{/settings-deck}` say what a challenge begins with, `{/settings-limits}` how many \
matches and open challenges one person may have and how often they may challenge, `{/settings-rated}` whether rated matches can be \
played and which of them count.
- **Who**: `{/settings-moderators}` names roles that can end other people's matches: `{/moderate-end}`, and void results: \
`{/moderate-void}`, in the match's thread or with `match:`. Both players are told why, and it counts for nobody. `{/moderate-bar}` keeps someone from playing here, \
`{/moderate-unbar}` lifts that.
- **What everybody sees**: `{/settings-announcements}` tells results in a channel, `{/settings-language}` chooses the \
language. What only you see comes in your own.

**For everybody**: `{/block}` keeps somebody from challenging you or asking you for anything; they are not told. \
`{/privacy}` says what is kept about you and who can see it, `{/privacy-export}` gives you all of it as \
a file, and `{/privacy-delete}` has you forgotten: matches that are over stay for your opponents, without your name."""

HELP_PAGES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "here": ("Using the bot", HERE),
        "typing": ("Typing, decks, the end", TYPING),
        "time": ("Clocks and reminders", TIME),
        "orders": ("Standing orders", ORDERS),
        "afterwards": ("Watching, looking back", AFTERWARDS),
        "servers": ("Servers, your data", SERVERS),
    }
)
