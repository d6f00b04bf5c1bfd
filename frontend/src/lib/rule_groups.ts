/** The settings of a rules file in groups that people look for. */
import type { Field, Settings } from "./rules.svelte";

export interface Group {
  key: string;
  /** The wager's name, where the group is a wager's. */
  wager: string;
  fields: Field[];
  /** The group's pay tables, each with its own settings. */
  tables: { name: string; fields: Field[] }[];
}

const WAGERS = "side_wagers";
const TABLE = /^side_wagers\.([^.]+)\.paytables\.([^.]+)\./;

function keyOf(path: string): string {
  const parts = path.split(".");
  if (parts.length === 1) return "game";
  return parts[0] === WAGERS ? `${WAGERS}.${parts[1]}` : (parts[0] ?? "");
}

/** *fields* in groups, in the order of the file. */
export function groupsOf(fields: readonly Field[]): Group[] {
  const groups = new Map<string, Group>();
  for (const field of fields) {
    const { key, wager } = groupOf(field);
    const group = groups.get(key) ?? { key, wager, fields: [], tables: [] };
    groups.set(key, group);
    const name = TABLE.exec(field.path)?.[2];
    if (name === undefined) group.fields.push(field);
    else tableOf(group, name).push(field);
  }
  return [...groups.values()];
}

function tableOf(group: Group, name: string): Field[] {
  const found = group.tables.find((table) => table.name === name);
  if (found) return found.fields;
  const fields: Field[] = [];
  group.tables.push({ name, fields });
  return fields;
}

/** The key of a field's group, and the wager that the group is for. */
export function groupOf({ path, type }: Pick<Field, "path" | "type">): { key: string; wager: string } {
  const key = type === "switch" ? path : keyOf(path);
  return { key, wager: key.startsWith(WAGERS) ? key.slice(WAGERS.length + 1) : "" };
}

/** What a wager is called, from its own setting. */
export function titleOf(wager: string, settings: Settings): string {
  return String(settings[`${WAGERS}.${wager}.title`] ?? wager);
}

/** Whether a field is what somebody searches for: every word in its group, name, help or place. */
export function found(field: Field, wanted: string, group = ""): boolean {
  const text = `${group} ${field.title} ${field.help} ${field.path.replaceAll(/[._-]/g, " ")} ${field.says ?? ""}`.toLowerCase();
  return wanted.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}
