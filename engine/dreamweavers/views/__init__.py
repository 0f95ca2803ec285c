"""Each audience's knowledge of a match: views, knowledge, sampled positions."""
