"""Orders for the owner's triggers, which determine their order of resolution (§6 Triggered Ability, R30)."""

from __future__ import annotations

from engine.kernel.orders.kind import OrderKind, trigger_order
from engine.kernel.orders.order import Parameters
from engine.voidream.orders import durations
from engine.voidream.queries.nouns import can_be_named
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee

NAME = "triggers"

ARRANGING: OrderKind[Referee, Parameters] = trigger_order(
    NAME, (durations.MATCH, durations.ROUND), Topic.TRIGGERS, can_be_named
)
