"""What each section of a report's page shows, computed from `Report.result`."""
