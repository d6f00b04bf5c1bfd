"""A shoe is committed to before it is cut, and proves itself when it is over."""

import stat
from pathlib import Path

import upcard.room.verify_shoe as verifier
from upcard.cards import Deck
from upcard.room.shoes import FileVault, ShoeState, committed, order_of, revealed
from upcard.room.shuffling import ShoeNumber

NUMBER = ShoeNumber(table="t1", number=4)


def shoe_on_table(vault: FileVault, cut: str = "word") -> ShoeState:
    published = committed(
        vault, NUMBER, deck=Deck.PONTOON, decks=6, cut_card=230, by="Dan", reason="cut card"
    )
    return ShoeState(
        number=4, deck=Deck.PONTOON, decks=6, commitment=published.commitment, cut_card=230, cut=cut
    )


def test_a_shoe_that_is_over_is_verified_by_the_stand_alone_script(tmp_path: Path) -> None:
    vault = FileVault(tmp_path / "seeds")
    shoe = shoe_on_table(vault)
    dealt = [card.text for card in order_of(vault, "t1", shoe)[:100]]

    end = revealed(vault, "t1", shoe, by="Dan", reason="cut card")

    published = {
        "algorithm": "upcard-shuffle-1", "table": "t1", "shoe": 4, "deck": "pontoon", "decks": 6,
        "commitment": shoe.commitment, "cut": end.cut, "seed": end.seed, "dealt": dealt,
    }  # fmt: skip
    assert verifier.problems(published) == []


def test_the_order_is_the_same_after_a_restart_and_another_after_another_cut(
    tmp_path: Path,
) -> None:
    shoe = shoe_on_table(FileVault(tmp_path))
    again = FileVault(tmp_path)

    assert order_of(again, "t1", shoe) == order_of(FileVault(tmp_path), "t1", shoe)
    other = ShoeState(
        number=4, deck=Deck.PONTOON, decks=6, commitment=shoe.commitment, cut_card=230, cut="x"
    )
    assert order_of(again, "t1", other) != order_of(again, "t1", shoe)


def test_seeds_are_files_that_nobody_else_reads(tmp_path: Path) -> None:
    folder = tmp_path / "seeds"
    shoe_on_table(FileVault(folder))

    (path,) = folder.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_state_of_a_shoe_holds_no_card_and_no_seed(tmp_path: Path) -> None:
    vault = FileVault(tmp_path)
    shoe = shoe_on_table(vault)

    assert vault.get(NUMBER).hex() not in repr(shoe)
    assert "As" not in repr(shoe)
    assert not shoe.is_past_cut_card
