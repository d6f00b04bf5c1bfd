/** What an order would change, asked of the server before anybody signs it. */
import { untrack } from "svelte";
import { ApiError, order, OUT_OF_DATE, post, type OrderOptions } from "./api";
import type { OrderAnswer, Preview, Wish } from "./types";
import { s } from "$strings";

export type { Change, Preview } from "./types";

const TYPED_MS = 150;
const AGAIN_MS = 500;
/** Words that somebody writes beside the amounts: they change none of them. */
const TEXTS: Record<string, string> = {
  AdjustMeter: "evidence", RecordDeposit: "reference", ReverseAward: "reason", VoidClaim: "reason", VoidRound: "reason",
};

const withoutText = (wish: Wish): Wish => {
  const text = TEXTS[wish.kind];
  return text ? { ...wish, [text]: "…" } : wish;
};

export class Previewing {
  /** What the server said last; of the wish as it is now if *isReady*. */
  shown = $state.raw<Preview | null>(null);
  refusal = $state("");
  private key = $state("");
  private answered = $state("");

  private wish: Wish | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isAsking = false;
  private isOver = false;

  /** Whether what is shown is what will be signed. */
  get isReady(): boolean {
    return this.shown !== null && this.answered === this.key && this.refusal === "";
  }

  /** Whether there is a whole wish to be shown. */
  get isAsked(): boolean {
    return this.key !== "";
  }

  /** Why nothing may be signed yet; empty if it may. */
  get blocked(): string {
    return this.isReady ? "" : this.refusal || s.changes.look;
  }

  /** Send *wish*, signed by people who saw what is shown; if that has changed, it is shown again. */
  async sign(wish: Wish, options: OrderOptions): Promise<OrderAnswer> {
    try {
      return await order(wish, { ...options, agreed: this.shown?.agreed });
    } catch (error) {
      if (error instanceof ApiError && error.code === OUT_OF_DATE) this.again();
      throw error;
    }
  }

  /** Show *wish*, or nothing while there is none; called again with it, the numbers are renewed. */
  ask(wish: Wish | null): void {
    const wanted = wish && withoutText(wish);
    const key = wanted ? JSON.stringify(wanted) : "";
    const isOther = key !== this.key;
    this.wish = wanted;
    this.key = key;
    if (!wanted) this.forget();
    else this.soon(isOther ? (this.shown || this.refusal ? TYPED_MS : 0) : AGAIN_MS, isOther);
  }

  private again(): void {
    if (this.wish) this.soon(0, true);
  }

  stop(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  private forget(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.shown = null;
    this.refusal = "";
  }

  private soon(wait: number, isOther: boolean): void {
    if (this.timer !== undefined && !isOther) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), wait);
  }

  private async look(): Promise<void> {
    this.timer = undefined;
    const { wish, key } = this;
    if (this.isOver || !wish) return;
    if (this.isAsking) return this.soon(TYPED_MS, true);
    this.isAsking = true;
    try {
      this.take(key, await post<Preview>("/api/orders/preview", { wish }), "");
    } catch (error) {
      this.take(key, null, error instanceof ApiError ? error.message : s.errors.offline);
    } finally {
      this.isAsking = false;
    }
  }

  /** An answer counts only for what is still wanted. */
  private take(key: string, preview: Preview | null, refusal: string): void {
    if (key !== this.key) return;
    this.shown = preview;
    this.refusal = refusal;
    this.answered = key;
  }
}

/** What *wish* would change, as long as the component lives; renewed whenever *fresh* changes. */
export function previewing(wish: () => Wish | null, fresh: () => unknown): Previewing {
  const looking = new Previewing();
  $effect(() => {
    fresh();
    const wanted = wish();
    untrack(() => looking.ask(wanted));
  });
  $effect(() => () => looking.stop());
  return looking;
}
