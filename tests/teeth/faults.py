"""Faults to seed in the room's own source: each one line made wrong, and who must notice."""

from typing import NamedTuple


class Fault(NamedTuple):
    """What is wrong, where, the text that is right and what stands there instead."""

    name: str
    file: str
    right: str
    wrong: str
    tests: str
    """The tests that must turn red, as pytest's arguments."""


FAULTS = [
    # The record
    Fault(
        "a mapping is stored in the order of the alphabet",
        "plain.py",
        "for one, other in value.items()]",
        "for one, other in sorted(value.items())]",
        "tests/room/test_folding.py",
    ),
    Fault(
        "what a level carries goes by its place",
        "jackpot/apply.py",
        "    return named\n",
        "    return dict(zip(sorted(progressive.levels), named.values(), strict=True))\n",
        "tests/room/test_folding.py",
    ),
    Fault(
        "an unnamed rest goes by its place",
        "jackpot/apply.py",
        "            name: contribution(event.progressive, level, handle)[0]\n"
        "            for name, level in progressive.levels.items()\n",
        "            name: Carried(one.display, one.reserve)\n"
        "            for name, one in zip(sorted(progressive.levels), event.carried)\n",
        "tests/room/test_folding.py",
    ),
    Fault(
        "a snapshot forgets a field of the room",
        "room/room_snapshots.py",
        "_TABLE_FIELDS: Final = list(_Table.__dataclass_fields__)",
        "_TABLE_FIELDS: Final = list(_Table.__dataclass_fields__)[:-1]",
        "tests/room/test_folding.py",
    ),
    Fault(
        "the seal has no key",
        "journal/seals.py",
        "hmac.digest(self.key, text",
        'hmac.digest(b"upcard", text',
        "tests/faults/test_forgeries.py",
    ),
    Fault(
        "the head's seal is not looked at",
        "journal/seals.py",
        "if point != START and not",
        "if point != point and not",
        "tests/journal/test_seals.py",
    ),
    Fault(
        "the seal of a snapshot is not looked at",
        "journal/seals.py",
        'return self._of(canonical(["snapshot", name, point.sequence, point.hash, said]))',
        'return ""',
        "tests/journal/test_seals.py",
    ),
    Fault(
        "the audit does not compare snapshots",
        "room/care/audits.py",
        "if snapshots.text(entry.sequence) != canonical(snapshot_data(state)):",
        "if False:",
        "tests/faults/test_forgeries.py",
    ),
    Fault(
        "an entry is shown without its hash being checked",
        "journal/chains.py",
        "    if not entry.is_whole:\n",
        "    if False:\n",
        "tests/journal/test_seals.py",
    ),
    Fault(
        "an entry is recorded twice",
        "journal/transactions.py",
        "    found = ((id_, entry_of(connection, id_), mark) for id_, mark in marks.items())\n",
        "    found = ((id_, entry_of(connection, ''), mark) for id_, mark in marks.items())\n",
        "tests/journal/test_journal.py",
    ),
    Fault(
        "an order sent again with another PIN is the same",
        "journal/transactions.py",
        "not is_same or not hmac.compare_digest(found.mark, order.mark)",
        "not is_same",
        "tests/journal/test_seals.py",
    ),
    Fault(
        "an award is paid twice",
        "journal/transactions.py",
        "        if row is not None:\n            command",
        "        if row is None:\n            return\n        if False:\n            command",
        "tests/journal/test_journal.py",
    ),
    # Witnesses
    Fault(
        "a checkpoint's signature is not verified",
        "witness/checkpoints.py",
        "            public.verify(bytes.fromhex(found.signature), found._signed)\n",
        "",
        "tests/witness",
    ),
    Fault(
        "the room does not ask its witnesses",
        "room/room_openings.py",
        "    checkpointing.check(is_restored=is_restored)\n",
        "",
        "tests/witness",
    ),
    Fault(
        "a cut tail is nothing",
        "witness/disagreements.py",
        "        if found is None:\n",
        "        if found is None:\n            continue\n        if found == '':\n",
        "tests/witness",
    ),
    Fault(
        "no checkpoint closes the day",
        "room/room_checkpoints.py",
        "        for point, day in list(self._closed_days()):\n",
        "        for point, day in ():\n",
        "tests/witness",
    ),
    Fault(
        "one person puts a backup back",
        "room/procedures/acts.py",
        "    RestoreRoom: Act.APPROVE_SETTINGS,\n",
        "",
        "tests/witness/test_restores.py",
    ),
    Fault(
        "a backup that is put back keeps its shoes",
        "room/procedures/restores.py",
        "        if table.shoe is not None:\n",
        "        if False:\n",
        "tests/witness/test_restores.py",
    ),
    # People
    Fault(
        "wrong PINs lock the badge everywhere",
        "room/people/tries.py",
        "tried = self._of(self._tried, (badge, origin.name), now)",
        'tried = self._of(self._tried, (badge, "everywhere"), now)',
        "tests/room/test_tries.py",
    ),
    Fault(
        "strangers keep the staff out",
        "room/people/tries.py",
        "        if origin.is_known:\n            return 0.0\n",
        "",
        "tests/room/test_tries.py",
    ),
    Fault(
        "newcomers wait with those who guess",
        "room/people/tries.py",
        "SUSPECTS_S if failures >= FREE_TRIES else NEWCOMERS_S",
        "SUSPECTS_S",
        "tests/room/test_tries.py",
    ),
    Fault(
        "a new PIN ends no session",
        "web/access/sessions.py",
        " and member.pins == self.pins",
        "",
        "tests/web/test_sessions.py",
    ),
    Fault(
        "one person makes a second",
        "room/procedures/acts.py",
        "    AddMember: Act.APPROVE_STAFF,\n",
        "",
        "tests/faults/test_forgeries.py",
    ),
    Fault(
        "a person signs twice",
        "room/procedures/signatures.py",
        "    if order.second.badge == first.badge:\n",
        "    if False:\n",
        "tests/room/test_staff.py tests/room/test_restraints.py tests/witness/test_restores.py",
    ),
    Fault(
        "any dealer cuts any table",
        "room/procedures/table_keys.py",
        "    if member.role is Role.DEALER and member.badge != table.dealer:\n",
        "    if False:\n",
        "tests/room/test_cutting.py tests/room/test_restraints.py",
    ),
    Fault(
        "PINs have no pepper",
        "room/people/pins.py",
        'return hmac.digest(self._pepper, pin.encode(), "sha256").hex()',
        "return pin",
        "tests/room/test_pins.py",
    ),
    Fault(
        "a passkey is not asked for",
        "room/procedures/signatures.py",
        "    if member.passkeys and member.badge not in order.proved and",
        "    if False and",
        "tests/room/test_pins.py",
    ),
    # Fairness
    Fault(
        "a seed is not compared with its commitment",
        "room/fairness/table_shoes.py",
        "    if commitment(seed) != shoe.commitment:\n",
        "    if False:\n",
        "tests/room/test_seeds.py tests/web/test_seed_faults.py",
    ),
    Fault(
        "a lost seed is an error of the server",
        "room/fairness/table_shoes.py",
        "    except OSError as error:\n        why",
        "    except EOFError as error:\n        why",
        "tests/room/test_seeds.py tests/web/test_seed_faults.py",
    ),
    Fault(
        "a screen opens any word",
        "room/procedures/cut_keys.py",
        "    if seal_of(shoe.commitment, number, told) != given.seal:\n",
        "    if False:\n",
        "tests/room/test_cutting.py",
    ),
    Fault(
        "a cut is closed and a word still added",
        "room/procedures/cut_keys.py",
        "    if shoe.stage is not CutStage.OPEN:\n        raise _closed(shoe)\n    if any",
        "    if any",
        "tests/room/test_cutting.py",
    ),
    Fault(
        "a dealer throws a cut shoe away",
        "room/people/roles.py",
        "    Act.ABANDON_SHOE: _MANAGERS,\n",
        "    Act.ABANDON_SHOE: _FLOOR,\n",
        "tests/room/test_cutting.py tests/web/test_wishes.py",
    ),
    # Money
    Fault(
        "a lifted stake is deducted from the pay",
        "table/movements.py",
        "pay=Cents(from_tray + settled.returned))\n",
        "pay=Cents(from_tray - settled.taken))\n",
        "tests/table tests/room/test_procedures.py",
    ),
    Fault(
        "a reversed award still says pay",
        "table/movements.py",
        '            return f"REVERSED: do not pay {page}. If paid, collect {amount} back."',
        '            return f"{page} pays {amount}."',
        "tests/room/test_reversals.py tests/web/test_reversals.py",
    ),
    Fault(
        "a comma is guessed to be a thousands sign",
        "amounts.py",
        "(?:{between}[0-9]{{3}})+",
        "(?:{between}[0-9]{{2,3}})+",
        "tests/amounts",
    ),
    Fault(
        "amounts that changed are signed",
        "room/procedures/order_decisions.py",
        "    if changes.fingerprint != order.agreed:\n",
        "    if False:\n",
        "tests/room/test_previews.py",
    ),
    # Files
    Fault(
        "a private file is anybody's",
        "room/files.py",
        "        os.fchmod(handle, 0o600)\n",
        "        os.fchmod(handle, 0o644)\n",
        "tests/room/test_files.py",
    ),
    Fault(
        "an export holds old PIN hashes",
        "journal/bundles.py",
        "(not _tells_of_a_pin(entry) and (",
        "((",
        "tests/rooms/test_stored.py",
    ),
    Fault(
        "a backup leaves the keys of the displays out",
        "room/care/backups.py",
        "if path.parts[0] not in LEFT_OUT]",
        "if path.suffix != '.key' or 'room' in path.name]",
        "tests/faults/test_backups.py",
    ),
    Fault(
        "the integrity check does not see what Python loads first",
        "room/integrity.py",
        "*loaded_first()]",
        "]",
        "tests/room/test_integrity.py",
    ),
    # The web
    Fault(
        "the hole card is shown",
        "table/views.py",
        "HIDDEN if index == 1 and not round_.is_hole_shown else",
        "",
        "tests/web/test_secrets.py",
    ),
    Fault(
        "a frame tells the hole card elsewhere",
        "screens/frames.py",
        '        "table": picture.table,\n',
        '        "table": picture.table,\n'
        '        "more": [c.text for c in (picture.round.dealer[1:2] if picture.round else ())],\n',
        "tests/web/test_secrets.py",
    ),
    Fault(
        "the CSRF token is not compared",
        "web/access/guards.py",
        "        if not hmac.compare_digest(token",
        "        if False and (token",
        "tests/web/test_matrix.py",
    ),
    Fault(
        "the origin is not checked",
        "web/access/guards.py",
        "    if is_foreign or (origin is None and is_needed) or fetched_from not in",
        '    if "elsewhere" not in fetched_from and fetched_from not in',
        "tests/web/test_matrix.py",
    ),
    Fault(
        "the role is not checked",
        "web/access/guards.py",
        "    if member.role not in roles:\n",
        "    if False:\n",
        "tests/web/test_matrix.py",
    ),
    Fault(
        "a token is good for every table",
        "web/access/tokens.py",
        '        if screen.kind not in ("table", "player") or screen.table != table:\n',
        '        if screen.kind not in ("table", "player"):\n',
        "tests/web/test_live.py",
    ),
    Fault(
        "a code for shoes watches and cuts",
        "web/access/tokens.py",
        '        if screen.kind not in ("table", "player") or screen.table != table:\n',
        "        if screen.table != table:\n",
        "tests/web/test_cuts.py",
    ),
    Fault(
        "signing out ends nothing",
        "web/access/sessions.py",
        "            self._kept.pop(session.key, None)\n            self._save(self._clock())\n",
        "            pass\n",
        "tests/web/test_sessions.py",
    ),
    Fault(
        "anybody signs for anybody",
        "web/routes/order_routes.py",
        "    if not needs_pin(ACTS[type(wish)]):\n        raise",
        "    if False:\n        raise",
        "tests/web/test_wishes.py",
    ),
    Fault(
        "a body is read to its end",
        "web/access/gates.py",
        "                if len(body) > most:\n",
        "                if False:\n",
        "tests/web/test_sessions.py",
    ),
    # The crowd
    Fault(
        "everybody has every place",
        "web/access/places.py",
        "            lost = self._make_room(kind, key)\n",
        "            lost = None\n",
        "tests/web/test_places.py",
    ),
    Fault(
        "guests wait in the staff's line",
        "web/access/turns.py",
        "        place, threads = self._lines.take(lane, key), self._threads[lane]\n",
        "        place, threads = self._lines.take(lane, key), self._threads[Lane.STAFF]\n",
        "tests/web/test_places.py",
    ),
    Fault(
        "a client is whoever it says it is",
        "web/access/proxies.py",
        "        if not client or str(client[0]) not in self:\n",
        "        if not client:\n",
        "tests/web/test_proxies.py",
    ),
    Fault(
        "nobody looks whose time is up",
        "web/access/connections.py",
        "        transport = self._transport\n        if transport is None:\n"
        "            if self._due <= now:\n",
        "        transport = self._transport\n        return\n        if transport is None:\n"
        "            if self._due <= now:\n",
        "tests/web/test_connections.py",
    ),
    Fault(
        "a stranger's address opens a session's places",
        "web/access/callers.py",
        "    if session is None or site.room is None:\n        return None\n",
        "    if session is None or site.room is None:\n        return 'staff'\n",
        "tests/web/test_connections.py",
    ),
    Fault(
        "facts are not written with their entry",
        "journal/transactions.py",
        "            save_facts(self._connection, self._seals, self.facts.values())\n",
        "",
        "tests/web/test_cuts.py",
    ),
    # The devices
    Fault(
        "a device's number is not looked at",
        "room/procedures/device_messages.py",
        "    if number != due:\n",
        "    if number < 0:\n",
        "tests/devices/test_enrolment.py",
    ),
    Fault(
        "a device speaks for another table",
        "room/procedures/device_messages.py",
        "    if not isinstance(wish, Operate) or wish.table != device.table:\n",
        "    if not isinstance(wish, Operate):\n",
        "tests/devices/test_enrolment.py",
    ),
    Fault(
        "a device presses any key",
        "room/procedures/device_messages.py",
        "COMMANDS[kind]) for kind in device.kinds):\n",
        "COMMANDS[kind]) for kind in DeviceKind):\n",
        "tests/devices/test_enrolment.py",
    ),
    Fault(
        "a device's refused message is forgotten",
        "room/procedures/refused_orders.py",
        "    return DeviceSpoke(by.device, by.number, dealer), refusal\n",
        "    return ()\n",
        "tests/devices/test_enrolment.py",
    ),
    Fault(
        "a lost device's wagers are taken",
        "room/procedures/table_keys.py",
        "    if rail := lost_rail(happenings.state.devices, table):\n",
        "    if (rail := lost_rail(happenings.state.devices, table)) and rail.number < 0:\n",
        "tests/devices/test_enrolment.py",
    ),
    Fault(
        "a device's mac is not compared",
        "room/device_wire.py",
        '    if not hmac.compare_digest(proof.encode(), mac.encode(errors="replace")):\n',
        "    if not proof:\n",
        "tests/devices/test_protocol.py",
    ),
    # The books
    Fault(
        "a round whose award was reversed counts twice",
        "room/projections/kept_totals.py",
        "if played is not None and played.last > before:",
        "if played is not None:",
        "tests/books/test_totals.py",
    ),
    Fault(
        "days after a clock that was set back open as before",
        "room/projections/level_days.py",
        "        _write(book, change, level, ordinal, later)\n",
        "        pass\n",
        "tests/books/test_totals.py",
    ),
]
