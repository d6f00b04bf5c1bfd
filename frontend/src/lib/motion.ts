/** How cards and chips move: from the shoe to their place, over when they are turned, to and from the dealer. */
import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { chipMs, dealStepMs, isStill } from "./settings.svelte";

const AT_ONCE: TransitionConfig = { duration: 0 };

/** A card that arrives as number *order* of its deal; undefined: it lay there already. */
export function arrive(_: Element, { order }: { order: number | undefined }): TransitionConfig {
  if (order === undefined || isStill()) return AT_ONCE;
  return {
    delay: order * dealStepMs(),
    duration: 340,
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${u * 240}px, ${u * -190}px) rotate(${u * 24}deg); opacity: ${Math.min(1, t * 3)};`,
  };
}

/** A card that is turned face up where it lies. */
export function turn(_: Element, { order = 0 }: { order?: number } = {}): TransitionConfig {
  if (isStill()) return AT_ONCE;
  return {
    delay: order * dealStepMs(),
    duration: 320,
    easing: cubicOut,
    css: (_t, u) => `transform: perspective(600px) rotateY(${u * 90}deg);`,
  };
}

/** How long until the last of *count* cards lies there: outcomes wait for it. */
export function settleMs(count: number): number {
  return isStill() || count === 0 ? 0 : (count - 1) * dealStepMs() + 340;
}

/** From *node* to the dealer, or to the player in front of it, in pixels. */
function wayTo(node: Element, side: "dealer" | "player"): { x: number; y: number } {
  const here = node.getBoundingClientRect();
  if (side === "player") return { x: 0, y: 1.6 * here.width };
  const there = node.closest(".felt, main")?.querySelector(".dealer")?.getBoundingClientRect();
  if (!there) return { x: 0, y: -3 * here.width };
  return { x: there.x + there.width / 2 - here.x - here.width / 2, y: there.bottom - here.bottom };
}

/** A pile of chips that comes from a side of the table or goes there; *isLater*: after what is taken. */
export function slide(node: Element, { side, isLater = false }: { side: "dealer" | "player"; isLater?: boolean }): TransitionConfig {
  if (isStill()) return AT_ONCE;
  const { x, y } = wayTo(node, side);
  return {
    delay: isLater ? chipMs() / 2 : 0,
    duration: chipMs(),
    easing: cubicOut,
    css: (t, u) => `transform: translate(${u * x}px, ${u * y}px); opacity: ${Math.min(1, t * 4)};`,
  };
}

/** One more chip on a pile. */
export function drop(_: Element): TransitionConfig {
  if (isStill()) return AT_ONCE;
  return { duration: chipMs() / 2, easing: cubicOut, css: (t, u) => `transform: translateY(${u * 70}px); opacity: ${Math.min(1, t * 4)};` };
}
