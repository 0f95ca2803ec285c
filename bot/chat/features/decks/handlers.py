"""What the controls of deck building do, by act. Each is understood from its id, so all work after a restart."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from bot.chat.components.custom_ids import CustomId
from bot.chat.components.lengths import FIELDS
from bot.chat.components.plain import bare, plain
from bot.chat.components.replies import Reply
from bot.chat.components.submitted import Submitted
from bot.chat.core import Core
from bot.chat.features.decks.editor import bench, step_message, steps_of
from bot.chat.features.decks.messages import (
    deck_list,
    deck_share,
    deck_view,
    delete_question,
    import_form,
    not_read,
    rename_form,
    shown,
    sourced,
)
from bot.chat.features.decks.place import EditorPlace, unpacked
from bot.decks.own_decks import OwnDeck, understood
from bot.errors import BadDeck, LimitReached, Told
from bot.runtime.background import beside
from bot.store.person import Person
from cards.i18n import Value, msg
from cards.numerals import numeral

Handler = Callable[[Core, Reply, CustomId, Submitted], Awaitable[None]]


def maker(reply: Reply) -> Person:
    """Return the person who asked, as whoever makes a deck."""
    user = reply.interaction.user
    return Person(user.id, bare(user.display_name) or user.name, user.bot)


async def show_bench(core: Core, reply: Reply, own: OwnDeck, note: str = "") -> None:
    """Show the workbench with a deck."""
    shelf = await core.decks.shelf(reply.person, own.game)
    await reply.show(bench(own, reply.words, is_default=shelf.preferred == own.name, note=note))


async def show_list(core: Core, reply: Reply, note: str = "") -> None:
    """Show the list of the person's decks."""
    await reply.show(deck_list(await core.decks.shelf(reply.person, core.games.default), reply.words, note))


async def begin_new(core: Core, reply: Reply, name: str) -> None:
    """Make an empty deck, and show the first step."""
    own = await core.decks.make(
        reply.interaction.id, maker(reply), core.games.default, name, unnamed=reply.words.decks.new
    )
    await reply.show(step_message(own, EditorPlace(own.id, steps_of(own)[0].key), reply.words))


async def copy_of(core: Core, reply: Reply, source: str, name: str = "") -> None:
    """Make a copy of a deck, and show it on the workbench."""
    deck = await sourced(core, reply.person, source)
    title = name or await _copy_name(core, reply, deck.title)
    own = await core.decks.make(reply.interaction.id, maker(reply), deck.game, title, deck.deck)
    await show_bench(
        core,
        reply,
        own,
        reply.words.decks.copied.format(name=plain(deck.game.translator(reply.words.locale)(deck.title))),
    )


async def import_text(core: Core, reply: Reply, pasted: str, name: str) -> None:
    """Make a deck of a text or code, and show it on the workbench with all that is wrong with it.

    Where that can't be, say all that stands in the way, and keep the text to be mended.
    """
    game = core.games.default
    try:
        # It looks for what was meant by every line: not where everybody waits for it.
        written, deck = await beside(reply.person, understood, game, pasted)
        title = name.strip() or written[:40]
        if not name.strip():
            title = await _free(core, reply, title or game.title)
        own = await core.decks.make(reply.interaction.id, maker(reply), game, title, deck)
    except (BadDeck, LimitReached) as refused:
        if not pasted.strip():
            raise
        most = FIELDS["list"]
        await core.decks.set_aside(maker(reply), game, name[: FIELDS["name"]], pasted[:most])
        problems = game.translator(reply.words.locale)(refused.message)
        await reply.show(not_read(problems, reply.words, cut=len(pasted) > most))
        return
    await show_bench(core, reply, own, reply.words.decks.imported)


async def _copy_name(core: Core, reply: Reply, name: Value) -> str:
    own = core.games.default.translator(reply.words.locale)(msg("My {deck}", deck=name))
    return await _free(core, reply, own[:40])


async def _free(core: Core, reply: Reply, name: str) -> str:
    """Return the name, with a number behind it if there is such a deck."""
    shelf = await core.decks.shelf(reply.person, core.games.default)
    taken = {one.name.casefold() for one in (*shelf.own, *shelf.ready)}
    free, count = name, 1
    while free.casefold() in taken:
        count += 1
        free = f"{name[:35]} {count}"
    return free


# -- the acts


async def _open(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    await show_bench(
        core, reply, await core.decks.deck(reply.person, _number(values[0] if values else control.state))
    )


async def _step(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    place, _ = _unpacked(reply, control)
    await reply.show(step_message(await core.decks.deck(reply.person, place.deck), place, reply.words))


async def _pick(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """The menu of a step in which one thing is chosen."""
    await reply.in_place()
    place, _ = _unpacked(reply, control)
    wanted = {values[0]: 1}
    own = await core.decks.change(
        reply.person, place.deck, lambda building, deck: building.chosen(deck, place.step, wanted)
    )
    await reply.show(step_message(own, place, reply.words))


async def _filter(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    place, _ = _unpacked(reply, control)
    filters = sum(1 << bit for bit in {_number(value[1:]) for value in values} if bit < 64)
    own = await core.decks.deck(reply.person, place.deck)
    await reply.show(step_message(own, replace(place, filters=filters), reply.words))


async def _look(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """The menu of a step in which many cards are chosen: look at some."""
    await reply.in_place()
    place, _ = _unpacked(reply, control)
    own = await core.decks.deck(reply.person, place.deck)
    await reply.show(step_message(own, replace(place, chosen=tuple(values)), reply.words))


async def _count(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """How many there are to be of the cards that are looked at."""
    await reply.in_place()
    place, more = _unpacked(reply, control)
    wanted = dict.fromkeys(place.chosen, _number(more))
    own = await core.decks.change(
        reply.person, place.deck, lambda building, deck: building.chosen(deck, place.step, wanted)
    )
    await reply.show(step_message(own, place, reply.words))


async def _fill(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    own = await core.decks.fill(reply.person, _number(control.state))
    await show_bench(core, reply, own, reply.words.decks.filled)


async def _fit(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    own = await core.decks.change(
        reply.person, _number(control.state), lambda building, deck: building.without_misfits(deck)
    )
    await show_bench(core, reply, own)


async def _view(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    how, _, source = control.state.partition(".")
    deck = await sourced(core, reply.person, source)
    page = _number(how[1:])
    await reply.show(
        await deck_view(core, deck, reply.person, reply.words, as_text=how.startswith("t"), page=page)
    )


async def _share(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.later()
    await reply.show(deck_share(await sourced(core, reply.person, control.state), reply.words))


async def _copy(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    await copy_of(core, reply, values[0] if values else control.state)


async def _list(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    await show_list(core, reply)


async def _new(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    await begin_new(core, reply, "")


async def _import(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.ask(import_form(reply.words))


async def _mend(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """Open the form with the text that could not be read; empty, if it is not kept any more."""
    name, pasted = await core.decks.misread(reply.person, core.games.default)
    await reply.ask(import_form(reply.words, pasted, name))


async def _pasted(core: Core, reply: Reply, control: CustomId, values: Submitted) -> None:
    await reply.later()
    await import_text(core, reply, values.one("list"), values.one("name"))


async def _rename(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.ask(rename_form(await core.decks.deck(reply.person, _number(control.state)), reply.words))


async def _renamed(core: Core, reply: Reply, control: CustomId, values: Submitted) -> None:
    await reply.in_place()
    own = await core.decks.rename(reply.person, _number(control.state), values.one("name"))
    await show_bench(core, reply, own, reply.words.decks.renamed.format(name=f"**{plain(own.name)}**"))


async def _prefer(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    number, _, wanted = control.state.partition(".")
    own = await core.decks.deck(reply.person, _number(number))
    name = await core.decks.prefer(maker(reply), own.game, own.name if wanted == "1" else "")
    w = reply.words.decks
    note = w.now_default.format(name=f"**{plain(name)}**") if name else w.no_default
    await show_bench(core, reply, own, note)


async def _delete(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    own = await core.decks.deck(reply.person, _number(control.state))
    await reply.show(delete_question(own, reply.words))


async def _gone(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    name = await core.decks.delete(reply.person, _number(control.state))
    await show_list(core, reply, reply.words.decks.deleted.format(name=f"**{plain(name)}**"))


def _unpacked(reply: Reply, control: CustomId) -> tuple[EditorPlace, str]:
    try:
        return unpacked(control.state)
    except ValueError:
        raise Told(reply.words.unknown_control) from None


def _number(text: str) -> int:
    """Return a number that a control carries; 0, which no deck has, for anything else."""
    return numeral(text) or 0


DECK_ACTS: Mapping[str, Handler] = MappingProxyType(
    {
        "deck-open": _open,
        "deck-pick-open": _open,
        "deck-step": _step,
        "deck-pick": _pick,
        "deck-filter": _filter,
        "deck-look": _look,
        "deck-count": _count,
        "deck-fill": _fill,
        "deck-fit": _fit,
        "deck-view": _view,
        "deck-share": _share,
        "deck-copy": _copy,
        "deck-list": _list,
        "deck-new": _new,
        "deck-import": _import,
        "deck-mend": _mend,
        "deck-pasted": _pasted,
        "deck-rename": _rename,
        "deck-renamed": _renamed,
        "deck-prefer": _prefer,
        "deck-delete": _delete,
        "deck-gone": _gone,
    }
)
"""What the controls of deck building do, by act."""

__all__ = ["DECK_ACTS", "begin_new", "copy_of", "import_text", "maker", "show_bench", "show_list", "shown"]
