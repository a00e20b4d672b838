"""Actions in a campaign, each declared once: page, call, words of the history, and who may do it."""
