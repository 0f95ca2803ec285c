"""Rating a match that is over: once, in the transaction in which it ends; and anew, when a result is voided.

The model is Bradley and Terry's as Weng and Lin made it learn from one match at a time, from the library openskill: it
suits few and irregular matches, where Glicko-2 wants periods of many. What is shown is a cautious guess (`shown`): 1500
for whoever is new, more with wins and with certainty. Each server has ratings of its own, so that nobody brings along
what friends have let them win elsewhere.

The same two people tell less and less about their strength the more often they meet, and could make it up: the n-th of
their matches within some days counts as the n-th part of a match. The model's own weights are for members of a team, and
cancel out for a team of one. So a part of a match moves both numbers of the model, the guess `mu` and the doubt `sigma`,
by that part of what the whole would: to first order this is what the likelihood of the result to that power does. If `mu`
alone were scaled, doubt would shrink with every repetition, and what is shown, mu - 3 sigma, would rise for nothing.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from bot.clocks.control import DAY
from bot.people.people import made_at
from bot.servers.rules import ServerRules
from bot.store import Writing
from bot.store.rows import MatchRow, RatedRow, RatingRow
from engine.kernel.match import Match
from engine.kernel.undo import who_decided

AT_FIRST = 1500
"""The rating that is shown of somebody new."""
SCALE = 24.0
"""Points shown for one point of the model: somebody new gains or loses some fifty with a match."""
SETTLED = 5
"""Matches after which a rating is not called new any more."""
LEAVES = 2
"""Rated matches that somebody may lose within `LEFT_WITHIN` before they were really played: more are lost all the same."""
LEFT_WITHIN = 30 * DAY

NO_SERVER, TOO_YOUNG, TOO_SHORT, LEFT, TOO_MANY, VOID = "server", "young", "short", "left", "daily", "void"
"""Why a rated match does not count: it belongs to no server; an account was too young; it was hardly played; so it was,
and who lost it does that too often, and alone loses points; one of the two had enough matches that day; a moderator has
voided it."""
_DECIDED_ANEW = ("", TOO_MANY)
"""What depends on the matches before: decided anew where one of those is taken out."""

_MODEL = BradleyTerryFull()


async def rate(tx: Writing, row: MatchRow, match: Match, at: int) -> None:
    """Let a match that has just ended change the ratings of its two people, if it counts; casual ones never do."""
    outcome = match.outcome
    if not row.rated or outcome is None or not outcome.places or len(row.seats) != 2:
        return
    first, second = (seat.person_id for seat in row.seats)
    winner = outcome.winners[0] if len(outcome.winners) == 1 else None
    rules = await tx.servers.of(row.guild_id)
    rated = RatedRow(
        row.id, row.guild_id, at, "", (first, second), game=row.game, winner=winner,
        pair_for=rules.rated_pair * DAY, daily=rules.rated_daily,
    )  # fmt: skip
    why_not = await _why_not(tx, row, match, rules, at)
    if why_not == TOO_SHORT and winner is not None and match.game.endings[outcome.ending].is_leaving:
        left = await tx.ratings.left_early(rated.people[1 - winner], at - LEFT_WITHIN)
        why_not = LEFT if left >= LEAVES else TOO_SHORT
    if row.guild_id is None or why_not not in ("", LEFT):
        await tx.ratings.add(replace(rated, why_not=why_not))
        return
    if why_not == "":
        met = await tx.ratings.of_pair(row.guild_id, row.game, first, second, at - rated.pair_for)
        rated = replace(rated, part=1 / (1 + met))
    before = [await _rating_of(tx, row.guild_id, row.game, person) for person in (first, second)]
    rated, after = _moved(replace(rated, why_not=why_not), before)
    await tx.ratings.put(after)
    await tx.ratings.add(rated)


async def void(tx: Writing, rated: RatedRow) -> int:
    """Reckon the ratings of a server as if a match had not been rated; return for how many people they have changed.

    All rated matches there are replayed: which count, for how much, and what they did. That takes time for each of them,
    beside the event loop.
    """
    assert rated.guild_id is not None
    await tx.ratings.change([replace(rated, why_not=VOID, part=1.0, before=(0, 0), after=(0, 0))])
    history = await tx.ratings.history(rated.guild_id, rated.game)
    one_person = await tx.personal.selves()
    again, ratings = await asyncio.to_thread(replayed, history, one_person)
    await tx.ratings.change([new for old, new in zip(history, again, strict=True) if old != new])
    known = await tx.ratings.best(rated.guild_id, rated.game, -1, 0)
    reckoned = [
        ratings.get(old.person_id) or _new(rated.guild_id, rated.game, old.person_id) for old in known
    ]
    moved = [
        (old, new)
        for old, new in zip(known, reckoned, strict=True)
        if (old.mu, old.sigma, old.matches) != (new.mu, new.sigma, new.matches)
    ]
    await tx.ratings.put([new for _, new in moved if new.matches])
    await tx.ratings.drop([old for old, new in moved if not new.matches])
    return len(moved)


def replayed(
    history: Sequence[RatedRow], one_person: Callable[[int], int]
) -> tuple[list[RatedRow], dict[int, RatingRow]]:
    """Return what rated matches of one server and game did, reckoned anew in their order, and the ratings they led to.

    `one_person` returns the same number for all ids of one person: who was forgotten has a stand-in's.
    """
    out: list[RatedRow] = []
    ratings: dict[int, RatingRow] = {}
    of_person: defaultdict[int, list[int]] = defaultdict(list)
    of_pair: defaultdict[frozenset[int], list[int]] = defaultdict(list)
    for row in history:
        if row.why_not not in (*_DECIDED_ANEW, LEFT):
            out.append(row)
            continue
        who = [one_person(person) for person in row.people]
        pair = frozenset(who)
        if row.why_not in _DECIDED_ANEW:
            full = any(_since(of_person[one], row.at - DAY) >= row.daily for one in who)
            met = _since(of_pair[pair], row.at - row.pair_for)
            row = replace(row, why_not=TOO_MANY if full else "", part=1.0 if full else 1 / (1 + met))
            if full:
                out.append(replace(row, before=(0, 0), after=(0, 0)))
                continue
            of_pair[pair].append(row.at)
            for one in who:
                of_person[one].append(row.at)
        assert row.guild_id is not None
        before = [ratings.get(person) or _new(row.guild_id, row.game, person) for person in row.people]
        row, after = _moved(row, before)
        ratings |= {one.person_id: one for one in after}
        out.append(row)
    return out, ratings


def _since(moments: Sequence[int], since: int) -> int:
    """Return how many of these moments, in order, came after `since`."""
    return len(moments) - bisect_right(moments, since)


async def _why_not(tx: Writing, row: MatchRow, match: Match, rules: ServerRules, at: int) -> str:
    """Return why a match does not count, "" if it does."""
    if row.guild_id is None:
        return NO_SERVER
    people = [seat.person_id for seat in row.seats]
    if any(at - made_at(person) < rules.rated_age * DAY for person in people):
        return TOO_YOUNG
    if not await _was_played(tx, row, match, rules.rated_round):
        return TOO_SHORT
    for person in people:
        if await tx.ratings.counted(row.guild_id, row.game, person, at - DAY) >= rules.rated_daily:
            return TOO_MANY
    return ""


async def _was_played(tx: Writing, row: MatchRow, match: Match, least: int) -> bool:
    """Whether a match has reached a round, and each of its people has decided something in it themselves."""
    if match.game.round_number(match.machine) < least:
        return False
    by_hand = {
        act.seat
        for act in await tx.acts.of(row.id)
        if act.kind == "answer" and act.interaction_id is not None
    }
    everybody = set(range(len(row.seats)))
    return by_hand >= everybody and who_decided(match) >= everybody


async def _rating_of(tx: Writing, guild_id: int, game: str, person: int) -> RatingRow:
    return await tx.ratings.of(guild_id, game, person) or _new(guild_id, game, person)


def _moved(row: RatedRow, before: Sequence[RatingRow]) -> tuple[RatedRow, list[RatingRow]]:
    """Return what a match does to the ratings of its two people, and those ratings; of `LEFT` only the loser's moves."""
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    ranks = [0.0 if row.winner in (None, seat) else 1.0 for seat in (0, 1)]
    rated = _MODEL.rate(teams, ranks=ranks)
    after = [_changed(old, new[0], row.part) for old, new in zip(before, rated, strict=True)]
    if row.why_not == LEFT and row.winner is not None:
        after[row.winner] = before[row.winner]
    done = replace(row, before=(before[0].shown, before[1].shown), after=(after[0].shown, after[1].shown))
    return done, [new for old, new in zip(before, after, strict=True) if new is not old]


def _new(guild_id: int, game: str, person: int) -> RatingRow:
    fresh = _MODEL.rating()
    return RatingRow(guild_id, game, person, fresh.mu, fresh.sigma, shown(fresh), 0)


def _changed(old: RatingRow, new: BradleyTerryFullRating, part: float) -> RatingRow:
    mu = old.mu + part * (new.mu - old.mu)
    sigma = old.sigma + part * (new.sigma - old.sigma)
    return replace(
        old, mu=mu, sigma=sigma, shown=shown(_MODEL.rating(mu=mu, sigma=sigma)), matches=old.matches + 1
    )


def shown(rating: BradleyTerryFullRating) -> int:
    """Return a rating as it is shown: one that its person is almost certainly worth."""
    return round(rating.ordinal(alpha=SCALE, target=AT_FIRST))
