/** A draft of rules: what is changed, whether it can be played, and what it does to the odds. */
import { ApiError, get, post } from "./api";
import type { CheckedRules, DraftOdds, EdgeOfWager, RulesProblem, RulesVersion, SettingField } from "./types";
import { s } from "$strings";

export type Value = string | number | boolean | (string | number)[];
export type Settings = Record<string, Value>;

export type Field = SettingField;
export type Version = RulesVersion;

export interface RulesRecord {
  name: string;
  title: string;
  source: string;
  decks: number[];
  decks_default: number;
  settings: Settings;
  fields: Field[];
  versions?: Version[];
}

export type WagerOdds = EdgeOfWager;
export type Odds = DraftOdds;
export type Problem = RulesProblem;

const CHECK_MS = 250;
const ODDS_MS = 700;

export const same = (one: Value | undefined, two: Value | undefined) => JSON.stringify(one) === JSON.stringify(two);

const without = <T>(some: Record<string, T>, path: string): Record<string, T> =>
  Object.fromEntries(Object.entries(some).filter(([each]) => each !== path));

/** A list as people type it: numbers where it holds numbers. */
export function readList(text: string, numbers: boolean): (string | number)[] {
  const items = text.split(",").map((item) => item.trim()).filter(Boolean);
  return numbers && items.every((item) => /^-?\d+$/.test(item)) ? items.map(Number) : items;
}

export class Draft {
  record = $state.raw<RulesRecord | null>(null);
  decks = $state(0);
  changes = $state.raw<Settings>({});
  /** What the server found wrong with the draft. */
  private found = $state.raw<Problem[]>([]);
  /** What can be played and is hardly meant. */
  warnings = $state.raw<Problem[]>([]);
  /** Fields whose text this page could not read, and why: the draft keeps what they said before. */
  private unread = $state.raw<Record<string, string>>({});
  /** How often something was reset: a field then shows the draft's value, not what was typed. */
  resets = $state(0);
  toml = $state("");
  hash = $state("");
  isChecking = $state(false);
  isWorking = $state(false);
  before = $state.raw<Odds | null>(null);
  now = $state.raw<Odds | null>(null);
  refusal = $state("");

  private asked = 0;
  private checkTimer: ReturnType<typeof setTimeout> | undefined;
  private oddsTimer: ReturnType<typeof setTimeout> | undefined;

  /** *base* is where the routes are: "/api/rules" for the staff, "/api/lab" for anybody. */
  constructor(private readonly base: string) {}

  get rulesPath(): string {
    return this.base === "/api/lab" ? "/api/lab/rules" : this.base;
  }

  get count(): number {
    return Object.keys(this.changes).length;
  }

  async open(name: string): Promise<void> {
    this.stop();
    const asked = this.asked;
    await this.tried(async () => {
      const record = await get<RulesRecord>(`${this.rulesPath}/${encodeURIComponent(name)}`);
      if (asked !== this.asked) return; // Another game was chosen meanwhile.
      this.record = record;
      this.decks = this.record.decks_default;
      Object.assign(this, { changes: {}, found: [], warnings: [], unread: {}, before: null, now: null, toml: "", hash: "" });
      this.follow(0);
    });
  }

  get problems(): Problem[] {
    return [...Object.entries(this.unread).map(([path, message]) => ({ path, message })), ...this.found];
  }

  valueOf(path: string): Value | undefined {
    return path in this.changes ? this.changes[path] : this.record?.settings[path];
  }

  isChanged(path: string): boolean {
    return path in this.changes || path in this.unread;
  }

  /** The text of a field cannot be read: nothing is approved or played until it can. */
  refuse(path: string, message: string): void {
    this.unread = { ...this.unread, [path]: message };
  }

  set(path: string, value: Value): void {
    this.unread = without(this.unread, path);
    const rest = without(this.changes, path);
    this.changes = same(value, this.record?.settings[path]) ? rest : { ...rest, [path]: value };
    this.follow();
  }

  reset(path?: string): void {
    this.unread = path === undefined ? {} : without(this.unread, path);
    this.changes = path === undefined ? {} : without(this.changes, path);
    this.resets += 1;
    this.follow();
  }

  setDecks(decks: number): void {
    this.decks = decks;
    this.before = this.now = null;
    this.follow(0);
  }

  problemsOf(path: string): Problem[] {
    return this.problems.filter((each) => each.path === path);
  }

  warningsOf(path: string): Problem[] {
    return this.warnings.filter((each) => each.path === path);
  }

  /** What a setting is called; its place in the file where it has no name. */
  titleOf(path: string): string {
    return this.record?.fields.find((each) => each.path === path)?.title ?? path;
  }

  /** Whether a section of the rules is on, like surrender. */
  isOn(section: string): boolean {
    if (this.changes[section] === "none") return false;
    const isUnder = (path: string) => path.startsWith(`${section}.`);
    return Object.keys(this.changes).some(isUnder) || Object.keys(this.record?.settings ?? {}).some(isUnder);
  }

  /** Turn a section on or off; what the file does not say gets the first answer there is. */
  turn(section: string, on: boolean): void {
    const rest = Object.entries(this.changes).filter(([path]) => path !== section && !path.startsWith(`${section}.`));
    this.changes = Object.fromEntries(rest);
    const wasOn = this.isOn(section);
    if (!on && wasOn) this.changes = { ...this.changes, [section]: "none" };
    if (on && !wasOn) this.changes = { ...this.changes, ...this.firstAnswers(section) };
    this.resets += 1;
    this.follow();
  }

  private firstAnswers(section: string): Settings {
    const fields = (this.record?.fields ?? []).filter((field) => field.path.startsWith(`${section}.`));
    return Object.fromEntries(fields.flatMap((field): [string, Value][] => {
      if (field.type === "flag") return [[field.path, false]];
      return field.choices[0] === undefined ? [] : [[field.path, field.choices[0]]];
    }));
  }

  stop(): void {
    clearTimeout(this.checkTimer);
    clearTimeout(this.oddsTimer);
    this.asked += 1;
  }

  /** Numbers follow the controls: check at once, work the odds out when the hands rest. */
  private follow(wait = ODDS_MS): void {
    this.stop();
    const asked = this.asked;
    this.isChecking = this.isWorking = true;
    this.checkTimer = setTimeout(() => void this.check(asked), Math.min(wait, CHECK_MS));
    this.oddsTimer = setTimeout(() => void this.work(asked), wait);
  }

  private draft(settings: Settings) {
    return { name: this.record?.name ?? "", settings, decks: this.decks };
  }

  private async check(asked: number): Promise<void> {
    await this.tried(async () => {
      const found = await post<CheckedRules>(`${this.base}/check`, this.draft(this.changes));
      if (asked !== this.asked) return;
      this.found = found.errors;
      this.warnings = found.warnings;
      this.toml = found.toml ?? "";
      this.hash = found.hash ?? "";
    });
    if (asked === this.asked) this.isChecking = false;
  }

  /** The draft's text under a name of its own; empty if it cannot be played. */
  async textAs(name: string, title: string): Promise<string> {
    const asked = this.draft({ ...this.changes, name, title });
    return (await post<{ toml: string | null }>(`${this.base}/check`, asked)).toml ?? "";
  }

  private async work(asked: number): Promise<void> {
    await this.tried(async () => {
      const path = `${this.base}/odds`;
      const before = this.before ?? (await post<Odds>(path, this.draft({})));
      if (asked !== this.asked) return;
      this.before = before;
      const found = this.count ? await post<Odds>(path, this.draft(this.changes)) : before;
      if (asked === this.asked) this.now = found;
    });
    if (asked === this.asked) this.isWorking = false;
  }

  private async tried(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.refusal = "";
    } catch (error) {
      // Rules that cannot be played have no odds; the check names what is wrong with them.
      const isDraft = error instanceof ApiError && error.status === 422;
      if (!isDraft) this.refusal = error instanceof ApiError ? error.message : s.errors.offline;
    }
  }
}
