"""People: they challenge, press, press again, press on two devices, press what is long decided, and go away for days."""

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
"""Asks the services for what a press is about."""

PATIENCE = 120.0
"""Virtual seconds after which a press that has not been answered counts as one that never will be."""

CONTROLS = (TimeControl("each", 2 * DAY), TimeControl("bank", 5 * DAY, 12 * HOUR, 6 * DAY), TimeControl())


@dataclass
class Press:
    """Something that a person asked for, and what each of its deliveries was answered."""

    interaction: int
    kind: str
    match_id: int
    person: int
    question: int | None = None
    choice: Choice | None = None
    answers: list[str] = field(default_factory=list[str])
    """"done", "refused", "busy" or "died", for each time that it was delivered."""
    done: list[Any] = field(default_factory=list[Any])
    """What it returned."""


@dataclass
class World:
    """What all people share: the machines they reach, and what they have done so far."""

    loop: SeededLoop
    machines: list[Machine]
    chance: Random
    stir: Callable[[], None]
    """Says that someone presses something."""
    presses: list[Press] = field(default_factory=list[Press])
    shown: dict[tuple[int, int], int | None] = field(default_factory=dict[tuple[int, int], "int | None"])
    """By match and person: the question that an answer to a press has shown last."""
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
        """Bring a press to some machine; return what it returned, None if it came to nothing."""
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
        """Bring a press to machines until it is answered, as something that comes again and again."""
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
    """By match, the question that was answered last, and how."""

    async def live(self) -> None:
        """Press now and then."""
        while self.presses > 0:
            self.presses -= 1
            await asyncio.sleep(self.pause())
            await self._act(self.chance.choice(self.matches))

    async def _act(self, match_id: int) -> None:
        drawn = self.chance.random()
        if drawn < 0.06 and match_id in self._last:
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
            if drawn < limit:
                await self._ask_for(kind, match_id)
                return
        try:
            machine = await self.world.reach()
            found = await machine.ask(lambda has: has.matches.question(match_id, self.person.id))
        except (Died, Refusal):
            return
        if found is None:
            return
        self.world.shown[match_id, self.person.id] = found.id
        choice = random_choice(found, Chance(f"{self.chance.random()}"))
        if self.chance.random() < 0.15:
            other = random_choice(found, Chance(f"{self.chance.random()}"))
            await asyncio.gather(
                self._answer(match_id, found.id, choice), self._answer(match_id, found.id, other)
            )
        else:
            await self._answer(match_id, found.id, choice)

    async def _answer(self, match_id: int, question: int, choice: Choice) -> None:
        press = self.world.press("answer", match_id, self.person.id, question=question, choice=choice)

        async def act(has: Services, press: Press) -> Any:
            result = await has.play.answer(press.interaction, match_id, self.person.id, question, choice)
            # The house answers at once, and the panel shows what is asked then.
            await has.practice_matches.rested(match_id)
            return result, await has.matches.question(match_id, self.person.id)

        for _, asked in await self._pressed(press, act):
            self._last[match_id] = question, choice
            self.world.shown[match_id, self.person.id] = asked and asked.id

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
        """Bring a press, sometimes twice, to one machine or to two; return what came back."""
        times = 2 if self.chance.random() < 0.25 else 1
        done = await asyncio.gather(*(self.world.deliver(press, act) for _ in range(times)))
        if press.answers[-1] in ("died", "busy") and self.chance.random() < 0.5:
            # What was not answered is repeated by Discord, or pressed again.
            await asyncio.sleep(self.chance.random() * 5)
            done.append(await self.world.deliver(press, act))
        return [one for one in done if one is not None]


async def begun(world: World, game: Any, people: list[Person], chance: Random) -> int:
    """Let the first of some people challenge the others, all accept, and return the match. The house accepts by itself."""
    one, *others = people
    asked = world.press("challenge", 0, one.id)
    control, decks = chance.choice(CONTROLS), list(game.decks) or [""]

    first: list[int | None] = []

    async def challenge(has: Services, press: Press) -> Any:
        table = await has.challenges.challenge(
            press.interaction,
            one,
            *others,
            game=game,
            guild_id=GUILD,
            channel_id=CHANNEL,
            deck=decks[0],
            control=control,
        )
        if any(other.is_this_bot for other in others):
            # Who practises is shown at once what they are asked.
            found = await has.matches.question(table.match_id, one.id)
            first.append(None if found is None else found.id)
        return table

    twice = [world.insist(asked, challenge) for _ in range(chance.choice((1, 2)))]
    [table, *_] = await asyncio.gather(*twice)
    assert table is not None, f"a challenge is answered by {asked.answers}"
    match_id = asked.match_id = table.match_id

    async def accept(person: Person) -> None:
        async def act(has: Services, press: Press) -> Any:
            return await has.challenges.accept(press.interaction, match_id, person, decks[-1])

        await world.insist(world.press("accept", match_id, person.id), act)

    await asyncio.gather(*(accept(other) for other in others if not other.is_this_bot))
    for person in people:
        world.shown[match_id, person.id] = first[-1] if first and person is one else None
    assert table.standing in (MatchStatus.CHALLENGED, MatchStatus.PLAYING, MatchStatus.OVER)
    return match_id
