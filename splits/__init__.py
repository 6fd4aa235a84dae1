"""Frozen train and test rows: the protocols, their digests, and the check on every load."""
