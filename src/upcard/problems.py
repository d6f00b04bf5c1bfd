"""The one error behind every refusal: a sentence for people and a stable code for machines."""

from __future__ import annotations


class UpcardError(Exception):
    """
    Something that was asked and cannot be done: nothing has changed.

    Its text names the thing, shows the value, and says what is allowed.
    """

    code: str = "refused"
    """What it is, for machines. *code* is stable."""
