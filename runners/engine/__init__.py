"""Workers that run evaluations, and the supervisor that watches them."""
