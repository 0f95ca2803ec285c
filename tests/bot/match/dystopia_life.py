"""A match of Dreams of Dystopia for three, step by step, up to a block of several answers in which time runs out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

from bot.clocks import TimeControl
from bot.clocks.control import DAY, HOUR
from bot.games.dreams_of_dystopia import dreams_of_dystopia
from bot.store.person import Person
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.match import Match
from tests.bot.kit import ADA, BO, CHANNEL, CY, GUILD, SEED
from tests.bot.match.lifetime import Life, Script, Step

MATCH = 1
CONTROL = TimeControl("each", 2 * DAY)
PEOPLE = (ADA, BO, CY)
MASTERS = ("Voice in the Static", "Marshal of the Night Watch", "Regent of the Evening Side")
"""All Demonic, so that one kind of Weapon fits all starting Minions."""
WEAPON = "purchase Torn Signpost"


class _Played:
    """The future match: all answers, determined in advance by playing it."""

    def __init__(self) -> None:
        self.match: Match[Referee, DystopiaView] = Match.begin(DYSTOPIA, DYSTOPIA.setup([None] * 3), SEED)[0]

    @property
    def seat(self) -> int:
        """The seat with a pending question."""
        [seat] = self.match.questions
        return seat

    def keys(self, verb: str = "") -> list[str]:
        """Return the asked player's legal choices with this verb."""
        return [option.key for option in self.match.questions[self.seat].options if verb in ("", option.verb)]

    def answer(self, key: str) -> tuple[int, str]:
        """Give an answer; return its player and key. Forced answers follow it."""
        seat = self.seat
        self.match.answer(seat, self.match.questions[seat].id, (key,))
        while (forced := self.match.forced()) is not None:
            self.match.answer(forced[0], self.match.pending_questions[forced[0]].id, forced[1])
        return seat, key

    def until_a_sitting(self) -> Iterator[tuple[int, str]]:
        """Buy Weapons until a player can attack a player who has one; attack, and block with a first Minion."""
        for master in MASTERS:
            yield self.answer(master)
        while True:
            if (attack := self.keys("attack")) and (target := self._target()) is not None:
                break
            yield self.answer(next(iter(key for key in self.keys() if key == WEAPON), "end"))
        yield self.answer(attack[0])
        yield self.answer(f"seat {target}")
        if self.match.questions[self.seat].topic != "block":
            yield self.answer("done")
        yield self.answer(self.keys("block")[0])
        assert self.match.sitter == target and self.keys("helper")

    def _target(self) -> int | None:
        m = self.match.machine
        for seat in m.opponents(self.seat):
            hand = m.titles(m.zone("hand", seat))
            if "Torn Signpost" in hand and "Minion of the Moon" in hand:
                return seat
        return None


_PLAYED = _Played()
_ANSWERS = list(_PLAYED.until_a_sitting())
BLOCKER = PEOPLE[_PLAYED.seat]
ATTACKER = PEOPLE[_PLAYED.match.machine.position.active]
THIRD = next(person for person in PEOPLE if person not in (BLOCKER, ATTACKER))


async def _challenge(life: Life, press: int) -> None:
    await life.bot.challenges.challenge(
        press, ADA, BO, CY, game=life.bot.game, guild_id=GUILD, channel_id=CHANNEL, control=CONTROL
    )


def _accept(person: Person) -> Callable[[Life, int], Awaitable[object]]:
    return lambda life, press: life.bot.challenges.accept(press, MATCH, person, "")


def _answer(person: Person, choice: str) -> Callable[[Life, int], Awaitable[object]]:
    return lambda life, press: life.answer(press, MATCH, person, choice)


async def _nothing(life: Life, press: int) -> None:
    """Only let time pass."""


async def _block_is_secret(life: Life, press: int) -> None:
    """Check that the others still see the match as it was when the attack was declared."""
    matches = life.bot.matches
    looks = [await matches.player_snapshot(MATCH, person.id) for person in (ATTACKER, THIRD)]
    for snapshot in (await matches.public_snapshot(MATCH), *looks):
        assert isinstance(snapshot.view, DystopiaView)
        assert not snapshot.view.players[PEOPLE.index(BLOCKER)].table
        assert snapshot.view.combat is not None and snapshot.view.combat.defender.card == ""


async def _block_is_public(life: Life, press: int) -> None:
    """Check that the block is public, as far as it was decided, and the attacker's turn goes on."""
    snapshot = await life.bot.matches.public_snapshot(MATCH)
    assert isinstance(snapshot.view, DystopiaView) and snapshot.view.combat is None
    assert "Minion of the Moon" in snapshot.view.players[PEOPLE.index(BLOCKER)].used
    assert [seat.person.id for seat in snapshot.awaited] == [ATTACKER.id]


SCRIPT = Script(
    (
        Step("challenge", _challenge),
        Step("Bo accepts", _accept(BO)),
        Step("Cy accepts", _accept(CY)),
        *(
            Step(f"answer {number}", _answer(PEOPLE[seat], key), HOUR)
            for number, (seat, key) in enumerate(_ANSWERS)
        ),
        Step("nobody is told", _block_is_secret),
        Step("time runs out in the sitting", _nothing, 2 * DAY),
        Step("everybody is told", _block_is_public),
        Step("time runs out in the turn", _nothing, 2 * DAY),
        Step(
            "the attacker gives up",
            lambda life, press: life.bot.play.resign(press, MATCH, ATTACKER.id),
            HOUR,
        ),
        Step(
            "the blocker gives up",
            lambda life, press: life.bot.play.resign(press, MATCH, BLOCKER.id),
            HOUR,
        ),
    ),
    dreams_of_dystopia,
)
