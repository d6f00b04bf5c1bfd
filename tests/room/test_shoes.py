"""A shoe is committed to before it is cut, compared at every use, and proves itself at its end."""

import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import upcard.room.fairness.verify_shoe as verifier
from upcard.cards import Deck
from upcard.room.fairness.fair_shuffles import CutPart, ShoeNumber
from upcard.room.fairness.table_shoes import (
    FileVault,
    SeedRefused,
    ShoeState,
    committed,
    opened_seed,
    order_from,
    order_of,
    revealed,
    shoe_after,
)
from upcard.room.refusals import RoomRefused

NUMBER = ShoeNumber(table="t1", number=4)
PARTS = (CutPart(who="dealer", cut="113 tulip"),)


def shoe_on_table(vault: FileVault, parts: tuple[CutPart, ...] = PARTS) -> ShoeState:
    published = committed(
        vault, NUMBER, deck=Deck.PONTOON, decks=6, cut_card=230, by="Dan", reason="cut card"
    )
    shoe = shoe_after(None, published)
    assert shoe is not None
    return replace(shoe, parts=parts)


def test_a_shoe_that_is_over_is_verified_by_the_stand_alone_script(tmp_path: Path) -> None:
    vault = FileVault(tmp_path / "seeds")
    shoe = shoe_on_table(vault)
    dealt = [card.text for card in order_of(vault, "t1", shoe)[:100]]

    end = revealed(vault, "t1", shoe, by="Dan", reason="cut card")

    published = {
        "algorithm": shoe.algorithm,
        "table": "t1",
        "shoe": 4,
        "deck": "pontoon",
        "decks": 6,
        "commitment": shoe.commitment,
        "seed": end.seed,
        "dealt": dealt,
        "parts": [{"who": "dealer", "cut": "113 tulip", "salt": "", "seal": ""}],
    }
    assert verifier.problems(published) == []


def test_the_order_is_the_same_after_a_restart_and_another_after_another_cut(
    tmp_path: Path,
) -> None:
    shoe = shoe_on_table(FileVault(tmp_path))
    again = FileVault(tmp_path)
    other = replace(shoe, parts=(CutPart(who="dealer", cut="114 tulip"),))

    assert order_of(again, "t1", shoe) == order_of(FileVault(tmp_path), "t1", shoe)
    assert order_of(again, "t1", other) != order_of(again, "t1", shoe)


def flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[7] ^= 1
    path.write_bytes(content)


def swapped(path: Path) -> None:
    path.write_bytes(bytes(range(32)))


def shortened(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:31])


def lengthened(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (flipped, "seed-differs"),
        (swapped, "seed-differs"),
        (shortened, "seed-differs"),
        (lengthened, "seed-differs"),
        (Path.unlink, "seed-missing"),
        (a_folder, "seed-missing"),
    ],
)
def test_a_seed_that_is_lost_or_not_the_one_committed_to_becomes_no_card(
    tmp_path: Path, damage: Callable[[Path], None], code: str
) -> None:
    vault = FileVault(tmp_path)
    shoe = shoe_on_table(vault)
    order_of(vault, "t1", shoe)  # What was read before does not count: each use compares.
    damage(tmp_path / "t1-4.seed")

    for use in (opened_seed, order_of):
        with pytest.raises(SeedRefused, match="t1 has stopped: the seed of shoe 4") as refused:
            use(vault, "t1", shoe)
        assert refused.value.code.value == code
        assert refused.value.short == f"t1 shoe 4: {code}"
    with pytest.raises(SeedRefused):
        revealed(vault, "t1", shoe, by="Dan", reason="cut card")


def test_no_seed_becomes_cards_under_another_commitment(tmp_path: Path) -> None:
    vault = FileVault(tmp_path)
    shoe = shoe_on_table(vault)
    seed = opened_seed(vault, "t1", shoe)

    assert order_from(seed, "t1", shoe) == order_of(vault, "t1", shoe)
    with pytest.raises(SeedRefused):
        order_from(seed, "t1", replace(shoe, commitment="0" * 64))


def test_a_seed_that_cannot_be_kept_is_a_refusal_and_no_shoe(tmp_path: Path) -> None:
    (tmp_path / "seeds").write_text("a file where the folder should be")

    with pytest.raises(RoomRefused, match="t1 cannot be shuffled") as refused:
        shoe_on_table(FileVault(tmp_path / "seeds"))
    assert refused.value.code.value == "seed-not-kept"


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
