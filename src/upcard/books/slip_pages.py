"""The win page as it is printed: one sheet that a shift manager signs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from typing import Final, TypedDict

from upcard.books.award_lists import AwardLine, AwardOutcome
from upcard.books.printed_words import clock, dollars, money_in_words
from upcard.game.words import words_of
from upcard.reports.typesetting import pdf_of
from upcard.room.events import RoomKind

SUITS: Final = {
    "s": "\N{BLACK SPADE SUIT}",
    "h": "\N{BLACK HEART SUIT}",
    "d": "\N{BLACK DIAMOND SUIT}",
    "c": "\N{BLACK CLUB SUIT}",
}
RANKS: Final = {"T": "10"}
SIGNED_BY: Final = (
    ("Winner", "name in print and signature"),
    ("Dealer", "signature and badge"),
    ("Supervisor or executive", "signature and badge"),
    ("Paid by", "signature, date and time"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """Who pressed CONFIRM at a hand-dealt table, and when."""

    at: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """Everything a win page says; it can be printed again at any time, the same."""

    number: int
    room: str
    location: str
    kind: RoomKind
    award: AwardLine
    game: str
    """The title of the game."""
    rules: str
    rules_fingerprint: str
    decks: int
    player_cards: tuple[str, ...]
    dealer_cards: tuple[str, ...]
    """Those that lay open when the award was paid."""
    verified: Verified | None = None
    """At a hand-dealt table, where the cards are those that were keyed; else None."""
    tax_rule: str
    steps: tuple[str, ...]
    """The checklist; empty for a prize below its amount."""
    hold_until: date | None
    """How long the cards are kept."""
    entry: int
    entry_hash: str

    @property
    def state(self) -> AwardOutcome:
        """Paid, or reversed since."""
        return self.award.state


class PrintedCard(TypedDict):
    """A card as the page prints it."""

    rank: str
    suit: str
    is_red: bool


class WinPage(TypedDict):
    """What a win page says, word for word."""

    title: str
    room: str
    location: str
    number: str
    banner: str
    is_reprint: bool
    is_reversed: bool
    amount: str
    words: str
    is_reported: bool
    tax: str
    player_cards: list[PrintedCard]
    dealer_cards: list[PrintedCard]
    cards_note: str
    """Whose word the cards are; empty where the system dealt them."""
    win: list[list[str]]
    place: list[list[str]]
    people: list[list[str]]
    reversal: list[str]
    steps: list[str]
    hold_until: str
    signed_by: list[list[str]]
    footer: str


def slip_pdf(slip: Slip, is_reprint: bool) -> bytes:
    """The win page; marked where it is a reprint, a training page, or reversed."""
    template = (files("upcard.books") / "slip.typ").read_bytes()
    return pdf_of(template, "slip", page_of(slip, is_reprint))


def page_of(slip: Slip, is_reprint: bool) -> WinPage:
    """What the page says, word for word: the template only sets it."""
    award = slip.award
    return {
        "title": f"Win page {slip.number:06}",
        "room": slip.room,
        "location": slip.location,
        "number": f"{slip.number:06}",
        "banner": "" if slip.kind is RoomKind.LIVE else slip.kind.upper(),
        "is_reprint": is_reprint,
        "is_reversed": award.state is AwardOutcome.REVERSED,
        "amount": dollars(award.amount),
        "words": money_in_words(award.amount),
        "is_reported": award.is_reported and award.state is not AwardOutcome.REVERSED,
        "tax": _tax(slip),
        "player_cards": [_card(text) for text in slip.player_cards],
        "dealer_cards": [_card(text) for text in slip.dealer_cards],
        "cards_note": _cards_note(slip),
        "win": _win_facts(slip),
        "place": _place_facts(slip),
        "people": _people(slip),
        "reversal": _reversal(award),
        "steps": list(slip.steps),
        "hold_until": slip.hold_until.isoformat() if slip.hold_until else "",
        "signed_by": [list(pair) for pair in SIGNED_BY],
        "footer": f"Journal entry {slip.entry}, hash {slip.entry_hash}",
    }


def _win_facts(slip: Slip) -> list[list[str]]:
    award = slip.award
    share = f"{award.percent}% of the meter"
    if award.winners > 1:
        share += f", divided among {award.winners}"
    hand = words_of(award.hand)
    return [
        ["Progressive", award.progressive],
        ["Level", award.level],
        ["Hand", f"{hand}, keyed by {award.claimed_by}" if slip.verified else hand],
        ["Award", share],
        ["Meter before", dollars(award.meter_before)],
        ["Meter after", dollars(award.meter_after)],
    ]


def _place_facts(slip: Slip) -> list[list[str]]:
    award = slip.award
    return [
        ["Table and spot", f"{award.table}, spot {award.spot}"],
        ["Round", f"{award.table}/{award.round}"],
        ["Game", f"{slip.game}, {slip.decks} decks"],
        ["Rules version", f"{slip.rules} {slip.rules_fingerprint[:16]}"],
        ["Wager", f"{award.wager}, {dollars(award.stake)}"],
        ["Paytable", award.paytable],
    ]


def _cards_note(slip: Slip) -> str:
    """What a page of a hand-dealt table says of its cards: who keyed them, and what they are."""
    if slip.verified is None:
        return ""
    if not slip.player_cards:
        return (
            f"Dealt by hand: no cards were keyed. {slip.verified.by} saw them on the felt and "
            "pressed CONFIRM."
        )
    return (
        f"Dealt by hand. Cards keyed by {slip.verified.by} at CONFIRM: {words_of(slip.award.hand)}."
    )


def _people(slip: Slip) -> list[list[str]]:
    award = slip.award
    if slip.verified is not None:
        return [
            ["Hand keyed", clock(award.claimed_at), award.claimed_by],
            ["CONFIRM", clock(slip.verified.at), slip.verified.by],
            ["Swiped", clock(award.paid_at), award.paid_by],
        ]
    return [
        ["Claimed", clock(award.claimed_at), award.claimed_by],
        ["Confirmed", clock(award.paid_at), award.paid_by],
    ]


def _reversal(award: AwardLine) -> list[str]:
    if award.state is not AwardOutcome.REVERSED:
        return []
    return [
        f"Reversed {clock(award.reversed_at)} by {award.reversed_by}, with "
        f"{award.reversal_approved_by}.",
        f"Reason: {award.reversal_reason}. Linked entry: {award.reversal_id}.",
        "This page is void and is kept.",
    ]


def _tax(slip: Slip) -> str:
    award = slip.award
    if award.state is AwardOutcome.REVERSED:
        return "The award was reversed: no Form W-2G is due for it."
    times = award.amount // award.stake if award.stake else 0
    needed = "Form W-2G before payment" if award.is_reported else "No Form W-2G"
    return f"{needed}: {times:,} times the wager. W-2G {slip.tax_rule}."


def _card(text: str) -> PrintedCard:
    rank, suit = text[:-1], text[-1]
    return {"rank": RANKS.get(rank, rank), "suit": SUITS[suit], "is_red": suit in "hd"}
