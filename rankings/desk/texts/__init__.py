"""Systems and sentences that are added, replaced or renamed after a campaign was made."""
