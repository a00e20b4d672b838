"""From uploaded texts to a campaign: staging, preview, creation."""
