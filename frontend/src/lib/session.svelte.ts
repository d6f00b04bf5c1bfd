/** Who is signed in here, for every page. */
import { signIn, signOut, whoAmI } from "./api";
import type { Session, Signature } from "./types";

let current = $state<Session | null>(null);
let isKnown = $state(false);

export const session = {
  get current() {
    return current;
  },
  /** Whether the server has been asked yet. */
  get isKnown() {
    return isKnown;
  },
};

export async function findSession(): Promise<void> {
  try {
    current = await whoAmI();
  } finally {
    isKnown = true;
  }
}

export async function enter(signature: Signature): Promise<Session> {
  current = await signIn(signature);
  isKnown = true;
  return current;
}

export async function leave(): Promise<void> {
  try {
    await signOut();
  } finally {
    current = null;
  }
}
