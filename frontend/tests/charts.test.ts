import { expect, it } from "vitest";
import { placeOfHand, readChart, toneOf } from "$lib/charts";

const TEXT = `# Z: zap the first two cards.
rules   zappit
                 2   3   T   A
hard 16          Zs  Zs  Z   Z
soft 18          S   Ds  H   H
pair 8           P   P   Zp  Z
doubled hard 13  S   S   U   U
`;

it("reads a printed chart into cells", () => {
  const chart = readChart(TEXT);
  expect(chart.upcards).toEqual(["2", "3", "T", "A"]);
  expect(chart.rows.map((row) => row.name)).toEqual(["hard 16", "soft 18", "pair 8", "doubled hard 13"]);
  expect(chart.rows[1]?.cells).toEqual(["S", "Ds", "H", "H"]);
  expect(chart.notes).toEqual(["Z: zap the first two cards."]);
});

const hand = (cards: string[], total: string, doubles = 0) => ({ cards, points: total, doubles, house_stake: 0 });

it("finds the cell of a hand, pairs by value", () => {
  expect(placeOfHand(hand(["8h", "8d"], "hard 16"), "Kc")).toEqual({ row: "pair 8", upcard: "T" });
  expect(placeOfHand(hand(["Kh", "Jd"], "hard 20"), "Ac")).toEqual({ row: "pair T", upcard: "A" });
  expect(placeOfHand(hand(["Ah", "5d", "2c"], "soft 18"), "7c")).toEqual({ row: "soft 18", upcard: "7" });
  expect(placeOfHand(hand(["6h", "5d", "2c"], "hard 13", 1), "7c").row).toBe("doubled hard 13");
});

it("colours a cell by its first choice", () => {
  expect([toneOf("Zs"), toneOf("Rh"), toneOf("P")]).toEqual(["z", "r", "p"]);
});
