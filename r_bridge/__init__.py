"""One embedded R per worker process, and R code of the R learners."""
