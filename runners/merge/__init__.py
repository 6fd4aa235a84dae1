"""Several runs of one experiment become one."""
