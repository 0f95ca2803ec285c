"""Connect discord.py to a local table instead of Discord, and back.

A bot with a real token can't connect to a table by accident: this function is the only way to the table, it checks
the token that the bot is about to use, and it refuses every token not issued by a table. It also refuses every
address outside this machine. The table itself answers 401 to any token but its own (`server`).
"""

from collections.abc import Generator
from contextlib import contextmanager

import discord.gateway
import discord.http
import yarl

TOKEN_PREFIX = "local-table-"  # noqa: S105 - a prefix that no secret has
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class LoopbackOnly(Exception):
    """The local table was used with another machine, or with a token not issued by a table."""


def is_loopback(address: str) -> bool:
    """Return whether an address begins with http:// and contains this machine's name and a port."""
    try:
        url = yarl.URL(address)
    except ValueError:
        return False
    return url.host in _LOOPBACK and url.scheme == "http" and url.explicit_port is not None


@contextmanager
def connected(address: str, token: str) -> Generator[str]:
    """Connect discord.py in this process to the table at `address`. Open it before `login`; yields the token.

    Raises:
        LoopbackOnly: if the address is not on this machine, or the token was not issued by a table. The token is never
            part of the message.
    """
    if not is_loopback(address):
        raise LoopbackOnly(f"a local table is at http://127.0.0.1:PORT, not at {address!r}")
    if not token.startswith(TOKEN_PREFIX):
        raise LoopbackOnly("a real Discord token is never used with the local table; the table makes its own")
    route, socket = discord.http.Route, discord.gateway.DiscordWebSocket
    url = yarl.URL(address)
    before = route.BASE, socket.DEFAULT_GATEWAY
    route.BASE = f"http://{url.host}:{url.port}/api/v10"
    socket.DEFAULT_GATEWAY = yarl.URL(f"ws://{url.host}:{url.port}/gateway")
    try:
        yield token
    finally:
        route.BASE, socket.DEFAULT_GATEWAY = before
