"""Logs: readable text for people, or one JSON object a line for programs.

Whatever is bound with `structlog.contextvars` (match, interaction, person) is on every line that a task writes, also
on those of other libraries, whose `logging` goes through the same processors.
"""

from __future__ import annotations

import logging
import sys
from typing import Literal, TextIO

import structlog
from structlog.contextvars import merge_contextvars
from structlog.processors import ExceptionRenderer
from structlog.stdlib import ProcessorFormatter
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.errors import reference
from bot.settings import Level

_TRACEBACKS = ExceptionRenderer(ExceptionDictTransformer(show_locals=False))
"""Without the values of variables: hands, seeds and tokens are among them."""


def set_up(level: Level, form: Literal["text", "json"], stream: TextIO | None = None) -> None:
    """Send all logging to `stream` (standard error by default), from `level` upwards."""
    out: TextIO = sys.stderr if stream is None else stream
    shared: list[Processor] = [
        merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    last: list[Processor] = (
        [_TRACEBACKS, structlog.processors.JSONRenderer()]
        if form == "json"
        else [
            structlog.dev.ConsoleRenderer(
                colors=out.isatty(), exception_formatter=structlog.dev.plain_traceback
            )
        ]
    )
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *shared, ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=[*shared, _one_line],
            processors=[ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    # These say on every statement and every heartbeat what only their authors want to know.
    for chatty in ("aiosqlite", "asyncio", "discord.gateway", "discord.http", "PIL"):
        logging.getLogger(chatty).setLevel(max(root.level, logging.WARNING))


def failure(log: structlog.stdlib.BoundLogger, event: str, error: BaseException, **facts: object) -> str:
    """Log a failure of ours with its traceback, and return the reference code to tell the person."""
    code = reference()
    log.error(event, reference=code, exc_info=error, **facts)
    return code


def _one_line(logger: WrappedLogger, name: str, event: EventDict) -> EventDict:
    """Strip what other libraries put around their messages."""
    event["event"] = str(event["event"]).strip()
    return event
