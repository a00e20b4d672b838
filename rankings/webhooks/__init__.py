"""Webhooks: other programs are told what happens in a campaign, by signed messages."""
