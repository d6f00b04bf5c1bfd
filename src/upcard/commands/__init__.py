"""The commands of `upcard`, one module each."""
