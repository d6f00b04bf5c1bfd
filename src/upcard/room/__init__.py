"""The card room: the only place where clock, entropy and storage come in."""
