import { afterEach, describe, expect, it, vi } from "vitest";
import { cutText, isChanged, openCut, sealCut, secretOf } from "../src/lib/cutting";
import { sealOf } from "../src/lib/shuffle";
import type { TableFrame } from "../src/lib/types";

const shoe = { number: 7, commitment: "ab".repeat(32), is_cut: false, dealt: 0, cards: 288, cut_card: 216, is_over: false };
const frame = { table: "t1", screen: "spot 3", shoe } as unknown as TableFrame;

/** The frame after the room has taken a seal. */
const after = (seal: string, from = frame) =>
  ({ ...from, shoe: { ...from.shoe, parts: [{ who: "spot 3", seal, cut: "", salt: "", at: "", is_sealed: true }] } }) as TableFrame;

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function answering(ok: boolean): [string, Record<string, string>][] {
  const sent: [string, Record<string, string>][] = [];
  vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body) as Record<string, string>]);
    const answer = ok ? {} : { error: { code: "cut-is-closed", message: "too late" } };
    return Promise.resolve(new Response(JSON.stringify(answer), { status: ok ? 200 : 409 }));
  });
  return sent;
}

describe("a screen's part of the cut", () => {
  it("is a place and a word, written one way", () => {
    expect(cutText(113, "  two   words ", 288)).toBe("113 two words");
    expect(cutText(1, "Été", 288)).toBe("1 Été");
    for (const [place, word] of [[0, "x"], [288, "x"], [1.5, "x"], [NaN, "x"], [5, " "], [5, "<b>"], [5, "x".repeat(25)]] as const)
      expect(cutText(place, word, 288)).toBeNull();
  });

  it("sends the seal and nothing of the word, and keeps what opens it", async () => {
    const sent = answering(true);
    await sealCut(frame, "token", "113 tulip");
    const [path, body] = sent[0]!;
    expect(secretOf(frame)).toBeNull();
    const secret = secretOf(after(body.seal!))!;
    expect(path).toBe("/api/shoes/t1/7/seal");
    expect(JSON.stringify(body)).not.toContain("tulip");
    expect(JSON.stringify(body)).not.toContain(secret.salt);
    expect(secret.salt).toMatch(/^[0-9a-f]{32}$/);
    expect(body.seal).toBe(sealOf({ commitment: shoe.commitment, table: "t1", shoe: 7 }, { who: "spot 3", ...secret }));
    await openCut(frame, "token", secret);
    expect(sent[1]![1]).toMatchObject({ cut: "113 tulip", salt: secret.salt, token: "token" });
  });

  it("never uses a salt twice, and keeps no word of an older shoe", async () => {
    const sent = answering(true);
    await sealCut(frame, "token", "113 tulip");
    const first = secretOf(after(sent[0]![1].seal!))!.salt;
    const next = { ...frame, shoe: { ...shoe, number: 8 } } as TableFrame;
    await sealCut(next, "token", "113 tulip");
    expect(secretOf(after(sent[1]![1].seal!, next))!.salt).not.toBe(first);
    expect(localStorage).toHaveLength(1);
  });

  it("opens the seal that the room has, whichever of two was the one that arrived", async () => {
    const sent = answering(true);
    await sealCut(frame, "token", "113 tulip");
    await sealCut(frame, "token", "20 rose");
    expect(sent.map(([, body]) => secretOf(after(body.seal!))?.cut)).toEqual(["113 tulip", "20 rose"]);
    expect(secretOf(after("00"))).toBeNull();
  });

  it("finds a part that is slipped in, left out or exchanged after it opened its word", async () => {
    answering(true);
    const other = { ...frame, table: "t2" } as TableFrame;
    const own = after("aa", other).shoe!.parts![0]!;
    const typed = { ...own, who: "dealer", seal: "", cut: "7 lily", is_sealed: false };
    const given = (...parts: (typeof own)[]) => ({ ...other, shoe: { ...other.shoe, parts } }) as TableFrame;
    expect(isChanged(given(own, typed))).toBe(false);
    await openCut(given(own, typed), "token", { cut: "113 tulip", salt: "00" });
    const opened = { ...own, cut: "113 tulip", salt: "00", is_sealed: false };
    expect(isChanged(given(opened, typed))).toBe(false);
    for (const parts of [[opened], [opened, typed, { ...own, who: "spot 6" }], [opened, { ...typed, cut: "8 lily" }], [typed, opened]])
      expect(isChanged(given(...parts))).toBe(true);
  });

  it("says why a screen was refused", async () => {
    answering(false);
    await expect(sealCut(frame, "token", "113 tulip")).rejects.toThrow("too late");
  });
});
