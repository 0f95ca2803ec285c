"""The cards of a match that are not those of the set of today, as bytes: knowledge has to speak of any match by itself."""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import Any

import msgspec

from cards.dreamweavers.card_schema import read_cover, read_source, source
from cards.dreamweavers.language.printer import print_ability
from cards.dreamweavers.language.words import Notion
from cards.dreamweavers.library import the_set
from cards.dreamweavers.model import Cover
from engine.dreamweavers.program import Pool


class _Kept(msgspec.Struct, array_like=True):
    cards: list[dict[str, Any]]
    covers: list[tuple[str, dict[str, Any]]]


@lru_cache(maxsize=64)
def strange_cards(pool: Pool) -> bytes:
    """Return the cards and covers of a match, b"" if they are those of the set of today."""
    today = the_set()
    cards = {title: printed.card for title, printed in pool.cards.items()}
    covers = {intent.cover.notion: intent.cover for intent in pool.intents.values()}
    if cards == dict(today.cards) and covers == dict(today.covers):
        return b""
    kept = _Kept([source(card) for card in cards.values()], [_cover(cover) for cover in covers.values()])
    return zlib.compress(msgspec.msgpack.encode(kept))


def _cover(cover: Cover) -> tuple[str, dict[str, Any]]:
    text = [print_ability(line) for line in cover.text]
    return (cover.notion.value, {"about": cover.about, "text": text, "flavour": cover.flavour})


@lru_cache(maxsize=16)
def pool_of(kept: bytes) -> Pool:
    """Return the cards and covers that `strange_cards` kept, ready to run."""
    if not kept:
        return Pool.of(the_set())
    read = msgspec.msgpack.decode(zlib.decompress(kept), type=_Kept)
    return Pool(
        [read_source(card, is_kept=True) for card in read.cards],
        [read_cover(cover, notion=Notion(notion)) for notion, cover in read.covers],
    )
