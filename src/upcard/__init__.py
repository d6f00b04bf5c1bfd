"""Upcard runs, proves and simulates casino blackjack from one rules file."""

__version__ = "0.3.0.dev0"
