"""Retries of transactions that collided with another one, or whose connection broke."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import ParamSpec, TypeVar

import structlog

from bot.errors import Collision, Uncertain
from bot.platform import metrics

ATTEMPTS = 3
"""The maximum number of times that something is carried out."""
_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.store")
P = ParamSpec("P")
T = TypeVar("T")
_Act = Callable[P, Coroutine[object, object, T]]


def retried(*, known: bool) -> Callable[[_Act[P, T]], _Act[P, T]]:
    """Carry out an act again, a few times, as long as nothing of it was kept: it reads again what it decides by.

    `known`: it finds out by itself if it has been carried out, by its interaction or by what it left. Only then it is repeated
    after a commit whose answer was lost.
    """
    again = (Collision, Uncertain) if known else Collision

    def retry(act: _Act[P, T]) -> _Act[P, T]:
        @wraps(act)
        async def carried_out(*args: P.args, **kwargs: P.kwargs) -> T:
            for attempt in range(1, ATTEMPTS):
                try:
                    return await act(*args, **kwargs)
                except again as error:
                    metrics.STORE_RETRIES.labels(type(error).__name__).inc()
                    _log.info(
                        "carried out again", act=act.__qualname__, attempt=attempt, why=type(error).__name__
                    )
            return await act(*args, **kwargs)

        return carried_out

    return retry
