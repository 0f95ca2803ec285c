"""The bot: Discord, storage, clocks, notifications and the local table.

Rooms depend only on those below them (`pyproject.toml` has the order, which is checked). At the bottom, the platform,
the games and the clocks know nothing of the rest. The store keeps all data. Decks, views, people and servers define
decks, snapshots, settings and permissions. Delivery, time and prompts notify people. Match contains their actions.
Features add lessons, orders, replays, privacy and so on. The Discord room is the interface, and the app assembles
everything.
"""
