"""How far a campaign's metrics agree with the people who judged it: one comparison, on one page."""
