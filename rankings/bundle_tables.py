"""What a campaign bundle holds of human judgment."""

from rankings.bundles.described import campaign, judging

__all__ = ["campaign", "judging"]
