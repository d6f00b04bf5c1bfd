import { describe, expect, it } from "vitest";
import { stillDealing } from "$lib/landing.svelte";
import { chipsOnFelt, pileOf } from "$lib/piles";
import type { Movement, TableFrame, TableView } from "$lib/types";
import playing from "./fixtures/playing.json";

const move = (fields: Partial<Movement>): Movement => ({
  spot: 1,
  wager: "main",
  hand: "1",
  title: "Main",
  outcome: "",
  lifted: 0,
  take: 0,
  pay: 0,
  leave: 0,
  moved: 0,
  source: "tray",
  level: "",
  is_done: false,
  tone: "win",
  act: "",
  result: "",
  ...fields,
});

function table(stake: number, ...movements: Movement[]): TableView {
  const view = structuredClone((playing as unknown as TableFrame).view);
  const spot = view.spots.find((each) => each.spot === 1);
  if (!spot?.hands[0]) throw new Error("the fixture has no hand on spot 1");
  spot.hands = [{ ...spot.hands[0], stake }];
  return { ...view, spots: [spot], movements };
}

describe("the chips on a wager", () => {
  it("are the stakes of its hands: a double lays more", () => {
    expect(pileOf(table(5000), 1, "main")).toEqual({ laid: 5000, paid: 0, goesTo: "player" });
  });

  it("stay and are paid beside when the hand wins", () => {
    expect(pileOf(table(2500, move({ pay: 3750, leave: 2500 })), 1, "main")).toMatchObject({ laid: 2500, paid: 3750 });
  });

  it("go to the dealer when the hand loses, half of them when it surrenders", () => {
    expect(pileOf(table(2500, move({ take: 2500 })), 1, "main")).toEqual({ laid: 0, paid: 0, goesTo: "dealer" });
    expect(pileOf(table(2500, move({ take: 1250, leave: 1250 })), 1, "main").laid).toBe(1250);
  });

  it("are not there where nothing was wagered, and are not paid by a meter", () => {
    expect(pileOf(table(2500), 2, "main").laid).toBe(0);
    expect(pileOf(table(2500, move({ pay: 900_000, source: "meter" })), 1, "main").paid).toBe(0);
  });

  it("wait for the last card, but what was taken before stays taken", () => {
    const before = table(2500, move({ take: 2500 }));
    const next = { ...before, movements: [...before.movements, move({ spot: 2, hand: "2", take: 500 })] };
    expect(stillDealing(next, new Map(), before).movements).toHaveLength(1);
    expect(stillDealing(next, new Map()).movements).toHaveLength(0);
    expect(chipsOnFelt(before)).toBe(chipsOnFelt(table(2500)) - 2500);
  });
});
