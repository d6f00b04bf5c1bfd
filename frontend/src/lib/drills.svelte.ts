/** An exercise while somebody does it: the answers so far, and the time each took. */
import { ApiError, get, newOrderId, post } from "./api";
import type { DrillExercise, DrillKind, DrillResult } from "./types";
import { s } from "$strings";

export type Answer = Record<string, unknown>;

export class DrillSession {
  exercise = $state.raw<DrillExercise | null>(null);
  answers = $state.raw<Answer[]>([]);
  result = $state.raw<DrillResult | null>(null);
  refusal = $state("");
  isBusy = $state(false);
  /** Sent with the answers: an exercise is recorded once, however often the line breaks. */
  private id = "";
  private since = 0;

  async start(drill: DrillKind, game: string, seed: string): Promise<void> {
    this.stop();
    const asked = new URLSearchParams({ drill, game });
    if (seed.trim()) asked.set("seed", seed.trim());
    this.exercise = await this.tried(() => get<DrillExercise>(`/api/drills/exercises?${asked.toString()}`));
    this.id = newOrderId();
    this.since = performance.now();
  }

  stop(): void {
    this.exercise = null;
    this.answers = [];
    this.result = null;
    this.refusal = "";
  }

  /** One more decision; the clock starts again for the next. */
  add(answer: Answer): void {
    const now = performance.now();
    this.answers = [...this.answers, { ...answer, milliseconds: Math.round(now - this.since) }];
    this.since = now;
  }

  /** Take the last decision back: its time is not counted, the clock goes on. */
  undo(): void {
    this.answers = this.answers.slice(0, -1);
  }

  /** Let the server judge what there is. */
  async send(): Promise<void> {
    const exercise = this.exercise;
    if (!exercise) return;
    const { drill, game, seed } = exercise;
    const body = { id: this.id, drill, game, seed, answers: this.answers };
    const judged = await this.tried(() => post<DrillResult>("/api/drills/answers", body));
    if (judged) this.result = judged;
  }

  private async tried<T>(work: () => Promise<T>): Promise<T | null> {
    this.isBusy = true;
    this.refusal = "";
    try {
      return await work();
    } catch (error) {
      this.refusal = error instanceof ApiError ? error.message : s.errors.offline;
      return null;
    } finally {
      this.isBusy = false;
    }
  }
}
