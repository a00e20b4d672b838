"""A whole campaign as one zip archive: written, read into another site, and how a campaign is copied."""
