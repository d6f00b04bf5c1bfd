"""The line of orders: one thread writes for all, and nobody is forgotten."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from upcard.journal import Answer, OutcomeUnknown
from upcard.room.order_lines import TOGETHER_MAX, OrderLine
from upcard.room.orders import Order, Signature
from upcard.room.people.staff import ArgonPins
from upcard.room.table_orders import Operate
from upcard.room.waiting_orders import WaitingOrder
from upcard.table.commands import StartGame

WAIT_S = 60


def waiting(name: str) -> WaitingOrder:
    """An order that waits, of the table *name*."""
    order = Order(id=name, by=Signature("deal-1"), wish=Operate(name, StartGame()))
    return WaitingOrder(order, ArgonPins(), {}, "")


class Desk:
    """Carries orders out, and keeps how many came together and who wrote."""

    def __init__(self) -> None:
        self.together: list[int] = []
        self.writing = threading.Semaphore(1)
        self.begun = threading.Event()
        self.may_go_on = threading.Event()

    def carry_out(self, orders: list[WaitingOrder]) -> None:
        """Answer every order with its own id, once the first may go on."""
        assert self.writing.acquire(blocking=False), "two threads write at once"
        self.begun.set()
        assert self.may_go_on.wait(WAIT_S)
        self.together.append(len(orders))
        for one in orders:
            one.answer = Answer(said={"id": one.id})
        self.writing.release()


def until_waiting(line: OrderLine, count: int) -> None:
    """Wait until *count* orders stand in line behind those that are being written."""
    pause = threading.Event()
    for _ in range(WAIT_S * 100):
        if len(line._waiting) == count:
            return
        pause.wait(0.01)
    raise AssertionError(f"{len(line._waiting)} orders wait, not {count}")


def test_those_who_come_while_another_writes_are_carried_out_together() -> None:
    desk = Desk()
    line = OrderLine(desk.carry_out)
    with ThreadPoolExecutor(80) as pool:
        first = pool.submit(line.answer_to, waiting("first"))
        assert desk.begun.wait(WAIT_S)
        others = [pool.submit(line.answer_to, waiting(f"t{number}")) for number in range(70)]
        until_waiting(line, 70)
        desk.may_go_on.set()
        assert first.result(WAIT_S).said == {"id": "first"}
        assert {one.result(WAIT_S).said["id"] for one in others} == {f"t{n}" for n in range(70)}
    assert desk.together == [1, TOGETHER_MAX, 70 - TOGETHER_MAX]


def test_an_order_after_a_quiet_moment_leads_again() -> None:
    desk = Desk()
    desk.may_go_on.set()
    line = OrderLine(desk.carry_out)
    assert [line.answer_to(waiting(name)).said["id"] for name in "abc"] == ["a", "b", "c"]
    assert desk.together == [1, 1, 1]


def test_a_thread_that_is_stopped_while_it_writes_leaves_the_others_an_answer() -> None:
    begun, may_go_on = threading.Event(), threading.Event()

    def stopped(orders: list[WaitingOrder]) -> None:
        begun.set()
        assert may_go_on.wait(WAIT_S)
        if any(one.id == "t0" for one in orders):
            raise KeyboardInterrupt
        for one in orders:
            one.answer = Answer(said={"id": one.id})

    line = OrderLine(stopped)
    answers: dict[str, object] = {}

    def ask(name: str) -> None:
        try:
            answers[name] = line.answer_to(waiting(name)).said["id"]
        except BaseException as error:
            answers[name] = type(error)

    threads = [threading.Thread(target=ask, args=(name,)) for name in ("first", "t0", "t1")]
    threads[0].start()
    assert begun.wait(WAIT_S)
    for number, thread in enumerate(threads[1:], start=1):
        thread.start()
        until_waiting(line, number)
    may_go_on.set()
    for thread in threads:
        thread.join(WAIT_S)
    assert answers == {"first": "first", "t0": KeyboardInterrupt, "t1": OutcomeUnknown}
    assert line.answer_to(waiting("next")).said == {"id": "next"}


def test_an_error_of_one_order_is_raised_where_it_was_asked() -> None:
    def fails(orders: list[WaitingOrder]) -> None:
        for one in orders:
            one.answer = ValueError(one.id)

    with pytest.raises(ValueError, match=r"^t1$"):
        OrderLine(fails).answer_to(waiting("t1"))
