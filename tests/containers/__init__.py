"""The image and its containers, built and started for real: `python -m tests.containers`."""
