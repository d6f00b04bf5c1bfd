"""The ledger: a meter is a balance, and every transfer is posted once."""

from upcard.jackpot import Account, Ledger, Posting, Transfer, TransferReason
from upcard.money import read_money

ACCOUNTS = {
    "house": "p/meter/seeds",
    "wagers": "p/meter/contributions",
    "meter": "p/meter/meter",
    "players": "p/meter/paid",
}


def test_award_empties_the_meter_once() -> None:
    check("""
        seed          s1  house   > meter    10000.00  posted
        contribution  c1  wagers  > meter        0.25  posted
        contribution  c1  wagers  > meter        0.25  already-posted   # the network sent it twice
        contribution  c1  wagers  > meter        0.30  refused          # same id, other amount
        award         a1  meter   > players  10000.25  posted
        award         a2  meter   > players      0.01  refused          # nothing left to win
        balance       meter    0
        balance       players  10000.25
    """)


def test_a_reversal_is_a_new_transfer_the_other_way() -> None:
    check("""
        seed      s1  house   > meter     500.00  posted
        award     a1  meter   > players   500.00  posted
        reversal  r1  players > meter     500.00  posted
        reversal  r2  players > meter       0.01  refused   # they have nothing to give back
        balance   meter   500
        balance   house  -500
    """)


def test_nothing_and_less_than_nothing_are_not_moved() -> None:
    check("""
        seed  s1  house > meter   0.00  refused
        seed  s2  house > meter  -5.00  refused
        seed  s3  house > house   5.00  refused
        balance  house  0
    """)


def check(table: str) -> None:
    """Post each line and compare what the ledger says of it."""
    ledger = Ledger()
    for line in table.strip().splitlines():
        match line.partition("#")[0].split():
            case ["balance", name, amount]:
                assert ledger.balance(Account.parse(ACCOUNTS[name])) == read_money(amount), line
            case [reason, id_, source, ">", target, amount, answer]:
                transfer = Transfer(
                    id=id_,
                    reason=TransferReason(reason),
                    source=Account.parse(ACCOUNTS[source]),
                    target=Account.parse(ACCOUNTS[target]),
                    amount=read_money(amount),
                )

                assert ledger.post(transfer) is Posting(answer), line
            case words:
                raise AssertionError(f"not a line of a ledger test: {words}")
