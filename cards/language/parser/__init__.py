"""The reader: creates nodes from a parser's tree from the top down, so that the outer context is known in time."""
