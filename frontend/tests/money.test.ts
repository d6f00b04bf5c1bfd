import { describe, expect, it } from "vitest";
import { change, chipsFor, exact, money } from "$lib/money";

describe("money", () => {
  it("shows cents only where there are any", () => {
    expect([money(2500), money(1250), money(125_000), money(-500)]).toEqual(["$25", "$12.50", "$1,250", "−$5"]);
  });

  it("shows a meter always with cents", () => {
    expect([exact(201_733), exact(5), exact(100)]).toEqual(["$2,017.33", "$0.05", "$1.00"]);
  });

  it("tells a gain by its sign", () => {
    expect([change(100), change(-100), change(0)]).toEqual(["+$1", "−$1", "$0"]);
  });

  it("stacks the largest chips first", () => {
    expect(chipsFor(13_150)).toEqual([10_000, 2_500, 500, 100, 50]);
  });

  it("leaves over what no chip covers", () => {
    expect(chipsFor(25)).toEqual([]);
  });
});
