"""Runs on a graphics card: the cards there are, what is built for them, the same bits."""
