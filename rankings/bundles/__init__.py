"""Everything of a campaign in one file, out of one installation and into another (docs/bundle.md)."""
