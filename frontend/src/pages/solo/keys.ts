/** The solo table's keyboard: H S D P R, Space, I, M, A, chips 1 to 5, B, Z; V is the sound key's own. */
import type { Solo } from "$lib/solo.svelte";
import { isTyping } from "$lib/keyboard";
import { KEYS, NAMES, type Decision } from "$lib/decisions";
import type { Cents } from "$lib/types";
import { chipsOf, giveUp } from "./choices";

interface Hands {
  chip: Cents;
  setChip: (value: Cents) => void;
  advise: () => void;
}

const BY_KEY = new Map<string, Decision>(NAMES.map((name) => [KEYS[name].toLowerCase(), name]));
BY_KEY.delete("u");

/** Space on a button presses that button; everywhere else it is the next step. */
function isOnButton(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest("button, a, input") !== null;
}

export function keyPressed(event: KeyboardEvent, solo: Solo, hands: Hands): void {
  if (isTyping(event) || event.repeat) return;
  const key = event.key.toLowerCase();
  if (key === " ") {
    if (isOnButton(event)) return;
    event.preventDefault();
    pressNext(solo);
  } else if (BY_KEY.has(key)) {
    decide(solo, key);
  } else if (key === "i") {
    for (const { spot, most } of solo.insurable) solo.insure(spot, most);
  } else if (key === "m") {
    const parlay = solo.frame?.parlay;
    if (parlay) solo.move(parlay.spot, parlay.most);
  } else if (key === "z") {
    solo.undo();
  } else if (key === "a" || key === "?") {
    if (solo.frame?.next?.key === "decide") hands.advise();
  } else if (solo.isBetting) {
    bet(solo, key, hands);
  }
}

function pressNext(solo: Solo): void {
  const key = solo.frame?.next?.key;
  if (key === "end-game") solo.again(true);
  else if (key === "start-game" && !solo.wagers.length) solo.rebet();
  else if (key !== "decide") solo.next();
}

function decide(solo: Solo, key: string): void {
  const frame = solo.frame;
  if (!frame || frame.next?.key !== "decide") return;
  const decision = key === "r" ? giveUp(frame.view) : BY_KEY.get(key);
  if (decision) solo.choose(decision);
}

function bet(solo: Solo, key: string, hands: Hands): void {
  const frame = solo.frame;
  const main = frame?.offers.find((offer) => offer.kind === "main");
  if (!frame || !main) return;
  const chosen = chipsOf(frame)[Number(key) - 1];
  if (chosen !== undefined) hands.setChip(chosen);
  else if (key === "b") solo.addChip(1, main, hands.chip);
}
