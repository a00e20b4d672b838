"""Judging: get an item, rank its outputs, go on."""
