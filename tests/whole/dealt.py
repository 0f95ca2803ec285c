"""The command `voidream` with a fixed deal and fixed randomness: `python -m tests.whole.dealt SEED COMMAND …`.

A test's match is therefore the same whenever the same choices are made. A table on this machine's clock gives the bot
more than three seconds, and searches have normal priority, because the machine may be busy. Nothing else is changed.
"""

from __future__ import annotations

import sys
from datetime import timedelta
from functools import partial
from itertools import count

from bot import cli
from bot.app import local_table, run
from bot.local_discord import interactions
from bot.search import worker
from engine.kernel.chance import Chance

# With its low priority, a search would take minutes while other tests use all cores. The worker's process imports this
# module, too.
worker.NICE = 0


def main() -> None:
    seed = sys.argv.pop(1)
    interactions.FIRST_ANSWER = timedelta(minutes=1)
    lots = count()
    run.opened = local_table.opened = partial(
        run.opened, seed=lambda: seed, random_source=lambda: Chance(f"{seed}: lot {next(lots)}")
    )
    cli.main(prog_name="voidream")


if __name__ == "__main__":
    main()
