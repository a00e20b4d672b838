"""What the statistics commands of `appraise-gec` do, apart from the command line itself."""
