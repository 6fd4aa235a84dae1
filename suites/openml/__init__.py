"""OpenML: suites by data id, a client that trusts nothing, a cache, and offline mirrors."""
