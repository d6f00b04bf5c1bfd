"""Which tables may share a progressive, and which levels it must have."""

from __future__ import annotations

from itertools import pairwise

from upcard.game.words import words_of
from upcard.jackpot import Parameters
from upcard.odds import LinkTable, link_refusals
from upcard.odds.procedures import procedure_of
from upcard.room.events import CrossLinks
from upcard.room.money_events import Link
from upcard.room.procedures.happenings import Happenings
from upcard.room.recorded_rules import rules_fault
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.state import RoomState
from upcard.room.table_states import TableState
from upcard.table.titles import wager_title


def check_links_kept(happenings: Happenings, before: TableState) -> None:
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
                f"{name} is on {link.progressive}: {refusal}; remove it from the progressive first",
            )
        check_levels(happenings, link, state.jackpots.progressives[link.progressive].parameters)


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
            RoomRefusal.TABLE_IS_OPEN, f"{name} is open: close it before you change links"
        )
    return _as_linked(table, link)


def _as_linked(table: TableState, link: Link) -> LinkTable:
    """A table as its link sees it; one that does not offer the link's wager is refused."""
    name, played = table.spec.table, table.game_on(None)
    offer = played.offers.get(link.wager)
    if offer is None or offer.paytable != link.paytable:
        title = wager_title(played, link.wager)
        plays = f"{title} {offer.paytable}" if offer else "no such wager"
        raise RoomRefused(
            RoomRefusal.LINK_NOT_ALLOWED,
            f"{name} plays {plays}, but the link is for {title} {link.paytable}",
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
        title = wager_title(happenings.table(name).game_on(None), link.wager)
        raise RoomRefused(
            RoomRefusal.LINK_NOT_ALLOWED,
            f"{title} at {name} is already on {other.progressive}: remove it there first",
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
                f"{shared[0]} already shares {other.progressive} with other games: this room "
                "allows one such progressive for each game",
            )


def _games_on(state: RoomState, link: Link) -> set[str]:
    return {state.tables[name].spec.rules for name in link.tables}


def check_levels(happenings: Happenings, link: Link, parameters: Parameters) -> None:
    """The levels that are set must be the levels that the paytable pays from."""
    offer = happenings.table(link.tables[0]).game_on(None).offers[link.wager]
    paid = offer.meter_levels
    named = [level.name for level in parameters.levels]
    badges = [name for name, _ in link.executive_from]
    cards = [name for name, _ in link.cards_from]
    for what, names, is_right in (
        ("levels are", named, set(named) == set(paid)),
        ("executive thresholds are for", badges, set(badges) <= set(paid)),
        ("amounts from which CONFIRM needs the cards are for", cards, set(cards) <= set(paid)),
    ):
        if not is_right:
            raise RoomRefused(
                RoomRefusal.LINK_NOT_ALLOWED,
                f"{what} {', '.join(names) or 'none'}: {words_of(link.wager)} {link.paytable} pays "
                f"from {', '.join(paid)}",
            )
