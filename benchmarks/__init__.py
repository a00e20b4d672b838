"""Measured figures: each module prints what it measures when run."""
