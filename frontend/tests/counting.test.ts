import { expect, it } from "vitest";
import { counted, COUNT_MS } from "$lib/counting";

it("never shows more than the ledger has, and never goes back on its way up", () => {
  let last = 1000;
  for (let elapsed = -5; elapsed < COUNT_MS + 50; elapsed += 7) {
    const shown = counted(1000, 1777, elapsed);
    expect(shown).toBeLessThanOrEqual(1777);
    expect(shown).toBeGreaterThanOrEqual(last);
    last = shown;
  }
  expect(last).toBe(1777);
});

it("shows a meter that fell at once", () => {
  expect(counted(5000, 2000, 0)).toBe(2000);
});

it("a display has caught up well within a second", () => {
  expect(COUNT_MS).toBeLessThanOrEqual(800);
  expect(counted(100, 250, COUNT_MS)).toBe(250);
});
