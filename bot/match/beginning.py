"""Beginning a match: both decks are there, and somebody, or the house, has accepted.

What was said before is answered at once, so that the first thing that anybody waits for is an action.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from bot.decks import own_decks
from bot.decks.own_decks import ChosenDeck
from bot.delivery import announcements
from bot.errors import BadDeck
from bot.games.playable import Games, PlayableGame
from bot.match import beforehand, build_views
from bot.match.commit import advanced, row_of, save, seat_of
from bot.match.lots import Lot
from bot.prompting import prompts
from bot.prompting.prompts import Quick
from bot.store import Writing
from bot.store.rows import ActRow, MatchRow
from cards.i18n import msg
from engine.kernel.match import Match


def new_seed() -> str:
    """Return a new match's seed: 256 bits that nobody can guess."""
    return secrets.token_hex(32)


async def begin(
    tx: Writing,
    row: MatchRow,
    game: PlayableGame,
    chosen: ChosenDeck,
    act: ActRow,
    seed: str,
    quick: Quick,
    lot: Lot,
    *,
    present: int | None = None,
) -> tuple[MatchRow, Match]:
    """Begin the match of a challenge that is accepted by `act`, with that deck. Raises BadDeck.

    Nothing is said of the other deck, which is private (R51). `present` is the seat whose person will have their first
    question before them, and needn't be told of it.
    """
    theirs = row.seats[row.challenger]
    both: list[Any] = [chosen.content] * len(row.seats)
    both[row.challenger] = own_decks.kept(game, theirs.deck, theirs.deck_content)
    if both[row.challenger] is None:
        raise BadDeck(
            msg("The deck that {who} chose is not there any more. Ask for a new challenge.", who=theirs.name)
        )
    try:
        setup = game.kernel.setup(both)
    except ValueError:
        raise BadDeck(
            msg(
                "The deck that {who} chose can't be played any more. Ask for a new challenge.",
                who=theirs.name,
            )
        ) from None
    match, events = Match.begin(game.kernel, setup, seed)
    await tx.set_deck(row.id, act.seat, chosen.name, chosen.kept)
    kept = beforehand.at_beginning(row.seats, game)
    settled, left = beforehand.settle(match, game, kept, lot)
    events += settled
    await tx.set_beforehand(row.id, {seat: left.get(seat, "") for seat in range(len(row.seats))})
    begun = advanced(row, match, act, quick=quick)
    told = await prompts.ask(tx, begun, match, match.asked, events, actor=present)
    notes = announcements.of_beginning(begun, told)
    return await save(tx, row, begun, match, act, build_views.pack(events), notes), match


class House:
    """Takes the seat of the house. `seed` gives the seed of a new match; its deck is drawn with a `lot`."""

    def __init__(self, games: Games, seed: Callable[[], str], quick: Quick, lot: Lot) -> None:
        self._games = games
        self._seed = seed
        self._quick = quick
        self._lot = lot

    async def sit(self, tx: Writing, match_id: int, person: int, now: int) -> None:
        """Accept a challenge as `person`, which is the house, with a deck drawn by lot; whoever challenged is there."""
        row = await row_of(tx, match_id, data=True)
        seat = seat_of(row, person)
        game, seed = self._games.find(row.game), self._seed()
        names = list(game.decks)
        self._lot().shuffle(names)
        chosen = await own_decks.first_playable(tx, game, person, names)
        act = ActRow(row.id, row.rev + 1, None, "accept", person, seat, now)
        await begin(tx, row, game, chosen, act, seed, self._quick, self._lot, present=row.challenger)
