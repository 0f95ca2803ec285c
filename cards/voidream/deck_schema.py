"""One deck file: TOML with a table `[deck]`, and an error message for every possible mistake in it."""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cards.language.errors import CardError, Problem, Where
from cards.voidream.language.tree import Faction

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

MOST_COPIES = 99
"""The maximum number of copies in a deck file: more than any rule allows, so that the rule's message is shown."""


class DeckSource(BaseModel):
    """The table `[deck]`: titles, the number of copies by title under `dream`, and the guest faction."""

    model_config = ConfigDict(defer_build=True, extra="forbid", strict=True)

    name: Annotated[str, Field(min_length=1)]
    blurb: str
    bastion: str
    mind: str
    guest: str | None = None
    arcana: list[str]
    dream: dict[str, Annotated[int, Field(ge=1, le=MOST_COPIES)]]
    recommended: bool = False


class _DeckFile(BaseModel):
    model_config = ConfigDict(defer_build=True, extra="forbid", strict=True)

    deck: DeckSource


_KEYS = tuple(f'"{key}"' for key in DeckSource.model_fields)
_MUST_BE = {
    "string_type": "must be text in quotation marks",
    "string_too_short": "must not be empty",
    "int_type": "must be a whole number",
    "greater_than_equal": f"must be 1 to {MOST_COPIES}",
    "less_than_equal": f"must be 1 to {MOST_COPIES}",
    "list_type": "must be a list in brackets",
    "dict_type": 'must be a table of titles, each with its copies: "Chalk Sentinel" = 3',
    "model_type": "must be a table: [deck]",
    "bool_type": "must be true or false",
}


def read_source(path: Path | Traversable) -> tuple[DeckSource, Faction | None]:
    """Return a deck file's content, and the guest faction. Raises CardError with all mistakes."""
    where = Where(path.name, line=0)
    try:
        source = _DeckFile.model_validate(_table(path, where)).deck
    except ValidationError as error:
        raise CardError([_problem(where, details) for details in error.errors()]) from None
    if not source.guest:
        return source, None
    try:
        return source, Faction(source.guest)
    except ValueError:
        message = f'There is no faction called "{source.guest[:60]}".'
        raise CardError(
            [_unknown_value(where, message, source.guest, [f'"{faction}"' for faction in Faction])]
        ) from None


def _table(path: Path | Traversable, where: Where) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        reason = error.strerror or "unknown reason"
    except UnicodeDecodeError as error:
        reason = f"byte {error.start + 1} is not UTF-8 text"
    except RecursionError:
        reason = "it is not TOML: brackets are nested too deep"
    except tomllib.TOMLDecodeError as error:
        reason = f"it is not TOML: {error}"
    except ValueError:
        reason = "it is not TOML: a number has too many digits"
    raise CardError([Problem(where, f"This deck can't be read: {reason}.")])


def _problem(where: Where, details: ErrorDetails) -> Problem:
    """Return the problem for one of pydantic's errors, in our own words."""
    path = [str(part)[:60] for part in details["loc"]]
    key = path[-1]
    match details["type"]:
        case "missing" if len(path) == 1:
            return Problem(where, "A deck file holds one table: [deck].")
        case "missing":
            return Problem(where, f'Every deck needs "{key}".')
        case "extra_forbidden" if len(path) == 1:
            return Problem(where, f'A deck file holds one table, [deck], and no "{key}" beside it.', key)
        case "extra_forbidden":
            return _unknown_value(where, f'No deck has "{key}".', key, _KEYS)
        case kind:
            return Problem(where, f"{_called(path)} {_MUST_BE.get(kind, details['msg'])}.")


def _called(path: list[str]) -> str:
    match path:
        case ["deck", "arcana", place]:
            return f'In "arcana", number {int(place) + 1}'
        case ["deck", "dream", title, *_]:
            return f'How many copies of "{title}" there are'
        case _:
            return f'"{path[-1]}"'


def _unknown_value(where: Where, message: str, found: str, known: list[str] | tuple[str, ...]) -> Problem:
    near = get_close_matches(f'"{found}"', known, 1)
    return Problem(where, message, found, tuple(known), near[0] if near else "")
