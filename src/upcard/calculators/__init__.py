"""Separate processes for odds, advice and experiments, and the questions they answer."""
