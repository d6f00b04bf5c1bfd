"""Strategies: following a chart, and proving what a policy is worth."""
