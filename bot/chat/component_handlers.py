"""Buttons, menus and forms: each is understood from its id alone and handed to the one function for its act."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bot.chat import boards
from bot.chat.channels import check_place
from bot.chat.command_translator import described
from bot.chat.components.custom_ids import CustomId, read
from bot.chat.components.messages import PrivateMessage
from bot.chat.components.plain import bare
from bot.chat.components.replies import Interaction, Reply
from bot.chat.components.submitted import Submitted, given
from bot.chat.core import Core
from bot.chat.error_boundary import ErrorBoundary
from bot.chat.features.challenges.commands import (
    accept_taught,
    accept_with,
    challenge_with,
    person_of,
    refuse,
    show_sent,
    start,
)
from bot.chat.features.challenges.how_it_begins import wish_form, wished
from bot.chat.features.challenges.messages import decks
from bot.chat.features.challenges.messages import form as challenge_form
from bot.chat.features.deciding.acting import answer, read_answer, resign_question, show_now, show_panel
from bot.chat.features.deciding.answers import Decided, Drafted, Luck, Typing, form, press
from bot.chat.features.deciding.look_at_card import SIGHT_ACTS
from bot.chat.features.deciding.more import MORE_ACTS
from bot.chat.features.decks.handlers import DECK_ACTS
from bot.chat.features.endings.commands import ENDING_ACTS
from bot.chat.features.help.messages import help_message
from bot.chat.features.lessons.commands import LEARN_ACTS
from bot.chat.features.orders.commands import ORDER_ACTS
from bot.chat.features.privacy.commands import PRIVACY_ACTS
from bot.chat.features.profiles.commands import PROFILE_ACTS
from bot.chat.features.ratings.commands import LEADERBOARD_ACTS
from bot.chat.features.reference.messages import follow, game_here, why_items
from bot.chat.features.reminders.commands import REMINDER_ACTS
from bot.chat.features.replays.commands import REPLAY_ACTS
from bot.chat.features.servers.commands import SETTINGS_ACTS
from bot.chat.features.time.commands import claim_in, give_in, go_on_in, pause_in
from bot.chat.features.watching.commands import WATCH_ACTS, show_digest
from bot.chat.find_match import look, player_look
from bot.chat.outdated_controls import has_been
from bot.errors import NotFound, Told
from bot.store.person import Person
from bot.store.standing import Standing
from cards.i18n import msg
from cards.numerals import numeral
from engine.kernel.question import Question

Handler = Callable[[Core, Reply, CustomId, Submitted], Awaitable[None]]


async def handle(core: Core, boundary: ErrorBoundary, interaction: Interaction) -> None:
    """Answer a press on a button or menu, or a form that was sent."""
    async with boundary.answering(interaction) as reply:
        custom_id, values = given(interaction, reply.words)
        control = read(custom_id)
        if control is None:
            raise Told(reply.words.old_control)
        handler = ANSWERS.get(control.act) if control.question else ACTS.get(control.act)
        if handler is None:
            raise Told(reply.words.unknown_control)
        if not control.match or await has_been(core, reply, control):
            await handler(core, reply, control, values)


# -- controls of a question


async def _step(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """A button or menu of a question: an answer, a step towards one, or the wish to type it."""
    if control.act == "type":
        await _open_form(core, reply, control)
        return
    await reply.in_place()
    question = await _question(core, reply, control)
    if question is None:
        return
    try:
        meant = press(question, control, values)
    except (ValueError, IndexError):
        raise Told(reply.words.unknown_control) from None
    match meant:
        case Luck():
            choice = core.matches.drawn(question)
            await answer(core, reply, control.match_id, question.id, choice)
        case Decided(choice):
            await answer(core, reply, control.match_id, question.id, choice)
        case Drafted(draft):
            mine = await player_look(core, control.match_id, reply.person, reply.words)
            await show_panel(core, reply, mine, draft=draft)
        case Typing():
            raise Told(reply.words.unknown_control)


async def _open_form(core: Core, reply: Reply, control: CustomId) -> None:
    question = await core.matches.question(control.match_id, reply.person, reply.words.locale)
    if question is None or question.id != control.question:
        await reply.in_place()
        await show_now(core, reply, control.match_id, note=reply.words.decided_already)
        return
    await reply.ask(form(question, control.match, reply.words))


async def _typed(core: Core, reply: Reply, control: CustomId, values: Submitted) -> None:
    """A form in which an answer was typed."""
    await reply.in_place()
    question = await _question(core, reply, control)
    if question is not None:
        typed = values.one("answer")
        choice = await read_answer(core, control.match_id, reply.person, question, typed, reply.words)
        await answer(core, reply, control.match_id, question.id, choice)


async def _question(core: Core, reply: Reply, control: CustomId) -> Question | None:
    """Return the question that the control belongs to; if it is not open any more, show what is, and return None."""
    question = await core.matches.question(control.match_id, reply.person, reply.words.locale)
    if question is not None and question.id == control.question:
        return question
    await show_now(core, reply, control.match_id, note=reply.words.decided_already)
    return None


# -- controls of a match


async def _turn(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """A player's own panel. Everybody sees the button, so whoever reads along gets the news of the match."""
    await (reply.in_place() if control.state else reply.later())
    table = await core.matches.table(control.match_id)
    if table.seat_of(reply.person) is None:
        await show_digest(core, reply, control.match_id)
        return
    await show_now(core, reply, control.match_id)


async def _open(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.later()
    chosen = CustomId("open", values[0])
    if await has_been(core, reply, chosen):
        await show_now(core, reply, chosen.match_id)


async def _board(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.later()
    seen = await look(core, control.match_id, reply.person, reply.words)
    await reply.show(await boards.board(core, seen, reply.person, reply.words))


async def _picture(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    seen = await look(core, control.match_id, reply.person, reply.words)
    await reply.show(await boards.board(core, seen, reply.person, reply.words, as_text=False))


async def _text(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """The board as text: a new message from the status message, the next page in one's own."""
    await (reply.in_place() if control.state else reply.later())
    seen = await look(core, control.match_id, reply.person, reply.words)
    page = _number(control.state) if control.state else 1
    await reply.show(await boards.board(core, seen, reply.person, reply.words, as_text=True, page=page))


async def _always(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    wants_text = control.state == "text"
    await core.people.want_text_boards(reply.person, wants_text)
    note = reply.words.text_from_now if wants_text else reply.words.pictures_from_now
    seen = await look(core, control.match_id, reply.person, reply.words)
    await reply.show(await boards.board(core, seen, reply.person, reply.words, note=note))


async def _hand(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await (reply.in_place() if control.state else reply.later())
    mine = await player_look(core, control.match_id, reply.person, reply.words)
    page = _number(control.state) if control.state else 0
    await reply.show(await boards.hand(core, mine, reply.words, page))


async def _log(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await (reply.in_place() if control.state else reply.later())
    table = await core.matches.table(control.match_id)
    page = _number(control.state) if control.state else None
    lines = await core.matches.log(table.match_id, reply.person, page, reply.words.locale)
    await reply.show(boards.log(table, lines, reply.words))


async def _why(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """Why a line stands in the log: the card or the rule behind it."""
    await reply.later()
    number, locale = _number(values[0]), reply.words.locale
    line, found = await core.matches.explained(control.match_id, reply.person, number, locale)
    await reply.show(PrivateMessage(why_items(line, found, reply.words, control.match)))


async def _rules(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """Reading on: what was chosen in a menu in its place, what a button leads to in a message of its own."""
    if values:
        await reply.in_place()
    game = await game_here(core, reply, control.match)
    await follow(core, reply, game, values[0] if values else control.state, control.match)


async def _help(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """The help: a message of its own, and then its pages in place."""
    if control.state:
        await reply.in_place()
    game = (await core.matches.table(control.match_id)).game if control.match else core.games.default
    chosen = values[0] if values else ""
    await reply.show(help_message(game, reply.words, described(reply), control.state, chosen))


async def _new(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    check_place(reply.interaction, await core.servers.rules(reply.interaction.guild_id), reply.words)
    await reply.ask(await challenge_form(core, reply.person, reply.interaction.guild_id, reply.words))


async def _practice(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """A match against the bot begins at once: without a clock, with the deck that is offered first."""
    await reply.later()
    await challenge_with(core, reply, [person_of(reply.interaction.client.user)], "", "none")


async def _challenge(core: Core, reply: Reply, control: CustomId, values: Submitted) -> None:
    """The form of a challenge: whom, with which deck, and with which clocks."""
    await reply.later()
    opponents = [_chosen(reply.interaction, user) for user in values.all("user")]
    if not opponents or None in opponents:
        raise Told(reply.words.challenge_nobody)
    found = [one for one in opponents if one is not None]
    await challenge_with(core, reply, found, values.one("deck"), values.one("clock"))


async def _accept(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """Accept: somebody who was challenged chooses a deck first; everybody else hears why not."""
    await reply.later()
    table = await core.matches.table(control.match_id)
    if table.seat_of(reply.person) in (None, table.challenger) or table.standing is not Standing.CHALLENGED:
        # Refused, whatever the deck: the sentence that says why is the core's.
        await accept_with(core, reply, table.match_id, "")
        return
    if not table.game.has_decks:
        await accept_with(core, reply, table.match_id, "")
        return
    await reply.show(await decks(core, table, reply.person, reply.words))


async def _deck(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    await accept_with(core, reply, control.match_id, values[0])


async def _taught(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """Accept a first match with explanations."""
    await reply.later()
    await accept_taught(core, reply, control.match_id)


async def _play_deck(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """The button that accepts with the deck that is offered first."""
    await _deck(core, reply, control, [control.state])


async def _my_deck(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """Another deck for a challenge that one has made, as long as nobody has accepted it."""
    await reply.in_place()
    await core.matches.prepare(control.match_id, reply.person, deck=values[0])
    await _show_prepared(core, reply, control.match_id)


async def _beforehand(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """The form that says how a match is to begin."""
    prepared = await core.matches.prepared(control.match_id, reply.person)
    await reply.ask(wish_form(prepared.table, prepared.wish, reply.words))


async def _foresaid(core: Core, reply: Reply, control: CustomId, values: Submitted) -> None:
    """How a match is to begin was said: the message that offered it is shown again."""
    await reply.in_place()
    table = await core.matches.table(control.match_id)
    await core.matches.prepare(control.match_id, reply.person, wish=wished(table.game, values))
    await _show_prepared(core, reply, control.match_id)


async def _show_prepared(core: Core, reply: Reply, match_id: int) -> None:
    """Show what somebody has chosen for a match that has not begun, where they have chosen it."""
    table = await core.matches.table(match_id)
    if table.seat_of(reply.person) == table.challenger:
        await show_sent(core, reply, match_id)
    else:
        await reply.show(await decks(core, table, reply.person, reply.words))


async def _decline(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.later()
    await refuse(core, reply, control.match_id)


async def _start(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """Begin with those who have accepted. Everybody sees the button; who may not hears why."""
    await reply.later()
    await start(core, reply, control.match_id)


async def _resign(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    done = await core.matches.resign(reply.interaction.id, control.match_id, reply.person, reply.words.locale)
    await show_panel(core, reply, done.look, said=done.happened, note=reply.words.resigned)


async def _give_up(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.later()
    mine = await player_look(core, control.match_id, reply.person, reply.words)
    if mine.outcome is not None:
        raise Told(reply.words.match_over)
    await reply.show(await resign_question(core, mine, reply.words))


async def _stay(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    await show_now(core, reply, control.match_id, note=reply.words.played_on)


async def _dm(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.later()
    await core.people.try_dm_again(reply.person)
    await reply.say(reply.words.dm_trying)


async def _claim(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.later()
    await claim_in(core, reply, control.match_id)


async def _give(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.later()
    await give_in(core, reply, control.match_id, if_late=control.state == "late")


async def _pause(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.later()
    await pause_in(core, reply, control.match_id, answering=control.state == "agree")


async def _go_on(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.later()
    answering = {"no": True, "paused": False}.get(control.state)
    await go_on_in(core, reply, control.match_id, answering=answering)


ANSWERS: Mapping[str, Handler] = MappingProxyType(
    {act: _step for act in ("pick", "menu", "set", "add", "to", "done", "type", "lot")} | {"typed": _typed}
)
"""What the controls of a question do, by act."""

ACTS: Mapping[str, Handler] = MappingProxyType(
    {
        "turn": _turn,
        "open": _open,
        "board": _board,
        "picture": _picture,
        "text": _text,
        "always": _always,
        "hand": _hand,
        "log": _log,
        "why": _why,
        "rules": _rules,
        "help": _help,
        "new": _new,
        "practice": _practice,
        "challenge": _challenge,
        "accept": _accept,
        "deck": _deck,
        "play-deck": _play_deck,
        "taught": _taught,
        "my-deck": _my_deck,
        "beforehand": _beforehand,
        "foresaid": _foresaid,
        "decline": _decline,
        "start": _start,
        "give-up": _give_up,
        "resign": _resign,
        "stay": _stay,
        "dm": _dm,
        **DECK_ACTS,
        **REPLAY_ACTS,
        **REMINDER_ACTS,
        **ENDING_ACTS,
        **ORDER_ACTS,
        **PROFILE_ACTS,
        **LEADERBOARD_ACTS,
        **WATCH_ACTS,
        **LEARN_ACTS,
        **SIGHT_ACTS,
        **MORE_ACTS,
        **SETTINGS_ACTS,
        **PRIVACY_ACTS,
        "claim": _claim,
        "give": _give,
        "pause": _pause,
        "go-on": _go_on,
    }
)
"""What all other controls do, by act."""


def _chosen(interaction: Interaction, person: str) -> Person | None:
    """Return somebody who was chosen in a form, None if nobody was."""
    data: Any = interaction.data
    resolved: dict[str, dict[str, Any]] = data.get("resolved", {})
    user = resolved.get("users", {}).get(person)
    if user is None:
        return None
    member: dict[str, Any] = resolved.get("members", {}).get(person, {})
    name = next(
        filter(None, (bare(str(n or "")) for n in (member.get("nick"), user.get("global_name")))),
        user["username"],
    )
    return Person(int(person), name, bool(user.get("bot")))


def _number(text: str) -> int:
    """Return a number that a control carries; such a control that carries none is refused as unknown."""
    number = numeral(text)
    if number is None:
        raise NotFound(msg("There is no match “{named}”.", named=text))
    return number
