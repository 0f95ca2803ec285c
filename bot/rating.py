"""Rating a match that is over: once, in the transaction in which it ends.

The model is Bradley and Terry's as Weng and Lin made it learn from one match at a time, from the library openskill: it
suits few and irregular matches, where Glicko-2 wants periods of many. What is shown is a cautious guess (`shown`): 1500
for whoever is new, more with wins and with certainty. Each server has ratings of its own, so that nobody brings along
what friends have let them win elsewhere.
"""

from __future__ import annotations

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from bot.clocks.control import DAY
from bot.store import Writing
from bot.store.rows import MatchRow, RatedRow, RatingRow
from engine.kernel.position import NO_RESULT, Outcome

AT_FIRST = 1500
"""The rating that is shown of somebody new."""
SCALE = 24.0
"""Points shown for one point of the model: somebody new gains or loses some fifty with a match."""
SETTLED = 5
"""Matches after which a rating is not called new any more."""
PER_WEEK = 3
"""Matches of the same two people that count within seven days."""
FEWEST = 6
"""Answers of both together below which a match does not count: it was hardly played."""

TOO_OFTEN, TOO_SHORT, NO_SERVER = "often", "short", "server"
"""Why a rated match does not count."""

_MODEL = BradleyTerryFull()


async def rate(tx: Writing, row: MatchRow, outcome: Outcome, answers: int, at: int) -> None:
    """Let a match that has just ended change the ratings of its two people, if it counts; casual ones never do."""
    if not row.rated or outcome.reason in NO_RESULT or len(row.seats) != 2:
        return
    first, second = (seat.person_id for seat in row.seats)
    why_not = await _why_not(tx, row, answers, at)
    if row.guild_id is None or why_not:
        await tx.ratings.add(RatedRow(row.id, row.guild_id, at, why_not, (first, second)))
        return
    before = [
        await tx.ratings.of(row.guild_id, row.game, person) or _new(row.guild_id, row.game, person)
        for person in (first, second)
    ]
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    won = [0 if not outcome.winners or seat in outcome.winners else 1 for seat in (0, 1)]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in won])
    after = [_changed(old, new[0]) for old, new in zip(before, rated, strict=True)]
    await tx.ratings.put(after)
    shown = ((before[0].shown, before[1].shown), (after[0].shown, after[1].shown))
    await tx.ratings.add(RatedRow(row.id, row.guild_id, at, "", (first, second), *shown))


async def _why_not(tx: Writing, row: MatchRow, answers: int, at: int) -> str:
    """Return why a match does not count, "" if it does."""
    if row.guild_id is None:
        return NO_SERVER
    if answers < FEWEST:
        return TOO_SHORT
    one, other = (seat.person_id for seat in row.seats)
    often = await tx.ratings.of_pair(row.guild_id, one, other, at - 7 * DAY) >= PER_WEEK
    return TOO_OFTEN if often else ""


def _new(guild_id: int, game: str, person: int) -> RatingRow:
    fresh = _MODEL.rating()
    return RatingRow(guild_id, game, person, fresh.mu, fresh.sigma, shown(fresh), 0)


def _changed(old: RatingRow, new: BradleyTerryFullRating) -> RatingRow:
    return RatingRow(
        old.guild_id, old.game, old.person_id, new.mu, new.sigma, shown(new), old.matches + 1, old.name
    )


def shown(rating: BradleyTerryFullRating) -> int:
    """Return a rating as it is shown: one that its person is almost certainly worth."""
    return round(rating.ordinal(alpha=SCALE, target=AT_FIRST))
