"""Replays of finished matches, which hide private hands."""

from __future__ import annotations

import pytest
from discord import ui

from bot.errors import KeptPrivate, NotFound, StillGoingOn
from bot.features.replays.messages import promise_message
from bot.features.replays.service import Replays, ReplayView
from bot.games.playable import Games
from bot.match.replay.records import Records
from bot.people.locales import translator_for
from bot.store.about import Everything
from engine.kernel.chance import Chance, later_seed
from engine.kernel.commitment import promise as promised_by
from engine.kernel.commitment import setup_seal
from engine.kernel.match import Match
from engine.kernel.records.sealed_verifier import is_sealed, read_sealed, verify_sealed
from tests.bot.kit import ADA, BO, CY, SEED, Bot, lanterns
from tests.games.lanterns import DECKS


def records_of(bot: Bot) -> Records:
    return Records(bot.store, Games.of(lanterns()))


def replays_of(bot: Bot) -> Replays:
    return Replays(records_of(bot))


async def whole_match(bot: Bot) -> tuple[int, list[object]]:
    """Play a match; return its id and the public view after each answer."""
    match_id = await bot.begin()
    dice = Chance("replay")
    views = [(await bot.matches.public_snapshot(match_id)).view]
    while await bot.answer_anything(match_id, dice):
        views.append((await bot.matches.public_snapshot(match_id)).view)
    return match_id, views


async def test_every_step_shows_the_public_view_of_its_time(bot: Bot) -> None:
    match_id, views = await whole_match(bot)
    replays = replays_of(bot)
    for step, view in enumerate(views):
        scene = await replays.scene(match_id, CY.id, step)
        assert (scene.step, scene.last) == (step, len(views) - 1)
        assert scene.public.view == view
        assert (scene.hands, scene.eyes) == ((), ReplayView.PUBLIC)
        assert (scene.public.outcome is None) == (step < scene.last)
    assert (await replays.scene(match_id, CY.id)).step == len(views) - 1
    assert (await replays.scene(match_id, CY.id, 10**6)).step == len(views) - 1
    chapters = (await replays.scene(match_id, CY.id)).chapters
    assert [chapter.name for chapter in chapters] == [f"Round {n + 1}" for n in range(len(chapters))]
    for chapter in chapters:
        assert (await replays.scene(match_id, CY.id, chapter.step)).chapters[0].step == 0


async def test_the_steps_together_equal_the_log(bot: Bot) -> None:
    match_id, views = await whole_match(bot)
    for person, eyes in ((ADA.id, ReplayView.FIRST), (BO.id, ReplayView.SECOND), (CY.id, ReplayView.PUBLIC)):
        lines: list[str] = []
        for step in range(len(views)):
            lines += map(str, (await replays_of(bot).scene(match_id, person, step, eyes)).happened)
        pages = (await bot.matches.log(match_id, person)).pages
        log = [
            line.text
            for page in range(1, pages + 1)
            for line in (await bot.matches.log(match_id, person, page)).lines
        ]
        everything = " ".join(lines)
        assert all(line in everything for line in log)


async def test_players_see_their_own_perspective_by_default(bot: Bot) -> None:
    match_id, _ = await whole_match(bot)
    scene = await replays_of(bot).scene(match_id, BO.id, 3)
    assert [snapshot.person.id for snapshot in scene.hands] == [BO.id]
    assert scene.hands[0].view.viewer == 1
    assert scene.offered == tuple(ReplayView)
    both = await replays_of(bot).scene(match_id, BO.id, 3, ReplayView.BOTH)
    assert [snapshot.view.viewer for snapshot in both.hands] == [0, 1]


async def test_an_external_end_is_a_separate_step(bot: Bot) -> None:
    match_id = await bot.begin()
    for n in range(3):
        await bot.answer_anything(match_id, Chance(f"few {n}"))
    await bot.play.resign(bot.press(), match_id, ADA.id)
    scene = await replays_of(bot).scene(match_id, CY.id)
    assert scene.last == 4
    assert scene.public.outcome is not None and scene.public.outcome.ending == "resignation"
    before = await replays_of(bot).scene(match_id, CY.id, 3)
    assert before.public.outcome is None


async def test_an_active_match_is_not_replayed(bot: Bot) -> None:
    challenge = await bot.challenge()
    with pytest.raises(NotFound, match="nothing to replay"):
        await replays_of(bot).scene(challenge.match_id, ADA.id)
    await bot.challenges.accept(bot.press(), challenge.match_id, BO, "Garden")
    for person in (ADA.id, BO.id, CY.id):
        with pytest.raises(StillGoingOn, match="still in progress"):
            await replays_of(bot).scene(challenge.match_id, person, 0)
        with pytest.raises(StillGoingOn):
            await records_of(bot).text(challenge.match_id, person)
    promise = await replays_of(bot).promise(challenge.match_id)
    assert (promise.seed, promise.verdict) == ("", None)
    rules = lanterns().kernel
    setup = rules.setup([DECKS["Harbour"], DECKS["Garden"]])
    assert promise.commitment == promised_by((), later_seed(SEED), setup_seal(setup, SEED))


async def test_private_hands_are_shown_only_to_their_player(bot: Bot) -> None:
    match_id, _ = await whole_match(bot)
    replays = replays_of(bot)
    for _ in range(2):
        await replays.keep_hands(BO.id, is_private=True)
    for person in (ADA.id, CY.id):
        assert (await replays.scene(match_id, person)).offered == (ReplayView.PUBLIC, ReplayView.FIRST)
        for eyes in (ReplayView.SECOND, ReplayView.BOTH):
            with pytest.raises(KeptPrivate, match="Bo keeps their hands private"):
                await replays.scene(match_id, person, 2, eyes)
    for person in (ADA.id, CY.id, None):
        text = await records_of(bot).text(match_id, person)
        assert is_sealed(text) and verify_sealed(read_sealed(text)).holds
        assert SEED not in text.replace(later_seed(SEED), "") and "[Setup" not in text and "[Deck" not in text
        visible = await replays.promise(match_id, person or 0)
        assert visible.seed == "" and visible.verdict is not None and visible.verdict.holds
    own = await replays.scene(match_id, BO.id, 2, ReplayView.BOTH)
    assert own.keeps and own.is_player
    assert "[Seed" in await records_of(bot).text(match_id, BO.id)
    promise = await replays.promise(match_id, BO.id)
    assert promise.seed == SEED, "it shows him nothing that others keep private"
    assert promise.verdict is not None and promise.verdict.holds
    public = await bot.matches.public_snapshot(match_id)
    private = [await bot.matches.player_snapshot(match_id, person.id) for person in (ADA, BO)]
    assert (public.seed, *(snapshot.seed for snapshot in private)) == ("", "", SEED)
    await replays.keep_hands(BO.id, is_private=False)
    assert (await replays.scene(match_id, CY.id)).offered == tuple(ReplayView)


async def test_a_broken_commitment_is_reported(bot: Bot) -> None:
    match_id, _ = await whole_match(bot)
    promise = await replays_of(bot).promise(match_id)
    assert promise.seed == SEED
    assert promise.verdict is not None and promise.verdict.holds
    async with bot.store.write(Everything()) as tx:
        row = await tx.matches.match(match_id, data=True)
        assert row is not None and row.data is not None
        match = Match.load(bot.game.kernel, row.data, row.setup)
        match.seed = "5eee"  # Saved again, so the file is intact but its content is false.
        forged = match.save(apart=True)
        await tx.key_values._all("UPDATE matches SET data = ? WHERE id = ?", forged, match_id)  # type: ignore[attr-defined]
    broken = await replays_of(bot).promise(match_id)
    assert broken.verdict is not None and not broken.verdict.holds
    assert "don't fit the deal" in str(broken.verdict.problem)
    translate = promise_message(broken, translator_for("es-ES")).items[0]
    assert isinstance(translate, ui.TextDisplay)
    assert "no coincide con su acta.** No puedo repetir esta partida: sus respuestas" in translate.content
    with pytest.raises(NotFound):
        await replays_of(bot).scene(match_id, ADA.id)
