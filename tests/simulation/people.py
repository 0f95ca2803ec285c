"""People: they challenge, press, press again, press on two devices, press outdated buttons, and go away for days."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bot.clocks import TimeControl
from bot.clocks.control import DAY, HOUR
from bot.errors import Refusal, Unwritable
from bot.installation import Services
from bot.store.match_status import MatchStatus
from bot.store.person import Person
from engine.kernel.chance import Chance
from engine.kernel.errors import GameError
from engine.kernel.question import Choice, random_choice
from tests.bot.kit import CHANNEL, GUILD
from tests.simulation.bot import Machine
from tests.simulation.loop import Died, SeededLoop

Act = Callable[[Services, "Press"], Coroutine[Any, Any, Any]]
"""Requests a press's act from the services."""

PATIENCE = 120.0
"""The virtual seconds after which an unanswered press counts as never answered."""

CONTROLS = (TimeControl("each", 2 * DAY), TimeControl("bank", 5 * DAY, 12 * HOUR, 6 * DAY), TimeControl())


@dataclass
class Press:
    """A person's press, and the responses to each of its deliveries."""

    interaction: int
    kind: str
    match_id: int
    person: int
    question: int | None = None
    choice: Choice | None = None
    answers: list[str] = field(default_factory=list[str])
    """"done", "refused", "busy" or "died", for each delivery."""
    done: list[Any] = field(default_factory=list[Any])
    """The press's result."""


@dataclass
class World:
    """The shared world of people: the machines they reach, and their presses."""

    loop: SeededLoop
    machines: list[Machine]
    chance: Random
    stir: Callable[[], None]
    """Called when a person presses something."""
    presses: list[Press] = field(default_factory=list[Press])
    shown: dict[tuple[int, int], int | None] = field(default_factory=dict[tuple[int, int], "int | None"])
    """By match and person: the question last shown in the response to a press."""
    wrong: list[str] = field(default_factory=list[str])
    _interactions: int = 1 << 50

    async def reach(self) -> Machine:
        """Return a machine that answers, as soon as there is one."""
        while not (up := [machine for machine in self.machines if machine.answers]):
            await asyncio.sleep(0.25)
        return self.chance.choice(up)

    def press(self, kind: str, match_id: int, person: int, **what: Any) -> Press:
        """Return a new press."""
        self._interactions += 1
        press = Press(self._interactions, kind, match_id, person, **what)
        self.presses.append(press)
        return press

    async def deliver(self, press: Press, act: Act) -> Any:
        """Deliver a press to a machine; return its result, None if it failed."""
        machine, result = await self.reach(), None
        self.stir()
        try:
            async with asyncio.timeout(PATIENCE):
                result = await machine.ask(lambda has: act(has, press))
            answer = "done"
        except Died:
            answer = "died"
        except Unwritable:
            answer = "busy"
        except (Refusal, GameError):
            answer = "refused"
        except TimeoutError:
            answer = "never"
            self.wrong.append(f"{press.kind} of {press.person} in {press.match_id} is never answered")
        press.answers.append(answer)
        if answer == "done":
            press.done.append(result)
        self.loop.log(f"{press.kind} {press.interaction} {answer}")
        return result

    async def insist(self, press: Press, act: Act) -> Any:
        """Deliver a press to machines until it is answered, as Discord redelivers it."""
        while (result := await self.deliver(press, act)) is None and press.answers[-1] in ("died", "busy"):
            await asyncio.sleep(1.0)
        return result


@dataclass
class Player:
    """A person who plays in some matches until they have pressed `presses` times."""

    person: Person
    world: World
    chance: Random
    matches: list[int]
    pause: Callable[[], float]
    presses: int = 5
    _last: dict[int, tuple[int, Choice]] = field(default_factory=dict[int, "tuple[int, Choice]"])
    """By match: the last answered question, and the answer."""

    async def live(self) -> None:
        """Press from time to time."""
        while self.presses > 0:
            self.presses -= 1
            await asyncio.sleep(self.pause())
            await self._act(self.chance.choice(self.matches))

    async def _act(self, match_id: int) -> None:
        number = self.chance.random()
        if number < 0.06 and match_id in self._last:
            question, choice = self._last[match_id]
            await self._answer(match_id, question, choice)
            return
        for limit, kind in (
            (0.09, "draw"),
            (0.12, "pause"),
            (0.14, "claim"),
            (0.15, "resign"),
            (0.18, "time"),
        ):
            if number < limit:
                await self._ask_for(kind, match_id)
                return
        try:
            machine = await self.world.reach()
            pending = await machine.ask(lambda has: has.matches.question(match_id, self.person.id))
        except (Died, Refusal):
            return
        if pending is None:
            return
        self.world.shown[match_id, self.person.id] = pending.id
        choice = random_choice(pending, Chance(f"{self.chance.random()}"))
        if self.chance.random() < 0.15:
            random_answer = random_choice(pending, Chance(f"{self.chance.random()}"))
            await asyncio.gather(
                self._answer(match_id, pending.id, choice), self._answer(match_id, pending.id, random_answer)
            )
        else:
            await self._answer(match_id, pending.id, choice)

    async def _answer(self, match_id: int, question: int, choice: Choice) -> None:
        press = self.world.press("answer", match_id, self.person.id, question=question, choice=choice)

        async def act(has: Services, press: Press) -> Any:
            result = await has.play.answer(press.interaction, match_id, self.person.id, question, choice)
            # The bot answers immediately, and the panel shows the next question.
            await has.practice_matches.rested(match_id)
            return result, await has.matches.question(match_id, self.person.id)

        for _, question_ in await self._pressed(press, act):
            self._last[match_id] = question, choice
            self.world.shown[match_id, self.person.id] = question_ and question_.id

    async def _ask_for(self, kind: str, match_id: int) -> None:
        me, press = self.person.id, self.world.press(kind, match_id, self.person.id)

        async def act(has: Services, press: Press) -> Any:
            match kind:
                case "draw":
                    return await has.agreements.draw(press.interaction, match_id, me)
                case "pause":
                    return await has.match_time.pause(press.interaction, match_id, me)
                case "claim":
                    return await has.play.claim(press.interaction, match_id, me)
                case "time":
                    return await has.match_time.give_time(press.interaction, match_id, me, DAY)
                case _:
                    return await has.play.resign(press.interaction, match_id, me)

        await self._pressed(press, act)

    async def _pressed(self, press: Press, act: Act) -> list[Any]:
        """Deliver a press, sometimes twice, to one machine or to two; return the results."""
        times = 2 if self.chance.random() < 0.25 else 1
        results = await asyncio.gather(*(self.world.deliver(press, act) for _ in range(times)))
        if press.answers[-1] in ("died", "busy") and self.chance.random() < 0.5:
            # Unanswered presses are repeated by Discord, or by the person.
            await asyncio.sleep(self.chance.random() * 5)
            results.append(await self.world.deliver(press, act))
        return [result for result in results if result is not None]


async def begun(world: World, game: Any, people: list[Person], chance: Random) -> int:
    """Challenge the others as the first person, make all accept, and return the match. The bot accepts by itself."""
    host, *guests = people
    challenge_press = world.press("challenge", 0, host.id)
    control, decks = chance.choice(CONTROLS), list(game.decks) or [""]

    first: list[int | None] = []

    async def challenge(has: Services, press: Press) -> Any:
        table = await has.challenges.challenge(
            press.interaction,
            host,
            *guests,
            game=game,
            guild_id=GUILD,
            channel_id=CHANNEL,
            deck=decks[0],
            control=control,
        )
        if any(guest.is_this_bot for guest in guests):
            # In practice the first question is shown immediately.
            question = await has.matches.question(table.match_id, host.id)
            first.append(None if question is None else question.id)
        return table

    twice = [world.insist(challenge_press, challenge) for _ in range(chance.choice((1, 2)))]
    [table, *_] = await asyncio.gather(*twice)
    assert table is not None, f"a challenge is answered by {challenge_press.answers}"
    match_id = challenge_press.match_id = table.match_id

    async def accept(person: Person) -> None:
        async def act(has: Services, press: Press) -> Any:
            return await has.challenges.accept(press.interaction, match_id, person, decks[-1])

        await world.insist(world.press("accept", match_id, person.id), act)

    await asyncio.gather(*(accept(guest) for guest in guests if not guest.is_this_bot))
    for person in people:
        world.shown[match_id, person.id] = first[-1] if first and person is host else None
    assert table.status in (MatchStatus.CHALLENGED, MatchStatus.PLAYING, MatchStatus.OVER)
    return match_id
