import { beforeEach, expect, it, vi } from "vitest";
import type { TableFrame } from "$lib/types";
import { Desk } from "../src/pages/dealer/desk.svelte";
import betting from "./fixtures/betting.json";

const sent: Record<string, unknown>[] = [];
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
    const { wish, seen } = JSON.parse(String(init.body)) as { wish: { command: object }; seen?: number };
    sent.push({ ...wish.command, ...(seen === undefined ? {} : { seen }) });
    return new Response(JSON.stringify({ sequence: 1, repeated: false, answer: {} }));
  });
});

function deskOn(frame: object): Desk {
  const desk = new Desk("bonanza-1");
  desk.take({ ...frame, last_wagers: [{ spot: 2, wager: "main", amount: 700 }] } as TableFrame);
  return desk;
}

it("adds quick taps up before a frame has come back", async () => {
  const desk = deskOn(betting);
  desk.chip = 500;
  desk.addChip(2, "main");
  desk.addChip(2, "main");
  await settled();

  expect(sent.map((command) => command.amount)).toEqual([500, 1000]);
});

it("takes the last change back, and lifts what was not there before", async () => {
  const desk = deskOn(betting);
  desk.rebet();
  desk.undo();
  await settled();

  expect(sent).toEqual([
    { kind: "PlaceWager", spot: 2, wager: "main", amount: 700 },
    { kind: "LiftWager", spot: 2, wager: "main" },
  ]);
});

it("sends START GAME after every wager, and only for the table as it was seen", async () => {
  const desk = deskOn(betting);
  desk.double();
  void desk.press({ kind: "StartGame" });
  await settled();

  expect(sent.at(-1)).toEqual({ kind: "StartGame", seen: betting.version });
  expect(sent).toHaveLength(8);
});

it("lifts side wagers before main wagers when it clears the table", async () => {
  const desk = deskOn(betting);
  desk.clear();
  await settled();

  const onOne = sent.filter((command) => command.spot === 1).map((command) => command.wager);
  expect(onOne).toEqual(["bonanza", "main"]);
});
