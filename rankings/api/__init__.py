"""The same doors for programs."""
