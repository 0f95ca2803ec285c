"""Pictures and texts of Dreams of Dystopia."""
