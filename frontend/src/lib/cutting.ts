/** A screen's own part of the cut: sealed here, kept here, and opened when the dealer has closed. */
import { newOrderId, post } from "./api";
import { hexOf } from "./hashes";
import { sealOf } from "./shuffle";
import type { OrderAnswer, TableFrame } from "./types";

const WORD_MAX = 24;

/** What this screen sealed; only this browser has it until it is opened. */
export interface Secret {
  cut: string;
  salt: string;
}

/** A position and a word as they are hashed; null where they are none. */
export function cutText(position: number, word: string, cards: number): string | null {
  const text = word.trim().split(/\s+/).join(" ");
  const isWord = text.length <= WORD_MAX && /^[\p{L}\p{N}][\p{L}\p{N} '-]*$/u.test(text);
  return Number.isInteger(position) && position >= 1 && position < cards && isWord ? `${position} ${text}` : null;
}

const place = (frame: TableFrame) => `upcard cut ${frame.table} ${frame.shoe?.number} ${frame.screen} ${frame.shoe?.commitment}`;

/** For a browser that keeps nothing: good until the page is loaded again. */
const inMemory = new Map<string, Secret[]>();

function kept(frame: TableFrame): Secret[] {
  try {
    return JSON.parse(localStorage.getItem(place(frame)) ?? "") as Secret[];
  } catch {
    return inMemory.get(place(frame)) ?? [];
  }
}

function keep(frame: TableFrame, secret: Secret): void {
  const all = [...kept(frame), secret];
  inMemory.set(place(frame), all);
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(`upcard cut ${frame.table} `)) localStorage.removeItem(name);
    }
    localStorage.setItem(place(frame), JSON.stringify(all));
  } catch {
    // The page itself still knows it.
  }
}

const sealed = (frame: TableFrame, secret: Secret) =>
  sealOf({ commitment: frame.shoe?.commitment ?? "", table: frame.table, shoe: frame.shoe?.number ?? 0 }, { who: frame.screen ?? "", ...secret });

/**
 * What opens the seal that the room has of this screen, also after a reload.
 *
 * A seal that was sent twice, because the line broke, may be the first or the second: both are kept.
 */
export function secretOf(frame: TableFrame): Secret | null {
  const own = frame.shoe?.parts?.find((part) => part.who === frame.screen);
  return (own && kept(frame).find((secret) => sealed(frame, secret) === own.seal)) ?? null;
}

const path = (frame: TableFrame, act: string) =>
  `/api/shoes/${encodeURIComponent(frame.table)}/${frame.shoe?.number}/${act}`;

/** Seal *cut* and hand the seal in. The secret is kept before it is sent, so that it cannot be lost. */
export async function sealCut(frame: TableFrame, token: string, cut: string): Promise<void> {
  const secret = { cut, salt: hexOf(crypto.getRandomValues(new Uint8Array(16))) };
  keep(frame, secret);
  await post<OrderAnswer>(path(frame, "seal"), { id: newOrderId(), token, seal: sealed(frame, secret) });
}

/** What was fixed of the cut before any word was opened: who, with which seal or spoken words. */
const fixed = (frame: TableFrame) => (frame.shoe?.parts ?? []).map(({ who, seal, cut }) => `${who} ${seal || cut}`);
const lists = new Map<string, string[]>();

/** Tell what was sealed, and keep who else had given a part by then. */
export function openCut(frame: TableFrame, token: string, secret: Secret): Promise<OrderAnswer> {
  if (!lists.has(place(frame))) lists.set(place(frame), fixed(frame));
  return post<OrderAnswer>(path(frame, "open"), { id: newOrderId(), token, ...secret });
}

/**
 * Whether the cut has other parts than when this screen opened its word.
 *
 * A server that slips a part in once it can read the words would choose the cards: this finds it.
 */
export function isChanged(frame: TableFrame): boolean {
  const before = lists.get(place(frame));
  return before !== undefined && before.join("\n") !== fixed(frame).join("\n");
}
