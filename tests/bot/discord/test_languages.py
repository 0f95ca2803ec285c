"""Two people who speak different languages play a match: each is told everything in theirs, everybody in the server's.

What reaches somebody is held against the catalogue: nothing of it may be a text of the other language. What the texts are
attached to (controls, what they stand for, how many there are) is the same whatever is spoken.
"""

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

import pytest

from bot.games.voidream import voidream
from bot.local_discord.actor import Actor, InteractionOutcome
from bot.local_discord.records import Message
from bot.local_discord.validate.components import ComponentKind
from bot.panel.question_text import labels
from bot.panel.typed import Stamp
from bot.people.locales import locale_of
from cards.i18n import Locale, translator
from engine.kernel.chance import Chance
from engine.kernel.question import Question, QuestionKind, random_choice
from tests.bot.discord.clicks import act_of, walk
from tests.bot.discord.kit import Duel, Player, Room, click_answer, room
from tests.bot.features.time.test_clocks import pass_time
from tests.games.registry import undrawn

SPANISH, LATIN, ENGLISH = "es-ES", "es-419", "en-GB"
DECISIONS = 8
LEAST = 9
"""Characters of a piece of text that are enough to tell a language."""
FUNCTION_WORDS = {
    Locale.ENGLISH: re.compile(r"\b(?:the|your|you|with|and|was|when|from|this|is|of|to)\b", re.I),
    Locale.SPANISH: re.compile(r"\b(?:el|los|las|una|que|tu|para|del|por|está|es|y)\b", re.I),
}
QUOTED = re.compile(r"`[^`]*`|«[^»]*»|“[^”]*”|<[^>]*>|/me [a-z-]+(?: [a-z]+:\S+)*")
"""What is to be typed as it stands, and mentions."""


# -- what reaches somebody


@dataclass
class Received:
    """What somebody alone received, and what everybody in the room could read; as (where it stands, text)."""

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


async def live(made: Room, ada: Actor, bo: Actor) -> Duel:
    """Go through a match from the challenge to its replay, using what a person can use on the way."""
    duel = await begin(made, ada, bo)
    for n in range(DECISIONS):
        player, question = await asked(duel)
        panel = (await press(player.actor, await duel.status(), "turn")).reply
        await click_answer(player, panel, question, random_choice(question, Chance(f"languages {n}")))
        await made.quiet()
    thread = duel.ada.thread
    for actor in (ada, bo):
        await look_around(actor, duel)
    await pass_time(made, 3)
    await ada.slash("match undo", channel=thread)
    await made.quiet()
    await ada.slash("match draw", channel=thread)
    await made.quiet()
    await bo.slash("match draw", channel=thread, agree="no")
    await made.quiet()
    await bo.slash("match time pause", channel=thread)
    await made.quiet()
    await ada.slash("match time continue", channel=thread)
    await made.quiet()
    sure = await press(ada, (await ada.slash("match hand", channel=thread)).reply, "turn")
    more = await press(ada, sure.reply, "more")
    sure = await press(ada, more.reply, "give-up")
    await press(ada, sure.reply, "resign")
    await made.quiet()
    for actor in (ada, bo):
        shown = await actor.slash("match replay show", channel=thread, step=5)
        await press(actor, shown.reply, "replay")
        await actor.slash("match replay verify", channel=thread)
        await actor.slash("profile")
        await actor.slash("leaderboard")
        await press(actor, await duel.status(), "log")
    await bo.slash("match rematch", channel=thread)
    await made.quiet()
    return duel


async def look_around(actor: Actor, duel: Duel) -> None:
    """Read everything there is to read, and do what can't be done."""
    thread = duel.ada.thread
    status = await duel.status()
    helped = (await press(actor, status, "help")).reply
    for menu in [one for one in walk(helped.components) if one["type"] == ComponentKind.STRING_SELECT]:
        for option in menu["options"]:
            await actor.select(helped, option["value"], menu=menu["placeholder"])
    await press(actor, status, "log")
    await press(actor, status, "text")
    await press(actor, status, "watch")
    for path, options in (
        ("match board", {}),
        ("match hand", {}),
        ("match log", {"page": 1}),
        ("match list", {}),
        ("me time", {}),
        ("me reminders show", {}),
        ("me reminders quiet", {"start": "22:00"}),
        ("me time", {"zone": "Nowhere"}),
        ("me away", {"for": "soon"}),
        ("match orders list", {}),
        ("deck list", {}),
        ("deck new", {}),
        ("deck view", {"deck": next(iter(duel.room.game.decks))}),
        ("deck view", {"deck": "No such deck"}),
        ("me privacy show", {}),
        ("rules", {"about": "§4"}),
        ("rules", {"about": "no such thing"}),
        ("card", {"title": "no such card"}),
        ("voidream challenge", {"user": actor, "deck": next(iter(duel.room.game.decks))}),
        ("match accept", {}),
        ("match time claim", {}),
        ("match time give", {"time": "1y"}),
        ("voidream play", {"card": "no such card"}),
        ("match decide", {"answer": "no such answer"}),
        ("match abort", {}),
        ("match replay show", {}),
        ("match replay verify", {}),
    ):
        renamed = {{"start": "from"}.get(name, name): value for name, value in options.items()}
        await actor.slash(path, channel=thread, **renamed)


# -- tests


@dataclass
class Lived:
    """What a match in these languages has brought to its players, and to whoever only reads along."""

    locales: dict[str, str]
    server: str
    got: dict[str, Received]
    names: list[str]
    """What was offered to Ada while she typed."""
    values: list[str]
    """What that stands for; of the first of these lists only."""


async def lived(tmp_path: Path, server: str, one: str, other: str) -> Lived:
    async with people(tmp_path, server, one, other) as (made, ada, bo, cy):
        duel = await live(made, ada, bo)
        offered = [choice for path, option in OFFERED for choice in await offers(ada, duel, path, option)]
        found = [choice for path, option in SEARCHED for choice in await offers(ada, duel, path, option)]
        return Lived(
            {"ada": one, "bo": other},
            server,
            {actor.person.name: received(actor) for actor in (ada, bo, cy)},
            [choice["name"] for choice in (*offered, *found)],
            [choice["value"] for choice in offered],
        )


OFFERED = (
    ("voidream challenge", "clock"),
    ("voidream challenge", "deck"),
    ("moderate end", "reason"),
    ("match time give", "time"),
)
SEARCHED = (("rules", "about"), ("card", "title"), ("deck view", "deck"))
"""What is offered in the order of its names, so that the first ones differ, or was named by somebody."""


async def offers(actor: Actor, duel: Duel, path: str, option: str) -> list[dict[str, Any]]:
    needed = {"user": duel.bo.actor} if path == "voidream challenge" else {}
    return await actor.choices(path, option, channel=duel.ada.thread, **needed)


def without_foot(controls: Counter[str]) -> set[str]:
    """Leave out what stands behind "More" where the words of a language leave no room on the line of the answers.

    How often each was shown is left out, too: that depends on what is edited while something else is sent.
    """
    return {one for one in controls if one.split(":", 4)[3:4] not in (["hand"], ["look"])}


@pytest.mark.slow
async def test_everything_is_said_in_the_language_of_whoever_reads_it(tmp_path: Path) -> None:
    """In a Spanish server Ada speaks Spanish and Bo English, in an English one it is the other way round."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one = await lived(tmp_path / "one", SPANISH, SPANISH, ENGLISH)
    two = await lived(tmp_path / "two", ENGLISH, ENGLISH, LATIN)
    for match in (one, two):
        for name, locale in match.locales.items():
            assert len(match.got[name].private) > 250
            assert foreign(match.got[name].private, locale_of(locale)) == []
        assert match.got["cy"].private == []
        assert len(match.got["cy"].public) > 60
        assert foreign(match.got["cy"].public, locale_of(match.server)) == []
        assert foreign([("offered", name) for name in match.names], locale_of(match.locales["ada"])) == []
    for name in ("ada", "bo", "cy"):
        first, second = (without_foot(match.got[name].controls) for match in (one, two))
        assert first == second, f"what {name} can press is the same"
        assert set(one.got[name].public_controls) == set(two.got[name].public_controls)
    assert sorted(one.values) == sorted(two.values)
    assert one.names != two.names


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("### Reminder: Ada contra Bo", Locale.SPANISH),
        ("Elige: There is nothing to choose from.", Locale.SPANISH),
        ("Juega **Letter of the Law**", Locale.SPANISH),
        ("Se espera a **Ada**: una acción", Locale.ENGLISH),
        ("Rendirse", Locale.ENGLISH),
        ("Waiting for **Ada**: una acción para el turno", Locale.ENGLISH),
    ],
)
def test_a_text_of_the_other_language_would_be_found(text: str, locale: Locale) -> None:
    assert foreign([("content", text)], locale)
    [other] = [one for one in Locale if one is not locale]
    assert translator(other).locale is other


@pytest.mark.parametrize("first", ["challenge", "rules"])
async def test_the_first_that_a_server_is_told_is_in_its_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """However long it takes to write down which that is: only that somebody was heard at all does not wait for it."""
    async with people(tmp_path, SPANISH, SPANISH, SPANISH) as (made, ada, bo, cy):
        locales = made.services.locales
        heard = locales.heard

        async def slowly(person: int, own: Locale, guild_id: int | None, servers: Locale) -> None:
            for _ in range(300):
                await locales.of_person(person)
            await heard(person, own, guild_id, servers)

        monkeypatch.setattr(locales, "heard", slowly)
        if first == "challenge":
            await ada.slash("voidream challenge", user=bo, deck=next(iter(made.game.decks)))
        else:
            await ada.slash("rules", about="§4", share=True)
        await made.quiet()
        told = received(cy).public
        assert told and foreign(told, Locale.SPANISH) == []


async def test_what_is_typed_is_understood_in_both_languages(tmp_path: Path) -> None:
    """A card can be played by its Spanish title, by its English one, and by what is offered, and so can answers be given."""
    async with people(tmp_path, SPANISH, SPANISH, SPANISH) as (made, ada, bo, _):
        duel = await begin(made, ada, bo)
        understood: set[str] = set()
        for n in range(40):
            player, question = await asked(duel)
            english = await made.services.matches.question(duel.match_id, player.id)
            assert english is not None and [o.key for o in english.options] == [
                o.key for o in question.options
            ]
            wanted = random_choice(question, Chance(f"typed {n}"))
            thread, said = duel.ada.thread, english if n % 2 else question
            if question.kind is QuestionKind.ACTION:
                verb, _, title = wanted[0].partition(" ")
                if verb in ("play", "invert"):
                    typed = title if n % 2 else translator(Locale.SPANISH).word(title, "title")
                    side = "upright" if verb == "play" else "inverted"
                    done = await player.actor.slash("voidream play", channel=thread, card=typed, side=side)
                    understood.add(f"card {n % 2}")
                else:
                    await click_answer(player, await panel_of(player), question, wanted)
                    continue
            elif question.kind is QuestionKind.CARDS:
                names = {o.key: label for o, label in zip(said.options, labels(said), strict=True)}
                typed = ", ".join(names[key] for key in wanted) or ("none" if n % 2 else "nada")
                done = await player.actor.slash(
                    "match decide", channel=thread, answer=Stamp(player.match_id, question.id).on(typed)
                )
                understood.add(f"answer {n % 2}")
            else:
                await click_answer(player, await panel_of(player), question, wanted)
                continue
            now = await player.question()
            assert now is None or now.id != question.id, done.text
            if len(understood) == 4:
                break
        assert understood == {"card 0", "card 1", "answer 0", "answer 1"}


async def panel_of(player: Player) -> Message:
    hand = await player.actor.slash("match hand", channel=player.thread)
    return (await press(player.actor, hand.reply, "turn")).reply
