"""The command `voidream` with a deal that is known beforehand: `python -m tests.whole.dealt SEED COMMAND …`.

Nothing else is changed, so that a match of a test goes the same way whenever the same things are chosen in it.
"""

from __future__ import annotations

import sys
from functools import partial

from bot import at_table, cli
from bot.chat import run


def main() -> None:
    seed = sys.argv.pop(1)
    run.opened = at_table.opened = partial(run.opened, seed=lambda: seed)
    cli.main(prog_name="voidream")


if __name__ == "__main__":
    main()
