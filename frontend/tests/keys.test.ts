import { describe, expect, it } from "vitest";
import { actionFor, momentOf } from "../src/pages/dealer/keys";

describe("the console by keyboard", () => {
  it("has the next step on Enter, Space and keypad 0, always", () => {
    for (const moment of ["betting", "deciding", "other"] as const) {
      for (const key of ["Enter", " ", "0"]) expect(actionFor(key, moment)).toEqual({ do: "next" });
    }
  });

  it("plays a hand by letter or by keypad digit", () => {
    expect(actionFor("P", "deciding")).toEqual({ do: "decide", decision: "split" });
    expect(actionFor("4", "deciding")).toEqual({ do: "decide", decision: "split" });
  });

  it("chooses spots by digit where no hand is played", () => {
    expect(actionFor("4", "betting")).toEqual({ do: "spot", spot: 4 });
    expect(actionFor("7", "other")).toEqual({ do: "spot", spot: 7 });
  });

  it("knows a moment by the server's next key", () => {
    expect([momentOf("decide"), momentOf("start-game"), momentOf("lift")]).toEqual(["deciding", "betting", "other"]);
  });

  it("takes a card by two presses while the table asks for one", () => {
    expect(["7", "a", "1", "0", "K"].map((key) => actionFor(key, "reading"))).toEqual(
      ["7", "A", "A", "T", "K"].map((rank) => ({ do: "rank", rank })),
    );
    expect(["s", "H", "-", "+"].map((key) => actionFor(key, "reading"))).toEqual(
      ["s", "h", "d", "c"].map((suit) => ({ do: "suit", suit })),
    );
    expect(actionFor("Enter", "reading")).toEqual({ do: "next" });
    expect([momentOf("card"), momentOf("face-down"), momentOf("peek")]).toEqual(["reading", "reading", "peeking"]);
  });

  it("keys the peek, and nothing else by these keys", () => {
    expect(actionFor("n", "peeking")).toEqual({ do: "peek", hasNatural: false });
    expect(actionFor("B", "peeking")).toEqual({ do: "peek", hasNatural: true });
    expect(actionFor("n", "other")).toBeNull();
  });

  it("does nothing for other keys", () => {
    expect(actionFor("Tab", "betting")).toBeNull();
  });
});
