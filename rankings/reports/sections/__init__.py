"""The context of each section of a report's page, computed from `Report.result`."""
