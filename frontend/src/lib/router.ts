/** Which page a path is. Pages are loaded when they are first shown. */

export type PageName =
  | "start"
  | "solo"
  | "lab"
  | "drills"
  | "dealer"
  | "table"
  | "player"
  | "jackpot"
  | "desk"
  | "rules"
  | "setup"
  | "begin"
  | "recall"
  | "shoe"
  | "device"
  | "missing";

export interface Route {
  page: PageName;
  /** The parts of the path after the page's own: a table, a spot, a progressive. */
  args: string[];
  /** The screen's token, from after the `#`: it is never sent in a path or a referrer. */
  token: string;
}

/** The page of the drills: only a room that nobody plays for money in has it. */
export const PRACTICE = "/drills";

const SIMPLE = new Set<string>(["solo", "lab", "drills", "desk", "rules", "setup", "begin", "recall"]);

export function routeOf(path: string, hash = ""): Route {
  const [first = "", ...args] = path.split("/").filter(Boolean).map(decodeURIComponent);
  return { page: pageOf(first, args), args, token: hash.replace(/^#/, "") };
}

function pageOf(first: string, args: string[]): PageName {
  if (first === "") return "start";
  if (SIMPLE.has(first)) return first as PageName;
  if (first === "dealer" && args.length === 1) return "dealer";
  if (first === "jackpot" && args.length === 1) return "jackpot";
  if (first === "table" && args.length === 1) return "table";
  if (first === "device" && args.length === 1) return "device";
  if (first === "table" && args.length === 2 && /^[1-7]$/.test(args[1] ?? "")) return "player";
  if (first === "shoe" && args.length === 2 && /^[1-9][0-9]*$/.test(args[1] ?? "")) return "shoe";
  return "missing";
}
