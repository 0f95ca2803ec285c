"""The commitment to a deal: a hash that fixes every card's place and all later randomness, verifiable card by card.

When a match begins, each place of the hidden deal (a place in a deck, a card of a hand) is sealed: the SHA-256 of its
name, a salt, and the card in that place. So is the setup, with the texts of all cards. The commitment is the hash of
all the seals, and of the seed of all later randomness. The match's own seed reproduces all of it. Readers who must
not learn hidden cards get the seed of later randomness, the seals, and the salt of each revealed card, so they can
check where it was dealt without learning about another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from hmac import digest

import msgspec

from engine.kernel.chance import later_seed
from engine.kernel.game import DealtCard, Game


class DealtPlace(msgspec.Struct, frozen=True):
    """A sealed place of the deal: its seat, its name ("deck 7", "hand 2") and its seal.

    Card title and salt are "" unless the place is opened.
    """

    seat: int
    where: str
    seal: str
    title: str = ""
    salt: str = ""

    @property
    def holds(self) -> bool:
        """Whether the card in the place is the sealed one. True for a place that isn't opened."""
        return not self.title or seal(self.seat, self.where, self.salt, self.title) == self.seal


def salt(seed: str, seat: int, where: str) -> str:
    """Return the salt of a place: 128 bits that reveal nothing about the seed or other salts."""
    return digest(seed.encode(), f"salt of {seat} {where}".encode(), "sha256").hex()[:32]


def seal(seat: int, where: str, salt: str, title: str) -> str:
    """Return the seal of a place, in hexadecimal."""
    return sha256(f"voidream card {seat + 1} {where} {salt} {title}".encode()).hexdigest()


def sealed(dealt: Sequence[DealtCard], seed: str) -> tuple[DealtPlace, ...]:
    """Return all places of a deal, opened."""
    places: list[DealtPlace] = []
    for card in dealt:
        card_salt = salt(seed, card.seat, card.where)
        places.append(
            DealtPlace(
                card.seat,
                card.where,
                seal(card.seat, card.where, card_salt, card.title),
                card.title,
                card_salt,
            )
        )
    return tuple(places)


def setup_seal(setup: bytes, seed: str) -> str:
    """Return the seal of a setup (decks with the texts of their cards), in hexadecimal. A salt hides the decks."""
    setup_salt = digest(seed.encode(), b"salt of the setup", "sha256").hex()[:32]
    return sha256(f"voidream setup {setup_salt} {sha256(setup).hexdigest()}".encode()).hexdigest()


def promise(places: Sequence[DealtPlace], later: str, sealed_setup: str = "") -> str:
    """Return the commitment to a deal, a seed of later randomness and a sealed setup, in hexadecimal.

    `sealed_setup` is "" for a match that began before setups were committed to.
    """
    header = ["voidream deal and setup", sealed_setup] if sealed_setup else ["voidream deal"]
    seals = (place.seal for place in places)
    return sha256("\n".join([*header, chance_seal(later), *seals]).encode()).hexdigest()


def chance_seal(later: str) -> str:
    """Return the hash of the seed of later randomness."""
    return sha256(f"voidream chance {later}".encode()).hexdigest()


@lru_cache(maxsize=1024)
def _commitment(game: Game, setup: bytes, seed: str) -> str:
    places = sealed(_dealt(game, setup, seed), seed)
    return promise(places, later_seed(seed), promised_setup(game, setup, seed))


def promised_setup(game: Game, setup: bytes, seed: str) -> str:
    """Return the seal of the setup, or "" for a match that began before setups were committed to."""
    return setup_seal(setup, seed) if game.promises_setup(setup) else ""


def _dealt(game: Game, setup: bytes, seed: str) -> Sequence[DealtCard]:
    """Return the cards dealt face down; empty for a game without a hidden deal, whose randomness is all later."""
    return () if game.hidden_deal is None else game.hidden_deal.cards(game.begin(setup, seed))


def commitment(game: Game, setup: bytes, seed: str) -> str:
    """Return the commitment published when a match begins."""
    return _commitment(game, setup, seed)
