"""The ids of buttons, menus and forms: everything about a press except who pressed.

`v2:<match>-<revision token>:<question>:<act>:<state>`. A control's id is self-contained, so it works after a restart, in every
process, as long as the message exists. Partial input (a draft of an answer, a page) is in the state.

The token identifies the revision of the match at which the control was made. It is random
(`bot.store.random_values`) and reveals nothing. After a backup was restored, controls made after the backup have
unknown tokens. Without tokens, numbers of matches, questions and offers would occur again with another meaning.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

import discord
import msgspec

from bot.command_keys import with_commands
from bot.discord.components.lengths import FIELDS, TOO_LONG
from bot.discord.components.plain import plain
from bot.discord.interaction_data import Payload, data_of
from bot.errors import NotFound, Refusal
from cards.i18n import msg
from cards.numerals import numeral

UNKNOWN_CONTROL = with_commands(msg("This control no longer works. Find your matches with `{/matches}`."))

VERSION = "v2"
_LONG_NUMBER = re.compile(r"[0-9]{19,}")
_HIGHEST = (1 << 63) - 1
"""The highest number that the database can store; user ids come near it."""
LIMIT = 100
"""Maximum characters of a custom_id (Discord's limit)."""


class TooLong(ValueError):
    """A control's id would be longer than Discord allows."""


class CustomId(msgspec.Struct, frozen=True):
    """The purpose of a button, menu or form.

    `match` is the match with its revision token (`MatchTable.key`; "" for none), `question` the id of the question that
    it answers (0 for none), `state` the data that `act` needs. `game` is the key of a game, for controls
    without a match; it takes the place of the match. Only the last part may contain a colon.
    """

    act: str
    match: str = ""
    question: int = 0
    state: str = ""
    game: str = ""

    @property
    def match_id(self) -> int:
        """The id of the match. Raises NotFound if the control names none."""
        return match_in(self.match)

    @property
    def revision_token(self) -> str:
        """The token of the revision at which the control was made."""
        return self.match.partition("-")[2]

    @property
    def id(self) -> str:
        """The custom_id. Raises TooLong if it would be longer than Discord allows."""
        text = f"{VERSION}:{self.match or self.game}:{self.question}:{self.act}:{self.state}"
        if len(text) > LIMIT:
            raise TooLong(f"a custom_id of {len(text)} characters")
        return text


def match_in(key: str) -> int:
    """Return the id of the match in a `MatchTable.key`. Raises NotFound if there is none."""
    number = numeral(key.partition("-")[0])
    if number is None:
        raise NotFound(msg("I can't find the match “{named}”.", named=key[:60]))
    return number


def read(custom_id: str) -> CustomId | None:
    """Return the control with this id; None for an id that isn't ours or is of a version no longer understood."""
    parts = custom_id.split(":", 4)
    if len(custom_id) > LIMIT or len(parts) != 5 or parts[0] != VERSION:
        return None
    question = numeral(parts[2])
    is_plain = custom_id.isascii() or not any(c.isdigit() and not c.isascii() for c in custom_id)
    if question is None or not is_plain:
        return None
    if not question and any(int(number) > _HIGHEST for number in _LONG_NUMBER.findall(parts[4])):
        return None
    match, game = (parts[1], "") if parts[1][:1].isdigit() or not parts[1] else ("", parts[1])
    return CustomId(act=parts[3], match=match, question=question, state=parts[4], game=game)


class Submitted(tuple[str, ...]):
    """All values, in order; those of a form also by the ids of its fields. Any of them may be missing."""

    fields: Mapping[str, Sequence[str]]

    def __new__(cls, values: Sequence[str], fields: Mapping[str, Sequence[str]] | None = None) -> Submitted:
        """Create it from all values, and from those of a form's fields by id."""
        submitted = super().__new__(cls, values)
        submitted.fields = fields or {}
        return submitted

    def __getitem__(self, place: Any) -> Any:
        """Return a value. Raises Refusal if there are fewer: the bot's menus require a choice where one is needed."""
        try:
            return cast("Any", super().__getitem__(place))
        except IndexError:
            raise Refusal(msg("Nothing was chosen.")) from None

    def one(self, name: str) -> str:
        """Return the only value of a form's field, "" if there is none."""
        values = self.fields.get(name, ())
        return values[0] if values else ""

    def all(self, name: str) -> Sequence[str]:
        """Return the values of a form's field."""
        return self.fields.get(name, ())


def read_submission(interaction: discord.Interaction[discord.Client]) -> tuple[str, Submitted]:
    """Return the id of the used control, and the submitted values. Raises Refusal for a text that is too long."""
    data = data_of(interaction)
    custom_id = str(data.get("custom_id", ""))
    if interaction.type is not discord.InteractionType.modal_submit:
        values: list[object] = data.get("values", [])
        return custom_id, Submitted([str(value) for value in values])
    rows: list[Payload] = data.get("components", [])
    parts: list[Payload] = [row.get("component", {}) for row in rows]
    fields = {str(part.get("custom_id", "")): _filled(part) for part in parts}
    return custom_id, Submitted([value for values in fields.values() for value in values], fields)


def _filled(part: Payload) -> list[str]:
    """Return the values chosen in, or typed into, a field of a form."""
    if "values" in part:
        return [str(value) for value in part["values"] or ()]
    typed, name = str(part.get("value") or ""), str(part.get("custom_id", ""))
    limit = FIELDS.get(name, 0)
    if len(typed) > limit:
        raise Refusal(TOO_LONG.filled(name=plain(name, 20), n=limit))
    return [typed]


def number(text: str) -> int:
    """Return the number in a control's state. Raises NotFound if there is none, as the control is then unknown."""
    value = numeral(text)
    if value is None:
        raise NotFound(msg("I can't find the match “{named}”.", named=text))
    return value
