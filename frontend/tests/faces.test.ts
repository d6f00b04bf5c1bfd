import { expect, it } from "vitest";
import { cardName, faceOf, PIPS } from "$lib/faces";

it("has as many pips as the rank says", () => {
  for (const rank of "23456789T") expect(PIPS[rank]).toHaveLength(rank === "T" ? 10 : Number(rank));
});

it("names cards for ears", () => {
  expect([cardName("Ks"), cardName("Td"), cardName("??")]).toEqual(["king of spades", "ten of diamonds", "face-down card"]);
});

it("prints a ten as 10, and shows nothing of a hidden card", () => {
  expect(faceOf("Th")?.index).toBe("10");
  expect(faceOf("??")).toBeNull();
});
