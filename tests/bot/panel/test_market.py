"""A market in Discord: a menu of its piles, and both sides of a pile's card as buttons, also after a restart."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.games.playable import ActionCommand, PlayableGame
from bot.panel.service import DECIDED_ALREADY
from bot.people.locales import translator_for
from cards.i18n import msg
from tests.bot.discord.kit import begin_match, room
from tests.bot.discord.limits import check_components
from tests.games.bazaar.position import BazaarView
from tests.games.registry import bazaar
from tests.table import transcript
from tests.table.actor import Actor

BUY = "Buy a card …"


def with_a_command() -> PlayableGame:
    """Return Bazaar with a command to buy, and a name for the menu of purchases."""
    buy = ActionCommand(
        "buy", msg("Buy a card.", "bazaar"), ("buy",), thing="card", thing_about=msg("Which.", "bazaar")
    )
    return replace(bazaar(), actions=(buy,), verb_menus={"buy": msg(BUY, "bazaar")})


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
async def test_either_side_of_a_card_is_two_presses_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    monkeypatch.setattr("tests.games.bazaar.game.BEGINNING", {"Moon/Sun": 8})
    words = translator_for(locale)
    async with room(tmp_path / "bot.sqlite3", with_a_command()) as lobby:
        ada, bo = Actor(lobby.table, "Ada"), Actor(lobby.table, "Bo")
        duel = await begin_match(lobby, ada, bo)
        ada.person.locale = locale
        for player, key in ((duel.ada, "owl"), (duel.bo, "owl"), *[(duel.ada, "play Moon")] * 2):
            question = await player.question()
            assert question is not None
            press = (1 << 59) + question.id
            await lobby.services.play.answer(press, duel.match_id, player.id, question.id, (key,))
        await lobby.quiet()

        panel = (await ada.click(await duel.status(), "turn")).reply
        piles = {option["label"] for option in transcript.menu(panel, BUY)["options"]}
        assert {"Ember/Ash", "Gate/Ram", "Moon/Sun"} <= piles
        await ada.select(panel, "Gate/Ram", menu=BUY)
        check_components(panel.components)
        assert "Costs 4: 4 attack." in transcript.text(panel)
        await ada.click(panel, words.msg("Back"))
        await ada.select(panel, "Gate/Ram", menu=BUY)

        thread = duel.ada.thread
        assert await ada.autocomplete("bazaar buy", "card", "gate", channel=thread) == ["Buy Gate", "Buy Ram"]
        typed = (await ada.slash("bazaar buy", card="Ember/Ash", channel=thread)).reply
        assert transcript.button(typed, "Buy Ember") != transcript.button(typed, "Buy Ash")
        decided = (await ada.slash("match decide", answer="ember/ash", channel=thread)).reply
        assert transcript.button(decided, "Buy Ember") != transcript.button(decided, "Buy Ash")

        await lobby.restart()
        await ada.click(panel, "Buy Ram")
        await lobby.quiet()
        view = (await lobby.services.matches.public_snapshot(duel.match_id)).view
        assert isinstance(view, BazaarView)
        assert ("Gate/Ram", 1) in [(card.title, card.side) for card in view.seats[0].zones["discard"]]
        late = await ada.click(typed, "Buy Ash")
        assert words(DECIDED_ALREADY) in late.text or words(DECIDED_ALREADY) in transcript.text(typed)


async def test_a_step_does_not_repeat_the_events_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.games.bazaar.game.BEGINNING", {"Moon/Sun": 8})
    async with room(tmp_path / "bot.sqlite3", bazaar()) as lobby:
        ada, bo = Actor(lobby.table, "Ada"), Actor(lobby.table, "Bo")
        duel = await begin_match(lobby, ada, bo)
        for player in (duel.ada, duel.bo):
            question = await player.question()
            assert question is not None
            press = (1 << 59) + question.id
            await lobby.services.play.answer(press, duel.match_id, player.id, question.id, ("owl",))
        await lobby.quiet()
        panel = (await ada.click(await duel.status(), "turn")).reply
        assert "Bo " in transcript.text(panel)
        await ada.click(panel, "Play Moon")
        text = transcript.text(panel)
        assert "So far" in text and "Bo " not in text.partition("**So far")[0], text
        again = (await ada.click(await duel.status(), "turn")).reply
        assert "Bo " in transcript.text(again), "a returning player reads the events"
