"""Random choices for a player depend on nothing others ever learn, and count like any other answer."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from msgspec.structs import replace

import bot as package
from bot.features.orders.service import Orders, form_name
from bot.games.voidream import voidream
from bot.platform.randomness import fresh_rng
from engine.kernel.chance import Chance
from engine.kernel.match import Match, replay
from engine.kernel.question import QuestionKind, random_choice
from engine.kernel.simulation import RandomPlayer
from engine.voidream.orders.cuts import CutChoice
from tests.bot.games.test_voidream import begin
from tests.bot.kit import ADA, Bot, open_bot
from tests.bot.match.test_practice import HOUSE

GAME = voidream()


async def saved(bot: Bot, match_id: int) -> Match:
    async with bot.store.read() as store:
        row = await store.matches.match(match_id, data=True)
    assert row is not None and row.data is not None
    return Match.load(GAME.kernel, row.data, row.setup)


async def cut_by_order(path: Path, luck: str) -> tuple[str, bytes]:
    """Begin the same match, and let an order cut; return where, and the position after replaying the record."""
    async with open_bot(path, game=GAME, lot=lambda: Chance(luck)) as bot:
        match_id = await begin(bot, asks=True)
        orders = Orders(bot.context, bot.practising)
        while True:
            question = await bot.matches.question(match_id, ADA.id)
            if question is not None and question.kind is QuestionKind.NUMBER:
                break
            await bot.answer_anything(match_id, Chance("before the cut"))
        book = await orders.book(match_id, ADA.id)
        (form,) = [one for one in book.forms.values() if one.order.parameters == CutChoice(how="drawn")]
        given = await orders.give(bot.press(), match_id, ADA.id, form_name(form), form.order)
        assert given.answered
        record = (await saved(bot, match_id)).record
        (place,) = record.answers[-1].choice
        assert record.answers[-1].seat == 0
        again = replay(GAME.kernel, record.setup, record.seed, record.answers)
        assert again.save() == (await saved(bot, match_id)).save()
        return place, again.save()


async def test_a_drawn_cut_does_not_follow_from_the_seed_and_stands_in_the_record(tmp_path: Path) -> None:
    """Whoever knows the seed afterwards can't draw the place again, and so can't tell an order from a person."""
    drawn = [await cut_by_order(tmp_path / f"{n}.sqlite3", f"luck {n}") for n in range(4)]
    assert len({place for place, _ in drawn}) > 1, "one seed, and different places"
    assert (await cut_by_order(tmp_path / "again.sqlite3", "luck 0")) == drawn[0], "nothing else plays a part"


async def played_by_the_house(path: Path, luck: str, *, thinks: bool) -> tuple[str, list[object]]:
    """Return the deck and the first answers of the house in a match whose seed is always the same."""
    lots = iter(range(1000))
    game = replace(GAME, practice=RandomPlayer)
    if not thinks:
        game = replace(game, thinking=None, puzzles=None)
    async with open_bot(path, game=game, lot=lambda: Chance(f"{luck} {next(lots)}")) as bot:
        deck = next(iter(game.decks))
        table = await bot.challenge(HOUSE, deck=deck)
        for _ in range(5 if thinks else 12):
            await bot.practising.rested(table.match_id)
            question = await bot.matches.question(table.match_id, ADA.id)
            if question is not None:
                choice = random_choice(question, Chance("Ada"))
                await bot.play.answer(bot.press(), table.match_id, ADA.id, question.id, choice)
        await bot.practising.rested(table.match_id)
        record = (await saved(bot, table.match_id)).record
        async with bot.store.read() as store:
            row = await store.matches.match(table.match_id)
        assert row is not None
        return row.seats[1].deck, [one.choice for one in record.answers if one.seat == 1]


@pytest.mark.parametrize("thinks", [False, True])
async def test_nothing_that_the_house_draws_follows_from_the_seed(tmp_path: Path, thinks: bool) -> None:
    played = [
        await played_by_the_house(tmp_path / f"{n}.sqlite3", f"luck {n}", thinks=thinks) for n in range(4)
    ]
    assert len({deck for deck, _ in played}) > 1
    again = await played_by_the_house(tmp_path / "again.sqlite3", "luck 0", thinks=thinks)
    assert again == played[0], "nothing else plays a part"


def test_every_lot_is_a_new_one() -> None:
    assert len({fresh_rng().seed for _ in range(50)}) == 50
    assert all(len(fresh_rng().seed) == 64 for _ in range(5)), "256 bits"


def test_the_bot_draws_lots_in_one_place_only() -> None:
    """No other module makes chance of its own out of something that can be known: a seed, an id, a time."""
    making: set[str] = set()
    room = Path(package.__file__).parent
    for path in sorted(room.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("Chance", "Random")
            ):
                argument = ast.unparse(node.args[0]) if node.args else ""
                if argument != "self._random_source().seed":
                    making.add(path.relative_to(room).with_suffix("").as_posix())
    assert making == {
        "platform/randomness",
        "balance/simulation",
        "balance/effort",
        "balance/honesty",
        "features/puzzles/service",
    }, "lots, matches that programs play by themselves, and the order of puzzles, which hides nothing"
