"""Detection of a text's language, and matches of people with different ones."""

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
"""Characters of a piece of text that are enough to tell a language."""
FUNCTION_WORDS = {
    Locale.ENGLISH: re.compile(r"\b(?:the|your|you|with|and|was|when|from|this|is|of|to)\b", re.I),
    Locale.SPANISH: re.compile(r"\b(?:el|los|las|una|que|tu|para|del|por|está|es|y)\b", re.I),
}
QUOTED = re.compile(r"`[^`]*`|«[^»]*»|“[^”]*”|<[^>]*>|/me [a-z-]+(?: [a-z]+:\S+)*")
"""What is to be typed as it stands, and mentions."""


# -- what reaches someone


@dataclass
class Received:
    """What someone alone received, and what everybody in the room could read; as (where it stands, text)."""

    private: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    public: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    controls: Counter[str] = field(default_factory=Counter[str])
    """Ids and values of what only they received, and how often."""
    public_controls: Counter[str] = field(default_factory=Counter[str])


def received(actor: Actor) -> Received:
    """Return everything that a person's page was sent by the bot."""
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
                ("alt text", one["description"]) for one in message["attachments"] if one.get("description")
            ]
            controls.update(controls_of(message["components"]))
        elif event["type"] == "modal":
            out.private += [("form", event["title"]), *texts_of(event["components"])]
        elif event["type"] == "channel" and event["channel"]["type"] == 11:
            out.public.append(("thread", event["channel"]["name"]))
    return out


def texts_of(components: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for one in everything(components):
        for part in ("content", "label", "placeholder", "description"):
            if isinstance(one.get(part), str):
                yield part, one[part]


def controls_of(components: list[dict[str, Any]]) -> Iterator[str]:
    for one in everything(components):
        if "custom_id" in one:
            yield one["custom_id"]
        if "value" in one:
            yield str(one["value"])


def everything(found: Any) -> Iterator[dict[str, Any]]:
    if isinstance(found, list):
        for one in found:
            yield from everything(one)
    elif isinstance(found, dict):
        yield found
        for one in found.values():
            yield from everything(one)


# -- which language it is in


@cache
def pieces(locale: Locale) -> tuple[str, ...]:
    """Return pieces of the catalogue that are only in that language: the longest words in a row of each text."""
    texts = translator(Locale.SPANISH).texts
    english = [message for _, message in texts]
    spanish = [form for forms in texts.values() for form in forms]
    own, others = (english, spanish) if locale is Locale.ENGLISH else (spanish, english)
    elsewhere = "\n".join(map(bare, others))
    starts = beginnings(elsewhere)
    found = {max(literals(text), key=len, default="") for text in own}
    long = sorted(one for one in found if len(one.strip()) >= LEAST)
    return tuple(one for one in long if one.strip()[:LEAST] not in starts or one.strip() not in elsewhere)


def beginnings(text: str) -> set[str]:
    """Return the first `LEAST` characters from each place of a text: what begins with none of them is not in it."""
    return {text[place : place + LEAST] for place in range(len(text) - LEAST + 1)}


@cache
def by_beginning(locale: Locale) -> dict[str, list[str]]:
    """Return the pieces of a language by their first `LEAST` characters."""
    out: dict[str, list[str]] = {}
    for piece in pieces(locale):
        out.setdefault(piece[:LEAST], []).append(piece)
    return out


@cache
def whole(locale: Locale) -> frozenset[str]:
    """Return the texts of the catalogue that stand alone and are only in that language."""
    texts = translator(Locale.SPANISH).texts
    english = {bare(message).strip() for _, message in texts}
    spanish = {bare(form).strip() for forms in texts.values() for form in forms}
    return frozenset(english - spanish if locale is Locale.ENGLISH else spanish - english)


def literals(text: str) -> list[str]:
    return [bare(part) for part, _, _, _ in string.Formatter().parse(text)]


def bare(text: str) -> str:
    """Return a text without signs of formatting and what is typed as it stands."""
    return re.sub(r"[\\*_#]|^[-•]\s|^\d+\.\s", "", QUOTED.sub("", text), flags=re.M)


def foreign(texts: list[tuple[str, str]], locale: Locale) -> list[tuple[str, str]]:
    """Return what is not in that language, and why not."""
    [other] = [one for one in Locale if one is not locale]
    every = by_beginning(other)
    wrong: dict[str, str] = {}
    for where, text in dict.fromkeys(texts):
        said = bare(text)
        alone = said.strip() if said.strip() in whole(other) else None
        possible = (piece for start in sorted(beginnings(said)) for piece in every.get(start, ()))
        found = alone or next((piece for piece in possible if piece in said), None)
        word = FUNCTION_WORDS[other].search(said)
        if found or word:
            wrong[f"{where}: {said[:300]}"] = found or str(word)
    return list(wrong.items())


# -- a match


@asynccontextmanager
async def people(
    tmp_path: Path, server: str, one: str, other: str
) -> AsyncGenerator[tuple[Room, Actor, Actor, Actor]]:
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream()), seed="seed 142") as made:
        made.table.guild.locale = server
        # Everybody is offered what moderators can say.
        made.table.guild.command_permissions["moderate"] = {made.table.guild.id: True}
        ada, bo, cy = (Actor(made.table, name) for name in ("Ada", "Bo", "Cy"))
        ada.person.locale, bo.person.locale = one, other
        yield made, ada, bo, cy


def control(message: Message, act: str, state: str | None = None) -> str:
    """Return the id of the control of a message that does this."""
    found = [one["custom_id"] for one in walk(message.components) if "custom_id" in one]
    fitting = [
        one for one in found
        if act_of({"custom_id": one})[0] == act and state in (None, act_of({"custom_id": one})[1])
    ]  # fmt: skip
    assert fitting, f"no {act} among {found}"
    return fitting[0]


async def press(actor: Actor, message: Message, act: str, state: str | None = None) -> InteractionOutcome:
    return await actor.click(message, custom_id=control(message, act, state))


async def begin(made: Room, ada: Actor, bo: Actor) -> Duel:
    decks = list(made.game.decks)
    await ada.slash("voidream challenge", user=bo, deck=decks[0], clock="4d each")
    await made.quiet()
    challenge = bo.sees()[-1]
    offered = await press(bo, challenge, "accept")
    await bo.select(offered.reply, decks[-1])
    await made.quiet()
    match_id = (await made.services.matches.of_person(ada.person.id))[0].table.match_id
    return Duel(made, match_id, Player(ada, made, match_id), Player(bo, made, match_id))


async def asked(duel: Duel) -> tuple[Player, Question]:
    """Return who has to decide, and what, as they read it."""
    for player in duel.players:
        locale = locale_of(player.actor.person.locale)
        question = await duel.room.services.matches.question(duel.match_id, player.id, locale)
        if question is not None:
            return player, question
    raise AssertionError("nobody is asked anything")
