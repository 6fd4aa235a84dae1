"""What evaluations cost: learned from those that have finished, foretold for the others."""
