"""The bot: Discord, storage, clocks, notifications and the local table.

The rooms stand on each other, each only on those below it (`pyproject.toml` has the order, and it is checked). At the
bottom the runtime, the games and the clocks know nothing of the rest. The store keeps everything. Decks, views, people
and servers say what is played with, what each may see, and who may do what. Delivery, time and prompting let people
know. Match is what they do. Lessons, orders, replay, privacy and upkeep stand around matches. Chat is Discord, and the
host puts everything together.
"""
