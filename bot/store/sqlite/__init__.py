"""The store on SQLite: one file, for one machine."""
