"""The card room: the only package that uses the clock, entropy and storage."""
