"""Runs on a graphics card: finding cards, building kernels, and the same bits."""
