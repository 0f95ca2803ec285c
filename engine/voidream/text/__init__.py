"""The text of a match for people: events, answers and stories."""
