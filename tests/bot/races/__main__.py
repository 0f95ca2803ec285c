"""Race every pair of acts, or the named ones: `python -m tests.bot.races`, or with `--act "Ada answers"`.

Results that no sequence of whole acts produces are printed with the acts and the number of the order.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import pytest
import structlog

from tests.bot.races.acts import ACTS, WITHOUT_A_PRESS
from tests.bot.races.race import SETTINGS, Found, races
from tests.bot.stores import STORES, patient
from tests.postgres import serving


async def hold(pairs: Sequence[tuple[str, str]], orders: int) -> Found:
    """Run races, and print errors as they are found."""
    with TemporaryDirectory() as folder:
        async with races(Path(folder)) as races_:
            with click.progressbar(pairs, label="pairs", file=sys.stderr) as bar:
                for first, second in bar:
                    for wrong in await races_.race(first, second, orders):
                        click.echo(wrong)
                # One press that reaches both at the same time.
                for first in {first for first, second in pairs if first == second} - WITHOUT_A_PRESS:
                    for wrong in await races_.race(first, first, orders, same_press=True):
                        click.echo(f"the same press: {wrong}")
            return races_.found


@click.command()
@click.option("--orders", default=4, show_default=True, help="Orders of statements for each two acts.")
@click.option(
    "--act", "acts", multiple=True, type=click.Choice(tuple(ACTS)), help="Race this act with all others."
)
def main(orders: int, acts: Sequence[str]) -> None:
    """Run races; exit with 1 if two simultaneous acts were not serialized."""
    pairs = [pair for pair in combinations_with_replacement(ACTS, 2) if not acts or {*acts} & {*pair}]
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with serving(**SETTINGS) as server, pytest.MonkeyPatch.context() as patch:
        STORES.server = server
        patient(patch)
        errors = asyncio.run(hold(pairs, orders))
    click.echo(
        f"{len(pairs)} pairs of acts in {errors.orders} orders: {errors.turns} statements in turns, {errors.waits} waits "
        f"for a lock, {len(errors.wrong)} came out otherwise than one after the other (goal: 0)"
    )
    sys.exit(1 if errors.wrong else 0)


if __name__ == "__main__":
    main()
