"""Questions to judges before and after judging."""
