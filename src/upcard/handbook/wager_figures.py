"""The figures of one wager: odds by decks and paytable, and what counters could win."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from upcard.app.counting_risks import protection_of_wager
from upcard.app.odds_results import WagerAsked
from upcard.catalogue import CATALOGUE
from upcard.families import FAMILIES
from upcard.families.family import Family
from upcard.handbook.answered_commands import AnsweredCommand, CommandList
from upcard.handbook.kept_answers import KeptAnswers
from upcard.odds.odds_problems import OddsError
from upcard.odds.wager_sheets import sheet_of
from upcard.rules.offered_wagers import WagerSheet

USUAL_DECKS: Final = 6
SEED: Final = 1
SOFT_17: Final = {"hit": "hits soft 17", "stand": "stands on soft 17"}
HOUSE_EDGE: Final = "house_edge_percent"
FIXED_RETURN: Final = "fixed_return_percent"


@dataclass(frozen=True, slots=True, kw_only=True)
class FiguresByDecks:
    """One paytable under one rule for the dealer, at every deck count it is approved for."""

    name: str
    answers: dict[int, AnsweredCommand]

    @property
    def edge_path(self) -> str:
        """Where its records have the figure that wagers are compared by."""
        return _edge_path(next(iter(self.answers.values())))


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerFigures:
    """Everything a page says of one wager."""

    sheet: WagerSheet
    family: Family
    words: str
    paytable: str
    decks: int
    usual: AnsweredCommand
    """With its first paytable, at the usual number of decks."""
    by_decks: Sequence[FiguresByDecks]
    protection: AnsweredCommand | str
    """What counters could win, or why that is not known."""
    commands: CommandList

    @property
    def is_progressive(self) -> bool:
        """Whether a meter pays some of it."""
        return self.edge_path == FIXED_RETURN

    @property
    def edge_path(self) -> str:
        """Where a record has the figure that wagers are compared by."""
        return _edge_path(self.usual)


def _edge_path(answered: AnsweredCommand) -> str:
    record = answered.record
    has_meter = isinstance(record, dict) and FIXED_RETURN in record
    return FIXED_RETURN if has_meter else HOUSE_EDGE


def every_wager() -> Iterator[str]:
    """The names of all side wagers and progressives."""
    for name in CATALOGUE.names("sheets"):
        sheet = CATALOGUE.sheet(name)
        if sheet is not None and sheet.kind != "special":
            yield name


def wager_figures(name: str, kept: KeptAnswers) -> WagerFigures:
    """The figures of a wager of the catalogue."""
    sheet, commands = sheet_of(name), CommandList()
    family = FAMILIES[sheet.family]
    paytable, table = next(iter(sheet.paytables.items()))
    decks = USUAL_DECKS if USUAL_DECKS in table.decks else table.decks[-1]
    asked = WagerAsked(wager=name, paytable=paytable, decks=decks)
    return WagerFigures(
        sheet=sheet,
        family=family,
        words=CATALOGUE.words("sheets", name),
        paytable=paytable,
        decks=decks,
        usual=commands.add(_odds(asked, kept)),
        by_decks=tuple(_by_decks(sheet, family, commands, kept)),
        protection=_protection(asked, commands, kept),
        commands=commands,
    )


def _odds(asked: WagerAsked, kept: KeptAnswers) -> AnsweredCommand:
    return kept.answer(_command(asked), lambda: asked.odds().to_dict())


def _command(asked: WagerAsked, *more: str) -> str:
    words = ["upcard", "odds", "--wager", asked.wager]
    words += ["--paytable", asked.paytable] if asked.paytable else []
    words += ["--decks", str(asked.decks)]
    words += ["--soft-17", asked.soft_17] if asked.soft_17 else []
    return shlex.join([*words, *more])


def _by_decks(
    sheet: WagerSheet, family: Family, commands: CommandList, kept: KeptAnswers
) -> Iterator[FiguresByDecks]:
    looks_at_dealer = family.needs_finished_dealer or family.round_sight is not None
    rules = (*SOFT_17,) if looks_at_dealer and family.draws_by is None else (None,)
    for paytable, table in sheet.paytables.items():
        for soft_17 in rules:
            asked = WagerAsked(wager=sheet.wager, paytable=paytable, soft_17=soft_17)
            answers = {
                count: commands.add(_odds(replace(asked, decks=count), kept))
                for count in table.decks
            }
            name = paytable if soft_17 is None else f"{paytable}, dealer {SOFT_17[soft_17]}"
            yield FiguresByDecks(name=name, answers=answers)


def _protection(
    asked: WagerAsked, commands: CommandList, kept: KeptAnswers
) -> AnsweredCommand | str:
    try:
        return commands.add(
            kept.answer(
                _command(asked, "--protection"),
                lambda: protection_of_wager(asked, None, SEED, levels=(1,)),
            )
        )
    except OddsError as error:
        return str(error)
