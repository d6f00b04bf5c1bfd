import { describe, expect, it } from "vitest";
import { arrivals, TURNED } from "$lib/dealing";
import { stillDealing } from "$lib/landing.svelte";
import type { TableFrame } from "$lib/types";
import betting from "./fixtures/betting.json";
import playing from "./fixtures/playing.json";
import split from "./fixtures/split.json";

const view = (frame: unknown) => (frame as TableFrame).view;

describe("the order in which cards arrive", () => {
  it("is card by card around the table, the dealer last", () => {
    const order = [...arrivals(view(betting), view(playing)).keys()];

    expect(order.slice(0, 7)).toEqual(["1:0", "2:0", "3:0", "4:0", "5:0", "7:0", "dealer:0"]);
    expect(order.at(-1)).toBe("dealer:1");
  });

  it("starts with nothing when a page is opened in the middle of a round", () => {
    expect(arrivals(null, view(playing)).size).toBe(0);
  });

  it("leaves the card that a split hand took along where it is", () => {
    const order = arrivals(view(playing), view(split));

    expect(order.has("1b:0")).toBe(false);
  });

  it("lets players draw first, then the dealer turns over in place, then draws", () => {
    const last = view(playing);
    const next = structuredClone(last);
    next.spots[0]?.hands[0]?.cards.push("2c", "3c");
    next.dealer_cards = [last.dealer_cards[0] ?? "", "Kd", "2s", "3s"];
    const count = last.spots[0]?.hands[0]?.cards.length ?? 0;
    expect([...arrivals(last, next).keys()]).toEqual([`1:${count}`, `1:${count + 1}`, TURNED, "dealer:2", "dealer:3"]);
  });

  it("begins anew with a new round", () => {
    expect(arrivals(view(split), view(playing)).has("dealer:0")).toBe(false);
    expect(arrivals(view(playing), view(betting)).size).toBe(0);
  });
});

describe("while cards are on their way", () => {
  it("shows the cards and nothing that they come to", () => {
    const last = view(playing);
    const next = structuredClone(last);
    next.dealer_cards = [last.dealer_cards[0] ?? "", "Kd", "2s"];
    next.dealer_total = "22";
    next.message = "Dealer busts";
    for (const spot of next.spots) {
      spot.banner = "WIN";
      spot.net = 2500;
      for (const hand of spot.hands) Object.assign(hand, { tone: "win", border: "WIN", result: "+$25", act: "PAY $25" });
    }
    const shown = stillDealing(next, arrivals(last, next));
    expect(shown.dealer_cards).toEqual(next.dealer_cards);
    expect([shown.dealer_total, shown.message]).toEqual(["", ""]);
    for (const spot of shown.spots) {
      expect([spot.banner, spot.net]).toEqual(["", 0]);
      for (const hand of spot.hands) expect([hand.tone, hand.border, hand.result, hand.act]).toEqual(["", "", "", ""]);
    }
    // A hand that gets no card keeps the total it had.
    expect(shown.spots[0]?.hands[0]?.total).toBe(last.spots[0]?.hands[0]?.total);
  });
});
