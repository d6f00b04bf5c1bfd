import { describe, expect, it } from "vitest";
import { plain, rateText } from "../src/lib/desk";
import { frameOf, matches, spotsIn, type PastRoundLine, type RecalledRound } from "../src/lib/recall";
import { found, groupsOf, titleOf } from "../src/lib/rule_groups";
import { readList, same, type Field } from "../src/lib/rules.svelte";

describe("the desk's words", () => {
  it("writes rates as percent", () => {
    expect([rateText("6/25"), rateText("0"), rateText("2/25")]).toEqual(["24%", "0%", "8%"]);
  });
  it("writes names as words", () => {
    expect(plain("seed-recovery")).toBe("Seed recovery");
  });
});

const line: PastRoundLine = {
  id: "bahama-1/17", table: "bahama-1", number: 17, at: "", day: "2026-11-15", dealer: "Dana",
  spots: [2, 5], net: 0, is_by_hand: false, is_open: false, is_voided: false, is_reversed: false,
};

describe("recall", () => {
  it("finds rounds by number, dealer and spot", () => {
    expect(["17", "dana", "spot 5", "bahama dana 2026"].every((text) => matches(line, text))).toBe(true);
    expect(matches(line, "spot 3")).toBe(false);
  });
  it("draws a step with the circles of every wager that lay there", () => {
    const wagers = [{ name: "main", title: "Main", amount: 100, sensor: "placed" as const, outcome: "", tone: "" as const, act: "", result: "", lone_cards: [] }];
    const view = { game: "G", stage: "", prompt: "", dealer_cards: [], dealer_total: "", message: "", movements: [], awards: [], decisions: {}, free_decisions: [],
      spots: [{ spot: 5, player: "", banner: "", net: 0, wagers, hands: [] }] };
    const round: RecalledRound = { ...line, text: null, shoe: null, steps: [{ sequence: 1, at: "", by: "", sentence: "x", is_reversal: false, frame: view }] };
    expect(frameOf(round, round.steps[0]!).offers.map((offer) => offer.kind)).toEqual(["main"]);
    expect(spotsIn(round)).toEqual([5]);
  });
});

const field = (path: string, title = path): Field =>
  ({ path, title, help: "What the dealer does.", type: "text", choices: [], minimum: null, maximum: null, favours: "", says: "" });

describe("the rules' settings", () => {
  it("groups by section, wager and pay table", () => {
    const paths = ["deck", "dealer.soft_17", "side_wagers.trilux.title", "side_wagers.trilux.paytables.TRI-03.pays.flush"];
    const groups = groupsOf(paths.map((path) => field(path)));
    expect(groups.map((group) => group.key)).toEqual(["game", "dealer", "side_wagers.trilux"]);
    expect(groups[2]!.tables.map((table) => table.name)).toEqual(["TRI-03"]);
  });
  it("finds a field by any of its words", () => {
    expect(found(field("dealer.soft_17", "Soft 17"), "soft dealer")).toBe(true);
    expect(found(field("dealer.soft_17", "Soft 17"), "rescue")).toBe(false);
    expect(found(field("dealer.soft_17", "Soft 17"), "house soft", "The house")).toBe(true);
  });
  it("reads lists as people type them", () => {
    expect(readList("5, 6,8", true)).toEqual([5, 6, 8]);
    expect(readList("trilux, match-up", false)).toEqual(["trilux", "match-up"]);
    expect(readList("", true)).toEqual([]);
    expect(same([5, 6], [5, 6])).toBe(true);
  });
  it("names a wager by its own title", () => {
    expect(titleOf("trilux", { "side_wagers.trilux.title": "TriLux Bonus" })).toBe("TriLux Bonus");
  });
});
