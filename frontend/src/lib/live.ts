/** Live frames by WebSocket or server-sent events; both come back by themselves. */
import { language } from "../strings/languages";

export type LineState = "connecting" | "online" | "offline" | "refused" | "full" | "elsewhere";

export interface Line {
  close(): void;
}

interface Handlers<T> {
  frame(frame: T): void;
  state(state: LineState): void;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;
const PING_MS = 10_000;
const SILENCE_MS = 25_000;
/** What a close code of the server means; every other one is a broken line. */
const STATES: Record<number, LineState> = {
  1008: "refused",
  4401: "refused",
  4403: "refused",
  4404: "refused",
  /** The same link or badge has opened newer screens. */
  4409: "elsewhere",
  /** No place left, or asked too often. */
  4429: "full",
};
/** How long to wait where coming back at once would not help, or would send another screen away. */
const WAITS_MS: Partial<Record<LineState, number>> = { refused: 8000, full: 20_000, elsewhere: 60_000 };

type Told = Exclude<LineState, "connecting" | "online">;

/** Whether a page has to say why it shows nothing: it is not only still connecting. */
export function isDown(state: LineState): state is Told {
  return state !== "connecting" && state !== "online";
}

/** What the line is after the server closed it with *code*. */
export function stateAfter(code: number): LineState {
  return STATES[code] ?? "offline";
}

/** How long to wait before coming back to a line in *state*, on try *attempt*. */
export function waitIn(state: LineState, attempt: number, chance: number): number {
  const full = WAITS_MS[state];
  return full === undefined ? waitBefore(attempt, chance) : Math.round(full * (0.75 + chance / 2));
}

/** How long to wait before try *attempt* (from 0), with *chance* in [0, 1) so not all come at once. */
export function waitBefore(attempt: number, chance: number): number {
  const full = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return Math.round(full * (0.5 + chance / 2));
}

/** *path* with the language that its sentences shall have; English is what the server speaks anyway. */
export function inLanguage(path: string): string {
  const { asks } = language();
  return asks === "en" ? path : `${path}${path.includes("?") ? "&" : "?"}lang=${asks}`;
}

export function socketUrl(path: string): string {
  const url = new URL(inLanguage(path), location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

/** Whole frames over a WebSocket; the server sends one on connecting, so a reconnect restores all. */
export function liveSocket<T>(path: string, handlers: Handlers<T>): Line {
  let socket: WebSocket | undefined;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heard = 0;
  let closed = false;

  const connect = () => {
    handlers.state(attempt ? "offline" : "connecting");
    socket = new WebSocket(socketUrl(path));
    socket.onopen = () => (heard = Date.now());
    socket.onmessage = (event: MessageEvent<string>) => {
      heard = Date.now();
      if (event.data === "pong") return;
      attempt = 0;
      handlers.state("online");
      handlers.frame(JSON.parse(event.data) as T);
    };
    socket.onclose = (event) => {
      if (closed) return;
      const state = stateAfter(event.code);
      handlers.state(state);
      timer = setTimeout(connect, waitIn(state, attempt++, Math.random()));
    };
  };
  const beat = setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - heard > SILENCE_MS) socket.close();
    else socket.send("ping");
  }, PING_MS);
  const hurry = () => {
    if (socket && socket.readyState > WebSocket.OPEN) {
      clearTimeout(timer);
      connect();
    }
  };
  addEventListener("online", hurry);
  connect();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(beat);
      removeEventListener("online", hurry);
      socket?.close();
    },
  };
}

/** Frames over server-sent events. */
export function liveEvents<T>(path: string, handlers: Handlers<T>): Line {
  let source: EventSource | undefined;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const connect = () => {
    handlers.state(attempt ? "offline" : "connecting");
    source = new EventSource(inLanguage(path));
    source.onmessage = (event: MessageEvent<string>) => {
      attempt = 0;
      handlers.state("online");
      handlers.frame(JSON.parse(event.data) as T);
    };
    const comeBack = (state: LineState) => {
      source?.close();
      handlers.state(state);
      timer = setTimeout(connect, waitIn(state, attempt++, Math.random()));
    };
    source.addEventListener("closed", () => comeBack("elsewhere"));
    // A stream that ends comes back here too; the browser's own retry gives up on a refusal.
    source.onerror = () => comeBack("offline");
  };
  connect();
  return {
    close() {
      clearTimeout(timer);
      source?.close();
    },
  };
}
