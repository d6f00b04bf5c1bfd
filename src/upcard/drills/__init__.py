"""Drills for dealers in training: exercises made from a seed, and the scores of those who do them.

The table and the room say what is right; nothing here is a rule of its own.
"""
