"""Run with `python -m upcard`."""

from upcard.cli import main

main()
