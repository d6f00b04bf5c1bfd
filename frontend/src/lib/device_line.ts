/** A device in software: signed, numbered messages that are sent again until the room has them. */
import { bytesOf, hexOf, hmacSha256 } from "./hashes";
import type { Card, Cents } from "./types";

export interface LampState {
  spot: number;
  wager: string;
  lamp: "off" | "invite" | "placed" | "locked" | "winner";
  /** What a coin on this sensor is worth; null: any amount. */
  amount: Cents | null;
}

export interface Standing {
  table: string;
  number: number;
  lamps?: LampState[];
  /** The card that a reader is asked for. */
  card?: { to: string; face_down: boolean } | null;
  shoe?: { deck: string; decks: number } | null;
}

export interface Answer {
  kind: "ack" | "refused";
  number?: number;
  code?: string;
  message?: string;
}

export type DeviceCommand = { kind: string; [field: string]: unknown };
export type DeviceState = "connecting" | "online" | "offline" | "refused";

interface Heard {
  standing: (standing: Standing) => void;
  state: (state: DeviceState, why: string) => void;
}

interface Waiting {
  command: DeviceCommand;
  done: (answer: Answer) => void;
}

const HEARTBEAT_MS = 5_000;
const RETRY_MS = 1_000;
const REVOKED = [4401, 4403];

export class DeviceLine {
  #socket: WebSocket | null = null;
  #session = "";
  #standing: Standing = { table: "", number: 0 };
  #waiting: Waiting[] = [];
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  readonly #key: Uint8Array;

  constructor(readonly name: string, key: string, readonly heard: Heard) {
    this.#key = bytesOf(key);
  }

  async connect(): Promise<void> {
    this.heard.state("connecting", "");
    try {
      const path = `/api/devices/${encodeURIComponent(this.name)}`;
      const begun = await fetch(`${path}/session`, { method: "POST" });
      if (!begun.ok) throw new Error(String(begun.status));
      this.#session = ((await begun.json()) as { session: string }).session;
      const asked = new URLSearchParams({ session: this.#session, mac: this.#mac("device", "") });
      const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${path}/live?${asked}`);
      this.#socket = socket;
      socket.onmessage = ({ data }) => this.#take(String(data));
      socket.onclose = ({ code, reason }) => this.#lost(code, reason);
    } catch {
      this.#lost(0, "");
    }
  }

  /** Tell the room something; settled when the journal has it, or will never have it. */
  send(command: DeviceCommand): Promise<Answer> {
    return new Promise((done) => {
      this.#waiting.push({ command, done });
      if (this.#waiting.length === 1) this.#say();
    });
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    this.#socket?.close();
  }

  #mac(speaker: string, body: string): string {
    const text = `${speaker}\n${this.#session}\n${body}`;
    return hexOf(hmacSha256(this.#key, new TextEncoder().encode(text)));
  }

  #put(said: object): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const body = JSON.stringify(said);
    this.#socket.send(JSON.stringify({ body, mac: this.#mac("device", body) }));
  }

  /** The oldest message that waits. One at a time: a person's hand is slow enough. */
  #say(): void {
    const first = this.#waiting[0];
    const { table, number } = this.#standing;
    if (first && table) this.#put({ kind: "Message", number: number + 1, table, command: first.command });
  }

  #take(text: string): void {
    const { body, mac } = JSON.parse(text) as { body: string; mac: string };
    if (mac !== this.#mac("room", body)) return;
    const said = JSON.parse(body) as Standing & Answer & { kind: string; expected?: number };
    if (said.kind === "ack") this.#answered(said);
    else if (said.kind === "refused") this.#refused(said);
    else this.#stands(said);
  }

  #stands(said: Standing & { kind: string }): void {
    const isHello = said.kind === "hello";
    const { number, ...rest } = said;
    this.#standing = { ...this.#standing, ...rest, ...(isHello ? { number } : {}) };
    this.heard.standing(this.#standing);
    if (!isHello) return;
    this.heard.state("online", "");
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.#put({ kind: "Heartbeat" }), HEARTBEAT_MS);
    this.#say();
  }

  #answered(answer: Answer): void {
    if (answer.number !== this.#standing.number + 1) return;
    this.#standing.number += 1;
    this.#waiting.shift()?.done(answer);
    this.#say();
  }

  /** Nothing is recorded: a message out of number is sent again with the right one, others are dropped. */
  #refused(answer: Answer & { expected?: number }): void {
    if (answer.code === "device-number" && answer.expected) {
      this.#standing.number = answer.expected - 1;
      this.#say();
    } else if (["too-often", "busy", "storage"].includes(answer.code ?? "")) {
      this.#timer = setTimeout(() => this.#say(), RETRY_MS);
    } else {
      this.#waiting.shift()?.done(answer);
      this.#say();
    }
  }

  #lost(code: number, why: string): void {
    clearInterval(this.#beat);
    if (this.#isOver) return;
    if (REVOKED.includes(code)) {
      this.heard.state("refused", why);
      return;
    }
    this.heard.state("offline", why);
    this.#timer = setTimeout(() => void this.connect(), RETRY_MS);
  }
}

const RANKS = "A23456789TJQK";
const SUITS = "shdc";

/** Real cards in software: a shoe that a reader reads, shuffled by the browser's own randomness. */
export function shuffledCards(decks: number, isPontoon: boolean): Card[] {
  const one = [...SUITS].flatMap((suit) => [...RANKS].filter((rank) => !(isPontoon && rank === "T")).map((rank) => rank + suit));
  const cards = Array.from({ length: decks }, () => one).flat();
  const words = crypto.getRandomValues(new Uint32Array(cards.length));
  for (let last = cards.length - 1; last > 0; last--) {
    const other = (words[last] ?? 0) % (last + 1);
    [cards[last], cards[other]] = [cards[other] ?? "", cards[last] ?? ""];
  }
  return cards;
}
