"""Automatic metrics behind one interface, one module a metric. Without Django."""
