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
const inMemory = new Map<string, Secret>();

/** What this browser sealed for the shoe on the table, also after a reload. */
export function secretOf(frame: TableFrame): Secret | null {
  try {
    const kept = localStorage.getItem(place(frame));
    if (kept) return JSON.parse(kept) as Secret;
  } catch {
    // Nothing is kept here.
  }
  return inMemory.get(place(frame)) ?? null;
}

function keep(frame: TableFrame, secret: Secret): void {
  inMemory.set(place(frame), secret);
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(`upcard cut ${frame.table} `)) localStorage.removeItem(name);
    }
    localStorage.setItem(place(frame), JSON.stringify(secret));
  } catch {
    // The page itself still knows it.
  }
}

const path = (frame: TableFrame, act: string) =>
  `/api/shoes/${encodeURIComponent(frame.table)}/${frame.shoe?.number}/${act}`;

/** Seal *cut* and hand the seal in. The secret is kept before it is sent, so that it cannot be lost. */
export async function sealCut(frame: TableFrame, token: string, cut: string): Promise<void> {
  const salt = hexOf(crypto.getRandomValues(new Uint8Array(16)));
  const shoe = { commitment: frame.shoe?.commitment ?? "", table: frame.table, shoe: frame.shoe?.number ?? 0 };
  const seal = sealOf(shoe, { who: frame.screen ?? "", cut, salt });
  keep(frame, { cut, salt });
  await post<OrderAnswer>(path(frame, "seal"), { id: newOrderId(), token, seal });
}

/** Tell what was sealed. */
export const openCut = (frame: TableFrame, token: string, secret: Secret) =>
  post<OrderAnswer>(path(frame, "open"), { id: newOrderId(), token, ...secret });
