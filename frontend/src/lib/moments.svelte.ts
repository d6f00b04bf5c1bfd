/** A jackpot is a moment: shown once, when it is paid, and then gone by itself. */
import { plain } from "./desk";
import { hear, shake } from "./sounds";
import type { AwardView, Cents, TableFrame } from "./types";

export interface Win {
  amount: Cents;
  /** What won it, and where: one line each. */
  lines: string[];
}

/** Long enough for a photograph. */
export const MOMENT_MS = 20_000;

export class Moment {
  win = $state.raw<Win | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  show(win: Win): void {
    clearTimeout(this.timer);
    this.win = win;
    hear("jackpot");
    shake(80, 60, 80, 60, 200);
    this.timer = setTimeout(() => this.end(), MOMENT_MS);
  }

  end(): void {
    clearTimeout(this.timer);
    this.win = null;
  }
}

/** What the meters of a table stand at, by the names that people read. */
export function metersOf(frame: TableFrame): { name: string; value: Cents }[] {
  const shown = frame.meters.filter((meter) => meter.is_available);
  return shown.flatMap(({ title, levels }) =>
    levels.map((level) => ({ name: levels.length > 1 ? plain(level.name) : title, value: level.display })),
  );
}

const nameOf = (frame: TableFrame, award: AwardView) => `${frame.round?.number} ${award.spot} ${award.wager}`;

/** Shows each award of the table that is paid while the page looks on; *isShown* picks those of this screen. */
export function awardMoments(next: () => TableFrame | null, linesOf: (award: AwardView) => string[], isShown: (award: AwardView) => boolean = () => true): Moment {
  const moment = new Moment();
  const waiting = new Set<string>();
  $effect(() => {
    const frame = next();
    for (const award of frame?.view.awards ?? []) {
      const name = nameOf(frame as TableFrame, award);
      if (award.state === "due" || award.state === "claimed") waiting.add(name);
      else if (waiting.delete(name) && award.state === "confirmed" && award.amount && isShown(award)) {
        moment.show({ amount: award.amount, lines: linesOf(award) });
      }
    }
  });
  $effect(() => () => moment.end());
  return moment;
}
