"""Jobs: one row per job is the truth, a queue message only a nudge."""
