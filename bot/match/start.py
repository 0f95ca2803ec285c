"""The start of a match: everyone has accepted, and their decks are available.

Answers given before the match apply immediately, so the first thing anyone waits for is an action.
"""

from __future__ import annotations

import secrets

from msgspec.structs import replace

from bot.decks import own_decks
from bot.delivery import announcements
from bot.errors import BadDeck
from bot.games.playable import PlayableGame
from bot.match import first_answers, prompts
from bot.match.apply import decide_forfeits, row_after_act, save
from bot.match.prompts import ReplyDelay
from bot.people.ratings import decide_at_beginning
from bot.platform.randomness import RandomSource
from bot.store import Writing
from bot.store.rows import ActRow, MatchRow, SeatRow
from bot.views import build_views
from cards.i18n import Message, msg
from engine.kernel.match import Match


def new_seed() -> str:
    """Return a new match's seed: 256 unguessable random bits."""
    return secrets.token_hex(32)


async def begin(
    tx: Writing,
    row: MatchRow,
    game: PlayableGame,
    act: ActRow,
    seed: str,
    reply_delay: ReplyDelay,
    random_source: RandomSource,
    *,
    present: int | None = None,
) -> tuple[MatchRow, Match]:
    """Begin the match of a challenge that all its seats have accepted, by `act`. Raises BadDeck.

    Errors reveal nothing about other players' decks, which are private (R51). `present` is the seat whose
    player will see their first question immediately, and needs no notification.
    """
    decks: list[object] = []
    for seat in row.seats:
        content = own_decks.stored_content(game, seat.deck, seat.deck_content) if game.has_decks else None
        if game.has_decks and content is None:
            raise BadDeck(_not_there(seat))
        decks.append(content)
    try:
        setup = game.kernel.setup(decks)
    except ValueError:
        raise BadDeck(_not_playable(_spoiling(game, row, decks))) from None
    match, events = Match.begin(game.kernel, setup, seed)
    pregame = first_answers.at_beginning(row.seats, game)
    settled, unused = first_answers.settle(match, game, pregame, random_source)
    events += settled
    await tx.seats.set_pregame(row.id, {seat: unused.get(seat, "") for seat in range(len(row.seats))})
    unrated = await decide_at_beginning(tx, row, act.at)
    row = replace(row, unrated=unrated, forfeits=await decide_forfeits(tx, row, game.kernel))
    after = row_after_act(row, match, act, reply_delay=reply_delay)
    notified = await prompts.dispatch_questions(
        tx, after, match, match.pending_questions, events, actor=present
    )
    notes = announcements.of_beginning(after, notified)
    return await save(tx, row, after, match, act, build_views.pack(events), notes), match


def _spoiling(game: PlayableGame, row: MatchRow, decks: list[object]) -> SeatRow:
    """Return the seat whose deck can't be played, or the challenger's if each deck alone can be."""
    for seat, content in zip(row.seats, decks, strict=True):
        try:
            game.kernel.setup([content] * len(row.seats))
        except ValueError:
            return seat
    return row.seats[row.challenger]


def _not_there(seat: SeatRow) -> Message:
    return msg("The deck {who} chose no longer exists. Ask for a new challenge.", who=seat.name)


def _not_playable(seat: SeatRow) -> Message:
    return msg("The deck {who} chose can no longer be played. Ask for a new challenge.", who=seat.name)
