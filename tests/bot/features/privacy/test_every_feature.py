"""People who have used every feature are given all of it, and are forgotten."""

from __future__ import annotations

from pathlib import Path

from tests.bot.features.privacy import generated


async def test_every_column_is_filled_given_and_gone(tmp_path: Path) -> None:
    """Driven by `KEPT`; `python -m tests.bot.features.privacy.generated 1000` runs more of them."""
    await generated.run(tmp_path, range(3))
