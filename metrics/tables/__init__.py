"""Tables of metric results, described once for pages, files and terminals."""
