"""References of a campaign: upload, preview, storage, pages."""
