"""Side wagers: one pure judge for each family of hands; what they pay is data."""

from upcard.wagers.offers import Offer, Verdict, offer_of

__all__ = ["Offer", "Verdict", "offer_of"]
