"""Settings, read from the environment (and from a file `.env`, where there is one)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.errors import StartError

LONGEST_SECRET = 1000
"""Maximum characters read from a file with a secret."""
Level = Literal["DEBUG", "INFO", "WARNING", "ERROR"]
_LIKE_AN_ADDRESS = re.compile(
    r"postgres(ql)?:|(host|hostaddr|dbname|user|service) ?=|.*\bpassword ?=", re.IGNORECASE
)
"""Addresses rather than files: a mistyped one, or libpq's other form, `host=… password=…`."""


class PostgresAddress:
    """The address of a PostgreSQL database. As a text it has no password; `reveal` gives all of it."""

    def __init__(self, url: str) -> None:
        """Raises ValueError, which holds nothing of the address, if it can't be read as one."""
        # A bot on a file needs nothing of PostgreSQL.
        import psycopg
        from psycopg.conninfo import conninfo_to_dict

        try:
            parts = conninfo_to_dict(url)
        except psycopg.Error:
            parts = None  # Its own words can hold the password.
        if parts is None or _is_misread(url, str(parts.get("port", ""))):
            raise ValueError(
                "it can't be read as postgresql://user:password@host:port/name; in a password, signs such as @ : / % are "
                "written as %40 %3A %2F %25"
            )
        self._url = url
        self.has_password = "password" in parts
        user, port = (
            (f"{parts['user']}@" if "user" in parts else ""),
            (f":{parts['port']}" if "port" in parts else ""),
        )
        self._shown = f"postgresql://{user}{parts.get('host', '')}{port}/{parts.get('dbname', '')}"

    def reveal(self) -> str:
        """Return the address as it was given, with its password."""
        return self._url

    def __str__(self) -> str:
        return self._shown

    def __repr__(self) -> str:
        return f"PostgresAddress({self._shown!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PostgresAddress) and other._url == self._url

    def __hash__(self) -> int:
        return hash(self._url)


def _is_misread(url: str, port: str) -> bool:
    """Return whether libpq takes a part of a password for a host, a port or a name, and would show it."""
    place, _, name = url.partition("?")[0].partition("://")[2].partition("/")
    return place.count("@") > 1 or "@" in name or not (port.replace(",", "").isdecimal() or not port)


class HostPort(NamedTuple):
    """An address of this machine."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


class Settings(BaseSettings):
    """All settings. The name of a setting in the environment is the field's name in capitals."""

    model_config = SettingsConfigDict(
        env_file=".env", extra="ignore", frozen=True, env_ignore_empty=True, arbitrary_types_allowed=True
    )

    discord_token_file: Path | None = Field(
        None, description="A file that holds the bot's token and nothing else, instead of DISCORD_TOKEN."
    )
    discord_token: SecretStr | None = Field(
        None, validate_default=True, description="The bot's token. Without one: the local table."
    )
    database_file: Path | None = Field(
        None, description="A file that holds the address of a PostgreSQL database, instead of DATABASE."
    )
    database: Path | PostgresAddress = Field(
        Path("voidream.sqlite3"),
        validate_default=True,
        description="The database: a file, which is made if missing, or postgresql://user@host/name.",
    )
    log_level: Level = Field("INFO", description="DEBUG, INFO, WARNING or ERROR.")
    log_format: Literal["text", "json"] = Field("text", description="text for people, json for programs.")
    metrics: HostPort | None = Field(
        None,
        description="host:port of a page with metrics for Prometheus, such as 127.0.0.1:9108; without one there is none.",
    )
    challenges_per_person: int = Field(
        5, ge=1, le=100, description="Open challenges that one person may have made."
    )
    matches_per_person: int = Field(20, ge=1, le=1000, description="Matches that one person may be playing.")
    matches_per_pair: int = Field(
        1,
        ge=1,
        le=100,
        description="Open challenges and matches of one game between the same two people in one channel.",
    )
    matches_per_channel: int = Field(100, ge=1, le=1000, description="Matches under way in one channel.")
    challenges_per_hour: int = Field(
        5, ge=1, le=1000, description="Challenges that one person may make within an hour."
    )
    minutes_between_calls: int = Field(
        10,
        ge=0,
        le=1440,
        description="Minutes until a person can challenge the same person again, or repeat a request that was refused.",
    )
    days_until_gone: int = Field(
        14,
        ge=1,
        le=365,
        description="Days without an act, in a match without a clock, after which the others can end it.",
    )
    decks_per_person: int = Field(50, ge=1, le=1000, description="Decks that one person may have built.")
    backup_folder: Path | None = Field(
        None, description="Where the running bot puts backups; without one it makes none."
    )
    backup_every_hours: int = Field(24, ge=1, le=720, description="Hours between two backups.")
    backups_kept: int = Field(7, ge=1, le=1000, description="Backups that are kept; the oldest go first.")
    picture_workers: int = Field(2, ge=1, le=32, description="How many pictures are drawn at the same time.")
    picture_cache_mb: int = Field(
        32, ge=0, le=4096, description="Memory for finished pictures, in megabytes."
    )

    @field_validator("database", mode="before")
    @classmethod
    def _file_or_address(cls, database: object, info: ValidationInfo) -> object:
        file: Path | None = info.data.get("database_file")
        if file is not None:
            if database != cls.model_fields["database"].default:
                raise ValueError("give either DATABASE or DATABASE_FILE, not both")
            database = _content("DATABASE_FILE", file)
        if not isinstance(database, str) or not ("://" in database or _LIKE_AN_ADDRESS.match(database)):
            return database
        if not database.startswith(("postgresql://", "postgres://")):
            raise ValueError("it is neither a file nor an address that begins with postgresql://")
        return PostgresAddress(database)

    @field_validator("log_level", mode="before")
    @classmethod
    def _capitals(cls, level: object) -> object:
        return level.upper() if isinstance(level, str) else level

    @field_validator("log_format", mode="before")
    @classmethod
    def _small(cls, name: object) -> object:
        return name.lower() if isinstance(name, str) else name

    @field_validator("metrics", mode="before")
    @classmethod
    def _host_and_port(cls, address: object) -> object:
        if not isinstance(address, str):
            return address
        host, _, port = address.rpartition(":")
        if not host or not port.isascii() or not port.isdecimal() or int(port) > 65_535:
            raise ValueError("give it as host:port, such as 127.0.0.1:9108")
        return HostPort(host, int(port))

    @field_validator("discord_token", mode="before")
    @classmethod
    def _from_file(cls, token: object, info: ValidationInfo) -> object:
        file: Path | None = info.data.get("discord_token_file")
        if file is None:
            return token
        if token is not None:
            raise ValueError("give either DISCORD_TOKEN or DISCORD_TOKEN_FILE, not both")
        return _content("DISCORD_TOKEN_FILE", file)

    @field_validator("discord_token", mode="after")
    @classmethod
    def _one_word(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and (any(c.isspace() for c in token.get_secret_value()) or len(token) < 8):
            raise ValueError("a Discord token is one long word; copy it again from the developer portal")
        return token


def _content(setting: str, file: Path) -> str:
    """Return the secret in a file. Raises ValueError, which names the setting."""
    try:
        with file.open(encoding="utf-8") as secret:
            return secret.read(LONGEST_SECRET).strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise ValueError(f"{setting} can't be read: {why}") from None


def read_settings(**given: Any) -> Settings:
    """Read the settings; `given` overrides the environment. Raises StartError, which names every bad setting."""
    try:
        return Settings(**given)
    except ValidationError as error:
        lines = [f"{_name(problem)}: {problem['msg']}." for problem in error.errors(include_input=False)]
        raise StartError("A setting can't be used.\n" + "\n".join(lines)) from None


def _name(problem: Mapping[str, Any]) -> str:
    return ".".join(str(part) for part in problem["loc"]).upper() or "Settings"
