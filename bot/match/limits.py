"""Limits on challenges: who may challenge whom, and the number of a person's challenges and matches."""

from __future__ import annotations

from collections.abc import Sequence

from bot.errors import BadOpponent, LimitReached
from bot.games.playable import PlayableGame
from bot.settings import Settings
from bot.store.matches import MatchQueries
from bot.store.person import Person
from cards.i18n import msg, msg_plural


def check_opponent(challenger: Person, opponent: Person) -> None:
    """Raise BadOpponent for the challenger, and for bots that don't play."""
    if opponent.id == challenger.id:
        raise BadOpponent(msg("You can't challenge yourself. Choose another person on this server."))
    if opponent.is_bot and not opponent.is_this_bot:
        raise BadOpponent(msg("{who} is a bot and doesn't play. Choose a person.", who=opponent.name))


def check_people(challenger: Person, opponents: Sequence[Person], game: PlayableGame) -> None:
    """Raise BadOpponent unless these can play together."""
    opponent_ids: set[int] = set()
    for opponent in opponents:
        check_opponent(challenger, opponent)
        if opponent.id in opponent_ids:
            raise BadOpponent(msg("You chose {who} twice. Choose each person once.", who=opponent.name))
        opponent_ids.add(opponent.id)
    least, most = game.seats.start - 1, game.seats[-1] - 1
    if not least <= len(opponents) <= most:
        raise BadOpponent(
            msg_plural(
                "{game} is played with {n} opponent.",
                "{game} is played with {n} opponents.",
                least,
                game=game.title,
            )
            if least == most
            else msg("{game} is played with {n} to {m} opponents.", game=game.title, n=least, m=most)
        )


async def check_challenger(
    matches: MatchQueries, settings: Settings, challenger: Person, channel_id: int
) -> None:
    """Raise LimitReached if a challenge or open table, or its match, exceeds a limit of the challenger or channel."""
    most = settings.challenges_per_person
    if await matches.challenges_by(challenger.id) >= most:
        raise LimitReached(
            msg_plural(
                "You already have {n} open challenge, the maximum. Withdraw it or wait for an answer.",
                "You already have {n} open challenges, the maximum. Withdraw one or wait for an answer.",
                most,
            )
        )
    await check_playing(matches, settings, challenger, you=True)
    await _check_channel(matches, settings, channel_id)


async def check_pair(
    matches: MatchQueries,
    settings: Settings,
    challenger: Person,
    opponent: Person,
    channel_id: int,
    game: str,
) -> None:
    """Raise LimitReached, worded for `challenger`, if two people reached the limit for a game in a channel.

    Raises BadOpponent for a person who deleted their data and can't be reached.
    """
    if opponent.id < 0:
        raise BadOpponent(msg("A player from that match no longer plays here."))
    most = settings.matches_per_pair
    if await matches.of_pair(challenger.id, opponent.id, channel_id, game) >= most:
        raise LimitReached(
            msg_plural(
                "You and {who} already have {n} challenge or match of this game in this "
                "channel, the maximum. Finish it first, or play in another channel.",
                "You and {who} already have {n} challenges and matches of this game in "
                "this channel, the maximum. Finish one first, or play in another channel.",
                most,
                who=opponent.name,
            )
        )


async def check_match(
    matches: MatchQueries, settings: Settings, person: Person, others: Sequence[Person], channel_id: int
) -> None:
    """Raise LimitReached, worded for `person`, if one more match exceeds a limit of a player or the channel."""
    await check_playing(matches, settings, person, you=True)
    for other in others:
        await check_playing(matches, settings, other, you=False)
    await _check_channel(matches, settings, channel_id)


async def check_playing(matches: MatchQueries, settings: Settings, person: Person, *, you: bool) -> None:
    """Raise LimitReached if the person plays the maximum of matches. `you`: the message is for them."""
    most = settings.matches_per_person
    if await matches.playing(person.id) >= most:
        raise LimitReached(
            msg_plural(
                "You're already playing {n} match, the maximum.",
                "You're already playing {n} matches, the maximum.",
                most,
            )
            if you
            else msg_plural(
                "{who} is already playing {n} match, the maximum.",
                "{who} is already playing {n} matches, the maximum.",
                most,
                who=person.name,
            )
        )


async def _check_channel(matches: MatchQueries, settings: Settings, channel_id: int) -> None:
    most = settings.matches_per_channel
    if await matches.playing_in(channel_id) >= most:
        raise LimitReached(
            msg_plural(
                "This channel already has {n} match in progress, the maximum. Try another channel.",
                "This channel already has {n} matches in progress, the maximum. Try another channel.",
                most,
            )
        )
