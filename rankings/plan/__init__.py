"""What judges will be given: sampling, known answers, forecast, certainty, top-ups."""
