"""Gymnasium environments: a spot at any catalogue game, with an action mask."""

from upcard.simulation.environments import TableEnv

__all__ = ["TableEnv"]
