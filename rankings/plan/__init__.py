"""The plan: sampling, known answers, forecast, designs, top-ups."""
