"""CONFIRM and the swipe: a claimed award is paid, once, by the badge its level needs."""

from __future__ import annotations

from upcard.cards import Card
from upcard.jackpot import Person
from upcard.jackpot.award_steps import amount_of
from upcard.jackpot.commands import PostAward
from upcard.jackpot.events import AwardPosted
from upcard.jackpot.levels import Level, OpenAward
from upcard.money import Cents, write_money
from upcard.room.money_events import Link, SlipIssued
from upcard.room.money_orders import ConfirmWin, SwipeAward
from upcard.room.people.roles import Act
from upcard.room.people.staff import Member, check_act
from upcard.room.procedures.checklists import check_completed
from upcard.room.procedures.happenings import Happenings
from upcard.room.procedures.table_keys import award_on, open_claim
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.table_events import KeyPressed
from upcard.table.commands import ConfirmAward, VerifyAward
from upcard.table.refusals import RefusalCode, Refused
from upcard.table.rounds import Award, Round
from upcard.table.titles import award_title, wager_title

Claimed = tuple[Link, Award, Level, OpenAward]
"""An award with its link, its meter and its claim in the ledger."""
Cards = tuple[Card, ...]


def swipe(happenings: Happenings, wish: SwipeAward, member: Member) -> None:
    """Pay the award on a spot: ledger, table and win page in one."""
    link, award, level, claim = _claimed(happenings, wish)
    _check_badge(link, level, claim, member)
    if award.is_verified:
        # The amount may have grown since CONFIRM: other winners left, or the meter went on.
        _check_cards(happenings, wish, (link, award, level, claim), award.player)
    id_ = claim.id
    check_completed(happenings, id_, amount_of(level, claim))
    posted = happenings.at_jackpot(
        PostAward(
            progressive=link.progressive,
            level=award.level,
            award_id=id_,
            by=Person(member.name, member.role.value),
        )
    )
    amount = sum(event.amount for event in posted if isinstance(event, AwardPosted))
    _check_verified(award)
    page = happenings.state.slips + 1
    happenings.at_table(wish.table, ConfirmAward(wish.spot, wish.wager, Cents(amount), page))
    happenings.add(SlipIssued(page, id_))


def confirm_win(happenings: Happenings, wish: ConfirmWin, member: Member) -> None:
    """A supervisor has seen the winning hand on the felt; a large award takes its cards."""
    link, award, level, claim = _claimed(happenings, wish)
    _check_claimant(claim, member)
    _check_cards(happenings, wish, (link, award, level, claim), wish.player)
    command = VerifyAward(wish.spot, wish.wager, wish.player, wish.dealer)
    happenings.add(KeyPressed(wish.table, member.badge))
    happenings.at_table(wish.table, command)


def _claimed(happenings: Happenings, wish: ConfirmWin | SwipeAward) -> Claimed:
    """The award that *wish* is about, and its claim in the ledger."""
    table = happenings.table(wish.table)
    round_ = table.round
    link = happenings.state.link_of(wish.table, wish.wager)
    if round_ is None or link is None or not _is_awarded(round_, wish):
        raise RoomRefused(
            RoomRefusal.NO_SUCH_CLAIM,
            f"spot {wish.spot} of {wish.table} has no award on "
            f"{wager_title(table.game_on(None), wish.wager)} to confirm",
        )
    award = award_on(round_, wish.spot, wish.wager)
    level = happenings.state.jackpots.progressives[link.progressive].levels[award.level]
    return link, award, level, open_claim(happenings, wish.table, link, award)


def _check_cards(
    happenings: Happenings, wish: ConfirmWin | SwipeAward, claimed: Claimed, cards: Cards
) -> None:
    """Refuse a large award at a hand-dealt table whose cards nobody keyed."""
    link, award, level, claim = claimed
    amount = amount_of(level, claim)
    is_by_hand = not happenings.round_on(wish.table).game.knows_cards
    if is_by_hand and takes_cards(link, award.level, amount) and not cards:
        threshold = dict(link.cards_from)[award.level]
        raise RoomRefused(
            RoomRefusal.CARDS_NEEDED,
            f"{award_title(award)} wins {write_money(amount)}: from "
            f"{write_money(threshold)} on, CONFIRM needs the player's and the dealer's cards",
        )


def takes_cards(link: Link, level: str, amount: Cents) -> bool:
    """Whether an award is so large that CONFIRM at a hand-dealt table needs its cards."""
    threshold = dict(link.cards_from).get(level)
    return threshold is not None and amount >= threshold


def _check_verified(award: Award) -> None:
    """CONFIRM and the swipe are two acts, however the cards came (S0 10.f)."""
    if not award.is_verified:
        raise Refused(
            RefusalCode.AWARD_NOT_VERIFIED,
            f"{award_title(award)} is not confirmed: a supervisor looks at the cards and presses "
            "CONFIRM before the swipe",
        )


def _is_awarded(round_: Round, wish: ConfirmWin | SwipeAward) -> bool:
    return any((a.spot, a.wager) == (wish.spot, wish.wager) for a in round_.awards)


def _check_badge(link: Link, level: Level, claim: OpenAward, member: Member) -> None:
    """A large award needs an executive; the person who claimed an award cannot confirm it."""
    _check_claimant(claim, member)
    if is_large(link, level, claim):
        check_act(member, Act.CONFIRM_LARGE_AWARD)


def _check_claimant(claim: OpenAward, member: Member) -> None:
    if claim.by.name == member.name:
        raise RoomRefused(
            RoomRefusal.CLAIMANT_CANNOT_CONFIRM,
            f"{member.name} claimed this award: somebody else must confirm it",
        )


def is_large(link: Link, level: Level, claim: OpenAward) -> bool:
    """Whether an award is so large that it takes an executive's badge."""
    threshold = dict(link.executive_from).get(level.parameters.name)
    return threshold is not None and amount_of(level, claim) >= threshold
