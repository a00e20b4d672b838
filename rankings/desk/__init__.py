"""The desk of a campaign: progress, flags, leases, quality, history."""
