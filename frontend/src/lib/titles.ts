/** What decisions are called in the language of the page. */
import { s } from "$strings";
import type { Decision } from "./decisions";

export function titleOf(decision: string): string {
  return decision in s.decisions ? s.decisions[decision as Decision] : decision.replace(/^./, (c) => c.toUpperCase());
}

/** What a title says in brackets tells paytables apart; a banner has no room for that. */
export const withoutBrackets = (text: string): string => text.replaceAll(/ \([^)]*\)/g, "");
