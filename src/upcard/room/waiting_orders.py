"""Orders that wait for their turn, and what each is answered."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from upcard.jackpot.accounts import Transfer
from upcard.journal import Answer, JournalRefused
from upcard.journal.entries import Payload
from upcard.money import Cents
from upcard.room.money_events import SlipIssued, SlipPrinted, SlipReprinted
from upcard.room.orders import Order
from upcard.room.people.pins import signed_with_pin
from upcard.room.people.staff import Pins, StaffRefusal
from upcard.room.people.tries import Tries
from upcard.room.procedures.order_decisions import Decided
from upcard.room.refusals import REFUSALS


def _held() -> threading.Lock:
    lock = threading.Lock()
    lock.acquire()
    return lock


@dataclass(slots=True)
class WaitingOrder:
    """An order that waits for its turn, and in the end its answer."""

    order: Order
    pins: Pins
    body: Payload
    mark: str
    answer: Answer | Exception | None = None
    turn: threading.Lock = field(default_factory=_held)
    """Released when the order is answered, or when its thread is to write for those who wait."""

    @property
    def id(self) -> str:
        """The id of the order."""
        return self.order.id


def told_to_wait(tries: Tries, order: Order) -> Answer | None:
    """The refusal of an order whose PINs come too soon after wrong ones; not recorded."""
    for signature in signed_with_pin(order):
        if wait := tries.take(signature.badge, order.origin):
            seconds = math.ceil(wait)
            said = (
                f"wait {seconds} s before you type a PIN for badge {signature.badge} here; "
                "nothing else is affected"
            )
            code = str(StaffRefusal.PIN_WAIT)
            return Answer(said={"code": code, "message": said, "wait_s": seconds})
    return None


def told(answered: Answer | Exception) -> Answer | Exception:
    """What the one who waits gets: the answer, a refusal as an answer, or the error."""
    if isinstance(answered, (JournalRefused, *REFUSALS)):
        code = str(getattr(answered, "code", "refused"))
        return Answer(said={"code": code, "message": str(answered)})
    return answered


def said_of(day: date, decided: Decided, transfers: Sequence[Transfer]) -> dict[str, object]:
    """What the one who ordered it is answered."""
    refusal = decided.refusal
    answer: dict[str, object] = {"day": day.isoformat()}
    if refusal is not None:
        answer |= {"code": str(getattr(refusal, "code", "refused")), "message": str(refusal)}
    paid = [one.amount for one in transfers if one.reason == "award"]
    if paid:
        answer["paid"] = Cents(sum(paid))
    for event in decided.events:
        if isinstance(event, SlipIssued):
            answer["slip"] = event.number
        elif isinstance(event, SlipPrinted | SlipReprinted):
            answer["reprint"] = isinstance(event, SlipReprinted)
    return answer
