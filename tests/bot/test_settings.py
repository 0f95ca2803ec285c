"""Settings from the environment, and errors for invalid ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import StartError
from bot.settings import PostgresAddress, Settings, read_settings


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def test_without_any_settings_the_defaults_apply() -> None:
    settings = read_settings()
    assert settings.discord_token is None
    assert settings.database == Path("voidream.sqlite3")
    assert (settings.log_level, settings.log_format) == ("INFO", "text")


def test_the_environment_is_read_case_insensitively(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE", "data/matches.sqlite3")
    monkeypatch.setenv("LOG_LEVEL", "debug")
    monkeypatch.setenv("LOG_FORMAT", "JSON")
    monkeypatch.setenv("MATCHES_PER_PERSON", "3")
    settings = read_settings()
    assert settings.database == Path("data/matches.sqlite3")
    assert (settings.log_level, settings.log_format) == ("DEBUG", "json")
    assert settings.matches_per_person == 3


def test_the_environment_overrides_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DATABASE=from-file.sqlite3\nLOG_LEVEL=ERROR\nSOMETHING_ELSE=1\n")
    monkeypatch.setenv("LOG_LEVEL", "WARNING")
    settings = read_settings()
    assert settings.database == Path("from-file.sqlite3")
    assert settings.log_level == "WARNING"


def test_an_empty_setting_counts_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setenv("LOG_LEVEL", "")
    assert read_settings().discord_token is None


def test_every_bad_setting_is_named_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "loud")
    monkeypatch.setenv("MATCHES_PER_PERSON", "many")
    monkeypatch.setenv("CHALLENGES_PER_PERSON", "0")
    with pytest.raises(StartError) as refusal:
        read_settings()
    first, *lines = str(refusal.value).splitlines()
    assert first == "A setting can't be used."
    assert lines == [
        "LOG_LEVEL: Input should be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'.",
        "CHALLENGES_PER_PERSON: Input should be greater than or equal to 1.",
        "MATCHES_PER_PERSON: Input should be a valid integer, unable to parse string as an integer.",
    ]


def test_the_token_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "MTIz.secret.token")
    settings = read_settings()
    assert "secret" not in repr(settings)
    assert "secret" not in settings.model_dump_json()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == "MTIz.secret.token"


@pytest.mark.parametrize("token", ["Bot MTIz.secret.token", "MTIz.secret.token\nx", "short"])
def test_an_invalid_token_is_refused_without_showing_it(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    with pytest.raises(StartError, match=r"DISCORD_TOKEN: .*one long word") as refusal:
        read_settings()
    assert "secret" not in str(refusal.value)
    assert refusal.value.__cause__ is None


def test_a_token_can_come_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Container platforms provide secrets as files; the token must not come from both places."""
    file = tmp_path / "token"
    file.write_text("a-token-from-a-file\n")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(file))
    token = read_settings().discord_token
    assert token is not None and token.get_secret_value() == "a-token-from-a-file"
    assert "a-token-from-a-file" not in repr(read_settings())
    assert read_settings(discord_token=None, discord_token_file=None).discord_token is None
    monkeypatch.setenv("DISCORD_TOKEN", "another-token")
    with pytest.raises(StartError, match="not both"):
        read_settings()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "DISCORD_TOKEN_FILE can't be read: No such file"),
        (b"\xff\xfe\x00", "it is no text"),
        (b"", "one long word"),
        (b"two words", "one long word"),
        (b"x" * 5_000_000, ""),
    ],
)
def test_a_file_without_a_token_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes | None, says: str
) -> None:
    file = tmp_path / "token"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(file))
    if not says:
        token = read_settings().discord_token
        assert token is not None and len(token) <= 1000
        return
    with pytest.raises(StartError) as refused:
        read_settings()
    assert says in str(refused.value) and "two words" not in str(refused.value)


def test_the_database_by_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = tmp_path / "database"
    secret.write_text("postgresql://bot:hush@there/matches\n")
    monkeypatch.setenv("DATABASE_FILE", str(secret))
    monkeypatch.setenv("DATABASE", "")
    database = read_settings().database
    assert isinstance(database, PostgresAddress)
    assert str(database) == "postgresql://bot@there/matches" and "hush" in database.reveal()
    monkeypatch.setenv("DATABASE", "here.sqlite3")
    with pytest.raises(StartError, match="not both"):
        read_settings()
    monkeypatch.setenv("DATABASE", "")
    monkeypatch.setenv("DATABASE_FILE", str(tmp_path / "missing"))
    with pytest.raises(StartError, match="DATABASE_FILE can't be read") as refused:
        read_settings()
    assert "hush" not in str(refused.value)


@pytest.mark.parametrize("address", ["9108", "127.0.0.1:", ":9108", "here:port", "here:99999"])
def test_the_address_of_metrics_is_a_host_and_a_port(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS", "127.0.0.1:9108")
    assert read_settings().metrics == ("127.0.0.1", 9108)
    monkeypatch.setenv("METRICS", address)
    with pytest.raises(StartError, match="METRICS: "):
        read_settings()
