"""Random choices for a player depend on nothing that others ever learn, and count like any other answer."""

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
    """Begin the same match with an order that cuts; return the cut, and the position after replaying the record."""
    async with open_bot(path, game=GAME, lot=lambda: Chance(luck)) as bot:
        match_id = await begin(bot, asks=True)
        orders = Orders(bot.context, bot.practising)
        while True:
            question = await bot.matches.question(match_id, ADA.id)
            if question is not None and question.kind is QuestionKind.NUMBER:
                break
            await bot.answer_anything(match_id, Chance("before the cut"))
        book = await orders.book(match_id, ADA.id)
        (form,) = [form for form in book.forms.values() if form.order.parameters == CutChoice(how="drawn")]
        result = await orders.give(bot.press(), match_id, ADA.id, form_name(form), form.order)
        assert result.answered
        record = (await saved(bot, match_id)).record
        (place,) = record.answers[-1].choice
        assert record.answers[-1].seat == 0
        again = replay(GAME.kernel, record.setup, record.seed, record.answers)
        assert again.save() == (await saved(bot, match_id)).save()
        return place, again.save()


async def test_a_random_cut_is_independent_of_the_seed_and_recorded(tmp_path: Path) -> None:
    """Someone who knows the seed can't reproduce the cut, and so can't distinguish an order from a person."""
    cuts = [await cut_by_order(tmp_path / f"{n}.sqlite3", f"luck {n}") for n in range(4)]
    assert len({place for place, _ in cuts}) > 1, "the same seed, and different cuts"
    assert (await cut_by_order(tmp_path / "again.sqlite3", "luck 0")) == cuts[0], (
        "nothing else has an influence"
    )


async def played_by_the_house(path: Path, luck: str, *, thinks: bool) -> tuple[str, list[object]]:
    """Return the bot's deck and first answers in a match with a fixed seed."""
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
        return row.seats[1].deck, [answer.choice for answer in record.answers if answer.seat == 1]


@pytest.mark.parametrize("thinks", [False, True])
async def test_the_bots_random_choices_are_independent_of_the_seed(tmp_path: Path, thinks: bool) -> None:
    played = [
        await played_by_the_house(tmp_path / f"{n}.sqlite3", f"luck {n}", thinks=thinks) for n in range(4)
    ]
    assert len({deck for deck, _ in played}) > 1
    again = await played_by_the_house(tmp_path / "again.sqlite3", "luck 0", thinks=thinks)
    assert again == played[0], "nothing else has an influence"


def test_every_random_source_is_different() -> None:
    assert len({fresh_rng().seed for _ in range(50)}) == 50
    assert all(len(fresh_rng().seed) == 64 for _ in range(5)), "256 bits"


def test_randomness_has_a_single_source() -> None:
    """No other module derives randomness from something that can be known: a seed, an id, a time."""
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
    }, "random sources, matches between programs, and the order of puzzles, which hides nothing"
