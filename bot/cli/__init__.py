"""The command line: `voidream`, or `python -m bot`. One module per command.

Exit codes: 0 success; 1 a check failed; 2 something can't be read or used. Commands import their dependencies when they
run, so that each starts quickly.
"""

from __future__ import annotations

import click

from bot.cli.analyse import analyse
from bot.cli.cards import cards
from bot.cli.commands import commands
from bot.cli.database import backup, check, migrate, restore
from bot.cli.deck import deck
from bot.cli.effort import effort
from bot.cli.funnel import funnel
from bot.cli.gallery import avatar, gallery
from bot.cli.honesty import honesty
from bot.cli.lookup import card, rules
from bot.cli.play import answer, deliver, listen, run, table, think
from bot.cli.puzzles import puzzles
from bot.cli.scenario import scenario
from bot.cli.simulate import simulate
from bot.cli.value import value
from bot.cli.verify import verify


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="voidream", prog_name="voidream")
def main() -> None:
    """Card games about dreams, played on Discord over days: Voidream, Dreamweavers and Dreams of Dystopia."""


for command in (
    run,
    answer,
    deliver,
    listen,
    think,
    table,
    commands,
    backup,
    restore,
    migrate,
    check,
    funnel,
    scenario,
    simulate,
    effort,
    value,
    verify,
    analyse,
    honesty,
    puzzles,
    cards,
    deck,
    rules,
    card,
    gallery,
    avatar,
):
    main.add_command(command)
