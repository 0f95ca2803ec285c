"""Events, answers, citations and stories in words."""
