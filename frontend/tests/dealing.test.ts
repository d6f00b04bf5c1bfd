import { describe, expect, it } from "vitest";
import { arrivals } from "$lib/dealing";
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

  it("begins anew with a new round", () => {
    expect(arrivals(view(split), view(playing)).has("dealer:0")).toBe(false);
    expect(arrivals(view(playing), view(betting)).size).toBe(0);
  });
});
