"""Print the page of rulings of a game's law: `python -m engine.kernel.law engine.voidream.law > docs/rulings.md`."""

import sys
from importlib import import_module

if __name__ == "__main__":
    sys.stdout.write(import_module(sys.argv[1]).page())
