"""Sources of catalogue data, one module each; a new file here is a new loader."""
