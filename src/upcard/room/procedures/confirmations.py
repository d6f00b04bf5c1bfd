"""CONFIRM and the swipe: a claimed award is paid, once, by the badge its level needs."""

from __future__ import annotations

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
from upcard.room.procedures.table_keys import award_on, claim_id
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.table_events import KeyPressed
from upcard.table.commands import ConfirmAward, VerifyAward
from upcard.table.rounds import Award, Round


def swipe(happenings: Happenings, wish: SwipeAward, member: Member) -> None:
    """Pay the award on a spot: ledger, table and win page in one."""
    round_ = happenings.table(wish.table).round
    link = happenings.state.link_of(wish.table, wish.wager)
    if round_ is None or link is None or not _is_awarded(round_, wish):
        raise RoomRefused(
            RoomRefusal.NO_SUCH_CLAIM,
            f"spot {wish.spot} of {wish.table} has no award on {wish.wager} to confirm",
        )
    award = award_on(round_, wish.spot, wish.wager)
    level, claim = _claim(happenings, wish.table, link, award)
    id_ = claim.id
    _check_badge(link, level, claim, member)
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
    page = happenings.state.slips + 1
    happenings.at_table(wish.table, ConfirmAward(wish.spot, wish.wager, Cents(amount), page))
    happenings.add(SlipIssued(page, id_))


def confirm_win(happenings: Happenings, wish: ConfirmWin, member: Member) -> None:
    """A supervisor has seen the winning hand on the felt; a large award takes its cards."""
    round_ = happenings.table(wish.table).round
    link = happenings.state.link_of(wish.table, wish.wager)
    if round_ is None or link is None or not _is_awarded(round_, wish):
        raise RoomRefused(
            RoomRefusal.NO_SUCH_CLAIM,
            f"spot {wish.spot} of {wish.table} has no award on {wish.wager} to confirm",
        )
    award = award_on(round_, wish.spot, wish.wager)
    level, claim = _claim(happenings, wish.table, link, award)
    _check_claimant(claim, member)
    threshold = dict(link.cards_from).get(award.level)
    is_proved = bool(wish.player)
    if threshold is not None and amount_of(level, claim) >= threshold and not is_proved:
        raise RoomRefused(
            RoomRefusal.CARDS_NEEDED,
            f"{award.outcome} on spot {award.spot} wins {write_money(amount_of(level, claim))}: "
            f"from {write_money(threshold)} on, key the player's and the dealer's cards",
        )
    command = VerifyAward(wish.spot, wish.wager, wish.player, wish.dealer)
    happenings.add(KeyPressed(wish.table, member.badge))
    happenings.at_table(wish.table, command)


def _claim(happenings: Happenings, table: str, link: Link, award: Award) -> tuple[Level, OpenAward]:
    """The ledger's claim of *award*, and the level it is on."""
    id_ = claim_id(happenings, table, link, award)
    level = happenings.state.jackpots.progressives[link.progressive].levels[award.level]
    return level, next(claim for claim in level.waiting if claim.id == id_)


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
