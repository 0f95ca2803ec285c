"""Who may challenge whom, and how many challenges and matches there may be at once."""

from __future__ import annotations

from bot.errors import BadOpponent, LimitReached
from bot.looks import Person
from bot.settings import Settings
from bot.store import Reading
from cards.locales import say


def check_people(challenger: Person, opponent: Person) -> None:
    """Raise BadOpponent unless these two can play."""
    if opponent.id == challenger.id:
        raise BadOpponent("You can't challenge yourself. Name somebody else in this server.")
    if opponent.is_bot:
        raise BadOpponent(f"{opponent.name} is a bot and doesn't play. Name a person.")


async def check_challenge(
    store: Reading, settings: Settings, challenger: Person, opponent: Person, channel_id: int
) -> None:
    """Raise LimitReached if one more challenge, or the match that would come of it, is too many.

    Raises BadOpponent for somebody who has been forgotten and can't be reached any more.
    """
    if opponent.id < 0:
        raise BadOpponent(say("Your opponent of then does not play here any more."))
    most = settings.challenges_per_person
    if await store.challenges_by(challenger.id) >= most:
        raise LimitReached(
            f"You have {_count(most, 'open challenge')}, and that is the limit. Withdraw one, or wait for an answer."
        )
    most = settings.matches_per_pair
    if await store.of_pair(challenger.id, opponent.id, channel_id) >= most:
        raise LimitReached(
            f"You and {opponent.name} have {_count(most, 'challenge or match', 'challenges and matches')} in this "
            "channel already, and that is the limit. Finish it first, or play in another channel."
        )
    await check_playing(store, settings, challenger, you=True)
    await _check_channel(store, settings, channel_id)


async def check_accept(
    store: Reading, settings: Settings, challenger: Person, opponent: Person, channel_id: int
) -> None:
    """Raise LimitReached if one more match is too many for either of them, or for the channel."""
    await check_playing(store, settings, opponent, you=True)
    await check_playing(store, settings, challenger, you=False)
    await _check_channel(store, settings, channel_id)


async def check_playing(store: Reading, settings: Settings, person: Person, *, you: bool) -> None:
    """Raise LimitReached if the person is playing as many matches as allowed; the sentence is for them if `you`."""
    most = settings.matches_per_person
    if await store.playing(person.id) >= most:
        subject = "You are" if you else f"{person.name} is"
        raise LimitReached(f"{subject} playing {_count(most, 'match', 'matches')}, and that is the limit.")


async def _check_channel(store: Reading, settings: Settings, channel_id: int) -> None:
    most = settings.matches_per_channel
    if await store.playing_in(channel_id) >= most:
        raise LimitReached(
            f"{_count(most, 'match is', 'matches are')} under way in this channel, and that is the limit. "
            "Try another channel."
        )


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
