"""Seeing what the site does: ids in every line of the log, counts for Prometheus."""
