"""Processes beside the server for odds, advice and experiments, and what they can be asked."""
