"""The rule behind an answer: its name, the setting that decides it, and the document's sentence."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from upcard.game.words import words_of
from upcard.hand_values import TWENTY_ONE, is_natural, total_of
from upcard.rules.documentation import source_of
from upcard.rules.schema import Rules
from upcard.table.bonus_pays import SUPER_BONUS
from upcard.table.envies import ENVY
from upcard.table.legality import is_won_at_once
from upcard.table.rounds import INSURANCE, MAIN, Hand, Round
from upcard.table.settle import ORIGINAL_LOST, SUITED_NATURAL
from upcard.table.settlements import SPARED, Settlement, Source
from upcard.table.titles import wager_title

DOCUMENT: Final = re.compile(r"S[0-4]")
DEALER_22: Final = 22
HOUSE_PROCEDURE: Final = "house procedure"
PAYING_ORDER: Final = "paying-order"


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedRule:
    """A rule that decides an answer; reports add up mistakes by its name."""

    name: str
    title: str
    source: str
    """Where it stands, like "S0 3.d"."""
    sentence: str
    """The document's own words; empty where no source document has the rule."""


class _Quote(NamedTuple):
    place: str
    text: str


@cache
def _quotes() -> dict[tuple[str, str], _Quote]:
    text = (files("upcard.drills") / "sentences.toml").read_text("utf-8")
    return {
        (rule, one["document"]): _Quote(one["place"], one["text"])
        for one in tomllib.loads(text)["sentences"]
        for rule in one["rules"]
    }


def cited(rules: Rules, name: str, path: str = "", title: str = "", *, line: str = "") -> CitedRule:
    """
    The rule of that name as *rules* cite it, in the setting at *path*.

    The documents that the file cites come first, in its order; *line* is the line of a paytable
    with a sentence of its own. A rule of procedure that no game decides is cited from the
    document that has it.
    """
    source, quotes, title = source_of(rules, path), _quotes(), title or words_of(name)
    for document in dict.fromkeys((*_documents(source), *_anywhere(name))):
        quote = quotes.get((f"{name} {line}", document)) or quotes.get((name, document))
        if quote is not None:
            source = f"{document} {quote.place}"
            return CitedRule(name=name, title=title, source=source, sentence=quote.text)
    source = HOUSE_PROCEDURE if name in PROCEDURES else source
    return CitedRule(name=name, title=title, source=source, sentence="")


def _documents(source: str) -> list[str]:
    """
    The documents that a source follows.

    One that only names a document follows something else: the standard game, or the titles, of
    which S3 has nothing but the names.
    """
    follows = DOCUMENT.match(source) is not None and "titles" not in source
    return DOCUMENT.findall(source) if follows else []


def _anywhere(name: str) -> tuple[str, ...]:
    """The documents that have a rule of procedure, which is the same in every game."""
    if name not in PROCEDURES:
        return ()
    return tuple(document for rule, document in _quotes() if rule == name)


PROCEDURES: Final = frozenset(
    {
        PAYING_ORDER,
        "start-game",
        "late-wager",
        "lifting",
        "hand-button",
        "call-supervisor",
        "confirm",
        "badge",
        "win-page",
        "end-game",
        "next-card",
        "players-choice",
        "meter",
        "power-cut",
        "no-mistake",
    }
)
"""Rules of the dealer's procedure: no setting of a game decides them."""


def rule_of(round_: Round, settled: Settlement) -> CitedRule:
    """The rule that decides what a wager of a round comes to."""
    rules, wager = round_.game.rules, settled.wager
    if settled.source is Source.METER:
        return cited(rules, "meter")
    if wager == INSURANCE:
        return cited(rules, INSURANCE, INSURANCE)
    if wager == SUPER_BONUS:
        return cited(rules, SUPER_BONUS, "super_bonus")
    if wager == ENVY:
        return cited(rules, ENVY, "super_bonus.envy_goes_to", "Envy bonus")
    if wager != MAIN:
        return cited(rules, wager, f"side_wagers.{wager}", wager_title(round_.game, wager))
    return _rule_of_main(round_, settled)


def _rule_of_main(round_: Round, settled: Settlement) -> CitedRule:
    rules, outcome = round_.game.rules, settled.outcome
    hand = next(one for one in round_.hands if one.name == settled.hand)
    if hand.to_win != hand.stake:
        return cited(rules, "free-bet", "free_bets", "Free bets")
    if outcome == SUITED_NATURAL:
        return cited(rules, outcome, "suited_natural", "Blackjack in one suit")
    if outcome == "natural" or hand.is_natural:
        return cited(rules, "natural", "natural", "Blackjack")
    if outcome == "rescue":
        path = "rescue.after_redouble" if hand.doubles > 1 else "rescue.after_double"
        return cited(rules, "rescue", path, "Double down rescue")
    if outcome == "surrender":
        return cited(rules, "surrender", "surrender")
    if outcome == "push" and total_of(round_.dealer).points == DEALER_22:
        return cited(rules, "dealer-22", "dealer_22", "The dealer's 22")
    if outcome in (ORIGINAL_LOST, SPARED):
        return cited(rules, outcome, "no_hole_card.natural_takes", "What a late blackjack takes")
    if is_won_at_once(round_, hand) and rules.many_cards != "none":
        return cited(rules, "many-cards", "many_cards", "Hands of many cards")
    if outcome == "win" and is_won_at_once(round_, hand):
        return cited(rules, "paid-21", "twenty_one_at_once", "A 21 that is paid at once")
    if _meets_21(round_, hand):
        return cited(rules, "twenty-one", "twenty_one.against_dealer_21", "21 against 21")
    if outcome not in _PLAIN:
        path = "special_pays.paytable"
        return cited(rules, "special-pay", path, "Special pays", line=outcome)
    return cited(rules, outcome, "", _PLAIN[outcome])


def _meets_21(round_: Round, hand: Hand) -> bool:
    """Whether a 21 meets the dealer's 21 of more than two cards."""
    dealer = round_.dealer
    return (
        hand.total.points == TWENTY_ONE
        and total_of(dealer).points == TWENTY_ONE
        and not is_natural(dealer)
    )


_PLAIN: Final = {
    "win": "A hand that wins",
    "lose": "A hand that loses",
    "bust": "A hand over 21",
    "push": "Equal totals",
}
