"""Who may do what in a campaign, in which state, and how a refusal is worded."""
