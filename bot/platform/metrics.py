"""Metrics of this process, in Prometheus' conventions: docs/operations.md describes each of them.

Labels are kinds and outcomes, with few values. Ids, names and tokens must never be labels.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.process_collector import ProcessCollector

REGISTRY = CollectorRegistry()
"""All metrics of this process."""

_ANSWER = (0.05, 0.1, 0.25, 0.5, 1, 2, 3, 10)
"""Buckets in seconds. Discord waits three for the first reply."""
_DATABASE = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
_LONG = (0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_LATE = (0.1, 1, 5, 15, 60, 300, 1800, 7200)


def _counter(name: str, text: str, *labels: str) -> Counter:
    return Counter(f"voidream_{name}", text, labels, registry=REGISTRY)


def _gauge(name: str, text: str, *labels: str) -> Gauge:
    return Gauge(f"voidream_{name}", text, labels, registry=REGISTRY)


def _histogram(name: str, text: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
    return Histogram(f"voidream_{name}", text, labels, buckets=buckets, registry=REGISTRY)


INTERACTIONS = _counter("interactions", "Interactions answered.", "kind", "outcome")
FIRST_ANSWER = _histogram(
    "interaction_first_answer_seconds", "Time until Discord received the first response.", _ANSWER, "kind"
)
ANSWER = _histogram("interaction_answer_seconds", "Time until the answer was complete.", _ANSWER, "kind")
MOVES = _counter("moves", "Acts that led to a new revision of a match.", "game", "kind")
TRANSACTION = _histogram("store_transaction_seconds", "Duration of database transactions.", _DATABASE, "mode")
STORE_WAIT = _histogram(
    "store_wait_seconds", "Time that transactions waited before they began.", _DATABASE, "mode"
)
STORE_RETRIES = _counter("store_retries", "Transactions retried.", "why")
STORE_CONNECTIONS = _gauge("store_connections", "Transactions with a connection or waiting for one.", "state")
OUTBOX_WAITING = _gauge("outbox_waiting", "Notes not delivered yet.")
OUTBOX_OLDEST = _gauge("outbox_oldest_seconds", "Waiting time of the oldest due note.")
DELIVERIES = _counter("outbox_deliveries", "Deliveries completed, by result.", "kind", "outcome")
DELIVERY = _histogram("outbox_delivery_seconds", "Duration of deliveries.", _LONG, "kind")
ALARMS_LATE = _histogram("alarms_late_seconds", "Time between an alarm's due time and its run.", _LATE)
ALARMS_FAILED = _counter("alarms_failed", "Alarms whose handler failed.", "kind")
THOUGHTS_WAITING = _gauge("thoughts_waiting", "Searches not started yet.", "urgency")
THOUGHT = _histogram("thought_seconds", "Duration of searches.", _LONG, "game", "level")
PICTURES = _counter("pictures", "Pictures requested.", "kind", "outcome")
PICTURE = _histogram("picture_seconds", "Duration of drawing.", _ANSWER, "kind")
REQUESTS = _counter("discord_requests", "Requests to Discord's REST API.", "route", "status")
BUDGET_TOKENS = _gauge(
    "discord_budget_tokens", "Requests to Discord that all processes together can still start this second."
)
MATCHES = _gauge("matches", "Matches and challenges.", "game", "standing")
GATEWAY_LATENCY = _gauge("gateway_latency_seconds", "Gateway latency, averaged over all shards.")
FAILURES = _counter("failures", "Internal failures, each with a reference code in the log.", "where")
BUILD_INFO = _gauge(
    "build_info", "The running version; the value is always 1.", "version", "schema", "role", "store"
)

ProcessCollector(registry=REGISTRY)


_WAITING, _IN_USE = (STORE_CONNECTIONS.labels(state) for state in ("waiting", "in_use"))
_OF_MODE = {mode: (STORE_WAIT.labels(mode), TRANSACTION.labels(mode)) for mode in ("read", "write")}


class StoreMeasure:
    """Measures one transaction, from its request for a connection.

    Created for every transaction, so its metrics are looked up in advance.
    """

    def __init__(self, mode: str) -> None:
        self._wait, self._duration = _OF_MODE[mode]
        self._asked = self._began = perf_counter()
        self._has_begun = False
        _WAITING.inc()

    def begun(self) -> None:
        """Record that it has got its connection."""
        self._began = perf_counter()
        self._has_begun = True
        self._wait.observe(self._began - self._asked)
        _WAITING.dec()
        _IN_USE.inc()

    def ended(self) -> None:
        """Record its end, whether or not it got a connection."""
        if self._has_begun:
            self._duration.observe(perf_counter() - self._began)
            _IN_USE.dec()
        else:
            _WAITING.dec()


class InteractionMeasure:
    """Measures one interaction from its arrival: the first reply, the whole one, and the outcome."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._began = perf_counter()
        self._is_answered = False
        self.outcome = "answered"

    def first_answer(self) -> None:
        """Record the first reply. Later calls are ignored."""
        if not self._is_answered:
            self._is_answered = True
            FIRST_ANSWER.labels(self._kind).observe(perf_counter() - self._began)

    def answered(self) -> None:
        """Record that the reply is complete."""
        ANSWER.labels(self._kind).observe(perf_counter() - self._began)
        INTERACTIONS.labels(self._kind, self.outcome).inc()


@contextmanager
def timed(histogram: Histogram, *labels: str) -> Generator[None]:
    """Observe the duration of the block in seconds, even if it fails."""
    began = perf_counter()
    try:
        yield
    finally:
        (histogram.labels(*labels) if labels else histogram).observe(perf_counter() - began)


def text() -> bytes:
    """Return all metrics in Prometheus' text format."""
    return generate_latest(REGISTRY)
