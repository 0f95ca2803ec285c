"""Orders for the owner's triggers, which determine the one that resolves first (DW64)."""

from __future__ import annotations

from engine.dreamweavers.orders.durations import MATCH, TURN
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import Topic
from engine.kernel.orders.kind import OrderKind, trigger_order
from engine.kernel.orders.order import Parameters

NAME = "triggers"

TRIGGER_ORDER: OrderKind[Referee, Parameters] = trigger_order(
    NAME, (MATCH, TURN), Topic.TRIGGERS, lambda ref, seat, title: title in ref.pool.texts
)
