"""Logs: readable text for people, or one JSON object per line for programs.

They never contain tokens of any kind, at any level or in a traceback: the handler removes anything that looks
like one from each finished line, whichever logger wrote it. discord.py logs whole URLs and events, and with
the URL of an interaction anyone can reply as the bot for fifteen minutes.

Values bound with `structlog.contextvars` (match, interaction, person) are on every line that a task writes,
including those of other libraries, whose `logging` goes through the same processors.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from typing import Literal, TextIO

import structlog
from structlog.contextvars import merge_contextvars
from structlog.processors import ExceptionRenderer
from structlog.stdlib import ProcessorFormatter
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.errors import Busy, Uncertain, reference
from bot.platform.metrics import FAILURES
from bot.settings import Level

_TRACEBACKS = ExceptionRenderer(ExceptionDictTransformer(show_locals=False))
"""Tracebacks without local variables, which include hands, seeds and tokens."""


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
        _counted,
    ]
    last: list[Processor] = (
        [_TRACEBACKS, structlog.processors.JSONRenderer()]
        if form == "json"
        else [
            _for_people,
            structlog.dev.ConsoleRenderer(
                colors=out.isatty(), exception_formatter=structlog.dev.plain_traceback
            ),
        ]
    )
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *shared, ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = _Discreet(out)
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=[*shared, _one_line],
            processors=[ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    # These log every statement and heartbeat, which is only useful to their authors.
    for chatty in ("aiosqlite", "asyncio", "discord.gateway", "discord.http", "PIL"):
        logging.getLogger(chatty).setLevel(max(root.level, logging.WARNING))
    logging.getLogger("discord.client").addFilter(_is_news)


def _is_news(record: logging.LogRecord) -> bool:
    """Return False for discord.py's warning that interactions come over HTTP, which is intended here."""
    return "interaction endpoint URL" not in str(record.msg)


HIDDEN = "[hidden]"
"""The replacement of a token."""
_SECRETS: set[str] = set()

_BEHIND_A_NAME = re.compile(
    r"""((?:token|session[_ ]id|authorization|secret|password|cookie)[\\"']{0,4}\s*+[:=]\s*+[\\"'(]{0,4}(?:b["'])?"""
    r"""(?:(?:Bot|Bearer)\s++)?)[^\s\\"',;)}\]]+""",
    re.IGNORECASE,
)
_IN_AN_ADDRESS = re.compile(r"""(/(?:webhooks|interactions)/[0-9]{1,20}/)[^/?\s\\"'<>]+""", re.IGNORECASE)
_SIGNED = re.compile(r"""([?&](?:hm|ex|is|sig|signature|key|token)=)[^&\s\\"'<>]+""", re.IGNORECASE)
_OF_AN_ACCOUNT = re.compile(r"""(://[^\s/:@\\"'<>]{0,100}:)[^\s/@\\"'<>]{1,200}@""")
_OF_A_BOT = re.compile(r"[A-Za-z0-9_-]{18,32}\.[A-Za-z0-9_-]{4,12}\.[A-Za-z0-9_-]{20,}")
_LONG = re.compile(r"[A-Za-z0-9_-]{40,}")
"""The form of unknown tokens: longer than anything else in a log, except function names."""


def hide(secret: str) -> None:
    """Keep a secret out of the log from now on, whatever its form."""
    if secret:
        _SECRETS.add(secret)


def discreet(text: str) -> str:
    """Return a text without tokens of bots, interactions and webhooks, passwords in URLs, and URL signatures."""
    for secret in _SECRETS:
        text = text.replace(secret, HIDDEN)
    text = _BEHIND_A_NAME.sub(rf"\1{HIDDEN}", text)
    text = _IN_AN_ADDRESS.sub(rf"\1{HIDDEN}", text)
    text = _SIGNED.sub(rf"\1{HIDDEN}", text)
    text = _OF_AN_ACCOUNT.sub(rf"\1{HIDDEN}@", text)
    text = _OF_A_BOT.sub(HIDDEN, text)
    return _LONG.sub(_unless_a_name, text)


def _unless_a_name(match: re.Match[str]) -> str:
    """Return the replacement of a long word: itself if it is lowercase, like function names and unlike tokens."""
    text = match[0]
    return text if text.islower() and not any(c.isdecimal() for c in text) else HIDDEN


class _Discreet(logging.StreamHandler[TextIO]):
    """Writes finished lines without tokens. Every line of the log passes through it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the formatted record, with its traceback, without tokens."""
        return discreet(super().format(record))

    def handleError(self, record: logging.LogRecord) -> None:
        """Report that a record could not be written, without its content."""
        problem = traceback.format_exc(limit=-3)
        sys.stderr.write(discreet(f"A log line of {record.name} could not be written:\n{problem}"))


def failure(log: structlog.stdlib.BoundLogger, event: str, error: BaseException, **facts: object) -> str:
    """Log an internal failure with its traceback. Return the reference code to show to the person.

    An unavailable database only causes a warning; the code is then "".
    """
    if isinstance(error, Busy | Uncertain):
        log.warning(event, why=str(error), **facts)
        return ""
    code = reference()
    log.error(event, reference=code, exc_info=error, **facts)
    return code


def _counted(logger: WrappedLogger, name: str, event: EventDict) -> EventDict:
    """Count events with a reference code as internal failures."""
    if "reference" in event:
        FAILURES.labels(str(event["event"])).inc()
    return event


def _for_people(logger: WrappedLogger, name: str, event: EventDict) -> EventDict:
    """Remove the process's role and id if it is the only process."""
    if event.get("role") == "run":
        event.pop("role")
        event.pop("worker", None)
    return event


def _one_line(logger: WrappedLogger, name: str, event: EventDict) -> EventDict:
    """Strip the whitespace around other libraries' messages."""
    event["event"] = str(event["event"]).strip()
    return event
