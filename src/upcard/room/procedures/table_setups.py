"""Tables and links: set up, opened, closed, and which tables may share a progressive."""

from __future__ import annotations

import re
from datetime import date
from itertools import pairwise
from typing import Any, Final

from upcard.catalogue import CATALOGUE, UnknownName
from upcard.catalogue_games import game
from upcard.jackpot import Parameters, Person
from upcard.jackpot.commands import ChangeParameters, RemoveFromPlay
from upcard.jackpot.commands import MoveFunds as TransferJackpot
from upcard.jackpot.commands import StartProgressive as OpenJackpot
from upcard.odds import LinkTable, link_refusals
from upcard.odds.procedures import procedure_of
from upcard.quotes import quoted
from upcard.room.events import (
    CrossLinks,
    DealerChanged,
    Link,
    LinkMade,
    RulesApproved,
    TableAdded,
    TableChanged,
    TableClosed,
    TableOpened,
    TableSpec,
)
from upcard.room.fairness.table_shoes import SeedVault
from upcard.room.orders import (
    ApproveRules,
    ChangeProgressive,
    OpenProgressive,
    OpenTable,
    RemoveProgressive,
    TransferFunds,
)
from upcard.room.people.roles import Role
from upcard.room.people.staff import Member, member_with
from upcard.room.procedures.happenings import Happenings
from upcard.room.procedures.opening_checks import Outside, check_before_opening
from upcard.room.recorded_rules import approved_fault, rules_fault
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.state import RoomState, TableState
from upcard.rules.fingerprints import fingerprint
from upcard.rules.rules_files import RulesError, read_rules
from upcard.rules.schema import Rules
from upcard.rules.written_rules import rules_toml
from upcard.table import Game
from upcard.table.games import CardSource

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
ROUND_CARDS_MAX: Final = 70
"""More cards than any round of seven spots takes in practice: the cut card leaves as many."""


def add_table(
    happenings: Happenings, spec: TableSpec, by: Member, approved_by: Member, day: date | None
) -> None:
    """Set a table up; the rules say what it may choose."""
    if spec.table in happenings.state.tables:
        raise RoomRefused(RoomRefusal.TABLE_EXISTS, f"{spec.table} is in the room already")
    if not _NAME.fullmatch(spec.table):
        raise RoomRefused(
            RoomRefusal.TABLE_NAME_NOT_ALLOWED,
            f"table is {spec.table!r}: write small letters, digits and hyphens",
        )
    played = _checked_game(happenings, spec, day)
    found, text = fingerprint(played.rules), rules_toml(played.rules)
    happenings.add(TableAdded(spec, found, by.badge, approved_by.badge, text))


def change_table(
    happenings: Happenings, spec: TableSpec, by: Member, approved_by: Member, day: date | None
) -> None:
    """
    Other rules or other choices for a closed table, from its next round on.

    It takes the rules of that name as they are today, whether the table can play its own or not.

    The shoe must be over where the cards would change, and a table on a progressive keeps what
    its link was checked for.
    """
    table = happenings.table(spec.table)
    _check_closed(table)
    played = _checked_game(happenings, spec, day)
    if table.shoe is not None and (table.shoe.deck, table.shoe.decks) != (
        played.rules.deck,
        played.decks,
    ):
        raise RoomRefused(
            RoomRefusal.ROUND_IS_OPEN,
            f"shoe {table.shoe.number} of {spec.table} has {table.shoe.decks} {table.shoe.deck} "
            "decks: a supervisor throws it away before the cards change",
        )
    found, text = fingerprint(played.rules), rules_toml(played.rules)
    happenings.add(TableChanged(spec, table.spec, found, by.badge, approved_by.badge, text))
    _check_links_kept(happenings, table)


def _check_links_kept(happenings: Happenings, before: TableState) -> None:
    """Refuse a change by which a table would no longer fit a progressive that it is on."""
    name, state = before.spec.table, happenings.state
    for link in [x for x in state.links.values() if name in x.tables and state.is_in_play(x)]:
        changed = _as_linked(happenings.table(name), link)
        others = [_as_linked(state.tables[x], link) for x in link.tables if x != name]
        if not rules_fault(before):
            others.append(_as_linked(before, link))
        for refusal in (one for other in others for one in link_refusals(changed, other)):
            raise RoomRefused(
                RoomRefusal.LINK_NOT_ALLOWED,
                f"{name} is on {link.progressive}: {refusal}; take it off the progressive first",
            )
        _check_levels(happenings, link, state.jackpots.progressives[link.progressive].parameters)


def approve_rules(
    happenings: Happenings, wish: ApproveRules, by: Member, approved_by: Member, day: date | None
) -> None:
    """Rules of the room's own, from now on allowed at its tables."""
    if not _NAME.fullmatch(wish.name) or wish.name in CATALOGUE.names("games"):
        raise RoomRefused(
            RoomRefusal.RULES_NOT_ALLOWED,
            f"name is {wish.name!r}: write small letters, digits and hyphens, and no name of the "
            "catalogue",
        )
    try:
        rules = read_rules(wish.text, CATALOGUE, file=wish.name)
    except RulesError as error:
        raise RoomRefused(RoomRefusal.RULES_NOT_ALLOWED, str(error)) from None
    _lawful_game(rules, day)
    happenings.add(
        RulesApproved(
            name=wish.name,
            text=wish.text,
            fingerprint=fingerprint(rules),
            by=by.badge,
            approved_by=approved_by.badge,
            resolved=rules_toml(rules),
        )
    )


def _lawful_game(rules: Rules, day: date | None, **choices: Any) -> Game:
    """
    The game of *rules*, if the limits they post are within the single-wager limit of *day*.

    Only what is decided now is held to it: a room that recorded other limits still opens, and its
    tables refuse each wager over the limit.
    """
    return game(rules, day=day, limits=rules.limits.amounts, **choices)


def _check_approved(state: RoomState, name: str) -> None:
    """Refuse rules that are not on the room's list, where the room goes by its list alone."""
    if state.approved_only and name not in state.rules:
        raise RoomRefused(
            RoomRefusal.RULES_NOT_ALLOWED,
            f"rules are {quoted(name)}: this room plays approved rules only, and "
            f"{', '.join(sorted(state.rules)) or 'none'} are approved; two people approve others "
            "with `upcard room rules approve`",
        )


def _checked_game(happenings: Happenings, spec: TableSpec, day: date | None) -> Game:
    """The game of *spec*, if the rules allow it and a round can be finished after the cut card."""
    _check_approved(happenings.state, spec.rules)
    if fault := approved_fault(happenings.state, spec.rules):
        raise RoomRefused(RoomRefusal.RULES_NOT_ALLOWED, fault)
    try:
        rules = happenings.state.rules_named(spec.rules)
    except (UnknownName, RulesError) as error:
        raise RoomRefused(RoomRefusal.RULES_NOT_ALLOWED, str(error)) from None
    played = _lawful_game(
        rules,
        day,
        decks=spec.decks,
        pack=spec.pack,
        paytables=dict(spec.paytables),
        cards=spec.cards,
    )
    _check_cut_card(spec, played)
    return played


def _check_cut_card(spec: TableSpec, played: Game) -> None:
    """Refuse a cut card behind which a round may run out of cards; the house has its own."""
    if spec.cards is not CardSource.DIGITAL:
        if spec.cut_card:
            raise RoomRefused(
                RoomRefusal.CUT_CARD_NOT_ALLOWED,
                f"the cut card is after {spec.cut_card} cards: write 0, because {spec.table} is "
                "dealt by hand and the house places its own cut card",
            )
        return
    cards = played.decks * len(played.rules.deck.cards)
    most = cards - ROUND_CARDS_MAX
    if most < 1:
        raise RoomRefused(
            RoomRefusal.RULES_NOT_ALLOWED,
            f"decks is {played.decks}: a shoe of {cards} cards cannot finish every round after a "
            "cut card; use more decks",
        )
    if not 1 <= spec.cut_card <= most:
        raise RoomRefused(
            RoomRefusal.CUT_CARD_NOT_ALLOWED,
            f"the cut card is after {spec.cut_card} cards: write 1 to {most}, so that a round "
            "can be finished after it",
        )


def _check_closed(table: TableState) -> None:
    if table.is_open:
        raise RoomRefused(
            RoomRefusal.TABLE_IS_OPEN,
            f"{table.spec.table} is open with dealer {table.dealer}: close it first",
        )


def open_table(
    happenings: Happenings, wish: OpenTable, by: Member, vault: SeedVault, outside: Outside | None
) -> None:
    """A dealer at a table that was closed, once every check before opening has passed."""
    name = wish.table
    table = happenings.table(name)
    if table.is_open:
        raise RoomRefused(
            RoomRefusal.TABLE_IS_OPEN, f"{name} is open with dealer {table.dealer}: close it first"
        )
    dealer = _dealer(happenings, wish.dealer)
    checks = check_before_opening(happenings, name, vault, outside)
    happenings.add(TableOpened(name, dealer, by.badge, checks))


def change_dealer(happenings: Happenings, name: str, dealer: str, by: Member) -> None:
    """A shift change: the table stays open, a round on it goes on."""
    _open_one(happenings, name)
    happenings.add(DealerChanged(name, _dealer(happenings, dealer), by.badge))


def close_table(happenings: Happenings, name: str, by: Member) -> None:
    """Nobody at the table any more; a round must be over first."""
    table = _open_one(happenings, name)
    if table.round is not None and table.round.wagers:
        raise RoomRefused(
            RoomRefusal.ROUND_IS_OPEN, f"a round is open on {name}: finish it, then close"
        )
    happenings.add(TableClosed(name, by.badge))


def _open_one(happenings: Happenings, name: str) -> TableState:
    table = happenings.table(name)
    if not table.is_open:
        raise RoomRefused(RoomRefusal.TABLE_IS_CLOSED, f"{name} is closed")
    return table


def _dealer(happenings: Happenings, badge: str) -> str:
    member = member_with(happenings.state.staff, badge)
    if member.role not in (Role.DEALER, Role.SUPERVISOR):
        raise RoomRefused(
            RoomRefusal.NOT_A_DEALER, f"{member.name} is {member.role}: a dealer deals"
        )
    return badge


def check_link(happenings: Happenings, link: Link, parameters: Parameters) -> None:
    """
    Refuse a link of tables that may not share a jackpot, naming the field that differs.

    Same paytable, same decks, exactly the same probability of each meter award (S3; WAC 685).
    """
    if link.progressive != parameters.name or not link.tables:
        raise RoomRefused(
            RoomRefusal.LINK_NOT_ALLOWED,
            f"the link names {link.progressive!r} with {len(link.tables)} tables: it needs the "
            f"progressive {parameters.name!r} and at least one table",
        )
    tables = [_link_table(happenings, name, link) for name in link.tables]
    for name in link.tables:
        _check_free(happenings, name, link)
    _check_cross_links(happenings.state, link)
    for here, there in pairwise(tables):
        for refusal in link_refusals(here, there):
            raise RoomRefused(
                RoomRefusal.LINK_NOT_ALLOWED,
                f"{here.name} and {there.name} may not share {link.progressive}: {refusal}",
            )


def _link_table(happenings: Happenings, name: str, link: Link) -> LinkTable:
    table = happenings.table(name)
    if table.is_open:
        raise RoomRefused(
            RoomRefusal.TABLE_IS_OPEN, f"{name} is open: links change while tables are closed"
        )
    return _as_linked(table, link)


def _as_linked(table: TableState, link: Link) -> LinkTable:
    """A table as its link sees it; one that does not offer the link's wager is refused."""
    name, played = table.spec.table, table.game_on(None)
    offer = played.offers.get(link.wager)
    if offer is None or offer.paytable != link.paytable:
        plays = f"{link.wager} {offer.paytable}" if offer else "no such wager"
        raise RoomRefused(
            RoomRefusal.LINK_NOT_ALLOWED,
            f"{name} plays {plays}: the link is for {link.wager} {link.paytable}",
        )
    return LinkTable(
        name=name,
        offer=offer,
        deck=played.rules.deck,
        decks=played.decks,
        procedure=procedure_of(played.rules),
    )


def _check_free(happenings: Happenings, name: str, link: Link) -> None:
    """A wager at a table feeds one progressive: which of two would nobody could say."""
    other = happenings.state.link_of(name, link.wager)
    if other and other.progressive != link.progressive and happenings.state.is_in_play(other):
        raise RoomRefused(
            RoomRefusal.LINK_NOT_ALLOWED,
            f"{link.wager} at {name} is on {other.progressive} already: take it off there first",
        )


def _check_cross_links(state: RoomState, link: Link) -> None:
    """By the rule of 2015 a game is on one progressive at most that other games share."""
    games = _games_on(state, link)
    if state.cross_links is CrossLinks.SEVERAL or len(games) < 2:
        return
    for other in state.links.values():
        theirs = _games_on(state, other)
        shared = sorted(games & theirs) if len(theirs) > 1 else []
        if shared and other.progressive != link.progressive and state.is_in_play(other):
            raise RoomRefused(
                RoomRefusal.LINK_NOT_ALLOWED,
                f"{shared[0]} shares {other.progressive} with other games: this room allows one "
                "such progressive for each game",
            )


def _games_on(state: RoomState, link: Link) -> set[str]:
    return {state.tables[name].spec.rules for name in link.tables}


def person(member: Member) -> Person:
    """A member as the ledger names people."""
    return Person(member.name, member.role.value)


def open_progressive(
    happenings: Happenings, wish: OpenProgressive, by: Member, approved_by: Member
) -> None:
    """Start a progressive with its seeds, and put tables on it."""
    check_link(happenings, wish.link, wish.parameters)
    _check_levels(happenings, wish.link, wish.parameters)
    happenings.at_jackpot(
        OpenJackpot(parameters=wish.parameters, by=person(by), approved_by=person(approved_by))
    )
    happenings.add(LinkMade(wish.link, by.badge, approved_by.badge))


def change_progressive(
    happenings: Happenings, wish: ChangeProgressive, by: Member, approved_by: Member
) -> None:
    """Set a progressive anew: never while a table that feeds it is open (operations 57)."""
    before = happenings.state.links.get(wish.link.progressive)
    if before is None:
        raise RoomRefused(
            RoomRefusal.PROGRESSIVE_UNKNOWN,
            f"progressive is {wish.link.progressive!r}: the room's are "
            f"{', '.join(happenings.state.links) or 'none'}",
        )
    for name in before.tables:
        _check_closed(happenings.table(name))
    check_link(happenings, wish.link, wish.parameters)
    _check_levels(happenings, wish.link, wish.parameters)
    now = happenings.state.jackpots.progressives[wish.link.progressive].parameters
    if wish.parameters != now:
        happenings.at_jackpot(
            ChangeParameters(
                parameters=wish.parameters, by=person(by), approved_by=person(approved_by)
            )
        )
    if wish.link != before:
        happenings.add(LinkMade(wish.link, by.badge, approved_by.badge))


def remove_progressive(
    happenings: Happenings, wish: RemoveProgressive, by: Member, approved_by: Member
) -> None:
    """Out of play: its tables must be closed, what it holds is still owed."""
    link = happenings.state.links.get(wish.progressive)
    for name in link.tables if link else ():
        _check_closed(happenings.table(name))
    happenings.at_jackpot(
        RemoveFromPlay(
            progressive=wish.progressive,
            destination=wish.destination,
            by=person(by),
            approved_by=person(approved_by),
        )
    )


def transfer_funds(
    happenings: Happenings, wish: TransferFunds, by: Member, approved_by: Member
) -> None:
    """What a removed level holds goes to a level in play."""
    happenings.at_jackpot(
        TransferJackpot(
            progressive=wish.progressive,
            level=wish.level,
            to_progressive=wish.to_progressive,
            to_level=wish.to_level,
            by=person(by),
            approved_by=person(approved_by),
        )
    )


def _check_levels(happenings: Happenings, link: Link, parameters: Parameters) -> None:
    """The levels that are set must be the levels that the paytable pays from."""
    offer = happenings.table(link.tables[0]).game_on(None).offers[link.wager]
    paid = offer.meter_levels
    named = [level.name for level in parameters.levels]
    thresholds = [name for name, _ in link.executive_from]
    for what, names, is_right in (
        ("levels are", named, set(named) == set(paid)),
        ("executive thresholds are for", thresholds, set(thresholds) <= set(paid)),
    ):
        if not is_right:
            raise RoomRefused(
                RoomRefusal.LINK_NOT_ALLOWED,
                f"{what} {', '.join(names) or 'none'}: {link.wager} {link.paytable} pays from "
                f"{', '.join(paid)}",
            )
