"""The command of `tests.whole.dealt` with small placeholder pictures, for tests that look at none."""

from __future__ import annotations

from bot.games import registry
from bot.games.playable import Games
from tests.games.registry import undrawn
from tests.whole import dealt


def main() -> None:
    drawn = registry.games()
    registry.games = lambda: Games.of(*map(undrawn, drawn.games.values()))
    dealt.main()


if __name__ == "__main__":
    main()
