"""Rate finished matches: once, in the transaction in which a match ends, and again when a result is voided.

The model is Bradley and Terry's, in Weng and Lin's online version from the library openskill. It suits few and
irregular matches, while Glicko-2 expects periods with many. The displayed rating is a conservative estimate
(`shown`): 1500 for a new player, rising with wins and certainty. Each server has separate ratings, so that no one
imports wins that friends gave them elsewhere.

Repeated matches between the same two people say less and less about their strength, and could be arranged: the n-th
of their matches within some days counts 1/n. The model's own weights are for members of a team, and cancel out for a
team of one. With more than two players, the pair with the most matches counts. A partial match moves both numbers of
the model, the estimate `mu` and the uncertainty `sigma`, by that part of the full change: to first order this equals
raising the likelihood of the result to that power. Scaling `mu` alone would reduce the uncertainty with every
repetition, and the displayed mu - 3 sigma would rise for nothing.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations

from msgspec.structs import replace
from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from bot.clocks.control import DAY
from bot.people.people import made_at
from bot.store import Writing, about
from bot.store.acts import ActQueries
from bot.store.ratings import RatingQueries
from bot.store.rows import MatchRow, RatedRow, RatedSeat, RatingRow
from bot.store.servers import ServerRules
from engine.kernel.endings import GONE
from engine.kernel.match import Match
from engine.kernel.undo import who_decided

AT_FIRST = 1500
"""The displayed rating of a new player."""
SCALE = 24.0
"""Displayed points per point of the model: a new player gains or loses about fifty in a match."""
SETTLED = 5
"""The number of matches after which a rating no longer counts as new."""
LEAVES = 2
"""The number of early resignations within `LEFT_WITHIN` that are forgiven. Further ones count."""
LEFT_WITHIN = 30 * DAY

NO_SERVER, TOO_YOUNG, TOO_SHORT, LEFT, TOO_MANY, VOID = "server", "young", "short", "left", "daily", "void"
"""Why a rated match doesn't count: it isn't on a server; an account was too new; it was hardly played; the same, but
the player who resigned does that too often and alone loses points; one of its people had played enough matches
that day when it began; a moderator has voided it.
"""

_MODEL = BradleyTerryFull()


async def rate(tx: Writing, row: MatchRow, match: Match, at: int) -> None:
    """Update the ratings of a match's players after its end, if it counts. Casual ones never do."""
    outcome = match.outcome
    if not row.rated or outcome is None or not outcome.places:
        return
    await tx.hold(about.AboutGame(row.guild_id, row.game))
    place_by_seat = {seat: number for number, seats in enumerate(outcome.places, 1) for seat in seats}
    people = tuple(RatedSeat(seat.person_id, place_by_seat[number]) for number, seat in enumerate(row.seats))
    rules = await tx.servers.of(row.guild_id)
    rated = RatedRow(
        row.id, row.guild_id, row.game, at, people, await _why_not(tx, row, match, rules, at),
        pair_for=rules.rated_pair * DAY,
    )  # fmt: skip
    if rated.why_not == TOO_SHORT:
        rated = await _with_early_leavers(tx.ratings, rated, match)
    if row.guild_id is None or rated.why_not not in ("", LEFT):
        await tx.ratings.add(rated)
        return
    if rated.why_not == "":
        since = at - rated.pair_for
        pairs = combinations((player.person_id for player in people), 2)
        match_counts = [await tx.ratings.of_pair(row.guild_id, row.game, *pair, since) for pair in pairs]
        rated = replace(rated, part=1 / (1 + max(match_counts)))
    before = [await _rating_of(tx.ratings, row.guild_id, row.game, player.person_id) for player in people]
    rated, after = _moved(rated, before)
    await tx.ratings.store(after)
    await tx.ratings.add(rated)


async def decide_at_beginning(tx: Writing, row: MatchRow, at: int) -> str:
    """Return why a rated match that begins now will change no rating, and store that; "" if it may.

    The reason is a player's daily limit of rated matches. If this were decided at the end, players could play
    other matches to keep a lost one from counting.
    """
    if not row.rated or row.guild_id is None:
        return ""
    daily_limit = (await tx.servers.of(row.guild_id)).rated_daily
    for seat in row.seats:
        if await tx.ratings.begun(row.id, row.guild_id, row.game, seat.person_id, at - DAY) >= daily_limit:
            await tx.matches.set_unrated(row.id, TOO_MANY)
            return TOO_MANY
    return ""


async def _with_early_leavers(ratings: RatingQueries, rated: RatedRow, match: Match) -> RatedRow:
    """Return the effect of a match that was too short, penalising players who resign too often."""
    leavers = {
        seat
        for departure in match.out
        if match.game.endings[departure.ending].is_leaving
        for seat in departure.seats
    }
    seats = list(rated.seats)
    for number in leavers:
        seat = seats[number]
        lost = await ratings.lost_early(seat.person_id, rated.at - LEFT_WITHIN)
        seats[number] = replace(seat, left_early=seat.place > 1 and lost >= LEAVES)
    return replace(
        rated, seats=tuple(seats), why_not=LEFT if any(seat.left_early for seat in seats) else TOO_SHORT
    )


async def void(tx: Writing, rated: RatedRow) -> int:
    """Recompute the ratings of a server without one match. Return the number of people whose ratings changed.

    All its rated matches are replayed: whether they count, their weight, and their effect. That takes time for each
    of them, off the event loop.
    """
    assert rated.guild_id is not None
    await tx.hold(about.AboutGame(rated.guild_id, rated.game))
    await tx.ratings.change([_unmoved(replace(rated, why_not=VOID, part=1.0))])
    history = await tx.ratings.history(rated.guild_id, rated.game)
    one_person = await tx.personal.identities()
    recomputed, ratings = await asyncio.to_thread(replayed, history, one_person)
    await tx.ratings.change([new for old, new in zip(history, recomputed, strict=True) if old != new])
    known = await tx.ratings.all(rated.guild_id, rated.game)
    ratings_after = [
        _as_of(old.person_id, ratings.get(one_person(old.person_id)), rated.guild_id, rated.game)
        for old in known
    ]
    changes = [
        (old, new)
        for old, new in zip(known, ratings_after, strict=True)
        if (old.mu, old.sigma, old.matches) != (new.mu, new.sigma, new.matches)
    ]
    await tx.ratings.store([new for _, new in changes if new.matches])
    await tx.ratings.drop([old for old, new in changes if not new.matches])
    return len(changes)


def replayed(
    history: Sequence[RatedRow], one_person: Callable[[int], int]
) -> tuple[list[RatedRow], dict[int, RatingRow]]:
    """Recompute the rated matches of one server and game in order. Return their effects and the resulting ratings.

    `one_person` maps all ids of one person to the same number, including the placeholder of deleted data. The ratings
    are by that number.
    """
    effects: list[RatedRow] = []
    ratings: dict[int, RatingRow] = {}
    times_by_pair: defaultdict[frozenset[int], list[int]] = defaultdict(list)
    for row in history:
        if row.why_not not in ("", LEFT):
            effects.append(row)
            continue
        player_ids = [one_person(seat.person_id) for seat in row.seats]
        pairs = [frozenset(pair) for pair in combinations(player_ids, 2)]
        if row.why_not == "":
            match_count = max(_since(times_by_pair[pair], row.at - row.pair_for) for pair in pairs)
            row = replace(row, part=1 / (1 + match_count))
            for pair in pairs:
                times_by_pair[pair].append(row.at)
        assert row.guild_id is not None
        before = [ratings.get(person) or _new(row.guild_id, row.game, person) for person in player_ids]
        row, after = _moved(row, before)
        ratings |= {one.person_id: one for one in after}
        effects.append(row)
    return effects, ratings


def _since(moments: Sequence[int], since: int) -> int:
    """Return the number of these ordered moments after `since`."""
    return len(moments) - bisect_right(moments, since)


async def _why_not(tx: Writing, row: MatchRow, match: Match, rules: ServerRules, at: int) -> str:
    """Return why a match does not count, "" if it does."""
    if row.guild_id is None:
        return NO_SERVER
    if any(departure.ending == GONE.key for departure in match.out):
        return GONE.key
    people = [seat.person_id for seat in row.seats]
    if any(at - made_at(person) < rules.rated_age * DAY for person in people):
        return TOO_YOUNG
    if row.unrated:
        return row.unrated
    return "" if await _was_played(tx.acts, row, match, rules.rated_round) else TOO_SHORT


async def _was_played(acts: ActQueries, row: MatchRow, match: Match, least: int) -> bool:
    """Return whether a match reached a round, and each player made a decision in it by hand."""
    if match.game.round_number(match.machine) < least:
        return False
    by_hand = {
        act.seat for act in await acts.of(row.id) if act.kind == "answer" and act.interaction_id is not None
    }
    all_seats = set(range(len(row.seats)))
    return by_hand >= all_seats and who_decided(match) >= all_seats


async def _rating_of(ratings: RatingQueries, guild_id: int, game: str, person: int) -> RatingRow:
    return await ratings.of(guild_id, game, person) or _new(guild_id, game, person)


def _unmoved(row: RatedRow) -> RatedRow:
    """Return the effect of a match that changes no rating."""
    return replace(row, seats=tuple(replace(seat, before=0, after=0) for seat in row.seats))


def _moved(row: RatedRow, before: Sequence[RatingRow]) -> tuple[RatedRow, list[RatingRow]]:
    """Return the effect of a match on its players' ratings, and the changed ratings.

    For `LEFT`, only the ratings of players who left early change.
    """
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    rated = _MODEL.rate(teams, ranks=[float(seat.place) for seat in row.seats])
    after = [
        old if row.why_not == LEFT and not seat.left_early else _changed(old, new[0], row.part)
        for seat, old, new in zip(row.seats, before, rated, strict=True)
    ]
    seats = tuple(
        replace(seat, before=old.shown, after=new.shown)
        for seat, old, new in zip(row.seats, before, after, strict=True)
    )
    return replace(row, seats=seats), [new for old, new in zip(before, after, strict=True) if new is not old]


def _as_of(person: int, rating: RatingRow | None, guild_id: int, game: str) -> RatingRow:
    """Return a rating under one of the person's ids."""
    return _new(guild_id, game, person) if rating is None else replace(rating, person_id=person)


def _new(guild_id: int, game: str, person: int) -> RatingRow:
    default = _MODEL.rating()
    return RatingRow(guild_id, game, person, default.mu, default.sigma, shown(default), 0)


def _changed(old: RatingRow, new: BradleyTerryFullRating, part: float) -> RatingRow:
    mu = old.mu + part * (new.mu - old.mu)
    sigma = old.sigma + part * (new.sigma - old.sigma)
    return replace(
        old, mu=mu, sigma=sigma, shown=shown(_MODEL.rating(mu=mu, sigma=sigma)), matches=old.matches + 1
    )


def shown(rating: BradleyTerryFullRating) -> int:
    """Return the displayed rating: one the person almost certainly deserves."""
    return round(rating.ordinal(alpha=SCALE, target=AT_FIRST))
