import { describe, expect, it } from "vitest";
import { keystream, orderOf, unshuffled, verify, type PublishedShoe } from "../src/lib/shuffle";
import made from "./fixtures/shuffle.json";

const published: PublishedShoe[] = made.shoes.map(({ order, ...shoe }) => ({ ...shoe, dealt: order.split(" ") }));

describe("the page's own shuffle", () => {
  it("draws the same words as the room", () => {
    const key = Uint8Array.from({ length: 32 }, (_, i) => i);
    const words = keystream(key);
    expect(made.keystream.words.map(() => words.next().value)).toEqual(made.keystream.words);
  });

  it.each(published)("makes shoe $shoe of $table again", async (shoe) => {
    expect(await orderOf(shoe)).toEqual(shoe.dealt);
  });

  it.each(published)("finds nothing wrong with shoe $shoe of $table", async (shoe) => {
    expect((await verify({ ...shoe, dealt: shoe.dealt.slice(0, 40) })).findings).toEqual([]);
  });

  it("names the first card that was dealt out of order", async () => {
    const shoe = published[0]!;
    const dealt = shoe.dealt.slice(0, 20);
    [dealt[4], dealt[9]] = [dealt[9]!, dealt[4]!];
    expect((await verify({ ...shoe, dealt })).findings).toEqual([
      { kind: "card", place: 5, dealt: dealt[4], fixed: shoe.dealt[4] },
    ]);
  });

  it("finds a seed that was not the one committed to", async () => {
    const shoe = { ...published[1]!, seed: published[2]!.seed };
    expect((await verify(shoe)).findings[0]).toEqual({ kind: "seed" });
  });

  it("refuses an algorithm it does not know", async () => {
    const { findings } = await verify({ ...published[0]!, algorithm: "upcard-shuffle-9" });
    expect(findings).toEqual([{ kind: "algorithm", found: "upcard-shuffle-9" }]);
  });

  it("finds more cards dealt than the shoe has, and no cut", async () => {
    const shoe = published[3]!;
    const { findings } = await verify({ ...shoe, cut: "", dealt: [...shoe.dealt, "As"] });
    expect(findings.map((each) => each.kind)).toEqual(["cut", "card", "count"]);
  });

  it("takes the tens out of a pontoon deck", () => {
    expect(unshuffled("pontoon", 6)).toHaveLength(288);
    expect(unshuffled("pontoon", 1)).not.toContain("Td");
    expect(unshuffled("standard", 1)).toContain("Td");
  });
});
