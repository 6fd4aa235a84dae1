"""The results of a run on disk: one SQLite file, one writer, any number of readers."""
