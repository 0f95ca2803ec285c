"""The roles of processes: `voidream run` has all of them in one process; otherwise each has its own processes."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Role(StrEnum):
    """The role of a process. Several can answer and deliver on one database; at most one listens."""

    RUN = "run"
    """All roles in one process."""
    ANSWER = "answer"
    """Answers presses and commands, which Discord posts over HTTP."""
    DELIVER = "deliver"
    """Sends the outbox, runs alarms, and analyses decisions for reviews."""
    LISTEN = "listen"
    """Is connected to the gateway: greets new servers, and updates matches when permissions return."""

    THINK = "think"
    """Runs searches for the other processes: the bot's moves, hints and reviews."""

    @property
    def answers(self) -> bool:
        """Whether it answers people."""
        return self in (Role.RUN, Role.ANSWER)

    @property
    def delivers(self) -> bool:
        """Whether it sends messages and runs alarms."""
        return self in (Role.RUN, Role.DELIVER)

    @property
    def listens(self) -> bool:
        """Whether it is connected to Discord's gateway."""
        return self in (Role.RUN, Role.LISTEN)


class Address(msgspec.Struct, frozen=True):
    """The address at which a process serves HTTP (port 0: any free one).

    `url` is the public URL for interactions that the application gets, with "{port}" as a placeholder; ""
    leaves the application's URL unchanged.
    """

    host: str = "127.0.0.1"
    port: int = 0
    url: str = ""
