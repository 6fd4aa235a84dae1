"""Rules that draw splits, one module each; a new file here is a new protocol."""
