"""People who have used every feature can export and delete all their data."""

from __future__ import annotations

from pathlib import Path

from tests.bot.features.privacy import generated


async def test_every_column_is_exported_and_deleted(tmp_path: Path) -> None:
    """Check every column in PERSONAL_DATA; `python -m tests.bot.features.privacy.generated 1000` runs more people."""
    await generated.run(tmp_path, range(3))
