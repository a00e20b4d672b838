"""Judges and the team of a campaign: invitations, crowd, privacy."""
