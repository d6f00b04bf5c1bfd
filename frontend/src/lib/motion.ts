/** How cards move: from the shoe to their place, and over when they are turned. */
import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { dealStepMs, isStill } from "./settings.svelte";

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
