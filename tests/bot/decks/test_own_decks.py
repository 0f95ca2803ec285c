"""Decks that people build: stored, named, limited, chosen, and never changed under a match."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncGenerator
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.decks.own_decks import Decks, OwnDeck, understood
from bot.errors import BadDeck, LimitReached, NotFound
from bot.games.playable import Games
from bot.games.voidream import voidream
from bot.games.voidream.decks import read, write
from bot.settings import Settings
from bot.store import open_store
from bot.store.about import Everything
from bot.store.person import Person
from cards.voidream.deck_rules import Rule, violations
from cards.voidream.decks import DeckList, ready_made
from engine.kernel.chance import Chance
from engine.voidream.saves.decks import read_kept
from tests.bot.kit import ADA, BO, CHANNEL, GUILD, Bot, lanterns, open_bot

GAME = voidream()
FIRST = ready_made()[0].list.ordered()
READY = ready_made()[0].name


class Workshop:
    """A bot with the feature of own decks."""

    def __init__(self, bot: Bot, settings: Settings) -> None:
        self.bot = bot
        lots = count()
        self.decks = Decks(
            bot.store, Games.of(GAME), settings, bot.clock, lambda: Chance(f"lot {next(lots)}")
        )

    async def make(self, name: str = "Mine", deck: DeckList | None = FIRST, person: Person = ADA) -> OwnDeck:
        return await self.decks.make(self.bot.press(), person, GAME, name, deck)

    async def own(self, person: Person = ADA) -> list[str]:
        return [own.name for own in (await self.decks.deck_choices(person.id, GAME)).own]

    async def challenge(self, deck: str) -> int:
        table = await self.bot.challenges.challenge(
            self.bot.press(), ADA, BO, game=self.bot.game, guild_id=GUILD, channel_id=CHANNEL, deck=deck
        )
        return table.match_id


@pytest.fixture
async def shop(tmp_path: Path) -> AsyncGenerator[Workshop]:
    settings = Settings(_env_file=None, decks_per_person=5)  # type: ignore[call-arg]
    async with open_bot(tmp_path / "bot.sqlite3", game=GAME) as bot:
        yield Workshop(bot, settings)


async def test_unreadable_imports_are_deleted_after_some_days(bot: Bot) -> None:
    async with bot.store.write(Everything()) as tx:
        await tx.people.store(ADA.id, "Ada")
        await tx.decks.set_aside(ADA.id, "lanterns", "", "3 Lantrens", 1000)
        await tx.decks.set_aside(ADA.id, "lanterns", "Tarn", "4 Lantrens", 2000)
        await tx.decks.sweep(2000)
        assert await tx.decks.unreadable_text(ADA.id, "lanterns") == ("Tarn", "4 Lantrens"), (
            "the last one stays"
        )
        await tx.decks.sweep(2001)
        assert await tx.decks.unreadable_text(ADA.id, "lanterns") is None


async def test_a_deck_is_stored_and_private(shop: Workshop) -> None:
    own = await shop.make("Mine")
    assert (own.name, own.deck, own.is_legal) == ("Mine", FIRST, True)
    assert await shop.own() == ["Mine"]
    assert await shop.own(BO) == []
    for attempt in (
        shop.decks.deck(BO.id, own.id),
        shop.decks.delete(BO.id, own.id),
        shop.decks.rename(BO.id, own.id, "Stolen"),
        shop.decks.change(BO.id, own.id, lambda building, deck: DeckList()),
        shop.decks.fill(BO.id, own.id),
    ):
        with pytest.raises(NotFound, match="no longer exists"):
            await attempt
    with pytest.raises(BadDeck) as refusal:
        await shop.decks.find_deck(BO.id, GAME, "Mine")
    assert "Mine," not in str(refusal.value)
    assert (await shop.decks.deck(ADA.id, own.id)).deck == FIRST


async def test_decks_survive_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    async with open_bot(path, game=GAME) as bot:
        deck = await Workshop(bot, settings).make("Half", DeckList(bastion=FIRST.bastion))
    async with open_bot(path, game=GAME) as bot:
        again = await Workshop(bot, settings).decks.deck(ADA.id, deck.id)
    assert again == deck or (again.name, again.deck) == ("Half", DeckList(bastion=FIRST.bastion))
    assert not again.is_legal


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("  mine ", "There is a deck called “mine” already"),
        ("MINE", "already"),
        (READY.lower(), "already"),
        ("x" * 41, "41 characters: 40 is the limit"),
    ],
)
async def test_a_name_that_cannot_be_used_is_refused(shop: Workshop, name: str, part: str) -> None:
    first = await shop.make("Mine")
    other_deck = await shop.make("Other")
    with pytest.raises(BadDeck, match=part):
        await shop.make(name)
    with pytest.raises(BadDeck, match=part):
        await shop.decks.rename(ADA.id, other_deck.id, name)
    with pytest.raises(BadDeck, match="needs a name"):
        await shop.decks.rename(ADA.id, other_deck.id, " \u200b ")
    assert (await shop.decks.rename(ADA.id, first.id, "MINE")).name == "MINE", (
        "a deck can change the case of its own name"
    )
    assert (await shop.make("Mine", person=BO)).name == "Mine", "other people's names are available"


async def test_a_deck_without_a_name_gets_one(shop: Workshop) -> None:
    assert [(await shop.make("")).name for _ in range(3)] == ["New deck", "New deck 2", "New deck 3"]


async def test_an_interaction_creates_one_deck(shop: Workshop) -> None:
    once = await shop.decks.make(77, ADA, GAME, "", FIRST)
    twice = await shop.decks.make(77, ADA, GAME, "", FIRST)
    assert once.id == twice.id
    assert await shop.own() == ["New deck"]


async def test_there_is_a_limit(shop: Workshop) -> None:
    for n in range(5):
        await shop.make(f"Deck {n}")
    with pytest.raises(LimitReached, match="You already have 5 decks, the most"):
        await shop.make("One more")
    await shop.decks.delete(ADA.id, (await shop.decks.find_own_deck(ADA.id, GAME, "deck 3")).id)
    assert (await shop.make("One more")).name == "One more"


async def test_the_deck_changed_last_comes_first(shop: Workshop) -> None:
    first = await shop.make("First")
    await shop.bot.clock.move(1)
    await shop.make("Second")
    assert await shop.own() == ["Second", "First"]
    await shop.bot.clock.move(1)
    await shop.decks.change(ADA.id, first.id, lambda building, deck: building.without_misfits(deck))
    assert await shop.own() == ["Second", "First"], "nothing was changed"
    await shop.decks.change(ADA.id, first.id, lambda building, deck: DeckList())
    assert await shop.own() == ["First", "Second"]


async def test_a_change_that_fails_changes_nothing(shop: Workshop) -> None:
    own = await shop.make()

    def fail(building: Any, deck: Any) -> Any:
        raise ValueError("That can't be.")

    with pytest.raises(BadDeck, match="That can't be"):
        await shop.decks.change(ADA.id, own.id, fail)
    assert (await shop.decks.deck(ADA.id, own.id)).deck == FIRST


async def test_a_deck_is_filled_at_random_and_a_full_one_is_unchanged(shop: Workshop) -> None:
    first, second = await shop.make("One", DeckList()), await shop.make("Two", DeckList())
    filled = await shop.decks.fill(ADA.id, first.id)
    assert filled.is_legal
    assert await shop.decks.fill(ADA.id, first.id) == filled, "a duplicate press or delivery"
    assert (await shop.decks.fill(ADA.id, second.id)).deck != filled.deck


# -- choosing


async def test_the_default_comes_first_then_the_last_one(shop: Workshop) -> None:
    await shop.make("Mine")
    await shop.make("Half", DeckList())
    deck_choices = await shop.decks.deck_choices(ADA.id, GAME)
    assert deck_choices.first == ""
    assert deck_choices.offered == ["Mine", *GAME.decks], (
        "own decks before ready-made ones, and only legal ones"
    )
    last = list(GAME.decks)[-1]
    await shop.challenge(last)
    assert (await shop.decks.deck_choices(ADA.id, GAME)).offered[0] == last
    assert await shop.decks.prefer(ADA, GAME, "mine") == "Mine"
    deck_choices = await shop.decks.deck_choices(ADA.id, GAME)
    assert (deck_choices.first, deck_choices.preferred, deck_choices.last) == ("Mine", "Mine", last)
    await shop.decks.prefer(ADA, GAME, "")
    assert (await shop.decks.deck_choices(ADA.id, GAME)).first == last


async def test_a_default_follows_its_deck(shop: Workshop) -> None:
    own = await shop.make("Mine")
    await shop.decks.prefer(ADA, GAME, "Mine")
    await shop.decks.rename(ADA.id, own.id, "Ours")
    assert (await shop.decks.deck_choices(ADA.id, GAME)).first == "Ours"
    await shop.decks.change(ADA.id, own.id, lambda building, deck: DeckList())
    assert (await shop.decks.deck_choices(ADA.id, GAME)).first == "", "it is illegal in its current state"
    await shop.decks.delete(ADA.id, own.id)
    await shop.make("Ours")
    assert (await shop.decks.deck_choices(ADA.id, GAME)).preferred == "", (
        "a new deck with the same name is a different deck"
    )


async def test_only_legal_decks_can_be_chosen_and_all_violations_are_listed(shop: Workshop) -> None:
    await shop.make("Half", DeckList(bastion=FIRST.bastion, arcana=FIRST.arcana[:3]))
    for attempt in (shop.decks.prefer(ADA, GAME, "Half"), shop.challenge("half")):
        with pytest.raises(BadDeck) as refusal:
            await attempt
        assert "The deck Half can't be played" in str(refusal.value)
        for part in ("no mind card", "1 Dream card with its bastion", "arcana besides"):
            assert part in str(refusal.value)
    assert await shop.bot.matches.of_person(ADA.id) == ()
    with pytest.raises(BadDeck, match="There is no deck called “Nix”"):
        await shop.challenge("Nix")


async def test_ready_made_decks_cannot_be_changed(shop: Workshop) -> None:
    with pytest.raises(BadDeck, match="ready-made deck and can't be changed"):
        await shop.decks.find_own_deck(ADA.id, GAME, READY)


# -- decks of matches


async def match_titles(shop: Workshop, match_id: int, seat: int) -> list[str]:
    """Return the titles of all Dream cards of a seat in the match."""
    async with shop.bot.store.read() as store:
        row = await store.matches.match(match_id, data=True)
    assert row is not None and row.data is not None
    setup = shop.bot.context.load(row).record.setup
    return list(read_kept(setup)[0].seats[seat].dream)


async def test_a_match_uses_the_decks_as_they_were_chosen(shop: Workshop) -> None:
    own = await shop.make("Mine")
    theirs = await shop.make("Theirs", FIRST, person=BO)
    match_id = await shop.challenge("mine")
    await shop.decks.change(ADA.id, own.id, lambda building, deck: DeckList())
    await shop.decks.rename(ADA.id, own.id, "Something else")
    await shop.bot.challenges.accept(shop.bot.press(), match_id, BO, "theirs")
    await shop.decks.delete(BO.id, theirs.id)
    await shop.decks.delete(ADA.id, own.id)
    before = sorted(card.title for card in FIRST.dream)
    for seat in (0, 1):
        assert await match_titles(shop, match_id, seat) == before
    dice = Chance("decks")
    for _ in range(10):
        await shop.bot.answer_anything(match_id, dice)
    for seat in (0, 1):
        assert await match_titles(shop, match_id, seat) == before


async def test_the_opponents_deck_is_never_mentioned(shop: Workshop) -> None:
    """A card was removed from the set between challenge and acceptance: the challenger's deck is not revealed (R51)."""
    await shop.make("Most Secret")
    match_id = await shop.challenge("Most Secret")
    stored = json.loads(write(FIRST))
    stored["dream"][0] = "Gone With the Set"
    async with shop.bot.store.write(Everything()) as tx:
        await tx.seats.set_deck(match_id, 0, "Most Secret", json.dumps(stored))
    with pytest.raises(BadDeck) as refusal:
        await shop.bot.challenges.accept(shop.bot.press(), match_id, BO, READY)
    assert str(refusal.value) == "The deck Ada chose no longer exists. Ask for a new challenge."


# -- stored decks


@pytest.mark.parametrize("deck", [FIRST, DeckList(), DeckList(main=FIRST.faction, dream=FIRST.dream[:2])])
def test_stored_decks_can_be_read(deck: DeckList) -> None:
    assert read(write(deck)) == deck


def test_a_card_removed_from_the_set_is_named_and_stays() -> None:
    stored = json.loads(write(FIRST))
    stored["dream"][0] = stored["mind"] = "Gone With the Set"
    deck = read(json.dumps(stored))
    assert deck.lost == ("Gone With the Set",) * 2
    rules = {violation.rule for violation in violations(deck)}
    assert {Rule.KNOWN, Rule.MIND, Rule.DREAM_NUMBER} <= rules
    assert read(write(deck)) == deck


async def test_texts_and_codes_are_understood_or_refused_in_sentences() -> None:
    assert GAME.building is not None
    for text in (GAME.building.text("Name", FIRST), GAME.building.code(FIRST)):
        assert understood(GAME, text)[1] == FIRST
    for text, part in (
        ("", "It.s empty"),
        ("x" * 30_000, "far too long"),
        ("3 Chalk Centinel", "Line 1"),
        (GAME.building.code(FIRST)[:-3], "cut short"),
    ):
        with pytest.raises(BadDeck, match=part):
            understood(GAME, text)
    with pytest.raises(BadDeck, match="Lanterns is played with ready-made decks only"):
        understood(lanterns(), "anything")


async def test_a_database_from_before_decks_is_migrated(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    first = (files("bot.store") / "migrations" / "sqlite" / "0001_first.sql").read_text("utf-8")
    store = await open_store(path, migrations=[first])
    await store.close()
    with sqlite3.connect(path) as database:
        database.execute("INSERT INTO people (id, name) VALUES (1, 'Ada'), (2, 'Bo')")
        database.execute("INSERT INTO deck_choices VALUES (1, 'voidream', 'First Light')")
        database.execute(
            "INSERT INTO matches (id, game, standing, rev, channel_id, made_at, changed_at) "
            "VALUES (9, 'voidream', 'challenged', 0, 5, 0, 0)"
        )
        database.execute("INSERT INTO seats VALUES (9, 0, 1, 'First Light'), (9, 1, 2, '')")
    database.close()
    store = await open_store(path)
    async with store.read() as reading:
        choice = await reading.decks.choice(1, "voidream")
        row = await reading.matches.match(9)
    await store.close()
    assert (choice.last, choice.preferred) == ("First Light", "")
    assert row is not None and [(seat.deck, seat.deck_content) for seat in row.seats] == [
        ("First Light", ""),
        ("", ""),
    ]
