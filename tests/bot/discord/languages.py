"""Detection of a text's language, and matches between people with different languages."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bot.games.voidream import voidream
from bot.local_discord.records import Message
from bot.people.locales import locale_of
from cards.i18n import Locale, translator
from engine.kernel.question import Question
from tests.bot.discord.clicks import act_of, walk
from tests.bot.discord.kit import Duel, Player, Room, room
from tests.games.registry import undrawn
from tests.table.actor import Actor, InteractionOutcome

SPANISH, LATIN, ENGLISH = "es-ES", "es-419", "en-GB"
LEAST = 9
"""The number of characters that identify a text's language."""
FUNCTION_WORDS = {
    Locale.ENGLISH: re.compile(r"\b(?:the|your|you|with|and|was|when|from|this|is|of|to)\b", re.I),
    Locale.SPANISH: re.compile(r"\b(?:el|los|las|una|que|tu|para|del|por|está|es|y)\b", re.I),
}
QUOTED = re.compile(r"`[^`]*`|«[^»]*»|“[^”]*”|<[^>]*>|/me [a-z-]+(?: [a-z]+:\S+)*")
"""Input that is the same in every language, and mentions."""


# -- received texts


@dataclass
class Received:
    """Messages that only one person received, and messages that everyone in the room could read, as (place, text)."""

    private: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    public: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    controls: Counter[str] = field(default_factory=Counter[str])
    """The ids and values of controls in the person's own messages, with their counts."""
    public_controls: Counter[str] = field(default_factory=Counter[str])


def received(actor: Actor) -> Received:
    """Return everything that the bot sent to a person's page."""
    out, direct = Received(), str(actor.direct.id)
    assert actor.transcript is not None
    bot = str(actor.table.world.bot.id)
    for event in actor.transcript:
        if event["type"] == "message" and event["message"]["author"]["id"] == bot:
            message = event["message"]
            alone = message["ephemeral"] or event["channel"] == direct
            texts, controls = (out.private, out.controls) if alone else (out.public, out.public_controls)
            texts += list(texts_of(message["components"]))
            texts += [
                ("alt text", attachment["description"])
                for attachment in message["attachments"]
                if attachment.get("description")
            ]
            controls.update(controls_of(message["components"]))
        elif event["type"] == "modal":
            out.private += [("form", event["title"]), *texts_of(event["components"])]
        elif event["type"] == "channel" and event["channel"]["type"] == 11:
            out.public.append(("thread", event["channel"]["name"]))
    return out


def texts_of(components: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for component in everything(components):
        for part in ("content", "label", "placeholder", "description"):
            if isinstance(component.get(part), str):
                yield part, component[part]


def controls_of(components: list[dict[str, Any]]) -> Iterator[str]:
    for component in everything(components):
        if "custom_id" in component:
            yield component["custom_id"]
        if "value" in component:
            yield str(component["value"])


def everything(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, list):
        for inner in value:
            yield from everything(inner)
    elif isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from everything(inner)


# -- detection of the language


@cache
def pieces(locale: Locale) -> tuple[str, ...]:
    """Return fragments that occur only in that language: the longest literal part of each text."""
    texts = translator(Locale.SPANISH).texts
    english = [message for _, message in texts]
    spanish = [form for forms in texts.values() for form in forms]
    own, other_texts = (english, spanish) if locale is Locale.ENGLISH else (spanish, english)
    elsewhere = "\n".join(map(bare, other_texts))
    starts = beginnings(elsewhere)
    fragments = {max(literals(text), key=len, default="") for text in own}
    long = sorted(fragment for fragment in fragments if len(fragment.strip()) >= LEAST)
    return tuple(one for one in long if one.strip()[:LEAST] not in starts or one.strip() not in elsewhere)


def beginnings(text: str) -> set[str]:
    """Return the first `LEAST` characters from each position of a text.

    A fragment with none of these beginnings is not in it.
    """
    return {text[place : place + LEAST] for place in range(len(text) - LEAST + 1)}


@cache
def by_beginning(locale: Locale) -> dict[str, list[str]]:
    """Return the fragments of a language by their first `LEAST` characters."""
    out: dict[str, list[str]] = {}
    for piece in pieces(locale):
        out.setdefault(piece[:LEAST], []).append(piece)
    return out


@cache
def whole(locale: Locale) -> frozenset[str]:
    """Return the complete texts of the catalogue that are only in that language."""
    texts = translator(Locale.SPANISH).texts
    english = {bare(message).strip() for _, message in texts}
    spanish = {bare(form).strip() for forms in texts.values() for form in forms}
    return frozenset(english - spanish if locale is Locale.ENGLISH else spanish - english)


def literals(text: str) -> list[str]:
    return [bare(part) for part, _, _, _ in string.Formatter().parse(text)]


def bare(text: str) -> str:
    """Return a text without formatting and without literal input."""
    return re.sub(r"[\\*_#]|^[-•]\s|^\d+\.\s", "", QUOTED.sub("", text), flags=re.M)


def foreign(texts: list[tuple[str, str]], locale: Locale) -> list[tuple[str, str]]:
    """Return the texts that aren't in that language, with the reason."""
    [other_locale] = [candidate for candidate in Locale if candidate is not locale]
    every = by_beginning(other_locale)
    wrong: dict[str, str] = {}
    for where, text in dict.fromkeys(texts):
        plain = bare(text)
        alone = plain.strip() if plain.strip() in whole(other_locale) else None
        possible = (piece for start in sorted(beginnings(plain)) for piece in every.get(start, ()))
        match_ = alone or next((piece for piece in possible if piece in plain), None)
        word = FUNCTION_WORDS[other_locale].search(plain)
        if match_ or word:
            wrong[f"{where}: {plain[:300]}"] = match_ or str(word)
    return list(wrong.items())


# -- a match


@asynccontextmanager
async def people(
    tmp_path: Path, server: str, one: str, other: str
) -> AsyncGenerator[tuple[Room, Actor, Actor, Actor]]:
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream()), seed="seed 142") as lobby:
        lobby.table.guild.locale = server
        # Without this, moderators' commands would be offered to moderators only.
        lobby.table.guild.command_permissions["moderate"] = {lobby.table.guild.id: True}
        ada, bo, cy = (Actor(lobby.table, name) for name in ("Ada", "Bo", "Cy"))
        ada.person.locale, bo.person.locale = one, other
        yield lobby, ada, bo, cy


def control(message: Message, act: str, state: str | None = None) -> str:
    """Return the id of a message's control with this act."""
    ids = [component["custom_id"] for component in walk(message.components) if "custom_id" in component]
    fitting = [
        id_ for id_ in ids
        if act_of({"custom_id": id_})[0] == act and state in (None, act_of({"custom_id": id_})[1])
    ]  # fmt: skip
    assert fitting, f"no {act} among {ids}"
    return fitting[0]


async def press(actor: Actor, message: Message, act: str, state: str | None = None) -> InteractionOutcome:
    return await actor.click(message, custom_id=control(message, act, state))


async def begin(room_: Room, ada: Actor, bo: Actor) -> Duel:
    decks = list(room_.game.decks)
    await ada.slash("voidream challenge", user=bo, deck=decks[0], clock="4d each")
    await room_.quiet()
    challenge = bo.sees()[-1]
    offered = await press(bo, challenge, "accept")
    await bo.select(offered.reply, decks[-1])
    await room_.quiet()
    match_id = (await room_.services.matches.of_person(ada.person.id))[0].table.match_id
    return Duel(room_, match_id, Player(ada, room_, match_id), Player(bo, room_, match_id))


async def asked(duel: Duel) -> tuple[Player, Question]:
    """Return a player with a pending question, and the question in their language."""
    for player in duel.players:
        locale = locale_of(player.actor.person.locale)
        question = await duel.room.services.matches.question(duel.match_id, player.id, locale)
        if question is not None:
            return player, question
    raise AssertionError("nobody is asked anything")
