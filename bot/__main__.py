"""`python -m bot` is the command `voidream`."""

from bot.cli import main

if __name__ == "__main__":
    main(prog_name="voidream")
