"""An executive's passkey: asked for beside the PIN, by a real browser, whenever she signs."""

from __future__ import annotations

import secrets

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.consoles import context_for, sign_in
from tests.browser.servers import Server, Somebody

CABLE = {
    "options": {
        "protocol": "ctap2",
        "transport": "usb",
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
}
"""A security key that somebody always touches at once."""


def with_key(context: BrowserContext, page: Page) -> None:
    """Put a security key into the machine that the page is on."""
    devtools = context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", CABLE)


def test_a_passkey_is_added_and_from_then_on_the_pin_alone_signs_nothing(
    browser: Browser, own_server: Server
) -> None:
    server = own_server
    eve, base = server.badges["Eve"], f"http://localhost:{server.port}"
    context = context_for(browser)
    page = context.new_page()
    page.goto(f"{base}/desk")
    with_key(context, page)
    sign_in(page, server, "Eve")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_label("Name of the passkey").fill("Blue key")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your PIN").fill(eve["pin"])
    dialog.get_by_role("button", name="Add a passkey").click()
    expect(dialog).to_have_count(0)

    # Signing in again asks for the key, which is there.
    page.get_by_role("button", name="Sign out").click()
    sign_in(page, server, "Eve")
    expect(page.get_by_text("Eve, executive")).to_be_visible()

    # Without it neither a sign-in nor a second signature is accepted.
    body = {"badge": eve["badge"], "pin": eve["pin"]}
    alone = httpx.post(f"{server.base}/api/session", json=body, timeout=60)
    assert (alone.status_code, alone.json()["error"]["code"]) == (401, "passkey-needed")
    assert "upcard_session" not in alone.cookies
    with Somebody(server, "Tom") as tom:
        wish = {"kind": "SetWitnesses", "addresses": []}
        order = {"id": secrets.token_hex(16), "wish": wish, "pin": tom.me["pin"], "second": body}
        refused = tom.http.post("/api/orders", json=order)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "passkey-needed")
        forged = {**order, "passkeys": {eve["badge"]: {"id": "x", "type": "public-key"}}}
        refused = tom.http.post("/api/orders", json=forged)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "passkey-refused")

    # With it she signs at the desk: the page asks by itself.
    page.get_by_role("tab", name="People").click()
    page.get_by_role("button", name="New PIN Dana").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("New PIN").fill("918273")
    dialog.get_by_label("Your PIN").fill(eve["pin"])
    ann = server.badges["Ann"]
    dialog.get_by_label("Badge (swipe or type)").fill(ann["badge"])
    dialog.get_by_label("PIN", exact=True).fill(ann["pin"])
    dialog.get_by_role("button", name="New PIN").click()
    expect(dialog).to_have_count(0)
    context.close()
