"""Exact odds: side wagers, progressives, counting exposure, plans and links."""

from upcard.odds.links import LinkTable, link_refusals, may_link
from upcard.odds.odds_problems import OddsError
from upcard.odds.progressive_advice import MeterSettings, default_settings, plan_progressive
from upcard.odds.progressive_odds import ProgressiveOdds, progressive_odds
from upcard.odds.wager_odds import Outcome, WagerOdds, insurance_odds, odds_of
from upcard.odds.wager_sheets import offer_from_sheet, sheet_of

__all__ = [
    "LinkTable",
    "MeterSettings",
    "OddsError",
    "Outcome",
    "ProgressiveOdds",
    "WagerOdds",
    "default_settings",
    "insurance_odds",
    "link_refusals",
    "may_link",
    "odds_of",
    "offer_from_sheet",
    "plan_progressive",
    "progressive_odds",
    "sheet_of",
]
