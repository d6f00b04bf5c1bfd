/** Typed fetch: CSRF header, order ids that make a retry safe, and errors as sentences. */
import { s } from "$strings";
import { language } from "../strings/languages";
import { showPasskey, type Asked } from "./passkeys";
import type { OrderAnswer, Session, Signature, Wish } from "./types";

/** A refusal of the server, or the line to it being down (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** What the server sent along to go on with. */
    readonly more: unknown = undefined,
  ) {
    super(message);
    this.name = "ApiError";
  }

  get isOffline(): boolean {
    return this.status === 0;
  }
}

/** The code of an order whose signers saw something else than it would do now. */
export const OUT_OF_DATE = "out-of-date";

let csrf = "";

async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": language().asks };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET" && csrf) headers["X-CSRF-Token"] = csrf;
  let response: Response;
  try {
    const text = body === undefined ? undefined : JSON.stringify(body);
    response = await fetch(path, { method, headers, body: text, credentials: "same-origin" });
  } catch {
    throw new ApiError(0, "offline", s.errors.offline);
  }
  if (!response.ok) throw await refusal(response);
  return (await response.json()) as T;
}

async function refusal(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    return new ApiError(response.status, error.code, error.message, error);
  } catch {
    return new ApiError(response.status, "unreadable", s.errors.unreadable(response.status));
  }
}

export const get = <T>(path: string) => send<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}) => send<T>("POST", path, body);
export const remove = <T>(path: string) => send<T>("DELETE", path);

function remember(session: Session): Session {
  csrf = session.csrf;
  return session;
}

/** Who is signed in, or null. */
export async function whoAmI(): Promise<Session | null> {
  try {
    return remember(await get<Session>("/api/session"));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export async function signIn(signature: Signature): Promise<Session> {
  try {
    return remember(await post<Session>("/api/session", signature));
  } catch (error) {
    const asked = passkeyIn(error);
    if (!asked) throw error;
    const answer = await shown(asked);
    return remember(await post<Session>("/api/session/passkey", { ticket: asked.ticket, answer }));
  }
}

/** What a refusal asks a passkey with, if it asks for one. */
function passkeyIn(error: unknown): Asked | null {
  return error instanceof ApiError && error.code === "passkey-needed" ? (error.more as Asked) : null;
}

/** The passkey's answer; a person who cancels gets a sentence. */
async function shown(asked: Asked): Promise<unknown> {
  try {
    return await showPasskey(asked);
  } catch (error) {
    const isOurs = error instanceof Error && error.message === s.errors.noPasskeys;
    throw new ApiError(403, "passkey-refused", isOurs ? error.message : s.errors.passkey(asked.badge));
  }
}

export async function signOut(): Promise<void> {
  await remove("/api/session");
  csrf = "";
}

/** 128 random bits in hex. */
export function newOrderId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export interface OrderOptions {
  /** The version of the table the person was looking at. */
  seen?: number;
  /** What the preview said that the signers saw; see previews.svelte.ts. */
  agreed?: string;
  /** The session's own PIN, for acts that move money. */
  pin?: string;
  /** Another badge that signs in place of the session's: a supervisor at the dealer's console. */
  by?: Signature;
  /** The second person, where two are needed. */
  second?: Signature;
}

const RETRIES_MS = [300, 1000, 2500];

/** Send an order. If the line breaks, the same id goes out again: it can count only once. */
export async function order(wish: Wish, options: OrderOptions = {}): Promise<OrderAnswer> {
  const body = { id: newOrderId(), wish, ...options, passkeys: {} as Record<string, unknown> };
  for (;;) {
    try {
      return await sent(body);
    } catch (error) {
      const asked = passkeyIn(error);
      if (!asked || asked.badge in body.passkeys) throw error;
      body.passkeys[asked.badge] = await shown(asked);
    }
  }
}

async function sent(body: unknown): Promise<OrderAnswer> {
  for (const wait of RETRIES_MS) {
    try {
      return await post<OrderAnswer>("/api/orders", body);
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isOffline) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return post<OrderAnswer>("/api/orders", body);
}
