import { afterEach, expect, it, vi } from "vitest";
import { newOrderId, order, signIn } from "$lib/api";

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
afterEach(() => vi.unstubAllGlobals());

it("makes order ids of 128 bits", () => {
  expect(newOrderId()).toMatch(/^[0-9a-f]{32}$/);
  expect(newOrderId()).not.toBe(newOrderId());
});

it("sends the same order id again when the line breaks, so that it counts once", async () => {
  const ids: string[] = [];
  const fetch = vi.fn(async (_path: string, init: RequestInit) => {
    ids.push((JSON.parse(String(init.body)) as { id: string }).id);
    if (ids.length === 1) throw new TypeError("network");
    return answer(200, { sequence: 7, repeated: false, answer: {} });
  });
  vi.stubGlobal("fetch", fetch);

  const done = await order({ kind: "StepBack", table: "t" });

  expect(done.sequence).toBe(7);
  expect(ids[1]).toBe(ids[0]);
});

it("carries the session's CSRF token and tells a refusal in the server's words", async () => {
  vi.stubGlobal("fetch", async () => answer(200, { badge: "d", name: "D", role: "dealer", csrf: "secret" }));
  await signIn({ badge: "d", pin: "1" });
  let seen: HeadersInit | undefined;
  vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
    seen = init.headers;
    return answer(409, { error: { code: "out-of-date", message: "the table has moved on" } });
  });

  const refused = order({ kind: "StepBack", table: "t" });

  await expect(refused).rejects.toMatchObject({ status: 409, code: "out-of-date", message: "the table has moved on" });
  expect(seen).toMatchObject({ "X-CSRF-Token": "secret" });
});
