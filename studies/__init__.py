"""Questions asked of a table of results; imports no learner and no R."""
