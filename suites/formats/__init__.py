"""File formats: one module each, with a function from a path to a pandas table."""
