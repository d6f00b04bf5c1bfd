"""Paytables, as they are printed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from upcard.game.explained import Line, Money, PayText, Section, explained


class CertifiedMeter(Section):
    """The meter settings a paytable's printed hold was computed with."""

    contribution_percent: Annotated[int, Field(ge=0, le=100)] = explained(
        "The percentage of each wager that goes to the meters.",
        favours="player",
        says="inferred from the holds printed in S3",
    )
    seed_wagers: dict[str, int] = explained(
        "What each level starts from, in wagers.",
        favours="player",
        says="inferred from the holds printed in S3",
    )


class Paytable(Section):
    """One paytable of a wager, as printed."""

    decks: tuple[int, ...] = explained(
        "The deck counts that it is approved for.", says="S0 and S3 print them below each table"
    )
    pays: dict[str, PayText] = explained(
        "What each line pays.", favours="player", says="the document named in source"
    )
    envy: dict[str, Money] = explained(
        "What a line brings each other player who made the wager, if it does.",
        favours="player",
        says="Blackjack Match; S0 to S4: none",
        is_younger=True,
    )
    source: Line = explained("Where it is printed.", says="the document named")
    certified: CertifiedMeter | Literal["unpublished", "no-meter"] = explained(
        "The meter settings behind its printed hold, if known.", says="S3"
    )


class ResolvedPaytable(Paytable):
    """A paytable inside a resolved rules file: it knows its own name."""

    name: str = explained("The paytable's name.", says="the wager's sheet")
