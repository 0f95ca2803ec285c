"""Events, answers and stories in words."""
