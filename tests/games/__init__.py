"""Small complete games that the tests play."""
