"""A match in which the bot takes over for a player, step by step: time runs out, the bot answers, the player comes back."""

from __future__ import annotations

from msgspec.structs import replace

from bot.clocks import TimeControl
from bot.clocks.control import DAY, HOUR
from bot.games.playable import PlayableGame
from engine.kernel.simulation import RandomPlayer
from tests.bot.kit import ADA, BO, CHANNEL, GUILD, TURN, lanterns
from tests.bot.match.lifetime import Life, Script, Step

MATCH = 1
CONTROL = TimeControl("each", 2 * DAY)


def _game() -> PlayableGame:
    """Lanterns, with a random player as the bot."""
    return replace(lanterns(), practice=RandomPlayer)


async def _challenge(life: Life, press: int) -> None:
    await life.bot.challenges.challenge(
        press,
        ADA,
        BO,
        game=life.bot.game,
        guild_id=GUILD,
        channel_id=CHANNEL,
        deck="Harbour",
        control=CONTROL,
        takes_over=True,
    )


async def _nothing(life: Life, press: int) -> None:
    """Only let time pass."""


async def _is_played_for(life: Life, press: int) -> None:
    assert (await life.bot.matches.table(MATCH)).played_for == {0}


SCRIPT = Script(
    (
        Step("challenge", _challenge),
        Step("accept", lambda life, press: life.bot.challenges.accept(press, MATCH, BO, "Garden")),
        Step("ask for a pause", lambda life, press: life.bot.match_time.pause(press, MATCH, BO.id), HOUR),
        Step("answer", lambda life, press: life.answer(press, MATCH, BO, "1"), HOUR),
        Step("the time is up", _nothing, 2 * DAY),
        Step("it is known", _is_played_for),
        Step("the house answers", _nothing, TURN),
        Step("back", lambda life, press: life.bot.takeovers.come_back(press, MATCH, ADA.id)),
        Step("the time is up once more", _nothing, 2 * DAY),
        Step("the house answers once more", _nothing, TURN),
        Step("give up", lambda life, press: life.bot.play.resign(press, MATCH, BO.id), HOUR),
    ),
    _game,
)
