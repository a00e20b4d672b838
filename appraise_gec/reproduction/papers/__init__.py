"""The papers: a file for each with what is printed, and modules that compute ours."""
