"""Exact odds: side wagers, progressives, counting exposure, plans and links."""
