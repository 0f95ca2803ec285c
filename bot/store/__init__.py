"""Where everything that must outlive the process is kept."""

from bot.store.interface import Presence, Reading, Store, Writing
from bot.store.sqlite import SqliteStore, open_store

__all__ = ["Presence", "Reading", "SqliteStore", "Store", "Writing", "open_store"]
