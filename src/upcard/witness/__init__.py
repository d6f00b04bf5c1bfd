"""Signed places of the chain, and who keeps them where nobody at the room can change them."""

from upcard.witness.checkpoints import CheckpointReason, SignatureWrong, SignedCheckpoint, Signer
from upcard.witness.disagreements import Disagreement, disagreement
from upcard.witness.witnesses import Witness, WitnessError, witness_at

__all__ = [
    "CheckpointReason",
    "Disagreement",
    "SignatureWrong",
    "SignedCheckpoint",
    "Signer",
    "Witness",
    "WitnessError",
    "disagreement",
    "witness_at",
]
