"""What a run can be made of: a grid of configurations now."""
