"""How dates are written where the site departs from Django."""
