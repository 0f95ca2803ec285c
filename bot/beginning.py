"""Beginning a match: both decks are there, and somebody, or the house, has accepted."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from bot import announcing, asking, decks, looking
from bot.advancing import advanced, save
from bot.asking import Quick
from bot.deciding import forced
from bot.decks import Chosen
from bot.errors import BadDeck
from bot.games import Games, PlayableGame
from bot.looks import Standing
from bot.lots import Lot
from bot.store import Writing
from bot.store.rows import ActRow, AlarmRow, MatchRow
from cards.locales import say
from engine.kernel.match import Match

SIT = "sit"
"""The alarm for the moment at which the house accepts a challenge."""


def new_seed() -> str:
    """Return a new match's seed: 256 bits that nobody can guess."""
    return secrets.token_hex(32)


async def begin(
    tx: Writing, row: MatchRow, game: PlayableGame, chosen: Chosen, act: ActRow, seed: str, quick: Quick
) -> tuple[MatchRow, Match]:
    """Begin the match of a challenge that is accepted by `act`, with that deck. Raises BadDeck.

    Nothing is said of the other deck, which is private (R51).
    """
    theirs = row.seats[row.challenger]
    both: list[Any] = [chosen.content] * len(row.seats)
    both[row.challenger] = decks.kept(game, theirs.deck, theirs.deck_content)
    if both[row.challenger] is None:
        raise BadDeck(
            say("The deck that {who} chose is not there any more. Ask for a new challenge.", who=theirs.name)
        )
    try:
        setup = game.kernel.setup(both)
    except ValueError:
        raise BadDeck(
            say(
                "The deck that {who} chose can't be played any more. Ask for a new challenge.",
                who=theirs.name,
            )
        ) from None
    match, events = Match.begin(game.kernel, setup, seed)
    await tx.set_deck(row.id, act.seat, chosen.name, chosen.kept)
    events += forced(match)
    begun = advanced(row, match, act, quick=quick)
    told = await asking.ask(tx, begun, match, match.asked, events)
    notes = announcing.of_beginning(begun, told)
    return await save(tx, row, begun, match, act, looking.pack(events), notes), match


class House:
    """Takes the seat of the house. `seed` gives the seed of a new match; its deck is drawn with a `lot`."""

    def __init__(self, games: Games, seed: Callable[[], str], quick: Quick, lot: Lot) -> None:
        self._games = games
        self._seed = seed
        self._quick = quick
        self._lot = lot

    async def sit(self, tx: Writing, alarm: AlarmRow, now: int) -> None:
        """Accept the challenge with a deck drawn by lot, unless it has been withdrawn."""
        row = await tx.match(alarm.match_id, data=True)
        seat = None if row is None else row.seat_of(alarm.person_id)
        if row is None or seat is None or row.standing is not Standing.CHALLENGED:
            return
        game, seed = self._games.find(row.game), self._seed()
        names = list(game.decks)
        self._lot().shuffle(names)
        chosen = await decks.first_playable(tx, game, alarm.person_id, names)
        act = ActRow(row.id, row.rev + 1, None, "accept", alarm.person_id, seat, now)
        await begin(tx, row, game, chosen, act, seed, self._quick)
