"""The documentation site under /docs/, as `./run docs` or the image has built it."""
