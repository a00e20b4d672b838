"""Metrics in the product: references of a campaign, scores as jobs, the pages of researchers."""
