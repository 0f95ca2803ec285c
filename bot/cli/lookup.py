"""`voidream rules` and `voidream card`: the reference, like `/rules` and `/card` on Discord."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.chosen_game import game_option, reference_of
from bot.cli.output import fail, say, write

if TYPE_CHECKING:
    from bot.games.reference import CardPage, Link, RulesEntry


@click.command()
@click.argument("term", nargs=-1)
@game_option
def rules(term: Sequence[str], game: str | None) -> None:
    """Look up a term, a section or a ruling, such as Evoke, §4 or R25.

    Without TERM, print the table of contents.
    """
    from bot.errors import NotFound

    reference = reference_of(game)
    try:
        topic = reference.topic(" ".join(term))
    except NotFound as error:
        fail(str(error))
    _print_topic(topic)
    if not term:
        say()
        for label, _ in reference.all_topics():
            say(f"  {label}")


@click.command()
@click.argument("title", nargs=-1)
@click.option(
    "--picture",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a picture of the card to this PNG file.",
)
@game_option
def card(title: Sequence[str], picture: Path | None, game: str | None) -> None:
    """Show a card: its text, the meaning of its game terms, and the rulings about it.

    Without TITLE, print the titles of all cards.
    """
    from bot.errors import NotFound

    reference = reference_of(game)
    if not title:
        if picture is not None:
            fail("Name a card: voidream card TITLE --picture FILE.")
        for label, _ in reference.suggest_cards(""):
            say(label)
        return
    try:
        page = reference.card(" ".join(title))
    except NotFound as error:
        fail(str(error))
    _print_card(page)
    if picture is not None:
        write(picture, page.face.picture())
        say(f"The picture is in {picture}.")


def _print_topic(topic: RulesEntry) -> None:
    say(topic.title, "bold")
    say(topic.text)
    if topic.where:
        say(f"Source: {topic.where}")
    _print_names("Keep reading", topic.links)
    _print_names("Cards", topic.cards)


def _print_names(head: str, links: Sequence[Link]) -> None:
    if links:
        say(f"{head}: {', '.join(link.label for link in links)}")


def _print_card(page: CardPage) -> None:
    say(page.title, "bold")
    say(f"{page.kind}.")
    for line in page.lines:
        say(f"  {line}")
    if page.flavour:
        say(f"  {page.flavour}", "italic")
    if page.explained:
        say("Game terms:")
        for name, meaning in page.explained:
            say(f"  {name}: {meaning}")
    if page.rulings:
        say(f"Rulings: {', '.join(page.rulings)}")
    if page.decks is not None:
        line = f"Ready-made decks with it: {', '.join(page.decks)}"
        say(line if page.decks else "It isn't in any ready-made deck.")
