"""The roles of processes: `voidream run` has all of them in one process; otherwise each has its own processes."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Role(StrEnum):
    """The part that a process plays. Any number may answer and deliver on one database; one listens, or none."""

    RUN = "run"
    """All of it."""
    ANSWER = "answer"
    """Answers presses and commands that Discord posts over HTTP."""
    DELIVER = "deliver"
    """Sends what is in the outbox, lets happen what falls due, and judges decisions for reviews."""
    LISTEN = "listen"
    """Is connected to the gateway: greets new servers, and shows matches again where it may write again."""

    THINK = "think"
    """Carries out searches for those who answer and deliver: moves of the house, hints and reviews."""

    @property
    def answers(self) -> bool:
        """Whether people are answered."""
        return self in (Role.RUN, Role.ANSWER)

    @property
    def delivers(self) -> bool:
        """Whether messages are sent and alarms ring."""
        return self in (Role.RUN, Role.DELIVER)

    @property
    def listens(self) -> bool:
        """Whether it is connected to Discord's gateway."""
        return self in (Role.RUN, Role.LISTEN)


class Address(msgspec.Struct, frozen=True):
    """The address at which a process serves HTTP (port 0: any free one).

    `url` is where Discord finds the process, as the address for interactions that the application gets; "{port}" in it
    stands for the port. "" leaves the application's address as it is.
    """

    host: str = "127.0.0.1"
    port: int = 0
    url: str = ""
