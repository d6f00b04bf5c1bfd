import { expect, it } from "vitest";
import { waitBefore } from "$lib/live";

it("waits longer after each failed try, up to a bound, and not all screens at once", () => {
  expect(waitBefore(0, 0)).toBe(200);
  expect(waitBefore(3, 0)).toBe(1600);
  expect(waitBefore(30, 0.999)).toBeLessThanOrEqual(8000);
  expect(waitBefore(2, 0.9)).toBeGreaterThan(waitBefore(2, 0.1));
});
