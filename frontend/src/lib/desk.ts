/** The desk's record, and its names and rates as people read them. */
export type { Adjustment, Claim, Desk, DeskDevice, DeskTable, PaidAward, StaffMember } from "./types";

export interface ReportKind {
  name: string;
  title: string;
  says?: string;
  takes: string[];
  formats?: string[];
}

/** "6/25" as "24%", rounded to what a meter's rate needs. */
export function rateText(rate: string): string {
  const [above = "0", below = "1"] = rate.split("/");
  const percent = (100 * Number(above)) / Number(below);
  return `${Number(percent.toFixed(3))}%`;
}

/** A UTC time as the room's people read it. */
export function timeText(at: string, locale: string): string {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(moment);
}

/** A sentence of the server's, its times as the room's people read them. */
export const withTimes = (text: string, locale: string): string =>
  text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, (at) => timeText(at, locale));

/** Only the time of day, to the second. */
export function clockText(at: string, locale: string): string {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? at : new Intl.DateTimeFormat(locale, { timeStyle: "medium" }).format(moment);
}

/** Words like "same-colour" as people write them. */
export const plain = (name: string) => name.replaceAll("-", " ").replace(/^./, (sign) => sign.toUpperCase());
