"""Each import contract is effective: a forbidden import breaks it, and without it the contract is kept."""

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
        ("engine.kernel.match", "engine.dreamweavers.position"),
        ("engine.kernel.question", "cards.voidream.library"),
        ("engine.kernel.question", "cards.dreamweavers.language.lines"),
        ("engine.scenario.runner", "engine.voidream.scenario.format"),
    ),
    "The frame of the card languages knows no game": (
        ("cards.language.nodes", "cards.voidream.language.tree"),
        ("cards.language.records", "cards.dreamweavers.language.words"),
        ("cards.language.records", "cards.dreams_of_dystopia.language.words"),
    ),
    "What games draw with knows no game": (
        ("render.table.words", "engine.voidream.endings"),
        ("render.table.words", "render.dreamweavers.words"),
        ("render.illustration.rasteriser", "render.voidream.faction_inks"),
    ),
    "Games don't know each other": (
        ("render.dreamweavers.illustration", "render.voidream.card"),
        ("render.voidream.board", "render.dreams_of_dystopia.illustration"),
    ),
    "Games don't know each other's rules": (
        ("engine.dreamweavers.facts", "engine.voidream.facts"),
        ("engine.voidream.position", "engine.dreamweavers.position"),
    ),
    "Games don't know each other's words": (
        ("cards.dreamweavers.language.words", "cards.voidream.language.tree"),
        ("cards.voidream.language.tree.words", "cards.dreamweavers.language.words"),
        ("cards.dreams_of_dystopia.language.words", "cards.dreamweavers.language.words"),
    ),
    "Render sees views, never a position": (
        ("render.voidream.board", "engine.voidream.position"),
        ("render.dreamweavers.illustration", "engine.dreamweavers.position"),
        ("render.film", "engine.kernel.match"),
    ),
    "The rooms of the bot stand on each other": (
        ("bot.store.rows", "bot.match.apply"),
        ("bot.delivery.outbox", "bot.match.matches"),
        ("bot.discord.client", "bot.app.run"),
        ("bot.discord.boards", "bot.features.matches.announcements"),
        ("bot.discord.controls", "bot.panel.service"),
        ("bot.panel.panel", "bot.features.orders.messages"),
        ("bot.match.play", "bot.features.orders.service"),
        ("bot.local_discord.server", "bot.errors"),
        ("bot.local_discord.server", "bot.match.matches"),
    ),
    "Features don't know each other": (
        ("bot.features.challenges.flow", "bot.features.lessons.service"),
        ("bot.features.replays.messages", "bot.features.review.messages"),
        ("bot.match.matches", "bot.features.follows.service"),
    ),
    "Only the host sets up the local table": (("bot.match.matches", "bot.local_discord.server"),),
    "The local table is Discord: it knows nothing of games": (
        ("bot.local_discord.page_api", "cards.voidream.library"),
        ("bot.local_discord.page_api", "cards.language.nodes"),
        ("bot.local_discord.world", "engine.kernel.match"),
        ("bot.local_discord.world", "render.canvas"),
    ),
    "No circles": (
        ("bot.match.prompts", "bot.match.matches"),
        ("bot.clocks.calendar", "bot.clocks.control"),
        ("bot.discord.components.messages", "bot.discord.boards"),
        ("engine.dreamweavers.referee", "engine.dreamweavers.queries.filters"),
        ("engine.voidream.conflict.steps", "engine.voidream.turns.actions"),
        ("engine.voidream.events.triggers", "engine.voidream.effects.resolution"),
        ("engine.voidream.frames", "engine.voidream.events.triggers"),
        ("engine.voidream.queries.restrictions", "engine.voidream.text.notation"),
        ("engine.voidream.queries.score", "engine.voidream.views.types"),
    ),
    "The bot knows games by its registry": (
        ("bot.balance.measures", "cards.voidream.decks"),
        ("bot.discord.boards", "engine.voidream.views"),
        ("bot.cli.scenario", "engine.voidream.scenario"),
        ("bot.cli.gallery", "render.dreamweavers.illustration"),
        ("bot.match.play", "cards.voidream.decks"),
        ("bot.match.play", "cards.dreamweavers.language.lines"),
        ("bot.features.profiles.service", "render.voidream.profile"),
    ),
}
"""Forbidden imports for each contract: the importing module, and the imported one."""


@pytest.fixture(scope="module")
def graph() -> Iterator[grimp.ImportGraph]:
    """Yield the graph of actual imports. The parent folder of the packages must be in the path."""
    sys.path.insert(0, str(ROOT))
    yield grimp.build_graph(*CONFIGURATION["session_options"]["root_packages"], cache_dir=None)
    sys.path.remove(str(ROOT))


def is_kept(contract: str, graph: grimp.ImportGraph, *added: tuple[str, str]) -> bool:
    """Return whether the contract is kept with these imports added."""
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
    """Every new room is named in the contracts, too: only these rooms may name a game."""
    rooms = sorted(graph.find_children("bot"))
    registry = "The bot knows games by its registry"
    open_to_games = [room for room in rooms if is_kept(registry, graph, (room, "engine.voidream.game"))]
    assert open_to_games == ["bot.games"]
    grown = deepcopy(graph)
    grown.add_module("bot.new_room")
    assert not is_kept("The rooms of the bot stand on each other", grown)


def test_no_room_of_a_game_is_without_a_wall(graph: grimp.ImportGraph) -> None:
    """The rooms of a new game are named in the contracts, too."""
    rooms = {room for package in ("cards", "engine", "render") for room in graph.find_children(package)}
    games = {room.rsplit(".")[-1] for room in graph.find_children("bot.games") if graph.find_children(room)}
    apart = [
        set(CONTRACTS[name]["modules"])
        for name in (
            "Games don't know each other",
            "Games don't know each other's rules",
            "Games don't know each other's words",
        )
    ]
    games |= {room.split(".")[1] for rooms_apart in apart for room in rooms_apart}
    of_games = {room for room in rooms if room.split(".")[1] in games}
    assert {"cards.voidream", "engine.voidream", "render.voidream"} <= of_games
    assert of_games == set(CONTRACTS["The bot knows games by its registry"]["forbidden_modules"])
    assert of_games == set(CONTRACTS["What games draw with knows no game"]["forbidden_modules"])
    below = {room for room in of_games if not room.startswith("render.")}
    kernel = CONTRACTS["The kernel and the frame of the scenarios know no game"]
    assert below <= set(kernel["forbidden_modules"])
    for package in ("cards", "engine", "render"):
        beside = {room for room in of_games if room.startswith(f"{package}.")}
        assert len(beside) == 1 or any(beside <= rooms_apart for rooms_apart in apart)
