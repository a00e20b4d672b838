"""The I-measure."""
