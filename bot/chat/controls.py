"""The ids of buttons, menus and forms: all that a press says besides who pressed.

`v1:<match>:<question>:<act>:<state>`. A control is understood from its id alone, so it works after a restart, in
every process, for as long as the message stands. What is half-made (a draft of an answer, a page) is in the state.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.errors import NotFound
from cards.locales import say

VERSION = "v1"
LIMIT = 100
"""Characters that Discord allows in a custom_id."""


class TooLong(ValueError):
    """A control's id would be longer than Discord allows."""


@dataclass(frozen=True, slots=True)
class Control:
    """What a button, menu or form is for.

    `match` is the match's id ("" for none), `question` the id of the question that it answers (0 for none),
    `state` whatever `act` needs. No part but the last may hold a colon.
    """

    act: str
    match: str = ""
    question: int = 0
    state: str = ""

    @property
    def match_id(self) -> int:
        """The id of the match. Raises NotFound where it names none."""
        if not self.match.isdecimal() or len(self.match) > 18:
            raise NotFound(say("There is no match “{named}”.", named=self.match))
        return int(self.match)

    @property
    def id(self) -> str:
        """The custom_id. Raises TooLong if it would be longer than Discord allows."""
        text = f"{VERSION}:{self.match}:{self.question}:{self.act}:{self.state}"
        if len(text) > LIMIT:
            raise TooLong(f"a custom_id of {len(text)} characters")
        return text


def read(custom_id: str) -> Control | None:
    """Return the control with this id; None for an id that isn't ours or is of a version no longer understood."""
    parts = custom_id.split(":", 4)
    if len(parts) != 5 or parts[0] != VERSION or not parts[2].isdecimal():
        return None
    return Control(act=parts[3], match=parts[1], question=int(parts[2]), state=parts[4])
