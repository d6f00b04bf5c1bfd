import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Solo } from "../src/lib/solo.svelte";
import { netsOf, roundsIn } from "../src/lib/solo_tables";
import type { SoloFrame } from "../src/lib/types";

const MAIN = { name: "main", title: "Main", kind: "main", minimum: 500, maximum: 30000, step: 100, needs: null, is_at_most_main: false, is_late: false, paytable: "", lines: [] };

interface Table {
  stage: string;
  placed: number;
  version: number;
  rounds: number;
}

/** A table as small as a page can tell: it takes one wager, deals, asks once, settles. */
function frameOf({ stage, placed, version, rounds }: Table): SoloFrame {
  const wagers = placed ? [{ name: "main", title: "Main", amount: placed, sensor: "placed", outcome: "", tone: "", act: "", result: "", lone_cards: [] }] : [];
  const isDealt = stage !== "betting";
  const hands = isDealt
    ? [{ name: "1", cards: ["Ts", "6d"], total: "hard 16", points: "hard 16", stake: placed, doubles: 0, is_active: stage === "playing", border: "", tone: "", act: "", result: "" }]
    : [];
  const key = { betting: "start-game", playing: "decide", closing: "end-game" }[stage];
  return {
    type: "table", version, table: "solo", audience: "player", offers: [MAIN], rules: [], meters: [],
    history: [], say: stage, insurance: [], can_step_back: "", round: { id: "solo/1", number: 1 },
    next: { key, label: "", sentence: "", reason: "" }, game: { name: "g", title: "G", decks: 6 },
    solo: { bankroll: 100000, net: 0, rounds, mistakes: 0, cost: 0 },
    view: { game: "G", stage, prompt: "", dealer_cards: isDealt ? ["Td", "??"] : [], dealer_total: "", message: "", movements: [], awards: [], decisions: {},
      spots: placed ? [{ spot: 1, player: "", banner: "", net: 0, wagers, hands }] : [] },
  } as unknown as SoloFrame;
}

const MISTAKE = { chosen: "stand", best: "hit", costs_percent: 1.5, costs: 38 };
let asked: string[];
let table: Table;

function answered(path: string, body: Record<string, unknown>): unknown {
  if (path.endsWith("/games")) return [{ name: "g", title: "G", decks: [6], packs: {} }];
  if (path.endsWith("/advice")) return { decision: "hit", why: "", values: { hit: -0.5, stand: -0.6 } };
  if (path.includes("/judged/")) return { mistake: asked.at(-1) === "Choose stand" ? MISTAKE : null };
  if (!Object.keys(body).length) return { id: "a", frame: frameOf(table) };
  const command = body.command as { kind: string; amount?: number; decision?: string } | undefined;
  if (path === "/api/solo") return { id: "a", frame: frameOf(table) };
  asked.push(command ? `${command.kind} ${command.amount ?? command.decision ?? ""}`.trim() : (Object.keys(body)[0] ?? ""));
  table.version += 1;
  if (command?.kind === "PlaceWager") table.placed = command.amount ?? 0;
  if (command?.kind === "LiftWager") table.placed = 0;
  if (command?.kind === "Choose") table.stage = "closing";
  if (body.next && table.stage === "closing") table = { ...table, stage: "betting", placed: 0, rounds: table.rounds + 1 };
  else if (body.next) table.stage = "playing";
  return { id: "a", frame: frameOf(table), mistake: null };
}

const settled = (solo: Solo) => vi.waitFor(() => expect(solo.isBusy).toBe(false));

async function seated(): Promise<Solo> {
  const solo = new Solo();
  await solo.begin("");
  await settled(solo);
  return solo;
}

beforeEach(() => {
  asked = [];
  table = { stage: "betting", placed: 0, version: 1, rounds: 0 };
  sessionStorage.clear();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) =>
    new Response(JSON.stringify(answered(path, JSON.parse(String(init.body ?? "{}")) as Record<string, unknown>))),
  );
});
afterEach(() => vi.unstubAllGlobals());

describe("the solo table", () => {
  it("lays a first wager, so that one key deals", async () => {
    const solo = await seated();
    expect(solo.wagers).toEqual([{ spot: 1, wager: "main", amount: 2500 }]);
  });

  it("adds chips up to the limit and says so there", async () => {
    const solo = await seated();
    solo.addChip(1, MAIN, 50000);
    solo.addChip(1, MAIN, 500);
    await settled(solo);
    expect(solo.wagers[0]?.amount).toBe(30000);
    expect(solo.refusal).toContain("at most");
  });

  it("prices a mistake and keeps it for the report card", async () => {
    const solo = await seated();
    solo.next();
    await settled(solo);
    solo.choose("stand");
    await settled(solo);
    await vi.waitFor(() => expect(solo.decided).toBe(1));
    expect(solo.slips).toMatchObject([{ chosen: "stand", best: "hit", costs: 38, total: "hard 16", upcard: "Td" }]);
    expect(solo.mistake).toBe(solo.slips[0]);
  });

  it("holds a mistake back before it is played, and plays it only anyway", async () => {
    const solo = await seated();
    solo.mode = "hold";
    solo.next();
    await settled(solo);
    solo.choose("stand");
    await settled(solo);
    expect(solo.held).toBe("stand");
    expect(asked).not.toContain("Choose stand");

    solo.choose("stand", true);
    await settled(solo);
    expect(asked.at(-1)).toBe("Choose stand");
  });

  it("plays on while the coach is still working, and tells what it found when it has", async () => {
    const solo = await seated();
    const real = globalThis.fetch;
    let tell = () => {};
    const worked = new Promise<void>((done) => (tell = done));
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      if (path.includes("/judged/")) await worked;
      return real(path, init);
    });
    solo.next();
    await settled(solo);
    solo.choose("stand");
    await settled(solo);
    expect(solo.frame?.view.stage).toBe("closing");
    expect([solo.decided, solo.mistake]).toEqual([0, null]);
    tell();
    await vi.waitFor(() => expect(solo.mistake).toMatchObject({ best: "hit" }));
    expect(solo.cost).toBe(38);
  });

  it("takes keys again after one that was pressed while it looked", async () => {
    const solo = await seated();
    const real = globalThis.fetch;
    let isRefused = true;
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      if (init.method !== "POST" || !isRefused) return real(path, init);
      isRefused = false;
      return new Response(JSON.stringify({ error: { code: "limit", message: "too much" } }), { status: 409 });
    });
    solo.addChip(1, MAIN, 500);
    solo.next();
    await settled(solo);
    expect(solo.frame?.view.stage).toBe("betting");
    solo.next();
    await settled(solo);
    expect(solo.frame?.view.stage).toBe("playing");
  });

  it("deals again with the same wagers in one key", async () => {
    const solo = await seated();
    solo.next();
    await settled(solo);
    solo.choose("hit");
    await settled(solo);
    asked = [];
    solo.again(true);
    await settled(solo);
    expect(asked).toEqual(["next", "PlaceWager 2500", "next"]);
    expect(solo.played.map((round) => round.number)).toEqual([1]);
  });

  it("looks again when an answer is lost, and goes on from there", async () => {
    const solo = await seated();
    const real = globalThis.fetch;
    let isCut = true;
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      const answer = await real(path, init);
      if (init.method === "POST" && isCut) {
        isCut = false;
        throw new TypeError("the line is cut");
      }
      return answer;
    });
    solo.next();
    await settled(solo);
    expect(asked.filter((each) => each === "next")).toHaveLength(1);
    expect(solo.frame?.view.stage).toBe("playing");
    solo.choose("hit");
    await settled(solo);
    expect(solo.frame?.view.stage).toBe("closing");
  });

  it("looks again when another tab has played on", async () => {
    const solo = await seated();
    const real = globalThis.fetch;
    table = { ...table, stage: "playing", version: 9 };
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) =>
      init.method === "POST" ? new Response(JSON.stringify({ error: { code: "out-of-turn", message: "wagers are closed" } }), { status: 409 }) : real(path, init),
    );
    solo.rebet();
    solo.clear();
    await settled(solo);
    expect(solo.frame?.view.stage).toBe("playing");
    expect(solo.refusal).toBe("wagers are closed");
  });

  it("keeps the coach's report over a reload", async () => {
    const solo = await seated();
    solo.next();
    await settled(solo);
    solo.choose("stand");
    await settled(solo);
    const again = await seated();
    expect(again.slips).toEqual(solo.slips);
    expect([again.slips.length, again.decided]).toEqual([1, 1]);
  });

  it("does not count a key that was pressed before the last one was seen", async () => {
    const solo = await seated();
    solo.next();
    solo.next();
    solo.choose("hit");
    await settled(solo);
    expect(asked).toEqual(["PlaceWager 2500", "next"]);
  });

  it("doubles and clears what lies on the table", async () => {
    const solo = await seated();
    solo.twice();
    solo.clear();
    await settled(solo);
    expect(asked.slice(-2)).toEqual(["PlaceWager 5000", "LiftWager"]);
  });
});

it("tells the net after each round of a table that was found again", () => {
  const frame: SoloFrame = { ...frameOf(table), history: [
    { id: "solo/2", net: { "1": 500 }, dealer: [], is_by_hand: false, summary: "", awards: [] },
    { id: "solo/1", net: { "1": -2500, "2": 1000 }, dealer: [], is_by_hand: false, summary: "", awards: [] },
  ] };
  const rounds = roundsIn(frame);
  expect(rounds.map((round) => [round.number, round.net])).toEqual([[2, 500], [1, -1500]]);
  expect(netsOf(rounds, -1000)).toEqual([0, -1500, -1000]);
});
