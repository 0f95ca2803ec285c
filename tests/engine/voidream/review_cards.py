"""Cards for the tests of reviewed rules."""

from __future__ import annotations

from cards.voidream.model import Kind
from tests.engine.voidream.table import card, entity

MOTH = entity("Moth", 1, 1, 1)
TOP = {n: card(f"Top{n}", Kind.THOUGHT, n) for n in (1, 2, 3, 4)}
MEM = Kind.MEMORY
