"""The front door: what `from upcard import ...` gives, as functions with typed results."""
