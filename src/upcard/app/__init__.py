"""The front door: the functions of `from upcard import ...`, with typed results."""
