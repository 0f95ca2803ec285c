"""No hidden thing of a match reaches a person who may not know it, on any surface, in any encoding.

Every hidden thing contains a random word, and the tests search for the words in everything that leaves the bot. The
control leaks each of them on purpose.
"""

from __future__ import annotations

import io
import json
import logging
import os
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import aiohttp
import pytest
from msgspec.structs import replace

from bot.games.playable import PlayableGame, ReadyMadeDeck
from bot.local_discord.interactions import Interactions
from bot.platform import logs
from bot.store.sqlite.copies import make_copy
from cards.i18n import msg
from engine.kernel.commitment import salt
from engine.kernel.game import DealtCard, HiddenDeal
from engine.kernel.orders.book import OrderBook
from engine.kernel.orders.kind import Offer, OrderKind
from engine.kernel.orders.order import OrderOutcome, Parameters
from tests.bot.discord.canaries import Canary, Surfaces, picture, word
from tests.bot.discord.kit import Duel, begin_match, room
from tests.bot.features.orders.test_orders import act
from tests.bot.features.orders.test_plans import plan_ahead
from tests.games.parlour import BOOK, PARLOUR, GivenInTurn
from tests.games.parlour_rules import ParlourMachine
from tests.games.registry import parlour
from tests.table.actor import Actor

LOT = "canaries"
SURFACES = {"client", "choices", "picture", "alt text", "file name", "log", "export", "error", "HTTP"}


KEEP = "keep"


class Keep(Parameters, frozen=True):
    card: str = ""


def keep_offers(machine: ParlourMachine, seat: int) -> list[Offer[Keep]]:
    card = machine.position.guests[seat].hand[1]
    words = (msg("Keep {card}", card=card), msg("Keep {card} to the end.", card=card))
    return [Offer(Keep(card=card), *words)]


KEEPING = OrderKind(
    KEEP,
    Keep,
    ("match",),
    (),
    (),
    keep_offers,
    lambda said: msg("Keep {card}", card=said.card),
    lambda machine, seat, said, question: OrderOutcome(),
)


def dealt(machine: ParlourMachine) -> list[DealtCard]:
    return [
        DealtCard(seat, f"hand {place}", 0, title)
        for seat, guest in enumerate(machine.position.guests)
        for place, title in enumerate(guest.hand, 1)
    ]


SEALED = replace(
    PARLOUR,
    hidden_deal=HiddenDeal(dealt, lambda machine: ([[], []], [])),
    orders=OrderBook[ParlourMachine, GivenInTurn](
        [*BOOK.kinds.values(), KEEPING],
        [*BOOK.spans.values()],
        [*BOOK.stops.values()],
        GivenInTurn,
        BOOK.moment,
    ),
)
"""Parlour with salts (its deal has a fingerprint per card) and an order that names a card."""


class Aviary:
    """A game whose hidden things are canaries."""

    def __init__(self) -> None:
        lot = Random(LOT)
        self.seed = word(lot)
        self.decks = {owner: word(lot) for owner in ("Ada", "Bo")}
        self.hands = {owner: tuple(word(lot) for _ in range(8)) for owner in ("Ada", "Bo")}
        self.wish = word(lot)
        self.tokens: list[str] = []

    def game(self) -> PlayableGame:
        base = parlour()
        decks = {
            self.decks[owner]: ReadyMadeDeck(self.decks[owner], "Of canaries.", self.hands[owner])
            for owner in ("Ada", "Bo")
        }
        readable = replace(
            base.shown,
            board=lambda view, names, translator: picture({"shown": f"{view}"}),
            hand=lambda view, names, translator: picture({"shown": f"{view}"}),
        )
        return replace(base, kernel=SEALED, decks=decks, shown=readable)

    def canaries(self) -> list[Canary]:
        """Return all hidden things, valid until a card has been played."""
        canaries = [Canary("seed", None, self.seed), Canary("wish", "Ada", self.wish)]
        for seat, owner in enumerate(self.hands):
            for place, card in enumerate(self.hands[owner], 1):
                # A plan and an order are identified by the card that they name.
                kind = {1: "card in a plan", 2: "card in an order"}.get(place, "card")
                canaries.append(Canary(kind, owner, card))
                canaries.append(Canary("salt", None, salt(self.seed, seat, f"hand {place}")))
        return [*canaries, *(Canary("token", None, token) for token in self.tokens)]


@pytest.fixture
def log_output(log_as_before: None) -> Iterator[io.StringIO]:
    """Everything that the program logs at its lowest level."""
    stream = io.StringIO()
    logs.set_up("DEBUG", "json", stream)
    yield stream


@pytest.fixture
def aviary(monkeypatch: pytest.MonkeyPatch) -> Aviary:
    birds, start = Aviary(), Interactions.start

    def noted(self: Interactions, *args: Any, **more: Any) -> Any:
        begun = start(self, *args, **more)
        birds.tokens.append(begun.token)
        return begun

    monkeypatch.setattr(Interactions, "start", noted)
    return birds


async def test_no_hidden_thing_leaves_the_bot(
    aviary: Aviary, log_output: io.StringIO, tmp_path: Path
) -> None:
    surfaces = await everything(aviary, aviary.game(), log_output, tmp_path)
    assert surfaces.leaks(aviary.canaries()) == set()
    for canary in aviary.canaries():
        assert canary.owner is None or surfaces.shown(canary), f"nobody has seen the {canary.what}"
    assert {surface for _, surface, _ in surfaces.said} == SURFACES


async def test_a_leak_is_found_on_its_surface(
    aviary: Aviary, log_output: io.StringIO, tmp_path: Path
) -> None:
    """The control: a game that shows Ada's hand to everyone, and a program that logs it."""
    game = aviary.game()
    (first, *_), (theirs, *_) = aviary.hands["Ada"], aviary.hands["Bo"]
    leaking = replace(
        game.shown,
        board=lambda view, names, translator: picture({"shown": b64encode(theirs.encode()).decode()}),
        board_alt=lambda view, names, translator: f"Ada holds {first}",
    )
    logging.getLogger("bot.match").debug("PATCH /%s", quote(aviary.seed))
    (tmp_path / f"{aviary.wish}.txt").touch()
    surfaces = await everything(aviary, replace(game, shown=leaking), log_output, tmp_path)
    leaks = surfaces.leaks(aviary.canaries())
    assert {leak for leak in leaks if leak[1] != "client"} == {
        ("card in a plan", "alt text", "plain"),
        ("card in a plan", "picture", "base64"),
        ("seed", "log", "address"),
        ("wish", "file name", "plain"),
    }
    assert ("card in a plan", "client", "plain") in leaks


@pytest.mark.parametrize("surface", sorted(SURFACES))
def test_every_hidden_thing_is_found_in_every_encoding(aviary: Aviary, surface: str) -> None:
    aviary.tokens.append("aW50ZXJhY3Rpb24")
    for canary in aviary.canaries():
        plain = canary.word
        ways = {
            "plain": f"<{plain}>",
            "JSON": json.dumps([plain]),
            "address": f"?q={quote(plain)}&",
            "base64": b64encode(f"Ada holds {plain}, and".encode()).decode(),
            "hexadecimal": f"Ada holds {plain}".encode().hex(),
        }
        for encoding, encoded in ways.items():
            surfaces = Surfaces()
            surfaces.add("Cy", surface, encoded)
            assert (canary.what, surface, encoding) in surfaces.leaks([canary])
            surfaces = Surfaces()
            surfaces.add(canary.owner or "", surface, "nothing of it")
            assert surfaces.leaks([canary]) == set()


async def everything(aviary: Aviary, game: PlayableGame, log_output: io.StringIO, folder: Path) -> Surfaces:
    """Make three people play and read everything, and return everything that left the bot."""
    surfaces = Surfaces()
    async with room(folder / "bot.sqlite3", game, seed=aviary.seed) as lobby:
        ada, bo, cy = (Actor(lobby.table, name) for name in ("Ada", "Bo", "Cy"))
        duel = await begin_match(lobby, ada, bo, deck=aviary.decks["Ada"])
        await use_everything(duel, aviary)
        for actor in (ada, bo, cy):
            await look_everywhere(duel, actor, surfaces)
        await fetch(lobby.table.address, surfaces)
        if lobby.file.exists():  # Backups of PostgreSQL are made by its own programs.
            make_copy(lobby.file, folder / "backup.sqlite3")
        aviary.tokens += [lobby.table.token, *lobby.table.gateway.sessions]
    surfaces.add("", "log", log_output.getvalue())
    for _, folders, files in os.walk(folder):
        surfaces.add("", "file name", "\n".join([*folders, *files]))
    return surfaces


async def use_everything(duel: Duel, aviary: Aviary) -> None:
    """Use a plan, an order, a refused order, and moves of both players."""
    ada, bo = duel.ada, duel.bo
    await ada.actor.slash("parlour play", channel=ada.thread, card=aviary.wish)
    await act(duel, ada, "pass")
    planned, ordered, *_ = aviary.hands["Ada"]
    orders = (await ada.actor.slash("match orders list", channel=ada.thread)).reply
    await ada.actor.select(orders, f"Keep {ordered}", menu="Give an order")
    await ada.actor.click(orders, "Give this order")
    await plan_ahead(duel, ("", "If the other one rings the bell", "Play …", planned))
    await act(duel, bo, "pass")
    await duel.room.turn()


async def look_everywhere(duel: Duel, actor: Actor, surfaces: Surfaces) -> None:
    """Request and record everything that a person can read."""
    name, thread = actor.person.display_name, duel.ada.thread
    for command in ("match board", "match hand", "match log", "match list", "match orders list", "help"):
        await actor.slash(command, channel=thread)
    await actor.slash("match board", channel=thread, **{"as": "text"})
    for command, option in (
        ("parlour play", "card"),
        ("match decide", "answer"),
        ("voidream challenge", "deck"),
    ):
        surfaces.add(name, "choices", await actor.choices(command, option, channel=thread))
    await actor.slash("me privacy export", channel=thread)
    failed = await fail(duel, actor)
    surfaces.add(name, "error", failed)
    world = duel.room.table.world
    for channel in world.visible_channels(actor.person):
        for message in world.visible_messages(actor.person, channel):
            for attachment in message.attachments:
                file = world.attachments.read(attachment.key)
                assert file is not None
                surfaces.add(name, "export" if attachment.filename.endswith(".json") else "picture", file[0])
                surfaces.add(name, "file name", attachment.filename)
                surfaces.add(name, "alt text", attachment.description or "")
    surfaces.add(name, "client", actor.transcript)


async def fail(duel: Duel, actor: Actor) -> str:
    """Make a command fail with an unexpected error, and return the response."""
    matches = duel.room.services.matches
    view = (await matches.player_snapshot(duel.match_id, duel.ada.id)).view

    async def broken(*args: Any, **more: Any) -> Any:
        hand, seed = view.hand, duel.room.seed
        return len(hand) // len(seed[len(seed) :])

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(type(matches), "log", broken)
        return (await actor.slash("match log", channel=duel.ada.thread)).text


async def fetch(address: str, surfaces: Surfaces) -> None:
    """Record everything that anyone with the address can read from the table's server."""
    async with aiohttp.ClientSession() as session:
        for path in (
            "/",
            "/ui/boot",
            "/ui/clock",
            "/ui/stream",
            "/cdn/attachments/1/2/board.png",
            "/nothing",
        ):
            async with session.get(address + path) as response:
                headers = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
                content = b"" if path == "/ui/stream" and response.status == 200 else await response.read()
                surfaces.add("", "HTTP", headers.encode() + b"\n" + content)
