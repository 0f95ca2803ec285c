"""Two bots in two processes with the same matches, except for things hidden from a viewer: do both show the viewer the same?

Before each pair, both databases are reset except for the position and its past. Then the viewer looks at it in every
possible way, tries illegal actions, and types into every option with suggestions. Finally the opponent decides
something. Everything that reaches the viewer's client is recorded, with the bytes of every picture and file. On one
of the two sides, the hidden player has standing orders.

`main` runs both processes.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote

import msgspec

from bot.local_discord.client_rules import GROUP, SUBCOMMAND
from bot.local_discord.errors import CannotDo
from bot.local_discord.messages import walk
from bot.local_discord.records import Message
from bot.match.prompts import TURN
from bot.platform.logs import set_up
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import Choice
from tests.bot.discord.clicks import Click
from tests.bot.discord.kit import Duel, Room, begin_match, room, use
from tests.bot.discord.twin_games import TWIN_GAMES, TwinGame
from tests.bot.discord.twin_pairs import Pair
from tests.table.actor import Actor, InteractionOutcome


class Twin:
    """One of the two processes: a room in which each pair is looked at. `side` selects the position of a pair."""

    def __init__(self, game: TwinGame, running: Room, duel: Duel, cy: Actor, side: int) -> None:
        self.game, self.made, self.duel, self.side = game, running, duel, side
        self.actors: dict[int | None, Actor] = {0: duel.ada.actor, 1: duel.bo.actor, None: cy}
        self.before = self._kept()
        self.rev = 100

    def _kept(self) -> dict[str, list[tuple[Any, ...]]]:
        with closing(sqlite3.connect(self.made.file)) as database:
            names = [
                name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            ]
            skipped = {"facts", "schema_version", "sqlite_sequence"}
            return {
                name: list(database.execute(f"SELECT * FROM {name}")) for name in names if name not in skipped
            }

    def lay(self, pair: Pair) -> None:
        """Reset everything, with the pair's position in the match."""
        self.rev += 100
        hidden = [seat for seat in (0, 1) if seat != pair.viewer]
        past, data = pair.past[self.side], pair.data[self.side]
        people = [player.id for player in self.duel.players]
        with closing(sqlite3.connect(self.made.file)) as database, database:
            for name in self.before:
                database.execute(f"DELETE FROM {name}")
            for name, rows in self.before.items():
                places = ",".join("?" * len(rows[0])) if rows else ""
                for row in rows:
                    database.execute(f"INSERT INTO {name} VALUES ({places})", row)
            at = self.made.clock.now()
            for number, act in enumerate(past, self.rev - len(past)):
                person = people[act.seat]
                choice = json.dumps(act.choice)
                database.execute(
                    "INSERT INTO acts (match_id, rev, kind, person_id, seat, question_id, choice, at) VALUES (1, ?, 'answer', ?, ?, ?, ?, ?)",
                    (number, person, act.seat, act.question, choice, at),
                )
                database.execute(
                    "INSERT INTO events (match_id, rev, at, data) VALUES (1, ?, ?, ?)",
                    (number, at, act.events),
                )
            awaited = ",".join(map(str, pair.awaited))
            database.execute(
                "UPDATE matches SET data = ?, rev = ?, awaited = ?", (data, self.rev - 1, awaited)
            )
            database.execute("DELETE FROM setups")  # `data` contains its own.
            for seat in hidden:
                if self.game.decks is not None:
                    deck = self.game.decks[self.side]
                    database.execute("UPDATE seats SET deck = ? WHERE seat = ?", (deck, seat))
                database.execute("UPDATE people SET text_boards = ? WHERE id = ?", (self.side, people[seat]))

            for number, (seat, form, order) in enumerate(pair.orders if self.side else (), 1):
                database.execute(
                    "INSERT INTO orders (match_id, person_id, number, form, data, given_rev, given_at) VALUES (1, ?, ?, ?, ?, ?, ?)",
                    (people[seat], number, form, order, self.rev - 1, at),
                )

    async def look(self, pair: Pair) -> dict[str, str]:
        """Return everything that the viewer receives, by their action."""
        await asyncio.to_thread(self.lay, pair)
        actor = self.actors[pair.viewer]
        out: dict[str, str] = {}
        for number, lot in enumerate(pair.looks):
            # At random, but nothing that would decide something for them: that is done by `push`.
            ways = list(self.ways(actor, pair, Chance(str(lot))))
            name, way = ways[lot % len(ways)]
            out[f"{number} {name}"] = await self._received(actor, way)
        if pair.push is not None:
            seat, question, choice = pair.push
            out["push"] = await self._received(actor, lambda: self._decide(pair, seat, question, choice))
        return out

    async def _decide(self, pair: Pair, seat: int, question: int, choice: Choice) -> str:
        self.rev += 1
        person = self.duel.players[seat].id
        await self.made.services.play.answer((1 << 55) + self.rev, 1, person, question, choice)
        await self.made.quiet()
        with closing(sqlite3.connect(self.made.file)) as database:
            due = list(database.execute("SELECT kind, person_id, due_at FROM alarms ORDER BY 1, 2, 3"))
        # Only the bot knows when an order answers: at the time of a quick player's answer.
        hidden = [player.id for seat, player in enumerate(self.duel.players) if seat != pair.viewer]
        return str([key for key in due if key[0] != TURN or key[1] not in hidden])

    async def _received(self, actor: Actor, way: Callable[[], Awaitable[object]]) -> str:
        assert actor.transcript is not None
        actor.transcript.clear()
        try:
            text = await way()
        except CannotDo as error:
            text = f"can't: {error}"
        await self.made.quiet()
        answer = (
            f"{text.interaction.state} {text.interaction.choices}"
            if isinstance(text, InteractionOutcome)
            else str(text)
        )
        return f"{answer}\n{self._plainly(actor)}"

    def ways(
        self, actor: Actor, pair: Pair, lot: Chance
    ) -> Iterator[tuple[str, Callable[[], Awaitable[object]]]]:
        """Yield every way of looking at the match and of trying illegal actions, by name."""
        world, duel = self.made.table.world, self.duel
        thread = duel.ada.thread
        [(thread_id, status_id)] = self._ids()
        status = world.channels[thread_id].messages[status_id]
        opponents = [p.actor for p in duel.players if p.actor is not actor]
        mine = next((p for p in duel.players if p.actor is actor), None)
        is_asked = pair.viewer is not None and pair.viewer in pair.awaited
        title = lot.pick(sorted(self.game.titles))

        def slash(path: str, **options: Any) -> tuple[str, Callable[[], Awaitable[object]]]:
            return path, lambda: actor.slash(path, channel=thread, **options)

        for label in ("turn", "Board as text", "Log", "Help", "What's new?"):
            yield label, lambda label=label: actor.click(status, label)
        yield "why", lambda: self._why(actor, lot)
        yield "look at a card", lambda: self._look_at(actor, status, lot)
        yield "meaning", lambda: self._meaning(actor, status)
        yield slash("match board")
        yield slash("match board", **{"as": "text"})
        yield slash("match hand")
        yield slash("match log", page=1)
        yield slash("match log")
        yield slash("match list")
        yield slash("match watch")
        yield slash("match replay show", match="1")
        yield slash("match replay verify", match="1")
        yield slash("match undo")
        yield slash("match draw")
        yield slash("match resign")
        yield slash("match time claim")
        yield slash("match time pause")
        yield slash("match rematch", match="1")
        yield slash("voidream challenge", user=opponents[0], deck="")
        yield slash("match decide", answer="nothing like it")
        yield slash("profile", user=opponents[0])
        yield slash("profile")
        yield slash("leaderboard")
        yield slash("match orders list")
        yield "plan", lambda: self._plan(actor, lot)
        yield slash("me time")
        yield slash("me reminders show")
        yield slash("me privacy show")
        yield slash("me privacy export")
        yield slash("card", title=title)
        can_be_played = mine is not None and is_asked and title in self._options(pair)
        for path, options in self.game.typed(title, is_asked=is_asked, can_be_played=can_be_played):
            yield slash(path, **options)
        yield "autocompletion", lambda: self._complete(actor, lot)

    def _options(self, pair: Pair) -> str:
        match = Match.load(self.game.kernel, pair.data[self.side])
        return str(match.questions.get(pair.viewer)) if pair.viewer is not None else ""

    def _ids(self) -> list[tuple[int, int]]:
        with closing(sqlite3.connect(self.made.file)) as database:
            return list(database.execute("SELECT thread_id, status_message_id FROM matches"))

    async def _why(self, actor: Actor, lot: Chance) -> InteractionOutcome:
        log = await actor.slash("match log", channel=self.duel.ada.thread)
        menus = [c for c in walk(log.reply.components) if c["type"] == 3]
        if not menus:
            return log
        option = lot.pick(list(menus[0]["options"]))
        return await use(actor, log.reply, Click(menus[0]["custom_id"], (str(option["value"]),)))

    async def _look_at(self, actor: Actor, status: Message, lot: Chance) -> InteractionOutcome:
        """Look at one of the visible cards, from the panel."""
        panel = await actor.click(status, "turn")
        looking = await actor.click(panel.reply, "Cards")
        menus = [c for c in walk(looking.reply.components) if c["type"] == 3]
        if not menus:
            return looking
        menu = lot.pick(menus)
        option = lot.pick(list(menu["options"]))
        return await use(actor, looking.reply, Click(menu["custom_id"], (str(option["value"]),)))

    async def _meaning(self, actor: Actor, status: Message) -> InteractionOutcome:
        """Use the rest of the panel, and the explanation of the question."""
        panel = await actor.click(status, "turn")
        more = await actor.click(panel.reply, "More")
        return await actor.click(more.reply, "What does this mean?")

    async def _plan(self, actor: Actor, lot: Chance) -> str:
        """Build a plan with menus, from all their options, and discard it."""
        form = await actor.slash("match orders give", channel=self.duel.ada.thread, order="plan")
        for place in (0, 1, 2):
            menus = [c for c in walk(form.reply.components) if c["type"] == 3]
            if "plan-when" not in str(menus) or len(menus) <= place:
                break
            option = lot.pick(list(menus[place]["options"]))
            await use(actor, form.reply, Click(menus[place]["custom_id"], (str(option["value"]),)))
        away = next((c for c in walk(form.reply.components) if "plan-away" in c.get("custom_id", "")), None)
        if away is not None:
            await use(actor, form.reply, Click(away["custom_id"]))
        return str(form.interaction.state)

    async def _complete(self, actor: Actor, lot: Chance) -> str:
        """Type into every option of every command with suggestions."""
        thread = self.duel.ada.thread
        out: list[Any] = []
        for path, option in _completions(self.made.table.acting.commands(actor.person, thread)):
            for typed in ("", lot.pick("aeiors")):
                out.append((path, option, typed, await actor.choices(path, option, typed, channel=thread)))
        return json.dumps(out)

    def _plainly(self, actor: Actor) -> str:
        """Return everything that the client received, by channel: files by their content, ids by their first appearance."""
        assert actor.transcript is not None
        places: dict[str, list[str]] = {}
        for event in actor.transcript:
            place = event.get("channel")
            # The order of public announcements and private responses is random: neither waits for the other.
            own = event["type"] == "interaction" or (
                isinstance(event.get("message"), dict) and event["message"].get("ephemeral")
            )
            name = f"{place['id'] if isinstance(place, dict) else place} {'own' if own else ''}"
            places.setdefault(name, []).append(json.dumps(event, sort_keys=True))
        return "\n".join(self._numbered("\n".join(places[place])) for place in sorted(places))

    def _numbered(self, text: str) -> str:
        files = self.made.table.world.attachments
        numbers: dict[str, str] = {}

        def content(match_: re.Match[str]) -> str:
            file = files.read(unquote(match_[1]))
            assert file is not None
            data, *_ = file
            if kept_as_text := _text(data):
                data = _ids_in_order(kept_as_text, {}).encode()
            return f"file {sha256(data).hexdigest()}"

        text = re.sub(
            re.escape(self.made.table.address) + r"/cdn/attachments/([^\"?]+)\?hm=[0-9a-f]+", content, text
        )
        return _ids_in_order(text, numbers)


def _text(data: bytes) -> str:
    """Return a file's text; "" if it isn't text."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return ""


def _ids_in_order(text: str, numbers: dict[str, str]) -> str:
    """Replace ids with numbers: the order of the ids of two simultaneous messages is random."""
    return re.sub(r"\b\d{19}\b", lambda match_: numbers.setdefault(match_[0], f"#{len(numbers)}"), text)


def _completions(commands: list[dict[str, Any]], path: str = "") -> Iterator[tuple[str, str]]:
    for command in commands:
        name = f"{path} {command['name']}".strip()
        options = command.get("options") or []
        nested = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
        yield from _completions(nested, name)
        yield from ((name, option["name"]) for option in options if option.get("autocomplete"))


async def live(game: TwinGame, all_pairs: list[Pair], side: int, target: Path) -> None:
    """Look at all pairs on one side, and record everything that the viewers receive."""
    with TemporaryDirectory() as folder, target.open("w") as out:
        # All revisions have the same token: positions replace each other, and no control may be outdated.
        async with room(Path(folder) / "bot.sqlite3", game.playable(), draw=lambda: 7) as lobby:
            ada, bo, cy = (Actor(lobby.table, name) for name in ("Ada", "Bo", "Cy"))
            duel = await begin_match(lobby, ada, bo)
            twin = Twin(game, lobby, duel, cy, side)
            for pair in all_pairs:
                out.write(json.dumps(await twin.look(pair)) + "\n")
                out.flush()


def main(name: str, pairs_file: Path, target: Path) -> None:
    """Run both sides, which write to `target 0` and `target 1`. The exit code is 0 if both succeeded.

    The second process is forked from the first, so that both have the same hashes.
    """
    set_up("WARNING", "text")
    game = TWIN_GAMES[name]()
    all_pairs = msgspec.msgpack.decode(pairs_file.read_bytes(), type=list[Pair])
    child = os.fork()
    side = 0 if child else 1
    asyncio.run(live(game, all_pairs, side, target.with_name(f"{target.name} {side}")))
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) if child else 0)
