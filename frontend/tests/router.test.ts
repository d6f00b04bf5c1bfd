import { expect, it } from "vitest";
import { routeOf } from "$lib/router";

it.each([
  ["/", "start"],
  ["/solo", "solo"],
  ["/dealer/bahama-1", "dealer"],
  ["/table/bahama-1", "table"],
  ["/table/bahama-1/4", "player"],
  ["/table/bahama-1/8", "missing"],
  ["/jackpot/bahama", "jackpot"],
  ["/dealer", "missing"],
  ["/nowhere", "missing"],
])("%s is the page %s", (path, page) => {
  expect(routeOf(path).page).toBe(page);
});

it("takes the token from after the #, where no server log sees it", () => {
  expect(routeOf("/table/bahama-1/4", "#abc")).toEqual({ page: "player", args: ["bahama-1", "4"], token: "abc" });
});
