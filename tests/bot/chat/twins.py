"""Two bots in two processes live through the same, but for what one viewer can't see: do they show that viewer the same?

Before each pair of positions everything in both databases is as it was, but for the position and what led there. Then the
viewer looks at it in every way that there is, asks for what they can't do, and types in every option that offers
something; and in the end the other player decides something. All that reaches the viewer's client is written down,
with the bytes of every picture and file.

`python -m tests.bot.chat.twins PAIRS SIDE TO GAME` is one of the two processes.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote

import msgspec
from msgspec.structs import replace

from bot.games.dreamweavers import dreamweavers
from bot.games.playable import PlayableGame
from bot.games.voidream import voidream
from bot.match.beforehand import forced
from bot.runtime.logs import set_up
from bot.table.acting import GROUP, SUBCOMMAND
from bot.table.actor import Actor, InteractionOutcome
from bot.table.errors import CannotDo
from bot.table.messages import walk
from bot.table.records import Message
from bot.views.build_views import pack
from cards.voidream.card_schema import source
from cards.voidream.library import the_set
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.players.greedy import Greedy as DreamweaversGreedy
from engine.dreamweavers.saves.kept_set import todays
from engine.kernel.chance import Chance
from engine.kernel.event import Fact, seen
from engine.kernel.game import Game
from engine.kernel.match import Match
from engine.kernel.question import Choice, random_choice
from engine.voidream.effects.program import Pool
from engine.voidream.game import VOIDREAM
from engine.voidream.players.greedy.player import Greedy
from engine.voidream.saves.decks import keep, read_kept
from tests.bot.chat.clicking import Click
from tests.bot.chat.kit import Duel, Room, begin_match, room, use
from tests.engine.voidream.views.exchanging import Exchanging, is_open, knowledge, played, shows_nothing

LATELY = 8
"""Acts that led to a position, which the log and the messages tell of."""
LOOKS = 4
"""Ways of looking that a pair is looked at in, drawn by lot."""
EVERY = 9
"""Answers between two positions of a match, on average."""


class Past(msgspec.Struct, array_like=True):
    """One act: whose, which answer, and what happened."""

    seat: int
    question: int
    choice: Choice
    events: str


class Pair(msgspec.Struct, array_like=True):
    """Two positions, and what led there. `push` is what is decided in the end: seat, question, choice."""

    viewer: int | None
    data: tuple[bytes, bytes]
    past: tuple[list[Past], list[Past]]
    awaited: list[int]
    push: tuple[int, int, Choice] | None
    looks: list[int]


@cache
def _exchanging() -> Exchanging:
    cards = {card.title: card for card in the_set()}
    return Exchanging(VOIDREAM, cards, Pool(cards.values()))


@cache
def _setup(first: str, second: str) -> bytes:
    """Two decks, with all the cards that there are in the pool: any of them may lie where nobody can see it."""
    import zlib

    decks = voidream().decks
    kept, _ = read_kept(keep([decks[first].content, decks[second].content]))
    kept = msgspec.structs.replace(kept, cards=[source(card) for card in the_set()])
    return zlib.compress(msgspec.json.encode(kept), 9)


def pairs(number: int, seed: str) -> Iterator[Pair]:
    """Give so many pairs, from random and greedy play in turns."""
    made, plays = 0, 0
    names = list(voidream().decks)
    while made < number:
        chance = Chance(f"{seed} {plays}")
        setup = _setup(chance.pick(names), chance.pick(names))
        match, events = Match.begin(VOIDREAM, setup, f"{seed} {plays}")
        greedy = Greedy(chance) if plays % 2 else None
        past = [Past(0, 0, (), pack(events))]
        plays += 1
        while match.outcome is None and match.turn_count < 1200 and made < number:
            seats = sorted(match.questions)
            question = match.questions[seats[chance.below(len(seats))]]
            seat = question.seat
            choice = (
                greedy.answer(question, lambda m=match, s=seat: m.view(s))
                if greedy
                else random_choice(question, chance)
            )
            if match.forced() is None and not chance.below(EVERY):
                viewer = (0, 1, None)[chance.below(3)]
                yield _pair(match, viewer, past[-LATELY:], (seat, question.id, choice), chance)
                made += 1
            events = match.answer(seat, question.id, choice)
            past.append(Past(seat, question.id, choice, pack(events)))


def _pair(
    match: Match, viewer: int | None, past: list[Past], push: tuple[int, int, Choice], chance: Chance
) -> Pair:
    seat, number, choice = push
    question = match.questions[seat]
    twin = _exchanging().exchange(match, viewer, chance, played(choice))
    first = Match(
        VOIDREAM, match.seed, match.setup, Match.load(VOIDREAM, match.save())._machine, [], match.version
    )
    # The seed's fingerprint is shown, and is another; nobody can do anything with it.
    twin.seed = match.seed
    data = first.save(), twin.save()
    pushed = None
    if seat == viewer or is_open(match, question, choice):
        events = first.answer(seat, number, choice) + forced(first)
        others = twin.answer(seat, number, choice) + forced(twin)
        told = [[seen(event, viewer) for event in some] for some in (events, others)]
        if (
            first.outcome is None
            and twin.outcome is None
            and shows_nothing((*events, *others))
            and knowledge(first, viewer) == knowledge(twin, viewer)
            and told[0] == told[1]
        ):
            pushed = push
    other = [_exchanged(act, viewer) for act in past]
    looks = [chance.below(1 << 30) for _ in range(LOOKS)]
    return Pair(viewer, data, (past, other), sorted(match.questions), pushed, looks)


def dreamweavers_pairs(number: int, seed: str) -> Iterator[Pair]:
    """Give so many pairs of Dreamweavers, from random and greedy play in turns."""
    made, plays = 0, 0
    setup = DREAMWEAVERS.setup([None, None])
    while made < number:
        chance = Chance(f"{seed} {plays}")
        match, events = Match.begin(DREAMWEAVERS, setup, f"{seed} {plays}")
        greedy = DreamweaversGreedy(chance) if plays % 2 else None
        past = [Past(0, 0, (), pack(events))]
        plays += 1
        while match.outcome is None and match.turn_count < 400 and made < number:
            seats = sorted(match.questions)
            question = match.questions[seats[chance.below(len(seats))]]
            seat = question.seat
            choice = (
                greedy.answer(question, lambda m=match, s=seat: m.view(s))
                if greedy
                else random_choice(question, chance)
            )
            if match.forced() is None and not chance.below(EVERY):
                viewer = (0, 1, None)[chance.below(3)]
                yield _dreamweavers_pair(match, viewer, past[-LATELY:], (seat, question.id, choice), chance)
                made += 1
            events = match.answer(seat, question.id, choice)
            past.append(Past(seat, question.id, choice, pack(events)))


def _dreamweavers_pair(
    match: Match, viewer: int | None, past: list[Past], push: tuple[int, int, Choice], chance: Chance
) -> Pair:
    seats = [] if viewer is None else [viewer]
    first = Match.load(DREAMWEAVERS, match.save())
    exchanged = DREAMWEAVERS.exchange(first.machine, seats, chance)
    twin = Match(DREAMWEAVERS, match.seed, match.setup, exchanged, [], match.version)
    first = Match(DREAMWEAVERS, match.seed, match.setup, first.machine, [], match.version)
    data = first.save(), twin.save()
    seat, number, choice = push
    pushed = None
    if seat == viewer:
        told = [
            [seen(event, viewer) for event in some.answer(seat, number, choice) + forced(some)]
            for some in (first, twin)
        ]
        both = [DREAMWEAVERS.know(some.machine, seats) for some in (first, twin)]
        if first.outcome is None and twin.outcome is None and told[0] == told[1] and both[0] == both[1]:
            pushed = push
    other = [_exchanged(act, viewer, DREAMWEAVERS) for act in past]
    looks = [chance.below(1 << 30) for _ in range(LOOKS)]
    return Pair(viewer, data, (past, other), sorted(match.questions), pushed, looks)


def _exchanged(act: Past, viewer: int | None, rules: Game = VOIDREAM) -> Past:
    """The act with everything else in it that the viewer was not told: what others answered, what only they saw."""
    kept = msgspec.json.decode(act.events, type=list[msgspec.Raw])
    hidden = [
        msgspec.structs.replace(
            event,
            private={
                seat: fact if seat == viewer else _another(event.fact, fact)
                for seat, fact in event.private.items()
            },
        )
        for event in map(rules.kinds.read, kept)
    ]
    choice = act.choice if act.seat == viewer else tuple("another" for _ in act.choice)
    return Past(act.seat, act.question, choice, pack(hidden))


def _another(public: Fact, known: Fact) -> Fact:
    """Something else that is known besides what is public."""
    secret = {
        name: "another" if isinstance(getattr(known, name), str) else ["another"]
        for name in public.__struct_fields__
        if getattr(public, name) is None and getattr(known, name) is not None
    }
    assert secret
    return msgspec.structs.replace(known, **secret)


# -- one of the two


def game(name: str) -> PlayableGame:
    """The game of that name, without what has nothing to do with a match."""
    return replace({"voidream": voidream, "dreamweavers": dreamweavers}[name](), building=None)


class Twin:
    """One of the two: a room in which each pair is looked at. `side` says which position of a pair is here."""

    def __init__(self, made: Room, duel: Duel, cy: Actor, side: int) -> None:
        self.made, self.duel, self.side = made, duel, side
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
        """Make everything as it was, with the pair's position in the match."""
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
                who = people[act.seat]
                choice = json.dumps(act.choice)
                database.execute(
                    "INSERT INTO acts (match_id, rev, kind, person_id, seat, question_id, choice, at) VALUES (1, ?, 'answer', ?, ?, ?, ?, ?)",
                    (number, who, act.seat, act.question, choice, at),
                )
                database.execute(
                    "INSERT INTO events (match_id, rev, at, data) VALUES (1, ?, ?, ?)",
                    (number, at, act.events),
                )
            awaited = ",".join(map(str, pair.awaited))
            database.execute(
                "UPDATE matches SET data = ?, rev = ?, awaited = ?", (data, self.rev - 1, awaited)
            )
            for seat in hidden:
                if self.made.game.has_decks:
                    deck = ("First Light", "The Unwritten")[self.side]
                    database.execute("UPDATE seats SET deck = ? WHERE seat = ?", (deck, seat))
                database.execute("UPDATE people SET text_boards = ? WHERE id = ?", (self.side, people[seat]))

    async def look(self, pair: Pair) -> dict[str, str]:
        """Return all that the viewer receives, by what they did for it."""
        await asyncio.to_thread(self.lay, pair)
        actor = self.actors[pair.viewer]
        out: dict[str, str] = {}
        for number, lot in enumerate(pair.looks):
            # By lot, but never what would decide something for them: that is what `push` is for.
            ways = list(self.ways(actor, pair, Chance(str(lot))))
            name, way = ways[lot % len(ways)]
            out[f"{number} {name}"] = await self._received(actor, way)
        if pair.push is not None:
            seat, question, choice = pair.push
            out["push"] = await self._received(actor, lambda: self._decide(seat, question, choice))
        return out

    async def _decide(self, seat: int, question: int, choice: Choice) -> str:
        self.rev += 1
        person = self.duel.players[seat].id
        await self.made.services.matches.answer((1 << 55) + self.rev, 1, person, question, choice)
        await self.made.quiet()
        with closing(sqlite3.connect(self.made.file)) as database:
            due = list(database.execute("SELECT kind, person_id, due_at FROM alarms ORDER BY 1, 2, 3"))
        return str(due)

    async def _received(self, actor: Actor, way: Callable[[], Awaitable[object]]) -> str:
        assert actor.transcript is not None
        actor.transcript.clear()
        try:
            shown = await way()
        except CannotDo as error:
            shown = f"can't: {error}"
        await self.made.quiet()
        answer = (
            f"{shown.interaction.state} {shown.interaction.choices}"
            if isinstance(shown, InteractionOutcome)
            else str(shown)
        )
        return f"{answer}\n{self._plainly(actor)}"

    def ways(
        self, actor: Actor, pair: Pair, lot: Chance
    ) -> Iterator[tuple[str, Callable[[], Awaitable[object]]]]:
        """Give every way of looking at the match and of asking for what isn't possible, by name."""
        world, duel = self.made.table.world, self.duel
        thread = duel.ada.thread
        [(thread_id, status_id)] = self._ids()
        status = world.channels[thread_id].messages[status_id]
        others = [p.actor for p in duel.players if p.actor is not actor]
        mine = next((p for p in duel.players if p.actor is actor), None)
        is_asked = pair.viewer is not None and pair.viewer in pair.awaited
        word = self.made.game.name
        is_voidream = word == VOIDREAM.name
        title = lot.pick(sorted(_exchanging().cards if is_voidream else todays()[1].cards))

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
        yield slash("voidream challenge", user=others[0], **({"deck": ""} if is_voidream else {}))
        yield slash("match decide", answer="nothing like it")
        yield slash("profile", user=others[0])
        yield slash("profile")
        yield slash("leaderboard")
        yield slash("match orders list")
        yield "plan", lambda: self._plan(actor, lot)
        yield slash("me time")
        yield slash("me reminders show")
        yield slash("me privacy show")
        yield slash("me privacy export")
        yield slash("card", title=title)
        if not is_asked:
            yield slash(f"{word} pass")
            yield slash(f"{word} {'unveil' if is_voidream else 'let-go'}")
            yield slash(f"{word} activate", ability=title)
        if not is_voidream and (mine is None or not is_asked or title not in self._options(pair)):
            yield slash("dreamweavers play", card=title)
            yield slash("dreamweavers attack", attack=f"{title} > Ego")
        elif is_voidream and (mine is None or not is_asked or title not in self._options(pair)):
            for side in ("upright", "inverted"):
                yield (
                    f"play {side}",
                    lambda side=side: actor.slash("voidream play", channel=thread, card=title, side=side),
                )
        yield "autocompletion", lambda: self._complete(actor, lot)

    def _options(self, pair: Pair) -> str:
        match = Match.load(self.made.game.kernel, pair.data[self.side])
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
        """Look at one of the cards in sight, from the panel."""
        panel = await actor.click(status, "turn")
        looking = await actor.click(panel.reply, "Look at a card …")
        menus = [c for c in walk(looking.reply.components) if c["type"] == 3]
        if not menus:
            return looking
        menu = lot.pick(menus)
        option = lot.pick(list(menu["options"]))
        return await use(actor, looking.reply, Click(menu["custom_id"], (str(option["value"]),)))

    async def _meaning(self, actor: Actor, status: Message) -> InteractionOutcome:
        """What else the panel offers, and what the question means."""
        panel = await actor.click(status, "turn")
        more = await actor.click(panel.reply, "More …")
        return await actor.click(more.reply, "What does this mean?")

    async def _plan(self, actor: Actor, lot: Chance) -> str:
        """Make out a plan by menus, whatever they offer, and throw it away."""
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
        """Type into every option of every command that offers something."""
        thread = self.duel.ada.thread
        out: list[Any] = []
        for path, option in _completions(self.made.table.acting.commands(actor.person, thread)):
            for typed in ("", lot.pick("aeiors")):
                out.append((path, option, typed, await actor.choices(path, option, typed, channel=thread)))
        return json.dumps(out)

    def _plainly(self, actor: Actor) -> str:
        """What the client received, place by place: files by their bytes, ids by their first appearance."""
        assert actor.transcript is not None
        places: dict[str, list[str]] = {}
        for event in actor.transcript:
            place = event.get("channel")
            # What is announced to all and what is answered to one come as they like: neither waits for the other.
            own = event["type"] == "interaction" or (
                isinstance(event.get("message"), dict) and event["message"].get("ephemeral")
            )
            name = f"{place['id'] if isinstance(place, dict) else place} {'own' if own else ''}"
            places.setdefault(name, []).append(json.dumps(event, sort_keys=True))
        return "\n".join(self._numbered("\n".join(places[place])) for place in sorted(places))

    def _numbered(self, text: str) -> str:
        files = self.made.table.world.attachments
        known: dict[str, str] = {}

        def content(found: re.Match[str]) -> str:
            kept = files.read(unquote(found[1]))
            assert kept is not None
            data, *_ = kept
            if kept_as_text := _text(data):
                data = _ids_in_order(kept_as_text, {}).encode()
            return f"file {sha256(data).hexdigest()}"

        text = re.sub(
            re.escape(self.made.table.address) + r"/cdn/attachments/([^\"?]+)\?hm=[0-9a-f]+", content, text
        )
        return _ids_in_order(text, known)


def _text(data: bytes) -> str:
    """Return a file's text; "" if it is none."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return ""


def _ids_in_order(text: str, known: dict[str, str]) -> str:
    """Put numbers in the place of ids: which of two messages that went out at once got the smaller id is chance."""
    return re.sub(r"\b\d{19}\b", lambda found: known.setdefault(found[0], f"#{len(known)}"), text)


def _completions(commands: list[dict[str, Any]], path: str = "") -> Iterator[tuple[str, str]]:
    for command in commands:
        name = f"{path} {command['name']}".strip()
        options = command.get("options") or []
        nested = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
        yield from _completions(nested, name)
        yield from ((name, option["name"]) for option in options if option.get("autocomplete"))


async def live(some: list[Pair], side: int, target: Path, name: str) -> None:
    """Look at all pairs on one side, and write down what the viewers receive."""
    with TemporaryDirectory() as folder, target.open("w") as out:
        # All revisions have the same mark: positions take each other's place here, and no control may be from before.
        async with room(Path(folder) / "bot.sqlite3", game(name), draw=lambda: 7) as made:
            ada, bo, cy = (Actor(made.table, name) for name in ("Ada", "Bo", "Cy"))
            duel = await begin_match(made, ada, bo)
            twin = Twin(made, duel, cy, side)
            for pair in some:
                out.write(json.dumps(await twin.look(pair)) + "\n")
                out.flush()


if __name__ == "__main__":
    set_up("WARNING", "text")
    given = msgspec.msgpack.decode(Path(sys.argv[1]).read_bytes(), type=list[Pair])
    asyncio.run(live(given, int(sys.argv[2]), Path(sys.argv[3]), sys.argv[4]))
