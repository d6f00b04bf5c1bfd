import { describe, expect, it } from "vitest";
import { givenAway, percent, ranked, worst, type Advice, type Slip } from "../src/lib/coaching";
import { cardByCard } from "../src/lib/replaying";
import type { TableView, Tone } from "../src/lib/types";

const advice: Advice = {
  decision: "surrender",
  chart: "hit",
  why: "",
  values: { stand: -0.54, hit: -0.504, double: -1.01, surrender: -0.5 },
};

describe("the coach", () => {
  it("prices a decision against the best one", () => {
    expect(givenAway(advice, "stand")).toBeCloseTo(0.04);
    expect(givenAway(advice, "surrender")).toBe(0);
  });

  it("forgives what the chart says", () => {
    expect(givenAway(advice, "hit")).toBe(0);
  });

  it("does not judge what nobody worked out", () => {
    expect(givenAway({ ...advice, values: null }, "stand")).toBe(0);
  });

  it("ranks decisions from the best to the worst", () => {
    expect(ranked(advice).map((row) => row.decision)).toEqual(["surrender", "hit", "stand", "double"]);
  });

  it("lists the worst five, the costliest first", () => {
    const slips = [3, 9, 1, 7, 5, 8].map((costs) => ({ costs }) as Slip);
    expect(worst(slips).map((slip) => slip.costs)).toEqual([9, 8, 7, 5, 3]);
  });

  it("writes shares with their sign", () => {
    expect([percent(0.0325), percent(-0.5)]).toEqual(["+3.25%", "−50.00%"]);
  });
});

const view = (dealer: string[], cards: string[], tone: Tone = ""): TableView => ({
  game: "Blackjack", stage: "playing", prompt: "", dealer_cards: dealer, dealer_total: "9", message: "",
  spots: [{ spot: 1, player: "", banner: "", net: 0, wagers: [],
    hands: [{ name: "1", title: "Spot 1", cards, total: "16", points: "16", stake: 100, house_stake: 0, doubles: 0, is_active: true, border: "", is_given_up: false, tone, act: "", result: "" }] }],
  movements: [], awards: [], decisions: {}, free_decisions: [],
});
const told = { dealt: "a card", turned: "the hole card", now: "now" };

describe("a round card by card", () => {
  it("deals around the table, and ends with the frame itself", () => {
    const next = view(["9h", "??"], ["8s", "8d"]);
    const steps = cardByCard(view([], []), next, told);
    expect(steps.map(({ view: { dealer_cards, spots } }) => [spots[0]!.hands[0]!.cards.length, dealer_cards.length])).toEqual([
      [1, 0], [1, 1], [2, 1], [2, 2],
    ]);
    expect(steps.at(-1)).toEqual({ sentence: "now", view: next });
  });

  it("turns the hole card before the dealer draws, and tells no outcome early", () => {
    const steps = cardByCard(view(["9h", "??"], ["8s", "8d"]), view(["9h", "5c", "Kd", "2s"], ["8s", "8d"], "win"), told);
    expect(steps.map((step) => step.view.dealer_cards.length)).toEqual([2, 3, 4]);
    expect(steps[0]!.view.dealer_cards[1]).toBe("5c");
    expect(steps[0]!.view.spots[0]!.hands[0]!.tone).toBe("");
    expect(steps.at(-1)!.view.spots[0]!.hands[0]!.tone).toBe("win");
  });
});
