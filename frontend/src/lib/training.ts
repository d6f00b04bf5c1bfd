/** What a player has learned of each game: kept in the browser, never sent, and the player's to take along. */
import type { Place } from "./charts";
import type { Decision, Mistake } from "./types";

/** One cell of a chart, and how this player has played it. */
export interface CellRecord extends Place {
  seen: number;
  wrong: number;
  /** Right answers since the last wrong one. */
  run: number;
  /** What the wrong ones gave away together, in percent of a wager. */
  cost: number;
  /** The last wrong choice, and what would have been best. */
  chosen: Decision | "";
  best: string;
}

export interface GameTraining {
  decided: number;
  right: number;
  streak: number;
  longest: number;
  cells: CellRecord[];
}

export type Training = Record<string, GameTraining>;

export const NOTHING_YET: GameTraining = { decided: 0, right: 0, streak: 0, longest: 0, cells: [] };
/** So often in a row, and a cell counts as learned. */
export const LEARNED = 3;
const DEAREST = 5;

/** *game* after one more decision in *place*. */
export function noted(game: GameTraining, place: Place, mistake: Mistake | null): GameTraining {
  const isHere = (cell: CellRecord) => cell.row === place.row && cell.upcard === place.upcard;
  const before = game.cells.find(isHere) ?? { ...place, seen: 0, wrong: 0, run: 0, cost: 0, chosen: "" as const, best: "" };
  const cell: CellRecord = mistake
    ? {
        ...before,
        seen: before.seen + 1,
        wrong: before.wrong + 1,
        run: 0,
        cost: before.cost + mistake.costs_percent,
        chosen: mistake.chosen as Decision,
        best: mistake.best,
      }
    : { ...before, seen: before.seen + 1, run: before.run + 1 };
  const streak = mistake ? 0 : game.streak + 1;
  return {
    decided: game.decided + 1,
    right: game.right + (mistake ? 0 : 1),
    streak,
    longest: Math.max(game.longest, streak),
    cells: [...game.cells.filter((each) => !isHere(each)), cell],
  };
}

/** The habits that cost most, the dearest first. */
export function dearest(game: GameTraining): CellRecord[] {
  return game.cells.filter((cell) => cell.wrong).sort((one, two) => two.cost - one.cost).slice(0, DEAREST);
}

/** The cells to deal again: gone wrong, not yet learned, and dealt with two cards. */
export function toPractise(game: GameTraining): Place[] {
  return game.cells
    .filter((cell) => cell.wrong && cell.run < LEARNED && /^(hard|soft|pair) /.test(cell.row) && cell.row !== "soft 21")
    .sort((one, two) => two.cost - one.cost)
    .slice(0, 12)
    .map(({ row, upcard }) => ({ row, upcard }));
}

const isCount = (value: unknown) => typeof value === "number" && Number.isFinite(value) && value >= 0;

function isCell(value: unknown): value is CellRecord {
  const cell = value as CellRecord;
  const counts = [cell?.seen, cell?.wrong, cell?.run, cell?.cost];
  return typeof cell?.row === "string" && typeof cell.upcard === "string" && counts.every(isCount) && typeof cell.chosen === "string" && typeof cell.best === "string";
}

function isGame(value: unknown): value is GameTraining {
  const game = value as GameTraining;
  const counts = [game?.decided, game?.right, game?.streak, game?.longest];
  return counts.every(isCount) && Array.isArray(game.cells) && game.cells.every(isCell);
}

/** Read what was saved; null where *text* is something else. */
export function readTraining(text: string): Training | null {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== "object" || found === null || Array.isArray(found)) return null;
    return Object.values(found).every(isGame) ? (found as Training) : null;
  } catch {
    return null;
  }
}
