"""The practice opponent: a computer player for those who challenge the bot itself.

It has a seat like any player and sees the same as a player would. It accepts a challenge with a random ready-made
deck, and answers its questions: immediately if one person plays alone with it (`bot.match.practice`), otherwise at the
question's turn (`bot.match.prompts`), like a quick player. Its turns are alarms, so a restart changes nothing.

With three or four players it can have several seats: each is a separate player with that seat's knowledge.

Its level is chosen with the challenge, in games with a search. A higher level doesn't know more: at every level it
only knows what its seat may know, and has its own seed. It decides in the same way for a player who is out of time
(`bot.match.takeovers`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from bot.errors import BadOpponent
from bot.games.playable import PlayableGame
from bot.match import lesson_progress
from bot.store.person import Person
from bot.store.rows import MatchRow
from cards.i18n import msg, series
from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.levels import LEVELS, MEDIUM, Level
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import Choice

USUAL = MEDIUM
"""Its default level."""


class SearchTask(msgspec.Struct, frozen=True):
    """A question for the bot that needs a search: everything the search needs, and nothing else of the match."""

    question: int
    thinking: Thinking
    knowledge: bytes
    seat: int
    level: Level


def check(opponent: Person, game: PlayableGame, *, rated: bool) -> None:
    """Raise BadOpponent if the opponent is the bot and it can't play this match."""
    if opponent.is_this_bot and game.practice is None:
        raise BadOpponent(msg("I can't play {game} myself. Choose a person.", game=game.title))
    if opponent.is_this_bot and rated:
        raise BadOpponent(msg("I only play for practice, not for ratings. Challenge me without `rated:`."))


def each_by_itself(opponents: Sequence[Person]) -> list[Person]:
    """Return the opponents, with the bot as often as it is named, each time as a separate player.

    Its further seats get a Roman numeral, which can't be mistaken for a number of cards or points behind the
    name.
    """
    players: list[Person] = []
    for opponent in opponents:
        times = sum(player.is_this_bot for player in players) if opponent.is_this_bot else 0
        players.append(
            msgspec.structs.replace(
                opponent, id=opponent.id + times, name=f"{opponent.name} {'I' * (times + 1)}"
            )
            if times
            else opponent
        )
    return players


def level_for(game: PlayableGame, people: Collection[Person], requested: str) -> str:
    """Return the key of the bot's level in a match of these people; "" if there is nothing to choose.

    `requested` is the requested level, "" for the default. Raises BadOpponent for a level that isn't available.
    """
    is_offered = game.thinking is not None
    if requested and not any(person.is_this_bot for person in people):
        raise BadOpponent(msg("A level only applies to me. Leave it out, or challenge me."))
    if requested and not is_offered:
        raise BadOpponent(
            msg("I play {game} at one level only. Challenge me without a level.", game=game.title)
        )
    if requested and requested not in LEVELS:
        names = series(*(level.name for level in LEVELS.values()), joined="or")
        raise BadOpponent(msg("That level doesn't exist. You can choose {names}.", names=names))
    if not is_offered or not any(person.is_this_bot for person in people):
        return ""
    return requested or USUAL.key


def level_of(game: PlayableGame, row: MatchRow, seat: int) -> Level | None:
    """Return the level at which the bot searches at a seat; None if it answers without a search.

    For a player who ran out of time it plays at its default level, whatever level was chosen for its own
    seat.
    """
    if game.thinking is None or row.lesson:
        return None
    return game.thinking.levels.get(USUAL.key if row.seats[seat].taken_over else row.level)


def to_think(game: PlayableGame, row: MatchRow, match: Match, seat: int) -> SearchTask | None:
    """Return the search for the question at a seat of the bot; None if it answers without."""
    level = level_of(game, row, seat)
    if level is None or game.thinking is None:
        return None
    knowledge = game.kernel.know(match.machine, {seat})
    return SearchTask(match.pending_questions[seat].id, game.thinking, knowledge, seat, level)


def decision(game: PlayableGame, match: Match, seat: int, rng: Chance, lesson: str = "") -> Choice:
    """Return the bot's answer at its seat without a long search, from that seat's view alone.

    Random choices use `rng`. In some lessons it does nothing.
    """
    if (prescribed := lesson_progress.quiet(game, lesson, match, seat)) is not None:
        return prescribed
    if game.practice is None:
        raise BadOpponent(msg("I can't play {game} myself. Choose a person.", game=game.title))
    player = game.practice(rng)
    return player.answer(match.questions[seat], lambda: match.view(seat))
