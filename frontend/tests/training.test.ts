import { describe, expect, it } from "vitest";
import { dearest, noted, NOTHING_YET, readTraining, toPractise, type GameTraining } from "$lib/training";
import type { Mistake } from "$lib/types";

const wrong = (percent: number): Mistake => ({ chosen: "hit", best: "stand", costs_percent: percent, costs: 10 });
const place = (row: string, upcard = "T") => ({ row, upcard });
const play = (...steps: [string, Mistake | null][]): GameTraining =>
  steps.reduce((game, [row, mistake]) => noted(game, place(row), mistake), NOTHING_YET);

describe("what a player has learned", () => {
  it("counts streaks of best plays", () => {
    const game = play(["hard 12", null], ["hard 13", null], ["hard 16", wrong(5)], ["hard 12", null]);
    expect(game).toMatchObject({ decided: 4, right: 3, streak: 1, longest: 2 });
  });

  it("names the five dearest habits, the dearest first", () => {
    const rows = ["hard 12", "hard 13", "hard 14", "hard 15", "hard 16", "soft 18"];
    const game = play(...rows.map((row, index): [string, Mistake] => [row, wrong(index + 1)]), ["hard 12", wrong(9)]);
    expect(dearest(game).map((cell) => cell.row)).toEqual(["hard 12", "soft 18", "hard 16", "hard 15", "hard 14"]);
    expect(dearest(game)[0]).toMatchObject({ cost: 10, wrong: 2, seen: 2, chosen: "hit", best: "stand" });
  });

  it("practises a cell until it was right three times in a row", () => {
    const again: [string, Mistake | null] = ["hard 16", null];
    expect(toPractise(play(["hard 16", wrong(5)], again, again))).toEqual([place("hard 16")]);
    expect(toPractise(play(["hard 16", wrong(5)], again, again, again))).toEqual([]);
  });

  it("practises only what two cards can be", () => {
    expect(toPractise(play(["doubled hard 14", wrong(5)], ["pair 8", wrong(1)]))).toEqual([place("pair 8")]);
  });

  it("is read back as it was saved, and nothing else is", () => {
    const all = { blackjack: play(["hard 16", wrong(5)]) };
    expect(readTraining(JSON.stringify(all))).toEqual(all);
    for (const text of ["", "[]", "null", '{"blackjack": {}}', '{"blackjack": {"decided": -1}}']) expect(readTraining(text)).toBeNull();
  });
});
