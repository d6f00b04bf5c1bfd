import { expect, it } from "vitest";
import { stateAfter, waitBefore, waitIn } from "$lib/live";

it("waits longer after each failed try, up to a bound, and not all screens at once", () => {
  expect(waitBefore(0, 0)).toBe(200);
  expect(waitBefore(3, 0)).toBe(1600);
  expect(waitBefore(30, 0.999)).toBeLessThanOrEqual(8000);
  expect(waitBefore(2, 0.9)).toBeGreaterThan(waitBefore(2, 0.1));
});

it("knows why the server closed a socket", () => {
  expect([1008, 4401, 4403, 4404].map(stateAfter)).toEqual(["refused", "refused", "refused", "refused"]);
  expect(stateAfter(4409)).toBe("elsewhere");
  expect(stateAfter(4429)).toBe("full");
  expect([1000, 1001, 1006, 1011].map(stateAfter)).toEqual(["offline", "offline", "offline", "offline"]);
});

it("does not hammer a server that is full, nor take places from other screens for long", () => {
  for (const chance of [0, 0.5, 0.999]) {
    expect(waitIn("offline", 0, chance)).toBeLessThanOrEqual(400);
    expect(waitIn("refused", 0, chance)).toBeGreaterThanOrEqual(6000);
    expect(waitIn("full", 0, chance)).toBeGreaterThanOrEqual(15_000);
    expect(waitIn("elsewhere", 0, chance)).toBeGreaterThanOrEqual(45_000);
  }
  expect(waitIn("elsewhere", 0, 0.9)).toBeGreaterThan(waitIn("elsewhere", 0, 0.1));
});
