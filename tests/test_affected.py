"""`make quick` runs the tests affected by a change."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.affected import affected, modules


def names(file: str) -> set[str]:
    return {str(test) for test in affected([Path(file)])}


@pytest.mark.parametrize(
    ("file", "test"),
    [
        ("bot/people/ratings.py", "tests/bot/people/test_ratings.py"),
        ("bot/match/prompts.py", "tests/bot/features/orders/test_service.py"),
        ("bot/features/decks/panel.py", "tests/bot/features/decks/test_decks.py"),
        ("bot/store/migrations/sqlite/0001_first.sql", "tests/bot/store/test_store.py"),
        ("engine/voidream/turns/forced.py", "tests/engine/voidream/turns/test_forced.py"),
        ("engine/voidream/turns/forced.py", "tests/rules/voidream/test_rules.py"),
        ("engine/voidream/conflict/scores.py", "tests/set/voidream/test_set.py"),
        ("cards/dreamweavers/set/neutral.toml", "tests/set/dreamweavers/test_set.py"),
        ("cards/i18n/es/bot.po", "tests/cards/i18n/test_complete.py"),
        ("tests/bot/discord/kit.py", "tests/bot/features/decks/test_decks.py"),
        ("tests/bot/conftest.py", "tests/bot/match/test_endings.py"),
        ("tests/rules/voidream/s4_damage/damage.scenario", "tests/rules/voidream/test_rules.py"),
        ("README.md", "tests/bot/cli/test_readme.py"),
        ("tests/test_rooms.py", "tests/test_rooms.py"),
    ],
)
def test_a_change_selects_related_tests(file: str, test: str) -> None:
    assert Path(test).is_file()
    assert test in names(file)


@pytest.mark.parametrize(
    ("file", "test"),
    [
        ("bot/people/ratings.py", "tests/bot/features/decks/test_decks.py"),
        ("engine/voidream/turns/forced.py", "tests/rules/dreamweavers/test_rules.py"),
        ("render/canvas.py", "tests/engine/voidream/turns/test_forced.py"),
        ("bot/errors.py", "tests/bot/local_discord/test_limits.py"),
        ("LICENSE", "tests/bot/cli/test_readme.py"),
    ],
)
def test_a_change_selects_nothing_else(file: str, test: str) -> None:
    assert Path(test).is_file()
    assert test not in names(file)


def test_only_checked_packages_are_type_checked() -> None:
    files = [
        Path(name) for name in ("bot/errors.py", "tests/affected.py", "cards/i18n/es/bot.po", "README.md")
    ]
    assert modules(files) == [Path("bot/errors.py")]
