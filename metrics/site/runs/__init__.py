"""Metric runs: asked for, computed, shown, explained."""
