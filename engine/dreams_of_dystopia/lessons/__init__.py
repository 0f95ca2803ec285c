"""The lessons of Dreams of Dystopia."""
