"""Installs standing orders and plans."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.orders.commands import OrdersFeature
from bot.features.orders.placement import OrderGiving
from bot.features.orders.plan_commands import PlansFeature
from bot.features.orders.section import OrdersSection
from bot.features.orders.service import Orders
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    orders = Orders(of.context, of.practising)
    giving = OrderGiving(orders, of.panels)
    return OrdersFeature(orders, of.finder, giving, PlansFeature(orders, giving)), OrdersSection()
