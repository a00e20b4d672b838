"""Metric results described as charts."""
