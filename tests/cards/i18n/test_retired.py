"""Retired messages: stored questions and reasons keep their old words, and are translated like the new ones."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from cards.i18n import LINE, Locale, Message, translator
from cards.i18n.message import SEAT, TITLE
from cards.i18n.translator import retired_messages
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreamweavers.game import DREAMWEAVERS
from engine.kernel.game import Game
from engine.kernel.match import Match
from engine.voidream.game import VOIDREAM
from tests.cards.i18n.catalogue import entries, sentences
from tests.golden_saves.keeper import FOLDER

RETIRED = retired_messages()
ROW = re.compile(r"(\{text\d+\}\W*)+")
"""A message that only joins others (`row`)."""
GENERATED = (LINE, SEAT, TITLE)
"""Contexts without a message in the catalogue, or that aren't sentences."""


def filled(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_a_retired_message_became_one_with_the_same_placeholders() -> None:
    known = {entry.key for entry in entries(Locale.SPANISH)}
    for (_, old), (context, current) in RETIRED.items():
        assert (context, current) in known, current
        assert filled(current) == filled(old), old


def test_no_retired_message_is_in_use() -> None:
    assert not RETIRED.keys() & {sentence.key for sentence in sentences()}


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (VOIDREAM, "7.9/at-the-cut"),
        (DREAMWEAVERS, "dreamweavers/7.5/in-the-main-phase"),
        (DREAMWEAVERS, "dreamweavers/7.5/with-an-effect-on-standby"),
        (DYSTOPIA, "dreams_of_dystopia/7.1/at-a-block"),
        (DYSTOPIA, "dreams_of_dystopia/7.1/choosing-a-target"),
    ],
)
def test_the_open_question_of_an_old_save_is_in_spanish(game: Game[Any, Any], name: str) -> None:
    """Some of its words were replaced after the match was saved."""
    match = Match.load(game, (FOLDER / f"{name}.save").read_bytes())
    texts = translator(Locale.SPANISH).texts
    stored = [message for question in match.pending_questions.values() for message in messages(question)]
    keys = {(message.context, message.message) for message in stored if not ROW.fullmatch(message.message)}
    assert keys & RETIRED.keys()
    assert {key for key in keys if key[0] not in GENERATED} <= texts.keys()


def messages(data: object) -> Iterator[Message]:
    """Yield every message in plain data, including the values of others."""
    if isinstance(data, Message):
        yield data
    if isinstance(data, msgspec.Struct):
        data = msgspec.structs.astuple(data)
    if isinstance(data, (tuple, list)):
        for part in data:
            yield from messages(part)
