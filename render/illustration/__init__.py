"""Pictures that are printed by code from a line of plain words (see `docs/illustration.md`)."""
