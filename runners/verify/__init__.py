"""Proof that a table of results can be true, and that evaluations come out the same again."""
