import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Previewing, type Preview } from "$lib/previews.svelte";
import type { Wish } from "$lib/types";

const sent: { path: string; body: Record<string, unknown> }[] = [];
let answer: (path: string) => Response | Promise<Response>;

const preview = (agreed: string): Preview => ({ version: 1, agreed, signers: [["executive"]], roles_differ: false, warnings: [], changes: [] });
const told = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refused = (code: string, message: string) => told({ error: { code, message } }, 409);
const adjust = (amount: number, evidence = ""): Wish => ({ kind: "AdjustMeter", progressive: "p", amount, evidence });

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  answer = () => told(preview("one"));
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(init.body)) as Record<string, unknown> });
    return answer(path);
  });
});
afterEach(() => vi.useRealTimers());

it("shows at once what a wish would change, and is then ready to be signed", async () => {
  const looking = new Previewing();
  expect(looking.isAsked).toBe(false);
  looking.ask(adjust(100));
  expect(looking.blocked).not.toBe("");
  await vi.advanceTimersByTimeAsync(1);

  expect([looking.isReady, looking.shown?.agreed, looking.blocked]).toEqual([true, "one", ""]);
});

it("is not ready while an amount that was typed since is not shown", async () => {
  const looking = new Previewing();
  looking.ask(adjust(100));
  await vi.advanceTimersByTimeAsync(1);
  looking.ask(adjust(1000));

  expect(looking.isReady).toBe(false);
  answer = () => told(preview("two"));
  await vi.advanceTimersByTimeAsync(1000);
  expect([looking.isReady, looking.shown?.agreed]).toEqual([true, "two"]);
});

it("does not ask again for words that change no amount", async () => {
  const looking = new Previewing();
  looking.ask(adjust(100, ""));
  await vi.advanceTimersByTimeAsync(1);
  looking.ask(adjust(100, "photo 12"));

  expect(looking.isReady).toBe(true);
  expect(sent[0]?.body).toEqual({ wish: adjust(100, "…") });
});

it("says why it is refused, and blocks the signature with it", async () => {
  const looking = new Previewing();
  answer = () => refused("amount-not-allowed", "amount is 0: an adjustment is more than 0");
  looking.ask(adjust(0));
  await vi.advanceTimersByTimeAsync(1);

  expect([looking.isReady, looking.blocked]).toEqual([false, "amount is 0: an adjustment is more than 0"]);
});

it("renews the numbers when the room changes, a few times a second at most", async () => {
  const looking = new Previewing();
  looking.ask(adjust(100));
  await vi.advanceTimersByTimeAsync(1);
  for (let change = 0; change < 20; change += 1) {
    looking.ask(adjust(100));
    await vi.advanceTimersByTimeAsync(50);
  }

  expect(looking.isReady).toBe(true);
  expect(sent.length).toBeLessThanOrEqual(3);
});

it("sends what was agreed to, and shows the new numbers if it is out of date", async () => {
  const looking = new Previewing();
  looking.ask(adjust(100));
  await vi.advanceTimersByTimeAsync(1);
  answer = (path) => (path === "/api/orders" ? refused("out-of-date", "the amounts have changed") : told(preview("two")));
  const signed = looking.sign(adjust(100, "photo 12"), { pin: "123456" }).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(10);

  expect(await signed).toBe("the amounts have changed");
  expect(sent.find((each) => each.path === "/api/orders")?.body).toMatchObject({ agreed: "one", pin: "123456", wish: { evidence: "photo 12" } });
  expect(looking.shown?.agreed).toBe("two");
});

it("shows nothing of an answer that came too late", async () => {
  const looking = new Previewing();
  let late: (response: Response) => void = () => undefined;
  answer = () => new Promise((resolve) => (late = resolve));
  looking.ask(adjust(100));
  await vi.advanceTimersByTimeAsync(1);
  looking.ask(null);
  late(told(preview("one")));
  await vi.advanceTimersByTimeAsync(1000);

  expect(sent).toHaveLength(1);
  expect([looking.shown, looking.isReady, looking.isAsked]).toEqual([null, false, false]);
});
