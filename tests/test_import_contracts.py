"""Each import contract bites: an import that it forbids breaks it, and without that import it is kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import grimp
import pytest
from importlinter.api import read_configuration
from importlinter.contracts.acyclic_siblings import AcyclicSiblingsContract
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.independence import IndependenceContract
from importlinter.contracts.layers import LayersContract
from importlinter.contracts.protected import ProtectedContract
from importlinter.domain.contract import Contract

import bot

ROOT = Path(bot.__file__).parent.parent
CONFIGURATION = read_configuration(str(ROOT / "pyproject.toml"))
CONTRACTS: dict[str, dict[str, Any]] = {one["name"]: one for one in CONFIGURATION["contracts_options"]}
TYPES: dict[str, type[Contract]] = {
    "acyclic_siblings": AcyclicSiblingsContract,
    "forbidden": ForbiddenContract,
    "independence": IndependenceContract,
    "layers": LayersContract,
    "protected": ProtectedContract,
}

FORBIDDEN = {
    "The house: arrows go one way": (
        ("cards.i18n.message", "engine.kernel.match"),
        ("cards.voidream.library", "engine.voidream.game"),
        ("engine.kernel.match", "render.canvas"),
        ("engine.voidream.game", "bot.games.voidream"),
        ("render.voidream.board", "bot.views.types"),
    ),
    "The kernel and the frame of the scenarios know no game": (
        ("engine.kernel.match", "engine.voidream.position"),
        ("engine.kernel.question", "cards.voidream.library"),
        ("engine.scenario.playing", "engine.voidream.scenario.reading"),
    ),
    "Games don't know each other": (
        ("render.dreamweavers.illustration", "render.voidream.card"),
        ("render.voidream.board", "render.dreams_of_dystopia.illustration"),
    ),
    "Render sees views, never a position": (
        ("render.voidream.board", "engine.voidream.position"),
        ("render.film", "engine.kernel.match"),
    ),
    "The rooms of the bot stand on each other": (
        ("bot.store.rows", "bot.match.commit"),
        ("bot.delivery.outbox", "bot.match.matches"),
        ("bot.chat.client", "bot.host.run"),
        ("bot.orders.standing_orders", "bot.replay.replays"),
        ("bot.table.server", "bot.errors"),
        ("bot.table.server", "bot.match.matches"),
    ),
    "Only the host sets up the local table": (("bot.match.matches", "bot.table.server"),),
    "The local table is Discord: it knows nothing of games": (
        ("bot.table.page_api", "cards.voidream.library"),
        ("bot.table.reading", "engine.kernel.match"),
        ("bot.table.world", "render.canvas"),
    ),
    "No circles": (
        ("bot.match.offers", "bot.match.matches"),
        ("bot.clocks.calendar", "bot.clocks.control"),
    ),
    "The bot knows games by its registry": (
        ("bot.balance.measures", "cards.voidream.decks"),
        ("bot.chat.boards", "engine.voidream.views"),
        ("bot.cli.scenario", "engine.voidream.scenario"),
        ("bot.cli.gallery", "render.dreamweavers.illustration"),
        ("bot.match.play", "cards.voidream.decks"),
        ("bot.people.profiles", "render.voidream.profile"),
    ),
}
"""For each contract imports that it forbids: the module that must not import, and what it must not import."""


@pytest.fixture(scope="module")
def graph() -> Iterator[grimp.ImportGraph]:
    """Who imports whom, as it is. To find the packages, the folder above them must be in the path."""
    sys.path.insert(0, str(ROOT))
    yield grimp.build_graph(*CONFIGURATION["session_options"]["root_packages"], cache_dir=None)
    sys.path.remove(str(ROOT))


def is_kept(contract: str, graph: grimp.ImportGraph, *added: tuple[str, str]) -> bool:
    """Say whether the contract is kept when these imports are added."""
    options = CONTRACTS[contract]
    there = deepcopy(graph)
    for importer, imported in added:
        there.add_import(importer=importer, imported=imported)
    made = TYPES[options["type"]](contract, CONFIGURATION["session_options"], options)
    return made.check(there, verbose=False).kept


def test_there_are_cases_for_every_contract() -> None:
    assert FORBIDDEN.keys() == CONTRACTS.keys()


@pytest.mark.parametrize("contract", FORBIDDEN)
def test_each_is_kept_and_can_be_broken(contract: str, graph: grimp.ImportGraph) -> None:
    assert is_kept(contract, graph)
    for importer, imported in FORBIDDEN[contract]:
        assert {importer, imported} <= graph.modules, (importer, imported)
        assert not is_kept(contract, graph, (importer, imported)), f"{importer} may import {imported}"


def test_no_room_of_the_bot_is_without_a_wall(graph: grimp.ImportGraph) -> None:
    """A room that is new is named in the contracts, too: only these may name a game."""
    rooms = sorted(graph.find_children("bot"))
    registry = "The bot knows games by its registry"
    open_to_games = [room for room in rooms if is_kept(registry, graph, (room, "engine.voidream.game"))]
    assert open_to_games == ["bot.games"]
    grown = deepcopy(graph)
    grown.add_module("bot.new_room")
    assert not is_kept("The rooms of the bot stand on each other", grown)
