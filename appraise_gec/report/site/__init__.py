"""Reports on the site: asked for, computed as jobs, shown, shared."""
