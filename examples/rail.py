"""A sensor rail for a small board in MicroPython: seven coins, seven lamps (docs/devices.md)."""

import hashlib
import json
import time

import network
import requests
from machine import Pin

URL, TABLE = "http://192.168.7.10:8021/api/devices/rail-1", "bahama-1"
KEY = bytes.fromhex("00" * 32)  # What `upcard device enrol` printed.
WAGER, CENTS, seen, now = "bahama-progressive", 500, [False] * 7, ""
SENSORS = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in (2, 3, 4, 5, 6, 7, 8)]  # A coin reads 0.
LAMPS = [Pin(pin, Pin.OUT) for pin in (9, 10, 11, 12, 13, 14, 15)]


def mac(speaker, session="", body=""):
    """HMAC-SHA256 of three lines, in hex."""
    key, text = KEY + bytes(32), "\n".join((speaker, session, body)).encode()
    inner = hashlib.sha256(bytes(one ^ 0x36 for one in key) + text).digest()
    return bytes(hashlib.sha256(bytes(one ^ 0x5C for one in key) + inner).digest()).hex()


def said(session, message):
    """What the room answers; an answer that the room did not sign is an error."""
    body = json.dumps(message)
    text = json.dumps({"body": body, "mac": mac("device", session, body)})
    where = URL + "/messages?session=" + session + "&mac=" + mac("device", session)
    answer = requests.post(where, data=text).json()
    if answer.get("mac") != mac("room", session, answer.get("body", "")):
        raise OSError("the session is over, or this is not our room")
    return json.loads(answer["body"])


def step(session):
    """Look at every sensor once, tell the room what it does not know, and set the lamps."""
    room = said(session, {"kind": "Heartbeat"})
    for one in [lamp for lamp in room["lamps"] if lamp["wager"] == WAGER]:
        place, lamp, is_coin = one["spot"] - 1, one["lamp"], not SENSORS[one["spot"] - 1].value()
        key = {"kind": "LiftWager", "spot": one["spot"], "wager": WAGER}
        key.update({"kind": "PlaceWager", "amount": CENTS} if is_coin else {})
        is_lifted = not is_coin and (lamp == "placed" or (lamp == "locked" and seen[place]))
        if is_lifted or (is_coin and lamp == "invite"):
            new = {"kind": "Message", "number": room["number"] + 1, "table": TABLE, "command": key}
            room["number"] += said(session, new)["kind"] == "ack"
        seen[place] = is_coin
        LAMPS[place].value(lamp in ("placed", "locked", "winner"))


if __name__ == "__main__":
    network.WLAN(network.STA_IF).active(True)
    network.WLAN(network.STA_IF).connect("the table's network", "its password")
    while True:
        try:
            now = now or requests.post(URL + "/session?mac=" + mac("device")).json()["session"]
            step(now)
        except (OSError, ValueError, KeyError):
            now = ""  # A cut: nothing is lost, and nothing counts twice.
        time.sleep(0.25)
