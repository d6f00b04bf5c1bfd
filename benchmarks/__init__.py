"""Measurements: `make bench` runs them all and prints what it saw."""
