"""Printable reports: what a test laboratory reads, as one HTML file or one PDF."""

from upcard.reports.report_files import ReportError, write_odds_report

__all__ = ["ReportError", "write_odds_report"]
