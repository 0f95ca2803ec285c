"""Positions for tests of orders, and the answers of orders in them."""

from __future__ import annotations

from msgspec.structs import replace

from cards.voidream.model import Kind
from engine.kernel.match import Match
from engine.kernel.orders.order import Order, OrderForm
from tests.engine.voidream.table import Stage, card, entity

PUSH = card("Push", Kind.ARCANUM, 4, "Initiate a dawn conflict.")
BELL = card("Bell", Kind.ARCANUM, 4, "Roll.")
BURN = card("Burn", Kind.ARCANUM, 4, "Deal 1 Dream damage to your opponent.")
SPARK = card("Spark", Kind.ARCANUM, 4, "Deal 1 damage to an entity.")
RISE = card("Rise", Kind.ARCANUM, 4, "Evoke.")
WAKE = card("Wake", Kind.ARCANUM, 4, "Ready an entity.\nYour opponent readies an entity they control.")
STIR = card("Stir", Kind.ARCANUM, 4, "Shuffle your deck.")
GUARD = entity("Guard", 2, 2, 1)
PAGE = entity("Page", 1, 2, 1, "(A) Exhaust this card: Roll.")
HOST = entity("Host", 2, 3, 1, "(!) After a conflict is initiated - You may exhaust this card.")
ECHO = entity("Echo", 1, 3, 1, "(!) After a conflict is initiated - Roll.")
CHIME = entity("Chime", 1, 3, 1, "(!) After a conflict is initiated - Exhaust this card.")
RAM = card("Ram", Kind.MEMORY, 2, "Gain siege.")
CARDS = (PUSH, BELL, BURN, SPARK, RISE, WAKE, STIR, GUARD, PAGE, HOST, ECHO, CHIME, RAM)
"""Enough to reach every event that can end an order."""

ADA, BO = 0, 1
ARCANA = ["Bell", "Burn", "Push", "Rise", "Spark"]


def stage(
    ada: dict[str, object] | None = None, bo: dict[str, object] | None = None, active: int = 0
) -> Stage:
    return Stage(CARDS, {"hand": ARCANA, **(ada or {})}, {"hand": ARCANA, **(bo or {})}, active)


def form(at: Match, seat: int, kind: str, **said: object) -> OrderForm:
    """Return the form of the order with this text."""
    for one in at.order_forms(seat):
        if one.order.kind == kind and all(
            getattr(one.order.parameters, key) == value for key, value in said.items()
        ):
            return one
    raise AssertionError(f"That order doesn't exist: {kind} {said}")


def order(
    at: Stage, seat: int, kind: str, *, stops: tuple[str, ...] = (), until: str = "", **said: object
) -> Order:
    found = form(at.match, seat, kind, **said).order
    given = replace(found, stops=stops, until=until or found.until)
    at.match.check_order(seat, given)
    return given


# -------------------------------------------------------------------------------------------------------- triggers


def triggered() -> Stage:
    at = stage({"play": ["Echo", "Chime"]})
    at.answer("play Push")
    at.answer()
    return at
