"""Reading: nodes are made of a parser's tree from the top down, so that what is known further out is known in time."""
