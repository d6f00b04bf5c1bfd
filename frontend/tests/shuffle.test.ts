import { describe, expect, it } from "vitest";
import { groups, isHouseAlone, isSame, keystream, orderOf, PLAYERS_CUT, sealOf, unshuffled, verify, type PublishedShoe } from "../src/lib/shuffle";
import made from "./fixtures/shuffle.json";

const published: PublishedShoe[] = made.shoes.map(({ order, ...shoe }) => ({ ...shoe, dealt: order.split(" ") }));

describe("the page's own shuffle", () => {
  it("draws the same words as the room", () => {
    const key = Uint8Array.from({ length: 32 }, (_, i) => i);
    const words = keystream(key);
    expect(made.keystream.words.map(() => words.next().value)).toEqual(made.keystream.words);
  });

  it.each(published)("makes shoe $shoe of $table again", (shoe) => {
    expect(orderOf(shoe)).toEqual(shoe.dealt);
  });

  it.each(published)("finds nothing wrong with shoe $shoe of $table", (shoe) => {
    expect((verify({ ...shoe, dealt: shoe.dealt.slice(0, 40) })).findings).toEqual([]);
  });

  it("names the first card that was dealt out of order", () => {
    const shoe = published[0]!;
    const dealt = shoe.dealt.slice(0, 20);
    [dealt[4], dealt[9]] = [dealt[9]!, dealt[4]!];
    expect((verify({ ...shoe, dealt })).findings).toEqual([
      { kind: "card", place: 5, dealt: dealt[4], fixed: shoe.dealt[4] },
    ]);
  });

  it("finds a seed that was not the one committed to", () => {
    const shoe = { ...published[1]!, seed: published[2]!.seed };
    expect((verify(shoe)).findings[0]).toEqual({ kind: "seed" });
  });

  it("refuses an algorithm it does not know", () => {
    const { findings } = verify({ ...published[0]!, algorithm: "upcard-shuffle-9" });
    expect(findings).toEqual([{ kind: "algorithm", found: "upcard-shuffle-9" }]);
  });

  it("finds more cards dealt than the shoe has, and no cut", () => {
    const shoe = published[3]!;
    const { findings } = verify({ ...shoe, cut: "", dealt: [...shoe.dealt, "As"] });
    expect(findings.map((each) => each.kind)).toEqual(["cut", "card", "count"]);
  });

  it("finds a word that is not the one sealed, and a part that was left out", () => {
    const shoe = published.find((each) => each.algorithm === PLAYERS_CUT)!;
    const [first, ...others] = shoe.parts!;
    const changed = verify({ ...shoe, parts: [{ ...first!, cut: "113 rose" }, ...others] });
    expect(changed.findings.map((each) => each.kind)).toEqual(["seal", "card"]);
    expect(verify({ ...shoe, parts: others }).findings.map((each) => each.kind)).toEqual(["card"]);
    expect(verify({ ...shoe, parts: [] }).findings.map((each) => each.kind)).toEqual(["cut", "card"]);
  });

  it("lets a word be sealed for ever only where no card was dealt", () => {
    const shoe = published.find((each) => each.algorithm === PLAYERS_CUT)!;
    const [first, ...others] = shoe.parts!;
    const parts = [{ ...first!, cut: "", salt: "" }, ...others];
    expect(verify({ ...shoe, parts, dealt: [] }).findings).toEqual([]);
    expect(verify({ ...shoe, parts }).findings.map((each) => each.kind)).toEqual(["seal", "card"]);
  });

  it("says when the house alone chose", () => {
    const shoes = published.filter((each) => each.algorithm === PLAYERS_CUT);
    expect(shoes.map((shoe) => isHouseAlone(shoe.parts ?? []))).toEqual([false, true, false]);
  });

  it("seals for one shoe and one screen", () => {
    const part = { who: "spot 3", cut: "113 tulip", salt: "00" };
    const shoe = { commitment: "c", table: "t1", shoe: 1 };
    const seals = [sealOf(shoe, part), sealOf({ ...shoe, shoe: 2 }, part), sealOf(shoe, { ...part, who: "spot 4" })];
    expect(new Set(seals).size).toBe(3);
  });

  it("compares a commitment with what somebody wrote down", () => {
    const { commitment } = published[0]!;
    expect(groups(commitment).slice(0, 2)).toEqual([commitment.slice(0, 4), commitment.slice(4, 8)]);
    expect(isSame(commitment, groups(commitment).slice(0, 4).join(" ").toUpperCase())).toBe(true);
    expect(isSame(commitment, commitment.slice(0, 12))).toBe(false);
    expect(isSame(commitment, `0${commitment.slice(1, 20)}`)).toBe(commitment.startsWith("0"));
  });

  it("takes the tens out of a pontoon deck", () => {
    expect(unshuffled("pontoon", 6)).toHaveLength(288);
    expect(unshuffled("pontoon", 1)).not.toContain("Td");
    expect(unshuffled("standard", 1)).toContain("Td");
  });
});
