"""User-built decks of any game: stored, named, and chosen for a match. The game knows their content.

A deck is private to its owner (R51). A match uses its decks as they were when chosen, for the challenge or its
acceptance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import msgspec

from bot.clocks.control import DAY
from bot.command_keys import with_commands
from bot.errors import BadDeck, LimitReached, NotFound
from bot.games.playable import Building, Games, PlayableGame, ReadyMadeDeck
from bot.platform.clock import Clock
from bot.platform.randomness import RandomSource
from bot.settings import Settings
from bot.store import Reading, Store, about
from bot.store.decks import DeckQueries
from bot.store.person import Person
from bot.store.rows import DeckRow
from bot.store.store import retried
from cards.deck_builder import BuildingError
from cards.i18n import Locale, Message, Value, as_message, msg, msg_plural, row, series

LONGEST_NAME = 40
"""Maximum characters of a deck's name."""

MAX_REPORTED_LINES = 20
"""Maximum number of bad lines reported."""

UNREADABLE_TEXT_MS = 3 * DAY
"""Milliseconds for which an unreadable deck text is stored."""
TOO_LONG_TO_READ = 20_000
"""Maximum characters of a text that is parsed as a deck."""


class OwnDeck(msgspec.Struct, frozen=True):
    """A user-built deck, finished or not. `wrong` are sentences about the rules it breaks."""

    id: int
    game: PlayableGame
    name: str
    deck: object
    wrong: tuple[Message, ...]
    changed_at: int

    @property
    def is_legal(self) -> bool:
        """Whether the deck can be played."""
        return not self.wrong


class DeckChoices(msgspec.Struct, frozen=True):
    """All decks that a person can choose from: their own, the most recently changed first, and the ready-made ones.

    `preferred` is their default deck, `here` the server's, and `last` the one they played last, or "".
    """

    game: PlayableGame
    own: tuple[OwnDeck, ...]
    ready: tuple[ReadyMadeDeck, ...]
    preferred: str
    last: str
    here: str = ""

    @property
    def first(self) -> str:
        """The suggested deck, if playable: the preferred one, the server's, or the last one; otherwise ""."""
        names = self.playable
        return next((name for name in (self.preferred, self.here, self.last) if name in names), "")

    @property
    def playable(self) -> list[str]:
        """The names of the playable decks: the person's own, then the ready-made ones."""
        return [*(own.name for own in self.own if own.is_legal), *(deck.name for deck in self.ready)]

    def called(self, name: str) -> Value:
        """Return a deck's display name, translatable for a ready-made deck."""
        ready = next((deck for deck in self.ready if deck.name == name), None)
        return ready.title if ready is not None else name

    @property
    def offered(self) -> list[str]:
        """The playable decks, the suggested one first."""
        return sorted(self.playable, key=lambda name: name != self.first)


class ChosenDeck(msgspec.Struct, frozen=True):
    """A deck chosen for a match: the argument for the game's setup, and its stored form."""

    name: str
    content: object
    stored: str


NO_DECK = ChosenDeck("", None, "")
"""The deck of a seat in a game without decks."""


class Decks:
    """User-built decks. Every method takes the owner.

    Refusals are `bot.errors.Refusal` with sentences for the person, and change nothing.
    """

    def __init__(
        self, store: Store, games: Games, settings: Settings, clock: Clock, random_source: RandomSource
    ) -> None:
        self._store = store
        self._games = games
        self._settings = settings
        self._clock = clock
        self._random_source = random_source

    # -- looking

    async def deck_choices(self, person: int, game: PlayableGame, guild_id: int | None = None) -> DeckChoices:
        """Return all decks that a person can choose from, on a server or anywhere."""
        async with self._store.read() as store:
            here = (await store.servers.of(guild_id)).decks.get(game.name, "")
            rows = await store.decks.of(person, game.name)
            choice = await store.decks.choice(person, game.name)
        own = tuple(_own(row, game) for row in rows)
        return DeckChoices(game, own, tuple(game.decks.values()), choice.preferred, choice.last, here)

    async def deck(self, person: int, deck_id: int) -> OwnDeck:
        """Return one of a person's own decks. Raises NotFound."""
        async with self._store.read() as store:
            row = await _row(store.decks, person, deck_id)
        return _own(row, self._games.find(row.game))

    async def find_deck(self, person: int, game: PlayableGame, name: str) -> OwnDeck | ReadyMadeDeck:
        """Return the own or ready-made deck of that name. Raises BadDeck, naming the known decks."""
        async with self._store.read() as store:
            row = await store.decks.by_name(person, game.name, _key(name))
            if row is not None:
                return _own(row, game)
            if (ready := game.ready_made(name)) is not None:
                return ready
            raise await _unknown(store.decks, game, person, name)

    async def find_own_deck(self, person: int, game: PlayableGame, name: str) -> OwnDeck:
        """Return the own deck of that name. Raises BadDeck, for ready-made decks too."""
        deck = await self.find_deck(person, game, name)
        if isinstance(deck, ReadyMadeDeck):
            raise BadDeck(
                with_commands(
                    msg(
                        "{deck} is a ready-made deck and can't be changed. `{/deck-new}` makes a "
                        "copy for you.",
                        deck=deck.title,
                    )
                )
            )
        return deck

    # -- changing

    @retried(known=True)
    async def make(
        self,
        interaction: int,
        person: Person,
        game: PlayableGame,
        name: str,
        deck: object = None,
        *,
        unnamed: str = "New deck",
    ) -> OwnDeck:
        """Create a deck, empty unless one is given; without a name it is called `unnamed`.

        Repeating the interaction returns the deck it created. Raises BadDeck, LimitReached.
        """
        building = building_of(game)
        async with self._store.write(about.AboutPerson(person.id)) as tx:
            if (existing := await tx.decks.made_by(interaction)) is not None:
                return _own(existing, game)
            await tx.people.store(person.id, person.name)
            rows = await tx.decks.of(person.id, game.name)
            limit = self._settings.decks_per_person
            if len(rows) >= limit:
                raise LimitReached(
                    with_commands(
                        msg(
                            "You already have {n} decks, the most that a player can save. Delete one first: `{/deck-delete}`.",
                            n=limit,
                        )
                    )
                )
            taken_names = {_key(row.name) for row in rows} | _ready_names(game)
            title = (
                _free_name(name, taken_names)
                if name.strip()
                else _free_name(unnamed, taken_names, number=True)
            )
            content = building.write(building.blank() if deck is None else deck)
            await tx.decks.mended(person.id, game.name)
            await tx.decks.add(
                person.id, game.name, title, _key(title), content, interaction, self._clock.now()
            )
            created = await tx.decks.made_by(interaction)
        return _own(_existing(created), game)

    @retried(known=True)
    async def set_aside(self, person: Person, game: PlayableGame, name: str, content: str) -> None:
        """Store a text that could not be read as a deck, with its name, so that the person can fix it."""
        async with self._store.write(about.AboutPerson(person.id)) as tx:
            await tx.people.store(person.id, person.name)
            await tx.decks.set_aside(person.id, game.name, name, content, self._clock.now())

    async def unreadable_text(self, person: int, game: PlayableGame) -> tuple[str, str]:
        """Return the name and text of the deck that a person has to fix, each "" if there is none."""
        async with self._store.read() as store:
            return await store.decks.unreadable_text(person, game.name) or ("", "")

    @retried(known=False)
    async def change(
        self, person: int, deck_id: int, change: Callable[[Building, object], object]
    ) -> OwnDeck:
        """Change the content of a deck. Raises NotFound, and BadDeck for a BuildingError of `change`."""
        async with self._store.write(about.AboutPerson(person)) as tx:
            row = await _row(tx.decks, person, deck_id)
            game = self._games.find(row.game)
            building = building_of(game)
            try:
                content = building.write(change(building, building.read(row.content)))
            except ValueError as error:
                raise BadDeck(_reasons(error)) from error
            if content != row.content:
                await tx.decks.change(deck_id, content, self._clock.now())
            return _own(await _row(tx.decks, person, deck_id), game)

    async def fill(self, person: int, deck_id: int) -> OwnDeck:
        """Complete a deck at random; a finished one stays unchanged. Raises NotFound, BadDeck."""
        chance = Random(self._random_source().seed)
        return await self.change(person, deck_id, lambda building, deck: building.filled(deck, chance))

    @retried(known=True)
    async def rename(self, person: int, deck_id: int, name: str) -> OwnDeck:
        """Rename a deck. Raises NotFound, BadDeck."""
        async with self._store.write(about.AboutPerson(person)) as tx:
            row = await _row(tx.decks, person, deck_id)
            game = self._games.find(row.game)
            other_decks = [
                other_deck for other_deck in await tx.decks.of(person, row.game) if other_deck.id != deck_id
            ]
            title = _free_name(
                name, {_key(other_deck.name) for other_deck in other_decks} | _ready_names(game)
            )
            await tx.decks.rename(row, title, _key(title))
            return _own(await _row(tx.decks, person, deck_id), game)

    @retried(known=False)
    async def delete(self, person: int, deck_id: int) -> str:
        """Delete a deck and return its name. Matches in progress keep it. Raises NotFound."""
        async with self._store.write(about.AboutPerson(person)) as tx:
            row = await _row(tx.decks, person, deck_id)
            await tx.decks.delete(row)
        return row.name

    @retried(known=True)
    async def prefer(self, person: Person, game: PlayableGame, name: str) -> str:
        """Set the default deck and return its name; "" for none. Raises BadDeck for an unplayable one."""
        async with self._store.write(about.AboutPerson(person.id)) as tx:
            await tx.people.store(person.id, person.name)
            title = (await choose(tx, game, person.id, name)).name if name else ""
            await tx.decks.prefer(person.id, game.name, title)
        return title


async def choose(store: Reading, game: PlayableGame, person: int, name: str) -> ChosenDeck:
    """Return a person's own or a ready-made deck of that name; no deck for a game without decks.

    Raises BadDeck with all its mistakes.
    """
    if not game.has_decks:
        return NO_DECK
    row = await store.decks.by_name(person, game.name, _key(name)) if game.building else None
    ready = game.ready_made(name)
    try:
        if row is not None and game.building is not None:
            content = game.building.playable(row.name, game.building.read(row.content))
            chosen = ChosenDeck(row.name, content, row.content)
        elif ready is not None:
            stored = game.building.write(game.building.of(ready.content)) if game.building else ""
            chosen = ChosenDeck(ready.name, ready.content, stored)
        else:
            raise await _unknown(store.decks, game, person, name)
        game.kernel.setup([chosen.content] * game.seats.start)
    except ValueError as error:
        raise BadDeck(_reasons(error)) from error
    return chosen


def _reasons(error: ValueError) -> Message:
    return error.message if isinstance(error, BuildingError) else as_message(str(error))


async def random_deck(
    store: Reading, game: PlayableGame, person: int, random_source: RandomSource
) -> ChosenDeck:
    """Return a random ready-made deck that can be played. Raises BadDeck if there is none."""
    names = list(game.decks)
    random_source().shuffle(names)
    return await first_playable(store, game, person, names) if names else NO_DECK


async def first_playable(store: Reading, game: PlayableGame, person: int, names: Sequence[str]) -> ChosenDeck:
    """Return the first of these decks that can be played. Raises BadDeck if none can."""
    for name in names[:-1]:
        try:
            return await choose(store, game, person, name)
        except BadDeck:
            continue
    return await choose(store, game, person, names[-1])


def stored_content(game: PlayableGame, name: str, content: str) -> object:
    """Return the setup argument of a deck chosen earlier; None if it is no longer available or playable."""
    if content and game.building is not None:
        try:
            return game.building.playable(name, game.building.read(content))
        except ValueError:
            return None
    ready = game.ready_made(name)
    return ready.content if ready else None


def building_of(game: PlayableGame) -> Building:
    """Return the deck building of a game. Raises BadDeck if it only has ready-made decks."""
    if game.building is None:
        raise BadDeck(msg("{game} is played with ready-made decks only.", game=game.title))
    return game.building


def understood(game: PlayableGame, text: str) -> tuple[str, object]:
    """Return the name ("" for none) and the deck in a text or code. Raises BadDeck with all mistakes."""
    building = building_of(game)
    if not text.strip():
        raise BadDeck(msg("It's empty. Paste a deck code, or a list with a line such as “3 Chalk Sentinel”."))
    if len(text) > TOO_LONG_TO_READ:
        raise BadDeck(msg("This is far too long for a deck."))
    try:
        return building.understand(text)
    except BuildingError as error:
        problems, rest = error.sentences[:MAX_REPORTED_LINES], len(error.sentences) - MAX_REPORTED_LINES
        more = [msg_plural("And {n} more line.", "And {n} more lines.", rest)] if rest > 0 else []
        raise BadDeck(row(*problems, *more, between="\n")) from error


async def _unknown(decks: DeckQueries, game: PlayableGame, person: int, name: str) -> BadDeck:
    names: list[Value] = [row.name for row in await decks.of(person, game.name)]
    names += [deck.title for deck in game.decks.values()]
    shown = names if len(names) <= 20 else [*names[:20], msg("others")]
    return BadDeck(
        msg(
            "There is no deck called “{name}”. You can choose {decks}.",
            name=name.strip()[:60],
            decks=series(*shown, joined="or"),
        )
    )


def _own(row: DeckRow, game: PlayableGame) -> OwnDeck:
    building = building_of(game)
    deck = building.read(row.content)
    return OwnDeck(row.id, game, row.name, deck, tuple(building.violations(deck)), row.changed_at)


def _gone() -> Message:
    return with_commands(msg("This deck no longer exists. `{/decks}` shows your decks."))


async def _row(decks: DeckQueries, person: int, deck_id: int) -> DeckRow:
    row = await decks.deck(deck_id)
    if row is None or row.person_id != person:
        raise NotFound(_gone())
    return row


def _existing(row: DeckRow | None) -> DeckRow:
    if row is None:
        raise NotFound(_gone())
    return row


def _ready_names(game: PlayableGame) -> set[str]:
    """Return the names of ready-made decks in every language, which user-built decks can't have."""
    return {_key(game.translator(locale)(deck.title)) for locale in Locale for deck in game.decks.values()}


def _key(name: str) -> str:
    """Return the comparison key of a name: capitals and spaces make no difference."""
    return " ".join(name.split()).casefold()


def _free_name(name: str, taken: set[str], *, number: bool = False) -> str:
    """Return the name in its stored form; with `number`, a number is appended if it is taken. Raises BadDeck."""
    title = " ".join("".join(c for c in name if c.isprintable() or c.isspace()).split())
    if not title:
        raise BadDeck(msg("A deck needs a name."))
    if len(title) > LONGEST_NAME:
        raise BadDeck(
            msg("This name has {n} characters: {limit} is the limit.", n=len(title), limit=LONGEST_NAME)
        )
    if not number and _key(title) in taken:
        raise BadDeck(msg("There is a deck called “{name}” already. Please choose another name.", name=title))
    free, count = title, 1
    while _key(free) in taken:
        count += 1
        free = f"{title[: LONGEST_NAME - 5]} {count}"
    return free
