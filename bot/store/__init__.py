"""The store: everything that must outlive the process."""

from bot.store.presence import Presence
from bot.store.sqlite.opening import open_store
from bot.store.store import Store
from bot.store.subjects import Reading, Writing

__all__ = ["Presence", "Reading", "Store", "Writing", "open_store"]
