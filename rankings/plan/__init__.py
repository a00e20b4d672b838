"""The plan: sampling, known answers, forecast, certainty, top-ups."""
