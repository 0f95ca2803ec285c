"""The start of a match: everyone has accepted, and their decks are available.

Answers given before the match apply at once, so the first thing anyone waits for is an action.
"""

from __future__ import annotations

import secrets

from msgspec.structs import replace

from bot.decks import own_decks
from bot.delivery import announcements
from bot.errors import BadDeck
from bot.games.playable import PlayableGame
from bot.match import first_answers, prompts
from bot.match.apply import advanced, decide_forfeits, save
from bot.match.prompts import Quick
from bot.people.ratings import decide_at_beginning
from bot.platform.randomness import RandomSource
from bot.store import Writing
from bot.store.rows import ActRow, MatchRow, SeatRow
from bot.views import build_views
from cards.i18n import Message, msg
from engine.kernel.match import Match


def new_seed() -> str:
    """Return a new match's seed: 256 bits that nobody can guess."""
    return secrets.token_hex(32)


async def begin(
    tx: Writing,
    row: MatchRow,
    game: PlayableGame,
    act: ActRow,
    seed: str,
    quick: Quick,
    lot: RandomSource,
    *,
    present: int | None = None,
) -> tuple[MatchRow, Match]:
    """Begin the match of a challenge that all its seats have accepted, by `act`. Raises BadDeck.

    Nothing is said of other people's decks, which are private (R51). `present` is the seat whose person will have their first
    question before them, and needn't be told of it.
    """
    brought: list[object] = []
    for seat in row.seats:
        content = own_decks.stored_content(game, seat.deck, seat.deck_content) if game.has_decks else None
        if game.has_decks and content is None:
            raise BadDeck(_not_there(seat))
        brought.append(content)
    try:
        setup = game.kernel.setup(brought)
    except ValueError:
        raise BadDeck(_not_playable(_spoiling(game, row, brought))) from None
    match, events = Match.begin(game.kernel, setup, seed)
    kept = first_answers.at_beginning(row.seats, game)
    settled, left = first_answers.settle(match, game, kept, lot)
    events += settled
    await tx.seats.set_beforehand(row.id, {seat: left.get(seat, "") for seat in range(len(row.seats))})
    unrated = await decide_at_beginning(tx, row, act.at)
    row = replace(row, unrated=unrated, forfeits=await decide_forfeits(tx, row, game.kernel))
    begun = advanced(row, match, act, quick=quick)
    told = await prompts.ask(tx, begun, match, match.pending_questions, events, actor=present)
    notes = announcements.of_beginning(begun, told)
    return await save(tx, row, begun, match, act, build_views.pack(events), notes), match


def _spoiling(game: PlayableGame, row: MatchRow, brought: list[object]) -> SeatRow:
    """Return the seat whose deck can't be played: the challenger's, unless it is another one's."""
    for seat, content in zip(row.seats, brought, strict=True):
        try:
            game.kernel.setup([content] * len(row.seats))
        except ValueError:
            return seat
    return row.seats[row.challenger]


def _not_there(seat: SeatRow) -> Message:
    return msg("The deck {who} chose no longer exists. Ask for a new challenge.", who=seat.name)


def _not_playable(seat: SeatRow) -> Message:
    return msg("The deck {who} chose can no longer be played. Ask for a new challenge.", who=seat.name)
