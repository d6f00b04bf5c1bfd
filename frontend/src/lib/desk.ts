/** The desk's record, and its names and rates as people read them. */
import type { Cents, Role, ShoeView } from "./types";

export interface DeskLevel {
  name: string;
  display: Cents;
  reserve: Cents;
  overflow: Cents;
  pending: Cents;
  limit: Cents | null;
  seed: Cents;
  rate: string;
  reserve_rate: string;
  hits: number;
  paid: Cents;
  executive_from: Cents | null;
  is_pending?: boolean;
}

export interface DeskProgressive {
  name: string;
  title: string;
  award_lock: string;
  tables: string[];
  levels: DeskLevel[];
}

export interface Claim {
  award_id: string;
  progressive: string;
  level: string;
  percent: number;
  amount: Cents;
  table: string;
  spot: number;
  wager: string;
  details: string;
  claimed_by: string;
  needs: string;
  position: number;
}

export interface PaidAward {
  award_id: string;
  slip: number | null;
  progressive: string;
  level: string;
  amount: Cents;
  before: Cents;
  after: Cents;
  at: string;
  confirmed_by: string;
  reversal: string;
  details?: string;
}

export interface StaffMember {
  badge: string;
  name: string;
  role: Role;
  wrong_pins: number;
  passkeys: { id: string; name: string }[];
}

export interface DeskTable {
  table: string;
  title: string;
  game: string;
  is_open: boolean;
  dealer: string;
  shoe: ShoeView | null;
}

export interface Adjustment {
  reason: string;
  title: string;
  directions: string[];
  funds: string[];
}

export interface Desk {
  version: number;
  progressives: DeskProgressive[];
  claims: Claim[];
  awards: PaidAward[];
  alarms: { code: string; message: string }[];
  staff: StaffMember[];
  tables: DeskTable[];
  bank: { balance: Cents | null; at: string; liability: Cents; short: boolean };
  deposits: { progressive: string; due: Cents; since: string; is_overdue: boolean }[];
  adjustments: Adjustment[];
}

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

/** Only the time of day, to the second. */
export function clockText(at: string, locale: string): string {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? at : new Intl.DateTimeFormat(locale, { timeStyle: "medium" }).format(moment);
}

/** Words like "same-colour" as people write them. */
export const plain = (name: string) => name.replaceAll("-", " ").replace(/^./, (sign) => sign.toUpperCase());
