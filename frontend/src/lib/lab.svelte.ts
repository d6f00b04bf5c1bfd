/** One experiment of the lab while it runs: what it has found, and how it came there. */
import { announce } from "./announce.svelte";
import { ApiError, post } from "./api";
import { isDown, liveEvents, type Line } from "./live";
import type { Settings } from "./rules.svelte";
import type { ExperimentNews, ExperimentWager } from "./types";
import { s } from "$strings";
import { lab } from "../strings/en-rules";

export type Figures = ExperimentWager;
export type Told = ExperimentNews;

export interface Asked {
  game: string;
  settings: Settings;
  decks: number;
  rounds: number;
  seed: number;
}

export interface Point {
  rounds: number;
  edge: number;
  error: number;
}

export class Experiment {
  latest = $state.raw<Told | null>(null);
  /** What was asked when this began, to tell whether it still belongs to the settings shown. */
  of = $state("");
  isRunning = $state(false);
  refusal = $state("");
  private told = $state.raw<Told[]>([]);
  private line: Line | undefined;

  async run(asked: Asked, of: string): Promise<void> {
    this.forget();
    this.of = of;
    this.isRunning = true;
    try {
      const { id } = await post<{ id: string }>("/api/lab", asked);
      this.line = liveEvents<Told>(`/api/lab/${id}/live`, {
        frame: (told) => this.take(told),
        state: (state) => (this.refusal = isDown(state) ? lab.noLine : ""),
      });
    } catch (error) {
      this.isRunning = false;
      this.refusal = error instanceof ApiError ? error.message : s.errors.offline;
      announce(this.refusal);
    }
  }

  /** How the edge of *wager* came to where it is. */
  points(wager: string): Point[] {
    return this.told.flatMap(({ rounds, wagers }) => {
      const found = wagers.find((each) => each.wager === wager);
      return found ? [{ rounds, edge: found.edge_percent, error: found.standard_error_percent }] : [];
    });
  }

  stop(): void {
    this.line?.close();
    this.line = undefined;
    this.isRunning = false;
  }

  forget(): void {
    this.stop();
    Object.assign(this, { latest: null, told: [], refusal: "", of: "" });
  }

  private take(told: Told): void {
    if (told.error) this.refusal = told.error;
    if (told.wagers) {
      if (told.rounds !== this.latest?.rounds) this.told = [...this.told, told];
      this.latest = told;
    }
    if (told.is_done) this.stop();
  }
}
