import { expect, it } from "vitest";
import { drawn, HI_LO, runningCount, tagLines } from "$lib/count_drill";

it("counts what has come", () => {
  expect(runningCount(HI_LO, ["2s", "5h", "9d", "Kc", "As", "Th", "6c"])).toBe(0);
  expect(runningCount(HI_LO, ["2s", "3h"])).toBe(2);
});

it("is balanced: a whole deck counts nothing", () => {
  const deck = [..."shdc"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  expect(runningCount(HI_LO, deck)).toBe(0);
  const all = drawn(deck, 2, 200);
  expect(all).toHaveLength(104);
  expect([...all].sort()).toEqual([...deck, ...deck].sort());
});

it("tells the tags as people learn them", () => {
  expect(tagLines(HI_LO)).toEqual([
    { tag: 1, ranks: "2 3 4 5 6" },
    { tag: 0, ranks: "7 8 9" },
    { tag: -1, ranks: "A 10 J Q K" },
  ]);
});
