"""The house: a program that plays for practice, with whoever challenges the bot itself.

It has a seat like anybody else and sees what that seat sees: it accepts a challenge with a ready-made deck drawn by lot,
and answers what it is asked: at once where one person plays with it alone (`bot.match.practice`), else at the question's turn
(`bot.prompting.prompts`), as somebody quick would. Its turns are alarms, so it goes on after a restart as if nothing had been.
"""

from __future__ import annotations

from bot.errors import BadOpponent
from bot.games.playable import PlayableGame
from bot.match import teaching
from bot.store.person import Person
from cards.i18n import msg
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import Choice


def check(opponent: Person, game: PlayableGame, *, rated: bool) -> None:
    """Raise BadOpponent if the opponent is the house and does not play this."""
    if opponent.is_house and game.practice is None:
        raise BadOpponent(msg("I don't know how to play {game} myself. Name a person.", game=game.title))
    if opponent.is_house and rated:
        raise BadOpponent(msg("I play for practice only, not for ratings. Challenge me without them."))


def decision(game: PlayableGame, match: Match, seat: int, lot: Chance, lesson: str = "") -> Choice:
    """Return what the house answers to the question at its seat. It looks at that seat's view and nothing else.

    What it leaves to chance is drawn with `lot`. In some lessons it keeps quiet.
    """
    if (nothing := teaching.quiet(game, lesson, match, seat)) is not None:
        return nothing
    if game.practice is None:
        raise BadOpponent(msg("I don't know how to play {game} myself. Name a person.", game=game.title))
    player = game.practice(lot)
    return player.answer(match.questions[seat], lambda: match.view(seat))
