"""The language of a server's first message, and answers typed in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.local_discord.records import Message
from bot.panel.question_text import labels
from bot.panel.typed import QuestionMark
from cards.i18n import Locale, translator
from engine.kernel.chance import Chance
from engine.kernel.question import QuestionKind, random_choice
from tests.bot.discord.kit import Player, click_answer
from tests.bot.discord.languages import SPANISH, asked, begin, foreign, people, press, received


@pytest.mark.parametrize("first", ["challenge", "rules"])
async def test_a_servers_first_message_is_in_its_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """Storing the language may take long: only recording that the person was seen may be slower than the response."""
    async with people(tmp_path, SPANISH, SPANISH, SPANISH) as (running, ada, bo, cy):
        locales = running.services.locales
        remember = locales.remember

        async def slowly(person: int, own: Locale, guild_id: int | None, servers: Locale) -> None:
            for _ in range(300):
                await locales.of_person(person)
            await remember(person, own, guild_id, servers)

        monkeypatch.setattr(locales, "remember", slowly)
        if first == "challenge":
            await ada.slash("voidream challenge", user=bo, deck=next(iter(running.game.decks)))
        else:
            await ada.slash("rules", about="§4", share=True)
        await running.quiet()
        messages = received(cy).public
        assert messages and foreign(messages, Locale.SPANISH) == []


async def test_input_is_understood_in_both_languages(tmp_path: Path) -> None:
    """A card can be played by its Spanish or English title, or by its suggestion; the same is true of answers."""
    async with people(tmp_path, SPANISH, SPANISH, SPANISH) as (running, ada, bo, _):
        duel = await begin(running, ada, bo)
        understood: set[str] = set()
        for n in range(40):
            player, question = await asked(duel)
            english = await running.services.matches.question(duel.match_id, player.id)
            assert english is not None and [o.key for o in english.options] == [
                o.key for o in question.options
            ]
            choice = random_choice(question, Chance(f"typed {n}"))
            thread, language_question = duel.ada.thread, english if n % 2 else question
            if question.kind is QuestionKind.ACTION:
                verb, _, title = choice[0].partition(" ")
                if verb in ("play", "invert"):
                    typed = title if n % 2 else translator(Locale.SPANISH).word(title, "title")
                    side = "upright" if verb == "play" else "inverted"
                    outcome = await player.actor.slash("voidream play", channel=thread, card=typed, side=side)
                    understood.add(f"card {n % 2}")
                else:
                    await click_answer(player, await panel_of(player), question, choice)
                    continue
            elif question.kind is QuestionKind.CARDS:
                names = {
                    o.key: label
                    for o, label in zip(language_question.options, labels(language_question), strict=True)
                }
                typed = ", ".join(names[key] for key in choice) or ("none" if n % 2 else "nada")
                outcome = await player.actor.slash(
                    "match decide",
                    channel=thread,
                    answer=QuestionMark(player.match_id, question.id).on(typed),
                )
                understood.add(f"answer {n % 2}")
            else:
                await click_answer(player, await panel_of(player), question, choice)
                continue
            now = await player.question()
            assert now is None or now.id != question.id, outcome.text
            if len(understood) == 4:
                break
        assert understood == {"card 0", "card 1", "answer 0", "answer 1"}


async def panel_of(player: Player) -> Message:
    hand = await player.actor.slash("match hand", channel=player.thread)
    return (await press(player.actor, hand.reply, "turn")).reply
