"""Scenarios of Dreams of Dystopia: vocabulary, initial positions, and their own cards."""
